#include "actors/hooks/keepers.hpp"
#include "actors/hooks/runner.hpp"
#include "test/hooks/sandbox.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace orrery::hooks {
namespace {

using How = HookEnd::How;
using std::chrono::milliseconds;

/// Lists descriptors of which the process still hears by an epoll set, though it has closed them,
/// because somebody else has a copy.
std::vector<int> watched_though_closed() {
  std::vector<int> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code gone;
    if (std::filesystem::read_symlink(entry.path(), gone) != "anon_inode:[eventpoll]")
      continue;
    std::ifstream info("/proc/self/fdinfo/" + entry.path().filename().string());
    int number = -1;
    for (std::string word; info >> word;)
      if (word == "tfd:" && info >> number && fcntl(number, F_GETFD) < 0)
        found.push_back(number);
  }
  return found;
}

TEST(HookRunner, hears_no_more_of_a_hook_that_left_something) {
  Sandbox box;
  // The program that is left has the hook's output still: when that ends, nobody wakes for ever.
  ASSERT_TRUE(box.run(box.job("app/0", "start", "setsid sleep 1000 &")).success());
  ASSERT_EQ(find_keepers(box.root()).size(), 1U);
  EXPECT_EQ(watched_though_closed(), std::vector<int>{});
}

TEST(HookRunner, tells_success) {
  Sandbox box;
  const HookEnd end = box.run(box.job("app/0", "install", "exit 0"));
  EXPECT_TRUE(end.success()) << end.stderr_tail;
}

TEST(HookRunner, tells_the_exit_code_and_the_last_of_standard_error) {
  Sandbox box;
  const HookEnd end = box.run(box.job("app/0", "install", "echo out; echo broken >&2; exit 7"));
  EXPECT_EQ(end.how, How::Exited);
  EXPECT_EQ(end.code, 7);
  EXPECT_EQ(end.stderr_tail, "broken");
  EXPECT_FALSE(end.success());
}

TEST(HookRunner, tells_the_signal) {
  Sandbox box;
  const HookEnd end = box.run(box.job("app/0", "install", "kill -USR1 $$"));
  EXPECT_EQ(end.how, How::Signaled);
  EXPECT_EQ(end.code, SIGUSR1);
}

TEST(HookRunner, writes_output_to_the_log_with_time_level_and_hook) {
  Sandbox box;
  box.run(box.job("app/0", "db-relation-joined", "echo one; printf 'a\\033[31mb' >&2"));
  const std::string log = box.log();
  EXPECT_NE(log.find("Z INFO db-relation-joined: one\n"), std::string::npos) << log;
  EXPECT_NE(log.find("Z WARNING db-relation-joined: a\\x1b[31mb\n"), std::string::npos) << log;
}

TEST(HookRunner, gives_a_hook_three_descriptors_and_no_more) {
  Sandbox box;
  HookJob job = box.job("app/0", "install", "");
  job.program = box.script("fds", "#!/bin/ls /proc/self/fd\n");
  ASSERT_TRUE(box.run(job).success());
  std::string log = box.log();
  EXPECT_NE(log.find("install: 2\n"), std::string::npos) << log;
  EXPECT_NE(log.find("install: 3\n"), std::string::npos) << "of ls itself: " << log;
  for (const char* more : {"install: 4\n", "install: 5\n", "install: 6\n", "install: 7\n"})
    EXPECT_EQ(log.find(more), std::string::npos) << log;
}

TEST(HookRunner, gives_a_hook_clean_signals) {
  Sandbox box;
  signal(SIGUSR2, SIG_IGN);
  HookJob job = box.job("app/0", "install", "");
  job.program = box.script("signals", "#!/bin/cat /proc/self/status\n");
  ASSERT_TRUE(box.run(job).success());
  signal(SIGUSR2, SIG_DFL);
  const std::string log = box.log();
  EXPECT_NE(log.find("SigBlk:\t0000000000000000\n"), std::string::npos) << log;
  EXPECT_NE(log.find("SigIgn:\t0000000000000000\n"), std::string::npos) << log;
}

TEST(HookRunner, gives_a_hook_nothing_to_read_and_its_directory) {
  Sandbox box;
  std::filesystem::create_directory(box.root() / "charm");
  HookJob job = box.job("app/0", "install", "read line && exit 1; pwd");
  job.directory = box.root() / "charm";
  EXPECT_TRUE(box.run(job).success());
  EXPECT_NE(box.log().find(": " + job.directory + "\n"), std::string::npos) << box.log();
}

