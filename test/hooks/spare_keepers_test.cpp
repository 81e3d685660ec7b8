#include "actors/hooks/end_programs.hpp"
#include "actors/hooks/keepers.hpp"
#include "actors/hooks/runner.hpp"
#include "test/hooks/sandbox.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>

namespace orrery::hooks {
namespace {

using How = HookEnd::How;
using std::chrono::milliseconds;

const std::string tell_keeper = "echo $PPID > $DIR/keepers";

std::string place_of(pid_t pid) {
  return "/proc/" + std::to_string(pid);
}

/// Runs a hook that tells its keeper.
pid_t keeper_of_hook(Sandbox& box, const std::string& unit, const std::string& text = {}) {
  Signpost keepers(box.root() / "keepers");
  EXPECT_TRUE(box.run(box.job(unit, "start", tell_keeper + "\n" + text)).success());
  return keepers.pid();
}

TEST(SpareKeepers, have_the_next_hook_whosever_it_is) {
  Sandbox box;
  const pid_t keeper = keeper_of_hook(box, "app/0");
  Signpost keepers(box.root() / "keepers");
  Signpost gate(box.root() / "gate");
  HookJob job = box.job("web/1", "stop", tell_keeper + "; read x < $DIR/gate; exit 3");
  job.machine = 4;
  auto end = box.submit(std::move(job));
  EXPECT_EQ(keepers.pid(), keeper);
  const auto found = find_keepers(box.root());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].pid, keeper);
  EXPECT_EQ(found[0].machine, 4U);
  EXPECT_EQ(found[0].unit, "web/1");
  EXPECT_TRUE(found[0].hook_running);
  gate.tell("go\n");
  EXPECT_EQ(result_of(std::move(end)).code, 3);
  EXPECT_EQ(keeper_of_hook(box, "app/0"), keeper) << "a hook that fails leaves nothing, either";
}

