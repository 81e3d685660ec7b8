// EndHow a task ends: its status, message and results, of each way in which its program can end.
#include "actors/workflow/task_results.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <optional>

namespace orrery::agents {
namespace {

using EndHow = hooks::HookEnd::How;
using store::TaskStatus;

constexpr std::uint64_t capture_limit = 1 << 20;

/// A program that has printed this.
hooks::HookEnd
ended(EndHow how, int code, const std::string& out = {}, const std::string& errors = {}) {
  hooks::HookEnd end;
  end.how = how;
  end.code = code;
  end.captured.limit = capture_limit;
  end.captured.take(end.captured.out, out);
  end.captured.take(end.captured.errors, errors);
  end.captured.end();
  return end;
}

/// Returns the state of a task that has called action-set, and perhaps action-fail.
hooks::HookState told(const std::string& results, std::optional<std::string> failure = {}) {
  hooks::HookState state;
  state.results = results;
  state.failure = std::move(failure);
  return state;
}

void expect(const TaskOutcome& outcome,
            TaskStatus status,
            const std::string& message,
            const std::string& results) {
  EXPECT_EQ(store::to_string(outcome.status), store::to_string(status));
  EXPECT_EQ(outcome.message, message);
  EXPECT_EQ(outcome.results, results);
}

TEST(TaskOutcome, A22_one_that_could_not_be_started_has_a_reason_and_no_results) {
  hooks::HookEnd end = ended(EndHow::NotRun, 0);
  end.stderr_tail = "action not implemented on unit \"db/0\"";
  expect(task_outcome(end, told(R"({"k":"v"})"), false), TaskStatus::Failed,
         "action not implemented on unit \"db/0\"", "");
  expect(machine_task_outcome(end), TaskStatus::Failed, "action not implemented on unit \"db/0\"",
         "");
}

TEST(TaskOutcome, A26_an_actions_output_is_lines_and_a_commands_bytes) {
  const hooks::HookEnd end = ended(EndHow::Exited, 0, "one\r\ntwo\rand\r\r\nlast", "error");
  expect(task_outcome(end, {}, false), TaskStatus::Completed, "",
         R"({"return-code":0,"stderr":"error\n","stdout":"one\ntwo\rand\r\nlast\n"})");
  const std::string bytes =
    R"({"return-code":0,"stderr":"error","stdout":"one\r\ntwo\rand\r\r\nlast"})";
  expect(task_outcome(end, {}, true), TaskStatus::Completed, "", bytes);
  expect(machine_task_outcome(end), TaskStatus::Completed, "", bytes);
}

TEST(TaskOutcome, A26_what_was_not_printed_has_no_key) {
  expect(task_outcome(ended(EndHow::Exited, 0), {}, false), TaskStatus::Completed, "",
         R"({"return-code":0})");
  expect(task_outcome(ended(EndHow::Exited, 0, "\n"), {}, false), TaskStatus::Completed, "",
         R"({"return-code":0,"stdout":"\n"})");
  expect(task_outcome(ended(EndHow::Exited, 0, "", "e"), {}, true), TaskStatus::Completed, "",
         R"({"return-code":0,"stderr":"e"})");
}

TEST(TaskOutcome, A26_what_is_no_text_is_shown_in_base64) {
  const hooks::HookEnd end = ended(EndHow::Exited, 0, "\xff\r\n", "z\xc3\xbc");
  expect(task_outcome(end, {}, false), TaskStatus::Completed, "",
         R"({"return-code":0,"stderr":"zü\n","stdout":"/wo=","stdout-encoding":"base64"})");
  expect(task_outcome(ended(EndHow::Exited, 0, "", "\xc3"), {}, true), TaskStatus::Completed, "",
         R"({"return-code":0,"stderr":"ww==","stderr-encoding":"base64"})");
}

TEST(TaskOutcome, A26_results_of_action_set_stand_beside_the_output) {
  const hooks::HookState state = told(R"({"a":{"b":"1"},"return-code":"7"})");
  expect(task_outcome(ended(EndHow::Exited, 0, "x\n"), state, false), TaskStatus::Completed, "",
         R"({"a":{"b":"1"},"return-code":0,"stdout":"x\n"})");
}

TEST(TaskOutcome, A27_an_exit_code_that_is_not_0_wins_over_action_fail) {
  const std::string kept = R"({"k":"v"})";
  const std::string with_3 = R"({"k":"v","return-code":3})";
  expect(task_outcome(ended(EndHow::Exited, 3), told(kept), false), TaskStatus::Failed,
         "exit status 3", with_3);
  expect(task_outcome(ended(EndHow::Exited, 3), told(kept, "no room"), false), TaskStatus::Failed,
         "exit status 3", with_3);
  expect(task_outcome(ended(EndHow::Exited, 0), told(kept, "no room"), false), TaskStatus::Failed,
         "no room", R"({"k":"v","return-code":0})");
  expect(task_outcome(ended(EndHow::Exited, 0), told(kept, ""), false), TaskStatus::Failed, "",
         R"({"k":"v","return-code":0})");
  expect(task_outcome(ended(EndHow::Exited, 0), told(kept), false), TaskStatus::Completed, "",
         R"({"k":"v","return-code":0})");
  expect(task_outcome(ended(EndHow::Exited, 255), {}, true), TaskStatus::Failed, "exit status 255",
         R"({"return-code":255})");
}

TEST(TaskOutcome, A31_one_that_a_signal_ended_says_which) {
  const struct {
    int signal;
    const char* message;
  } rows[] = {{SIGTERM, "terminated"},
              {SIGKILL, "terminated"},
              {SIGSEGV, "signal: segmentation fault"},
              {SIGABRT, "signal: aborted"},
              {SIGHUP, "signal: hangup"},
              {SIGTRAP, "signal: trace/breakpoint trap"},
              {SIGALRM, "signal: alarm clock"},
              {SIGXCPU, "signal: signal 24"},
              {64, "signal: signal 64"}};
  for (const auto& [signal, message] : rows)
    expect(
      task_outcome(ended(EndHow::Signaled, signal, "so far"), told(R"({"k":"v"})", "no"), false),
      TaskStatus::Failed, message, R"({"k":"v","return-code":-1,"stdout":"so far\n"})");
}

TEST(TaskOutcome, A32_output_that_was_cut_says_so) {
  const std::string half(capture_limit / 2, 'x');
  const hooks::HookEnd end = ended(EndHow::Exited, 0, half + "cut" + half, half + half);
  const std::string shown = half + half + "\\n";
  expect(task_outcome(end, {}, false), TaskStatus::Completed, "",
         R"({"return-code":0,"stderr":")" + shown + R"(","stdout":")" + shown
           + R"(","stdout-truncated":"true"})");
}

