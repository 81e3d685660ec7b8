#include "actors/providers/trash.hpp"

#include "actors/providers/removal.hpp"

#include <pthread.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <csignal>
#include <system_error>
#include <utility>

namespace orrery::providers {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;
constexpr int pauses = 9;                           ///< As long as deleting has taken.
constexpr std::chrono::milliseconds longest{1'000}; ///< Pause.
constexpr unsigned scarce = 20; ///< Where less than one part of so many is free, nothing pauses.

/// No two processes on one data directory begin in the same nanosecond.
std::string make_mark() {
  return std::to_string(std::chrono::system_clock::now().time_since_epoch().count()) + "-";
}

} // namespace

Trash::Trash(fs::path directory, Stays stays)
  : directory_(std::move(directory)), stays_(std::move(stays)), mark_(make_mark()) {}

Trash::~Trash() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  changed_.notify_one();
  if (thread_.joinable())
    thread_.join();
}

void Trash::begin() {
  std::call_once(begun_, [this] { thread_ = std::thread([this] { run(); }); });
}

tl::expected<void, std::string> Trash::take(const fs::path& path) {
  begin();
  const fs::path aside = directory_ / (mark_ + std::to_string(++last_));
  std::error_code error;
  fs::rename(path, aside, error);
  if (error == std::errc::no_such_file_or_directory) {
    if (fs::symlink_status(path, error).type() == fs::file_type::not_found)
      return {};
    fs::create_directory(directory_, error);
    fs::permissions(directory_, fs::perms::owner_all, error);
    fs::rename(path, aside, error);
  }
  if (error) // on another file system, or its owner may not write to it
    return remove_tree(path);
  const std::lock_guard lock(mutex_);
  if (!std::exchange(more_, true))
    changed_.notify_one();
  return {};
}

void Trash::run() {
  pthread_setname_np(pthread_self(), "trash");
  sigset_t all; // signals are for the main thread
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, nullptr);
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return over_ || more_; });
    if (over_)
      return;
    more_ = false;
    lock.unlock();
    delete_all();
    lock.lock();
  }
}

/// Deletes all that lies there. An entry that comes meanwhile may be seen or not: then the
/// directory is read again.
void Trash::delete_all() {
  std::error_code
    error; // no directory yet, or one that cannot be read: who puts something aside hears of it
  for (fs::directory_iterator entry(directory_, error), end; !error && entry != end;
       entry.increment(error)) {
    if (stuck_.contains(entry->path().filename()))
      continue;
    const auto began = Clock::now();
    delete_one(entry->path());
    if (!pause(is_scarce() ? Clock::duration{0} : pauses * (Clock::now() - began)))
      return;
  }
}

void Trash::delete_one(const fs::path& path) {
  const auto removed = remove_tree(path);
  if (removed)
    return;
  stuck_.insert(path.filename());
  if (stays_)
    stays_(removed.error());
}

bool Trash::pause(std::chrono::nanoseconds time) {
  std::unique_lock lock(mutex_);
  return !changed_.wait_for(lock, std::min<std::chrono::nanoseconds>(time, longest),
                            [this] { return over_; });
}

bool Trash::is_scarce() const {
  struct statvfs there {};
  return statvfs(directory_.c_str(), &there) == 0
         && (there.f_bavail < there.f_blocks / scarce || there.f_favail < there.f_files / scarce);
}

} // namespace orrery::providers
