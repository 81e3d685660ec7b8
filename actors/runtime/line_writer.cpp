#include "actors/runtime/line_writer.hpp"

#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <ctime>
#include <string_view>
#include <system_error>
#include <utility>

namespace orrery::runtime {

namespace {

/// Returns a line of the form that the log has.
std::string dropped_line(std::uint64_t count) {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 32> stamp{};
  const auto size = std::strftime(stamp.data(), stamp.size(), "%Y-%m-%dT%H:%M:%S.000Z", &parts);
  return std::string(stamp.data(), size)
         + " warning serve: lines were dropped, because nobody read standard error lines="
         + std::to_string(count) + "\n";
}

} // namespace

LineWriter::LineWriter(int descriptor) : descriptor_(descriptor), wake_(::eventfd(0, EFD_CLOEXEC)) {
  if (!wake_.is_open())
    throw std::system_error(errno, std::generic_category(), "eventfd");
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before); // signals are for other threads
  try {
    thread_ = std::thread{[this] { run(); }};
  } catch (...) {
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    throw;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

LineWriter::~LineWriter() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  const std::uint64_t one = 1;
  (void)!::write(wake_.get(), &one, sizeof one);
  stirred_.notify_all();
  thread_.join();
}

void LineWriter::put(std::string line) {
  const std::lock_guard lock(mutex_);
  if (bytes_ + line.size() > bytes_max) {
    ++dropped_;
    return;
  }
  if (dropped_ > 0) { // a little beyond the bound, once for all that were dropped
    waiting_.push_back(dropped_line(std::exchange(dropped_, 0)));
    bytes_ += waiting_.back().size();
  }
  bytes_ += line.size();
  waiting_.push_back(std::move(line));
  stirred_.notify_all();
}

bool LineWriter::drain(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  return stirred_.wait_for(lock, patience, [this] { return waiting_.empty() && dropped_ == 0; });
}

bool LineWriter::write_out(const std::string& line) {
  std::string_view rest = line;
  while (!rest.empty()) {
    std::array<pollfd, 2> waited{{{descriptor_, POLLOUT, 0}, {wake_.get(), POLLIN, 0}}};
    (void)::poll(waited.data(), waited.size(), -1);
    if (waited[1].revents != 0)
      return false;
    if (waited[0].revents == 0)
      continue;
    // A pipe that takes anything takes this many bytes at once.
    const auto written =
      ::write(descriptor_, rest.data(), std::min<std::size_t>(rest.size(), PIPE_BUF));
    if (written < 0 && errno != EAGAIN && errno != EINTR)
      return true; // nobody is there to read it, or ever will be
    rest.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
  }
  return true;
}

void LineWriter::run() {
  pthread_setname_np(pthread_self(), "standard-error");
  std::unique_lock lock(mutex_);
  while (true) {
    stirred_.wait(lock, [this] { return ending_ || !waiting_.empty() || dropped_ > 0; });
    if (waiting_.empty() && dropped_ > 0) {
      waiting_.push_back(dropped_line(std::exchange(dropped_, 0)));
      bytes_ += waiting_.back().size();
    }
    if (waiting_.empty())
      return;
    const std::string& line = waiting_.front(); // stays where it is while others are put behind it
    lock.unlock();
    const bool goes_on = write_out(line);
    lock.lock();
    bytes_ -= line.size();
    waiting_.pop_front();
    stirred_.notify_all();
    if (!goes_on)
      return;
  }
}

} // namespace orrery::runtime