TEST(TaskOutcome, A32_a_character_that_was_cut_does_not_make_text_unreadable) {
  hooks::HookEnd end;
  end.how = EndHow::Exited;
  end.captured.limit = 8;
  end.captured.take(end.captured.errors, "abc€---€def");
  end.captured.end();
  ASSERT_EQ(end.captured.errors, "abc\xe2\xac"
                                 "def");
  expect(task_outcome(end, {}, true), TaskStatus::Completed, "",
         R"({"return-code":0,"stderr":"abcdef","stderr-truncated":"true"})");
}

TEST(TaskOutcome, A40_one_that_ran_too_long_keeps_what_it_printed_on_a_unit_alone) {
  const hooks::HookEnd end = ended(EndHow::TimedOut, 0, "so far");
  expect(task_outcome(end, told(R"({"k":"v"})"), true), TaskStatus::Failed, "command cancelled",
         R"({"k":"v","return-code":0,"stdout":"so far"})");
  expect(machine_task_outcome(end), TaskStatus::Failed, "command cancelled", "");
}

TEST(TaskOutcome, A25_refused_changes_are_said_as_an_error_of_the_task) {
  const TaskOutcome good = task_outcome(ended(EndHow::Exited, 0, "o", "e"), {}, true);
  expect(with_refused_changes(good, "it is too much"), TaskStatus::Failed,
         "committing requested changes failed",
         R"({"return-code":0,"stderr":"e\nit is too much\n","stdout":"o"})");
  const TaskOutcome failed = task_outcome(ended(EndHow::Exited, 0), told("", "no room"), false);
  expect(with_refused_changes(failed, "it is too much"), TaskStatus::Failed, "no room",
         R"({"return-code":0,"stderr":"it is too much\n"})");
  const TaskOutcome bytes = task_outcome(ended(EndHow::Exited, 0, "", "\xff"), {}, true);
  expect(with_refused_changes(bytes, "it is too much"), TaskStatus::Failed,
         "committing requested changes failed: it is too much", bytes.results);
}

TEST(TaskOutcome, one_that_ended_with_the_orchestrator_has_no_results) {
  expect(task_outcome(ended(EndHow::Cancelled, 0, "x"), told(R"({"k":"v"})"), false),
         TaskStatus::Failed, "action terminated", "");
}

} // namespace
} // namespace orrery::agents
