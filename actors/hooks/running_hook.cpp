#include "actors/hooks/running_hook.hpp"

#include "actors/hooks/machine_groups.hpp"
#include "actors/hooks/process_tree.hpp"
#include "actors/hooks/start_fault.hpp"
#include "actors/hooks/survivors.hpp"

#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <sstream>
#include <utility>

namespace orrery::hooks {

namespace {
constexpr std::size_t piece = 64 << 10; // read at a time, so that hooks share the thread
constexpr std::chrono::seconds kill_patience{
  15}; // a process in the kernel's hands may take a while to die

/// HookEnd::code of a hook that was killed.
int code_of(HookEnd::How killed) {
  return killed == HookEnd::How::Signaled ? SIGKILL : 0;
}

} // namespace

RunningHook::RunningHook(QueuedHook queued, const RunnerOptions& options)
  : queued_(std::move(queued)), log_(queued_.job.log, options.log_limit),
    output_(log_, queued_.job.hook, options.output_limit, queued_.job.levels),
    group_(unit_group(options.machine_groups, queued_.job.machine, queued_.job.unit).string()) {
  captured_.limit = queued_.job.capture;
}

std::optional<HookEnd>
RunningHook::start(SpareKeepers& spare, Starter& starter, const RunnerOptions& options) {
  started_ = Clock::now();
  due_ = started_ + queued_.job.deadline;
  auto keeper = start_keeper(spare, starter, options, queued_.job);
  queued_.job.input.reset(); // the program's own by now: only as long as that has it open
  queued_.job.streams.reset();
  if (!keeper)
    return finish(HookEnd::How::NotRun, 0, keeper.error());
  keeper_ = std::move(*keeper);
  return std::nullopt;
}

bool RunningHook::read_output(HookOutput::Stream stream) {
  const config::Descriptor& source =
    stream == HookOutput::Stream::Out ? keeper_.output : keeper_.errors;
  std::array<char, piece> bytes;
  const ssize_t size = read(source.get(), bytes.data(), bytes.size());
  if (size < 0)
    return errno == EAGAIN || errno == EINTR;
  take(stream, {bytes.data(), static_cast<std::size_t>(size)});
  return size > 0;
}

void RunningHook::take(HookOutput::Stream stream, std::string_view bytes) {
  output_.take(stream, bytes);
  if (captured_.limit != 0)
    captured_.take(stream == HookOutput::Stream::Out ? captured_.out : captured_.errors, bytes);
}

/// Reads what is there now, which is the hook's; later output is of those it left behind.
void RunningHook::drain() {
  for (const auto stream : {HookOutput::Stream::Out, HookOutput::Stream::Err}) {
    const config::Descriptor& source =
      stream == HookOutput::Stream::Out ? keeper_.output : keeper_.errors;
    int there = 0;
    if (!source.is_open() || ioctl(source.get(), FIONREAD, &there) != 0)
      continue;
    std::array<char, piece> bytes;
    while (there > 0) {
      const ssize_t size =
        read(source.get(), bytes.data(), std::min(bytes.size(), static_cast<std::size_t>(there)));
      if (size <= 0)
        break;
      take(stream, {bytes.data(), static_cast<std::size_t>(size)});
      there -= static_cast<int>(size);
    }
  }
}

HookEnd RunningHook::finish(HookEnd::How how, int code, const std::string& reason) {
  drain();
  output_.end();
  captured_.end();
  if (!reason.empty())
    log_.append(log_line("ERROR", queued_.job.hook, reason));
  const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - started_);
  return HookEnd{how, code, reason.empty() ? output_.stderr_tail() : reason, took,
                 std::move(captured_)};
}

HookEnd RunningHook::end_of(const KeeperReport& report) {
  leaves_keeper_ = report.spare != 0 && !killed_; // that it be killed may still be on its way there
  switch (report.kind) {
  case KeeperReport::Kind::Exited:
    return finish(HookEnd::How::Exited, report.value,
                  report.value == 0 ? "" : line_end_fault(queued_.job.program));
  case KeeperReport::Kind::Signaled:
    return finish(HookEnd::How::Signaled, report.value);
  case KeeperReport::Kind::Killed:
    return finish(killed_.value_or(HookEnd::How::Cancelled),
                  code_of(killed_.value_or(HookEnd::How::Cancelled)));
  case KeeperReport::Kind::NoDirectory:
  case KeeperReport::Kind::NoProgram:
  case KeeperReport::Kind::NoProcess:
    break;
  }
  return finish(HookEnd::How::NotRun, 0, start_fault(queued_.job, report));
}

std::optional<HookEnd> RunningHook::read_report() {
  KeeperReport report;
  const ssize_t size = read(keeper_.talk.get(), &report, sizeof report);
  if (size == static_cast<ssize_t>(sizeof report))
    return end_of(report);
  if (size < 0 && (errno == EAGAIN || errno == EINTR))
    return std::nullopt;
  if (killed_)
    return finish(*killed_, code_of(*killed_));
  return finish(HookEnd::How::Signaled, SIGKILL,
                "the hook's keeper was killed, by nobody of ours: out of memory?");
}

void RunningHook::kill(HookEnd::How because, const std::string& why) {
  killed_ = because;
  std::ostringstream seconds; // as short as they can be said
  seconds << std::chrono::duration<double>(queued_.job.deadline).count();
  log_.append(
    log_line("WARNING", queued_.job.hook,
             because == HookEnd::How::TimedOut
               ? "not done within " + seconds.str() + " s: killed with everything it has started"
             : because == HookEnd::How::Signaled
               ? "killed with everything it has started: " + why
               : std::string("killed with everything it has started: the orchestrator stops")));
  due_ = Clock::now() + kill_patience;
  // If the keeper is gone, its socket's end says so.
  [[maybe_unused]] const ssize_t written = write(keeper_.talk.get(), "K", 1);
  // The hook may have stopped it.
  syscall(SYS_pidfd_send_signal, keeper_.handle.get(), SIGCONT, nullptr, 0);
}

HookEnd RunningHook::give_up() {
  kill_group(group_);
  std::vector<pid_t> left = processes_in(group_);
  for (const Process& process : descendants(keeper_.pid))
    left.push_back(process.pid);
  if (const Survivors alive = survivors_of(left); !alive.text.empty())
    log_.append(log_line("WARNING", queued_.job.hook, alive.text));
  syscall(SYS_pidfd_send_signal, keeper_.handle.get(), SIGKILL, nullptr, 0);
  return finish(*killed_, code_of(*killed_));
}

} // namespace orrery::hooks
