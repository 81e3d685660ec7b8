#pragma once

#include "actors/hooks/captured_output.hpp"
#include "actors/hooks/control_group.hpp"
#include "actors/hooks/hook_output.hpp"
#include "actors/hooks/kept_programs.hpp"
#include "actors/hooks/program_streams.hpp"
#include "config/descriptor.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

/// Runs hook programs as real processes. Plain threads, no actors: callers get callbacks.
namespace orrery::hooks {

/// One hook to run.
struct HookJob {
  std::string
    unit; ///< Its hooks run one at a time; empty: a machine's own command, which waits for nobody.
  std::uint32_t machine = 0;  ///< Whatever the hook leaves running belongs to it.
  std::string hook;           ///< For logs: `db-relation-changed`.
  bool command = false;       ///< A user's, not a hook: the agent's notes say nothing of it.
  std::uint64_t task = 0;     ///< Of a user's: which one, for end_task(); else 0.
  std::uint64_t debugged = 0; ///< In a debug session (debug_sessions.hpp): which hook; else 0.
  /// The session of a user who works on the machine (remote_sessions.hpp); else 0. A job of one
  /// waits for nobody, and no hook waits for it.
  std::uint64_t session = 0;
  std::string program; ///< Absolute path.
  std::vector<std::string> arguments;
  std::uint32_t user = 0; ///< Whom it runs as, with a group of that number; 0: as we do.
  std::string directory;  ///< Working directory: the unit's charm directory.
  std::string log; ///< The unit's log; output is appended line by line. Empty: there is none.
  HookOutput::Levels levels{}; ///< Of output in the log.
  std::uint64_t capture = 0;   ///< Bytes of each stream that are kept for HookEnd, too.
  std::map<std::string, std::string> environment; ///< The whole environment: nothing is inherited.
  std::chrono::milliseconds deadline{600'000};
  /// Says when its turn comes whether it is to run still; if not, it ends Cancelled. Called on the
  /// runner's thread; must not block. Empty: it is.
  std::function<bool()> is_wanted{};
  std::shared_ptr<const config::Descriptor> input{}; ///< Its standard input; null: /dev/null.
  /// All its standard streams: nothing is logged or captured then. Null: `input`, and the log.
  std::shared_ptr<const ProgramStreams> streams{};

  /// Names the unit whose other jobs end before this one begins; empty: there is none.
  [[nodiscard]] std::string turn() const { return session == 0 ? unit : std::string(); }
};

/// How a hook ended.
struct HookEnd {
  enum class How : std::uint8_t {
    Exited,   ///< `code` is its exit code.
    Signaled, ///< `code` is the signal.
    TimedOut, ///< Killed at its deadline, with everything it had started.
    NotRun,   ///< Could not be started; `stderr_tail` says why.
    Cancelled ///< Never started, or killed by stop(): it counts as queued again.
  };
  How how = How::NotRun;
  int code = 0;
  std::string stderr_tail; ///< Last lines of standard error, at most 20 lines and 4 KiB.
  std::chrono::milliseconds took{0};
  CapturedOutput captured{}; ///< If it was asked for.
  [[nodiscard]] bool success() const { return how == How::Exited && code == 0; }
};

struct RunnerOptions {
  std::filesystem::path keeper;         ///< The `orrery-keeper` program, absolute.
  std::filesystem::path data_directory; ///< Marks keepers as this orchestrator's.
  /// Where each unit's hooks have a control group of their own (machine_groups.hpp). Empty: they
  /// stay in the orchestrator's.
  std::filesystem::path machine_groups;
  GroupLimits limits{};           ///< Of each unit's group.
  bool no_new_privileges = false; ///< Hooks get none by what they execute, as by sudo.
  /// Programs whose keeper was killed become children of this process, and are killed.
  bool adopts_orphans = false;
  std::uint64_t output_limit =
    1 << 20; ///< Bytes of one hook's output kept in the log; the rest is counted and dropped.
  std::uint64_t log_limit = 8 << 20; ///< Bytes of a log file before it is renamed to `.1`.
  /// How long whoever makes keepers may take for one; it is killed then, and the hook not run.
  std::chrono::milliseconds start_patience{15'000};
  /// Soft limits that hooks have in place of the orchestrator's, by resource (RLIMIT_NOFILE).
  std::map<int, std::uint64_t> soft_limits{};
  /// A keeper is about to be started, for that unit or, if empty, for a command on the machine.
  /// Called on the runner's thread; must not block. Empty: nobody is told.
  std::function<void(std::uint32_t machine, const std::string& unit)> keeper_begins;
  /// A keeper was killed after its hook had ended, and cannot tell what became of what the hook
  /// left running. Called on the runner's thread; must not block. Empty: nobody is told.
  std::function<void(const KeptPrograms& lost)> keeper_lost;
  /// Something that an operator should know, as a sentence. On the runner's thread; must not block.
  std::function<void(const std::string& text)> warn;
};

/// One thread that starts hooks through a keeper and reaps them by pidfd. How many run at once is
/// for who submits them to bound (agents/hook_slots.hpp).
///
/// Each hook has a keeper process of its own (see cmd/keeper): subreaper of everything the hook
/// starts. When the hook has ended, what still runs stays with the keeper and belongs to the
/// machine. When the orchestrator dies while the hook runs, the keeper kills the hook and all it
/// started.
class HookRunner {
public:
  using Callback =
    std::function<void(HookEnd)>; ///< Called once per job, on the runner's thread; must not block.

  static std::unique_ptr<HookRunner> make(RunnerOptions options);
  virtual ~HookRunner() = default; ///< Calls stop() with no grace.

  virtual void submit(HookJob job, Callback done) = 0;
  /// Kills what the task runs with everything it has started, as by SIGKILL. One that still waits
  /// is not begun: it ends NotRun, `terminated`. Nothing if it has ended.
  virtual void end_task(std::uint64_t task) = 0;
  /// Kills a hook of a debug session likewise (HookJob::debugged).
  virtual void end_debugged(std::uint64_t id) { (void)id; }
  /// Kills what a session runs likewise (HookJob::session).
  virtual void end_session(std::uint64_t id) { (void)id; }
  /// No hook is started any more; those that run get `grace` to end, then are killed and reported
  /// Cancelled. Blocks.
  virtual void stop(std::chrono::milliseconds grace) = 0;
};

} // namespace orrery::hooks