TEST(HookRunner, passes_the_environment_verbatim_and_nothing_else) {
  Sandbox box;
  HookJob job = box.job("app/0", "install", "/bin/cat /proc/$$/environ > $DIR/environ");
  job.environment["LINES"] = "first\nPATH=evil\n$(touch x) = \\ \"'";
  ASSERT_TRUE(box.run(job).success());
  const std::string zero(1, '\0');
  EXPECT_EQ(read_file(box.root() / "environ"), "DIR=" + box.root().string() + zero
                                                 + "LINES=" + job.environment["LINES"] + zero
                                                 + "PATH=/usr/bin:/bin" + zero);
}

TEST(HookRunner, refuses_an_environment_that_cannot_be_passed) {
  Sandbox box;
  HookJob nul = box.job("app/0", "install", "exit 0");
  nul.environment["SECRET"] = std::string("a\0b", 3);
  const HookEnd refused = box.run(nul);
  EXPECT_EQ(refused.how, How::NotRun);
  EXPECT_EQ(refused.stderr_tail, "environment variable SECRET holds a NUL byte");

  HookJob large = box.job("app/0", "install", "exit 0");
  large.environment["LARGE"] = std::string(1 << 20, 'x');
  const HookEnd too_large = box.run(large);
  EXPECT_EQ(too_large.how, How::NotRun);
  EXPECT_NE(too_large.stderr_tail.find("environment are larger"), std::string::npos)
    << too_large.stderr_tail;
}

TEST(HookRunner, says_why_a_program_was_not_run) {
  Sandbox box;
  const auto reason = [&](HookJob job) {
    const HookEnd end = box.run(std::move(job));
    EXPECT_EQ(end.how, How::NotRun);
    return end.stderr_tail;
  };
  HookJob job = box.job("app/0", "install", "exit 0");
  std::filesystem::permissions(job.program, std::filesystem::perms::owner_read);
  EXPECT_NE(reason(job).find("make it executable"), std::string::npos);
  job.program = box.script("plain", "exit 0\n");
  EXPECT_NE(reason(job).find("begins with #!"), std::string::npos);
  job.program = box.script("lost", "#!/opt/nowhere/python9 -u\nexit 0\n");
  EXPECT_NE(
    reason(job).find("lost cannot be run: its interpreter /opt/nowhere/python9 is not there"),
    std::string::npos);
  job.program = box.script("windows", "#!/bin/sh\r\nexit 0\r\n");
  EXPECT_NE(reason(job).find("its first line ends in a carriage return"), std::string::npos);
  job.program = box.root() / "missing";
  EXPECT_NE(reason(job).find("missing cannot be run: No such file"), std::string::npos);
  job = box.job("app/0", "install", "exit 0");
  job.directory = box.root() / "nowhere";
  EXPECT_NE(reason(job).find("nowhere cannot be entered"), std::string::npos);
  EXPECT_NE(box.log().find("ERROR install: directory"), std::string::npos) << box.log();
}

TEST(HookRunner, says_that_a_scripts_lines_are_those_of_windows_though_env_ran) {
  Sandbox box;
  HookJob job = box.job("app/0", "install", "exit 0");
  job.program = box.script("windows", "#!/usr/bin/env sh\r\nexit 0\r\n");
  const HookEnd end = box.run(std::move(job));
  EXPECT_EQ(end.how, How::Exited);
  EXPECT_EQ(end.code, 127);
  EXPECT_NE(end.stderr_tail.find("its first line ends in a carriage return"), std::string::npos)
    << end.stderr_tail;
  EXPECT_EQ(end.stderr_tail.find_first_of("\r\n"), std::string::npos);
}

TEST(HookRunner, says_why_when_the_keeper_is_missing) {
  Sandbox box;
  RunnerOptions options = box.options();
  options.keeper = "/nowhere/orrery-keeper";
  box.use(options);
  const HookEnd end = box.run(box.job("app/0", "install", "exit 0"));
  EXPECT_EQ(end.how, How::NotRun);
  EXPECT_NE(end.stderr_tail.find("/nowhere/orrery-keeper"), std::string::npos) << end.stderr_tail;
}

TEST(HookRunner, does_not_wait_for_who_holds_standard_output) {
  Sandbox box;
  Signpost never(box.root() / "never");
  const HookEnd end =
    box.run(box.job("app/0", "start", "(read x < $DIR/never; echo late) & echo early"));
  EXPECT_TRUE(end.success());
  EXPECT_NE(box.log().find("INFO start: early\n"), std::string::npos) << box.log();
}

