#include "actors/hooks/starter.hpp"

#include "actors/hooks/own_programs.hpp"
#include "actors/hooks/system_reason.hpp"
#include "config/spawn_plan.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

namespace orrery::hooks {

namespace {

/// Starts the starter with a session of its own and one descriptor, its socket.
/// @returns errno, 0 is success.
int spawn_starter(pid_t& pid, const std::string& program, int socket) {
  config::SpawnPlan plan(POSIX_SPAWN_SETSID);
  plan.open(0, "/dev/null", O_RDWR);
  plan.give(socket, starter_socket);
  plan.close_from(starter_socket + 1);
  return plan.spawn(pid, program, {"--starter", std::string(command_line_room, '.')});
}

/// Whether a call on the socket says that nobody is at its other end.
bool has_ended(int number) {
  return number == EPIPE || number == ECONNRESET;
}

/// Sets a process's soft limits, each at most its hard one.
void set_soft_limits(pid_t pid, const std::map<int, std::uint64_t>& soft_limits) {
  for (const auto& [resource, soft] : soft_limits) {
    const auto of = static_cast<__rlimit_resource>(resource);
    rlimit limit{};
    if (prlimit(pid, of, nullptr, &limit) != 0)
      continue; // it has ended: the first request tells
    limit.rlim_cur = std::min<rlim_t>(soft, limit.rlim_max);
    prlimit(pid, of, &limit, nullptr);
  }
}

/// Bounds how long calls block there, in either direction.
void set_patience(int socket, std::chrono::milliseconds patience) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(patience);
  timeval time{};
  time.tv_sec = seconds.count();
  time.tv_usec = std::chrono::microseconds(patience - seconds).count();
  for (const int direction : {SO_RCVTIMEO, SO_SNDTIMEO})
    setsockopt(socket, SOL_SOCKET, direction, &time, sizeof time);
}

} // namespace

Starter::Starter(std::filesystem::path program,
                 std::chrono::milliseconds patience,
                 Begun begun,
                 std::map<int, std::uint64_t> soft_limits)
  : program_(std::move(program)), patience_(patience), begun_(std::move(begun)),
    soft_limits_(std::move(soft_limits)) {}

std::string Starter::begin() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    return reason_of("no socket for " + program_.string(), errno);
  socket_ = config::Descriptor(ends[0]);
  const config::Descriptor low(ends[1]);
  // Above the place that it gets: whatever is there is not closed before.
  const config::Descriptor theirs(fcntl(low.get(), F_DUPFD_CLOEXEC, starter_socket + 1));
  if (!theirs.is_open())
    return reason_of("no socket for " + program_.string(), errno);
  set_patience(socket_.get(), patience_);
  int number = 0;
  OwnPrograms::of_this_process().begin([&] {
    number = spawn_starter(pid_, program_.string(), theirs.get());
    return number == 0 ? pid_ : 0;
  });
  if (number != 0) {
    pid_ = 0;
    return reason_of(program_.string() + " cannot be started", number);
  }
  set_soft_limits(pid_, soft_limits_); // before the first request: no keeper is there yet
  // Only we reap it, so the pid is still its own.
  handle_ = config::Descriptor(static_cast<int>(syscall(SYS_pidfd_open, pid_, 0)));
  if (!handle_.is_open()) {
    const int why = errno;
    end();
    return reason_of("no pidfd for " + program_.string(), why);
  }
  begun_(handle_.get());
  return {};
}

void Starter::kill_it() {
  if (pid_ == 0)
    return;
  kill(pid_, SIGKILL);
  OwnPrograms::of_this_process().wait(std::exchange(pid_, 0));
}

void Starter::end() {
  kill_it();
  handle_.close();
  socket_.close();
}

void Starter::reap() {
  int status = 0;
  if (pid_ != 0 && OwnPrograms::of_this_process().reap(pid_, status) == pid_) {
    pid_ = 0;
    end();
  }
}

int Starter::send(const std::string& request, const Descriptors& descriptors) const {
  const std::size_t size_of_all = sizeof(int) * descriptors.size();
  assert(descriptors.size() <= most_sent_descriptors);
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * most_sent_descriptors)> control{};
  msghdr message{};
  message.msg_control = control.data();
  message.msg_controllen = CMSG_SPACE(size_of_all);
  cmsghdr* const rights = CMSG_FIRSTHDR(&message);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(size_of_all);
  std::memcpy(CMSG_DATA(rights), descriptors.data(), size_of_all);
  for (std::size_t sent = 0; sent < request.size();) {
    iovec rest{const_cast<char*>(request.data()) + sent, request.size() - sent};
    message.msg_iov = &rest;
    message.msg_iovlen = 1;
    const ssize_t size = sendmsg(socket_.get(), &message, MSG_NOSIGNAL);
    if (size < 0 && errno != EINTR)
      return errno;
    if (size > 0) { // the descriptors have gone with the first bytes
      sent += static_cast<std::size_t>(size);
      message.msg_control = nullptr;
      message.msg_controllen = 0;
    }
  }
  return 0;
}

int Starter::receive(StartAnswer& answer, int flags) const {
  ssize_t size = 0;
  do // what is stopped and goes on is interrupted, too
    size = recv(socket_.get(), &answer, sizeof answer, flags);
  while (size < 0 && errno == EINTR);
  if (size < 0)
    return errno;
  return size == static_cast<ssize_t>(sizeof answer) ? 0 : EPIPE;
}

std::string Starter::fault(int number) const {
  if (number == EAGAIN)
    return program_.string() + " did not answer within " + std::to_string(patience_.count())
           + " ms and was killed: had somebody stopped it?";
  if (has_ended(number))
    return program_.string() + " has ended instead of starting the hook";
  return reason_of(program_.string() + " cannot be asked to start the hook", number);
}

std::string Starter::hand_over(const std::string& request, const Descriptors& descriptors) {
  int number = 0;
  for (int tries = 0; tries < 2; ++tries) {
    if (pid_ == 0)
      if (std::string why = begin(); !why.empty())
        return why;
    number = send(request, descriptors);
    if (number == 0)
      return {};
    end();
    if (!has_ended(number))
      break;
    // It had not taken the whole request, so that another may have it.
  }
  return fault(number);
}

tl::expected<pid_t, std::string> Starter::make_keeper(const std::string& request,
                                                      const Descriptors& descriptors) {
  if (std::string why = hand_over(request, descriptors); !why.empty())
    return tl::unexpected(std::move(why));
  StartAnswer answer;
  if (const int number = receive(answer, 0); number != 0) {
    kill_it();
    const bool late = receive(answer, MSG_DONTWAIT) == 0; // between our last look and its end
    end();
    if (!late)
      return tl::unexpected(fault(number));
  }
  if (answer.error != 0)
    return tl::unexpected(reason_of("no process for the hook", answer.error));
  return answer.pid;
}

} // namespace orrery::hooks
