#include "actors/workflow/task_results.hpp"

#include "config/base64.hpp"
#include "config/utf8.hpp"
#include "store/task_messages.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <csignal>
#include <string_view>
#include <utility>

namespace orrery::agents {
namespace {

using How = hooks::HookEnd::How;
using store::TaskStatus;
using Results = nlohmann::json;

constexpr int killed_code = -1; ///< return-code of a program that a signal has ended (A26).
constexpr int expired_code = 0; ///< return-code of one that was killed at its deadline (A40).

/// Output of a task on one stream.
struct Printed {
  const std::string& text;
  bool is_cut = false;
  std::size_t head = 0; ///< Bytes before the cut.
};

/// The beginning and the end without the halves of characters at the cut: what was text stays text.
std::string mended(const Printed& printed) {
  if (!printed.is_cut)
    return printed.text;
  const std::string_view all = printed.text;
  std::string text(config::without_cut_character(all.substr(0, printed.head)));
  return text.append(config::last_bytes(all, all.size() - printed.head));
}

/// Lines as an action's output is read: each ends with a newline alone (A26).
std::string in_lines(std::string_view text) {
  std::string lines;
  lines.reserve(text.size() + 1);
  for (std::size_t at = 0; at < text.size(); ++at)
    if (text[at] != '\r' || at + 1 == text.size() || text[at + 1] != '\n')
      lines += text[at];
  if (!lines.empty() && lines.back() != '\n')
    lines += '\n';
  return lines;
}

/// Adds one stream under its name, unless nothing was printed (A26).
void add_stream(Results& results, const std::string& name, const Printed& printed, bool as_it_is) {
  std::string text = mended(printed);
  if (!as_it_is)
    text = in_lines(text);
  if (text.empty())
    return;
  const bool is_text = config::is_utf8(text);
  results[name] = is_text ? std::move(text) : config::base64(text);
  if (!is_text)
    results[name + "-encoding"] = "base64";
  if (printed.is_cut)
    results[name + "-truncated"] = "true"; // A32
}

/// Results as a record has them. All text in them is UTF-8.
std::string results_text(const Results& results) {
  return results.dump(-1, ' ', false, Results::error_handler_t::replace);
}

/// Results as a JSON text has them, empty if it has none.
Results read_results(const std::string& text) {
  Results results = Results::parse(text, nullptr, false);
  return results.is_object() ? results : Results::object();
}

std::string results_of(const hooks::HookEnd& end,
                       const hooks::HookState& state,
                       bool is_command,
                       int return_code) {
  const hooks::CapturedOutput& captured = end.captured;
  Results results = read_results(state.results);
  results["return-code"] = return_code; // whatever action-set has said (A28)
  add_stream(results, "stdout", {captured.out, captured.out_is_cut, captured.head_size()},
             is_command);
  add_stream(results, "stderr", {captured.errors, captured.errors_are_cut, captured.head_size()},
             is_command);
  return results_text(results);
}

/// A31, in Juju's words
std::string signal_message(int signal) {
  static constexpr std::array<std::string_view, 16> names{"",
                                                          "hangup",
                                                          "interrupt",
                                                          "quit",
                                                          "illegal instruction",
                                                          "trace/breakpoint trap",
                                                          "aborted",
                                                          "bus error",
                                                          "floating point exception",
                                                          "killed",
                                                          "user defined signal 1",
                                                          "segmentation fault",
                                                          "user defined signal 2",
                                                          "broken pipe",
                                                          "alarm clock",
                                                          "terminated"};
  if (signal == SIGTERM || signal == SIGKILL)
    return "terminated";
  if (signal > 0 && static_cast<std::size_t>(signal) < names.size())
    return "signal: " + std::string(names.at(static_cast<std::size_t>(signal)));
  return "signal: signal " + std::to_string(signal);
}

} // namespace

TaskOutcome
task_outcome(const hooks::HookEnd& end, const hooks::HookState& state, bool is_command) {
  switch (end.how) {
  case How::NotRun:
    return {TaskStatus::Failed, end.stderr_tail, {}}; // A22
  case How::Cancelled:
    return {TaskStatus::Failed, "action terminated", {}}; // A13
  case How::TimedOut:
    return {TaskStatus::Failed, store::command_cancelled,
            results_of(end, state, is_command, expired_code)}; // A40
  case How::Signaled:
    return {TaskStatus::Failed, signal_message(end.code),
            results_of(end, state, is_command, killed_code)};
  case How::Exited:
    break;
  }
  std::string results = results_of(end, state, is_command, end.code);
  if (end.code != 0) // A27
    return {TaskStatus::Failed, "exit status " + std::to_string(end.code), std::move(results)};
  if (state.failure)
    return {TaskStatus::Failed, *state.failure, std::move(results)};
  return {TaskStatus::Completed, {}, std::move(results)};
}

TaskOutcome machine_task_outcome(const hooks::HookEnd& end) {
  TaskOutcome outcome = task_outcome(end, {}, true);
  if (end.how == How::TimedOut)
    outcome.results.clear();
  return outcome;
}

TaskOutcome with_refused_changes(TaskOutcome outcome, const std::string& why) {
  constexpr std::string_view refused = "committing requested changes failed";
  outcome.status = TaskStatus::Failed;
  if (outcome.message.empty())
    outcome.message = refused;
  Results results = read_results(outcome.results);
  if (results.contains("stderr-encoding")) { // no text to add to
    outcome.message += ": " + why;
    return outcome;
  }
  std::string errors = results.value("stderr", std::string());
  if (!errors.empty() && errors.back() != '\n')
    errors += '\n';
  results["stderr"] = errors + why + '\n';
  outcome.results = results_text(results);
  return outcome;
}

} // namespace orrery::agents