TEST(HookRunner, bounds_what_a_hook_prints) {
  Sandbox box;
  RunnerOptions options = box.options();
  options.output_limit = 10'000;
  box.use(options);
  const HookEnd end = box.run(box.job("app/0", "install",
                                      "head -c 3000000 /dev/zero | tr '\\0' x; i=0; while [ $i -lt "
                                      "2000 ]; do echo line $i; i=$((i+1)); done; "
                                      "echo the end >&2"));
  EXPECT_TRUE(end.success());
  EXPECT_EQ(end.stderr_tail, "the end") << "kept whatever was dropped";
  const std::string log = box.log();
  EXPECT_LT(log.size(), 10'200U);
  EXPECT_NE(log.find("WARNING install: output beyond 10000 bytes dropped ("), std::string::npos);
}

TEST(HookRunner, W7_runs_one_hook_of_a_unit_at_a_time_and_lets_no_other_unit_wait) {
  Sandbox box;
  Signpost gate(box.root() / "gate");
  std::mutex mutex;
  std::vector<std::string> order;
  std::vector<std::future<void>> ends;
  const auto submit = [&](const std::string& unit, const std::string& hook,
                          const std::string& text) {
    auto promise = std::make_shared<std::promise<void>>();
    ends.push_back(promise->get_future());
    box.runner().submit(box.job(unit, hook, text), [&, promise, hook](const HookEnd&) {
      {
        const std::lock_guard lock(mutex);
        order.push_back(hook);
      }
      promise->set_value();
    });
  };
  submit("a/0", "a1", "read x < $DIR/gate");
  submit("a/0", "a2", "exit 0");
  submit("a/0", "a3", "exit 0");
  for (const std::string unit : {"b", "c"}) {
    submit(unit + "/0", unit + "1", "exit 0");
    result_of(std::exchange(ends.back(), {}));
    ends.pop_back();
  }
  gate.tell("go\n");
  for (auto& end : ends)
    result_of(std::move(end));
  EXPECT_EQ(order, (std::vector<std::string>{"b1", "c1", "a1", "a2", "a3"}));
}

TEST(HookRunner, W4_what_is_not_wanted_any_more_when_its_turn_comes_is_not_run) {
  Sandbox box;
  Signpost gate(box.root() / "gate");
  auto runs = box.submit(box.job("a/0", "install", "read x < $DIR/gate"));
  std::atomic<bool> wanted = true;
  HookJob orphaned = box.job("a/0", "start", "echo > $DIR/orphaned");
  orphaned.is_wanted = [&wanted] { return wanted.load(); };
  auto waits = box.submit(std::move(orphaned));
  auto follows = box.submit(box.job("a/0", "stop", "exit 0"));
  wanted = false;
  gate.tell("go\n");
  EXPECT_TRUE(result_of(std::move(runs)).success());
  EXPECT_EQ(result_of(std::move(waits)).how, How::Cancelled);
  EXPECT_TRUE(result_of(std::move(follows)).success());
  EXPECT_FALSE(std::filesystem::exists(box.root() / "orphaned"));
}

TEST(HookRunner, stop_cancels_what_waits_and_what_runs) {
  Sandbox box;
  Signpost pids(box.root() / "pids");
  auto runs = box.submit(box.job("a/0", "start", "echo $$ > $DIR/pids; exec sleep 1000"));
  auto waits = box.submit(box.job("a/0", "config-changed", "exit 0"));
  const pid_t hook = pids.pid();
  ASSERT_TRUE(is_alive(hook));
  box.runner().stop(milliseconds(0));
  EXPECT_EQ(result_of(std::move(runs)).how, How::Cancelled);
  EXPECT_EQ(result_of(std::move(waits)).how, How::Cancelled);
  EXPECT_TRUE(is_gone(hook));
  EXPECT_EQ(box.run(box.job("c/0", "start", "exit 0")).how, How::Cancelled)
    << "nothing starts after stop";
}

TEST(HookRunner, stop_lets_a_hook_end_in_its_grace) {
  Sandbox box;
  Signpost gate(box.root() / "gate");
  Signpost pids(box.root() / "pids");
  auto runs =
    box.submit(box.job("a/0", "start", "echo $$ > $DIR/pids; read x < $DIR/gate; exit 3"));
  ASSERT_TRUE(is_alive(pids.pid()));
  auto stopped = std::async(std::launch::async, [&] { box.runner().stop(most_patience); });
  gate.tell("go\n");
  const HookEnd end = result_of(std::move(runs));
  EXPECT_EQ(end.how, How::Exited);
  EXPECT_EQ(end.code, 3);
  stopped.wait();
}

} // namespace
} // namespace orrery::hooks
