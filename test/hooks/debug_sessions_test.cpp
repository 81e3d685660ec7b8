// Sessions of users who run hooks by hand, and the terminals that these run in.
#include "actors/hooks/debug_sessions.hpp"
#include "actors/hooks/pseudo_terminal.hpp"
#include "test/hooks/sandbox.hpp"

#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <vector>

namespace orrery::hooks {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds at_once{0};

/// Sessions, and which of their hooks they have killed.
struct KilledHooks {
  std::vector<std::uint64_t> killed;
  DebugSessions sessions{[this](std::uint64_t id) { killed.push_back(id); }};

  /// Claims a hook and offers it, as whoever runs it does.  @returns its id, 0: it is not wanted
  std::uint64_t begin(const std::string& hook) {
    const auto claim = sessions.claim("db/0", hook);
    if (claim)
      sessions.offer("db/0", {claim->id, hook});
    return claim ? claim->id : 0;
  }
};

HookEnd exited(int code) {
  return {HookEnd::How::Exited, code, {}};
}

TEST(DebugSessions, D4_a_unit_has_one_at_a_time) {
  KilledHooks of;
  EXPECT_EQ(of.sessions.open({"db/0", {}, "ann"}), std::nullopt);
  EXPECT_EQ(of.sessions.open({"db/0", {}, "bob"}), "ann");
  EXPECT_EQ(of.sessions.open({"db/1", {}, "bob"}), std::nullopt);
  of.sessions.close("db/0");
  EXPECT_EQ(of.sessions.open({"db/0", {}, "bob"}), std::nullopt);
}

TEST(DebugSessions, D4_a_session_gets_the_hooks_that_it_names_and_no_others) {
  KilledHooks of;
  EXPECT_EQ(of.begin("start"), 0U) << "there is no session";
  ASSERT_FALSE(of.sessions.open({"db/0", {"start", "backup"}, "ann"}));
  EXPECT_EQ(of.begin("stop"), 0U);
  EXPECT_FALSE(of.sessions.claim("db/1", "start"));
  const auto id = of.begin("start");
  const auto hook = of.sessions.next_hook("db/0", at_once);
  ASSERT_TRUE(hook);
  EXPECT_EQ(hook->id, id);
  EXPECT_EQ(hook->name, "start");
  EXPECT_FALSE(of.sessions.next_hook("db/0", at_once));
  of.sessions.close("db/0");
  ASSERT_FALSE(of.sessions.open({"db/0", {}, "ann"}));
  EXPECT_NE(of.begin("stop"), 0U) << "one that names none wants all";
}

TEST(DebugSessions, D4_a_hook_that_comes_before_the_last_ones_end_is_told_is_told_after_it) {
  KilledHooks of;
  ASSERT_FALSE(of.sessions.open({"db/0", {}, "ann"}));
  const auto first = of.begin("install");
  EXPECT_EQ(of.begin("start"), 0U) << "one hook at a time";
  EXPECT_TRUE(of.sessions.next_hook("db/0", at_once));
  EXPECT_FALSE(of.sessions.end_of_hook("db/0", at_once));
  of.sessions.ended("db/0", first, exited(3));
  const auto second = of.begin("start");
  of.sessions.ended("db/0", second, exited(0));
  EXPECT_EQ(of.sessions.end_of_hook("db/0", at_once)->code, 3);
  EXPECT_EQ(of.sessions.next_hook("db/0", at_once)->id, second);
  EXPECT_EQ(of.sessions.end_of_hook("db/0", at_once)->code, 0);
  of.sessions.close("db/0");
  EXPECT_TRUE(of.killed.empty());
}

TEST(DebugSessions, D4_the_hook_of_a_session_that_ends_is_killed) {
  KilledHooks of;
  ASSERT_FALSE(of.sessions.open({"db/0", {}, "ann"}));
  const auto running = of.begin("install");
  of.sessions.close("db/0");
  EXPECT_EQ(of.killed, std::vector{running});
  ASSERT_FALSE(of.sessions.open({"db/0", {}, "ann"}));
  const auto claim = of.sessions.claim("db/0", "start");
  of.sessions.close("db/0");
  of.killed.clear();
  of.sessions.offer("db/0", {claim->id, "start"});
  EXPECT_EQ(of.killed, std::vector{claim->id}) << "it is submitted only after that";
}

/// Reads from a terminal until the text has come.  @returns all that came
std::string read_until(int terminal, const std::string& text) {
  std::string shown;
  std::array<char, 4096> bytes{};
  while (shown.find(text) == std::string::npos) {
    const ssize_t size = read(terminal, bytes.data(), bytes.size());
    if (size <= 0)
      break;
    shown.append(bytes.data(), static_cast<std::size_t>(size));
  }
  return shown;
}

TEST(PseudoTerminal, D4_a_leader_of_a_session_gets_it_as_its_own_with_job_control) {
  Sandbox box;
  auto opened = open_pseudo_terminal(0);
  ASSERT_TRUE(opened) << opened.error();
  auto job = box.job("app/0", "start",
                     "exec 0<>" + opened->program_side
                       + " 1>&0 2>&0; read word </dev/tty; echo \"heard $word\"; exit 4");
  auto end = box.submit(std::move(job));
  ASSERT_EQ(write(opened->user_side.get(), "hello\n", 6), 6);
  EXPECT_NE(read_until(opened->user_side.get(), "heard hello").find("heard hello"),
            std::string::npos);
  EXPECT_EQ(result_of(std::move(end)).code, 4);
}

TEST(HookRunner, D4_a_debugged_hook_is_killed_with_all_that_it_has_started) {
  Sandbox box;
  Signpost started(box.root() / "started");
  auto job =
    box.job("app/0", "start", "setsid sleep 1000 & echo $! >$DIR/started; trap '' HUP; sleep 1000");
  job.debugged = 7;
  auto other = box.job("app/1", "start", "exit 0");
  auto end = box.submit(std::move(job));
  const pid_t child = started.pid();
  ASSERT_GT(child, 0);
  box.runner().end_debugged(8);
  EXPECT_TRUE(box.run(std::move(other)).success());
  EXPECT_TRUE(is_alive(child));
  box.runner().end_debugged(7);
  const HookEnd killed = result_of(std::move(end));
  EXPECT_EQ(killed.how, HookEnd::How::Signaled);
  EXPECT_EQ(killed.code, SIGKILL);
  EXPECT_TRUE(is_gone(child));
  EXPECT_NE(box.log().find("its debug session has ended"), std::string::npos) << box.log();
}

} // namespace
} // namespace orrery::hooks
