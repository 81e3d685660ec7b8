#include "actors/agents/hook_run.hpp"
#include "actors/agents/terminal_job.hpp"

#include <algorithm>
#include <utility>

/// A hook, or an action in its place, that somebody wants to run by hand (D4): the program is a
/// shell in a terminal, whose other side the session's user gets.
namespace orrery::agents {

namespace {

/// Longer than any session lasts, and short enough to be added to any time.
constexpr std::chrono::milliseconds no_debug_deadline = std::chrono::hours{24 * 365 * 10};

void debug_in_terminal(hooks::HookJob& job, const hooks::DebugWish& wish, const std::string& path) {
  std::vector<std::string> words = interactive_shell();
  if (wish.at) {
    words = std::move(job.arguments);
    words.insert(words.begin(), std::exchange(job.program, {}));
    job.environment["JUJU_DEBUG_AT"] = *wish.at;
  } else {
    job.environment["HISTFILE"] = "";
    job.environment["PS1"] = job.unit + " " + job.hook + "> ";
  }
  run_in_terminal(job, std::move(words), path);
}

} // namespace

/// @returns why the hook cannot run in the session that wants it; empty: it can, or none does.
std::string HookRun::claim_for_debugging(hooks::HookJob& job) {
  if (options_.debug == nullptr || runs_command())
    return {};
  debugged_ = options_.debug->claim(job.unit, order_.sight.hook);
  if (!debugged_)
    return {};
  auto opened = hooks::open_pseudo_terminal(job.user);
  if (!opened)
    return opened.error();
  terminal_ = std::move(*opened);
  job.hook = order_.sight.hook;
  job.debugged = debugged_->id;
  job.deadline = no_debug_deadline;
  job.environment["JUJU_DEBUG"] = place_.directory;
  if (const std::string& type = debugged_->wish.terminal_type; !type.empty())
    job.environment["TERM"] = type;
  debug_in_terminal(job, debugged_->wish, terminal_.program_side);
  log_.append(hooks::log_line("INFO", "agent",
                              (order_.sight.action ? "action " : "hook ") + order_.sight.hook
                                + " runs in a debug session of " + debugged_->wish.user));
  return {};
}

/// Hands it to the session's user, once it is submitted: a session that has ended meanwhile has it
/// killed. The terminal stays open here until the hook has ended, because a shell on which it hangs
/// up exits by itself, with 0 perhaps, before it is killed.
void HookRun::offer_for_debugging() {
  if (!debugged_)
    return;
  send(client_, protocol::HookGoesOn{debugged_->wish.user});
  options_.debug->offer(order_.sight.unit,
                        {debugged_->id, order_.sight.hook, order_.sight.action.has_value(),
                         terminal_.shared_user_side()});
}

void HookRun::end_debugging(const hooks::HookEnd& end) {
  if (debugged_)
    options_.debug->ended(order_.sight.unit, std::exchange(debugged_, std::nullopt)->id, end);
}

} // namespace orrery::agents