TEST(SpareKeepers, F5_are_not_waited_for_where_the_programs_of_a_unit_are_ended) {
  Sandbox box;
  Signpost keepers(box.root() / "keepers");
  Signpost gate(box.root() / "gate");
  auto end = box.submit(box.job("app/0", "start", tell_keeper + "; read x < $DIR/gate"));
  const pid_t keeper = keepers.pid();
  ASSERT_GT(keeper, 0);
  const auto begun = std::chrono::steady_clock::now();
  end_processes(box.root(), 3, "app/0", milliseconds(20'000));
  EXPECT_LT(std::chrono::steady_clock::now() - begun, milliseconds(10'000));
  EXPECT_EQ(result_of(std::move(end)).how, How::Signaled);
  EXPECT_TRUE(is_alive(keeper)) << "it waits for the next hook";
}

TEST(SpareKeepers, are_nobodys_and_have_no_marks) {
  Sandbox box;
  const pid_t keeper = keeper_of_hook(box, "app/0");
  EXPECT_TRUE(find_keepers(box.root()).empty());
  EXPECT_EQ(read_file(place_of(keeper) + "/comm"), "orrery-spare\n");
  const std::string shown = read_file(place_of(keeper) + "/cmdline");
  EXPECT_TRUE(shown.starts_with(std::string("orrery-keeper\0--spare\0", 22)));
  EXPECT_EQ(shown.find_first_not_of('\0', 22), std::string::npos) << "nothing of the last hook";
  end_processes(box.root(), 3, "app/0", milliseconds(0));
  end_orphaned_hooks(box.root(), milliseconds(0));
  EXPECT_EQ(keeper_of_hook(box, "app/0"), keeper);
}

TEST(SpareKeepers, give_a_hook_what_is_its_own_and_no_more) {
  Sandbox box;
  HookJob first = box.job("app/0", "install", "exit 0");
  first.environment["OF_THE_FIRST"] = std::string(1000, 'x');
  ASSERT_TRUE(box.run(std::move(first)).success());
  std::filesystem::create_directory(box.root() / "charm");
  HookJob job = box.job("app/0", "start",
                        "cat /proc/$$/environ > $DIR/environ; pwd; grep -E 'SigBlk|SigIgn' "
                        "/proc/self/status; ls /proc/$$/fd; read line && exit 1; exit 0");
  job.directory = box.root() / "charm";
  ASSERT_TRUE(box.run(std::move(job)).success());
  const std::string zero(1, '\0');
  EXPECT_EQ(read_file(box.root() / "environ"),
            "DIR=" + box.root().string() + zero + "PATH=/usr/bin:/bin" + zero);
  const std::string log = box.log();
  for (const char* line :
       {"/charm\n", "SigBlk:\t0000000000000000\n", "SigIgn:\t0000000000000000\n", "start: 2\n"})
    EXPECT_NE(log.find(line), std::string::npos) << log;
  for (const char* more : {"start: 3\n", "start: 4\n", "start: 5\n", "start: 6\n", "start: 7\n"})
    EXPECT_EQ(log.find(more), std::string::npos) << log;
}

TEST(SpareKeepers, are_none_of_those_that_hold_something) {
  Sandbox box;
  const pid_t keeper =
    keeper_of_hook(box, "app/0", "(setsid sleep 1000 >/dev/null 2>&1 &)\nexit 0");
  EXPECT_NE(keeper_of_hook(box, "app/0"), keeper);
  ASSERT_EQ(find_keepers(box.root()).size(), 1U);
  EXPECT_EQ(find_keepers(box.root())[0].pid, keeper);
}

TEST(SpareKeepers, are_none_of_those_that_had_to_kill) {
  Sandbox box;
  Signpost keepers(box.root() / "keepers");
  HookJob job = box.job("app/0", "start", tell_keeper + "; exec sleep 1000");
  job.deadline = milliseconds(300);
  ASSERT_EQ(box.run(std::move(job)).how, How::TimedOut);
  const pid_t keeper = keepers.pid();
  EXPECT_NE(keeper_of_hook(box, "app/0"), keeper);
  EXPECT_TRUE(is_gone(keeper));
}

TEST(SpareKeepers, are_kept_after_a_program_that_cannot_be_run) {
  Sandbox box;
  const pid_t keeper = keeper_of_hook(box, "app/0");
  HookJob missing = box.job("app/0", "install", "");
  missing.program = box.root() / "missing";
  EXPECT_EQ(box.run(std::move(missing)).how, How::NotRun);
  EXPECT_EQ(keeper_of_hook(box, "app/0"), keeper);
}

TEST(SpareKeepers, are_replaced_when_they_were_killed) {
  Sandbox box;
  const pid_t keeper = keeper_of_hook(box, "app/0");
  kill(keeper, SIGKILL);
  ASSERT_TRUE(is_gone(keeper));
  const pid_t next = keeper_of_hook(box, "app/0");
  EXPECT_NE(next, keeper);
  EXPECT_FALSE(is_alive(keeper)) << "reaped";
}

TEST(SpareKeepers, pass_on_nothing_that_strangers_write) {
  Sandbox box;
  const pid_t keeper = keeper_of_hook(box, "app/0");
  const int stranger = open((place_of(keeper) + "/fd/1").c_str(), O_WRONLY | O_CLOEXEC);
  ASSERT_GE(stranger, 0);
  ASSERT_EQ(write(stranger, "stray\n", 6), 6);
  EXPECT_NE(keeper_of_hook(box, "web/0"), keeper);
  EXPECT_EQ(box.log().find("stray"), std::string::npos) << box.log();
  close(stranger);
}

TEST(SpareKeepers, go_with_the_runner) {
  Sandbox box;
  const pid_t keeper = keeper_of_hook(box, "app/0");
  box.use(box.options());
  EXPECT_FALSE(is_alive(keeper)) << "not even a zombie";
}

TEST(SpareKeepers, go_with_an_orchestrator_that_is_killed_and_start_nothing_after_it) {
  Sandbox box;
  Signpost pids(box.root() / "pids");
  Signpost keepers(box.root() / "keepers");
  Signpost spare(box.root() / "spare");
  Signpost gate(box.root() / "gate");
  const pid_t orchestrator = fork();
  ASSERT_GE(orchestrator, 0);
  if (orchestrator == 0) {
    box.run(box.job("app/0", "install", tell_keeper));
    spare.tell("yes\n");
    gate.line();
    // Its keeper is stopped: the request lies in its socket.
    box.submit(box.job("app/0", "start", "echo > $DIR/begun"));
    // The keeper of this one is new; so the former request has been sent.
    box.run(box.job("web/0", "start", "echo $$ > $DIR/pids; exec sleep 1000"));
    _exit(0);
  }
  const pid_t keeper = keepers.pid();
  ASSERT_GT(keeper, 0);
  ASSERT_EQ(spare.line(), "yes");
  kill(keeper, SIGSTOP);
  gate.tell("go\n");
  const pid_t hook = pids.pid();
  ASSERT_GT(hook, 0);
  kill(orchestrator, SIGKILL);
  waitpid(orchestrator, nullptr, 0);
  kill(keeper, SIGCONT);
  EXPECT_TRUE(is_gone(keeper));
  EXPECT_TRUE(is_gone(hook));
  EXPECT_FALSE(std::filesystem::exists(box.root() / "begun"));
}

} // namespace
} // namespace orrery::hooks
