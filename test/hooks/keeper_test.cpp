#include "actors/hooks/end_programs.hpp"
#include "actors/hooks/keeper_register.hpp"
#include "actors/hooks/keepers.hpp"
#include "actors/hooks/kept_programs.hpp"
#include "actors/hooks/runner.hpp"
#include "test/hooks/sandbox.hpp"

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace orrery::hooks {
namespace {

using How = HookEnd::How;
using std::chrono::milliseconds;

/// Leaves everything behind that ties it to the hook: session, group, parent, terminal; tells its
/// pid; ignores SIGTERM.
const std::string daemon_line = "(setsid sh -c 'trap \"\" TERM; echo $$ > $DIR/pids; while :; do "
                                "sleep 1000; done' >/dev/null 2>&1 &)\n";

/// Makes this program a keeper as earlier ones were, where it is called as one: it stays in /.
[[maybe_unused]] const bool is_earlier_keeper = [] {
  if (getenv("ORRERY_EARLIER_KEEPER") == nullptr)
    return false;
  prctl(PR_SET_NAME, "orrery-keep", 0, 0, 0);
  if (chdir("/") != 0 || write(STDOUT_FILENO, "there\n", 6) != 6)
    _exit(1);
  for (;;)
    pause();
}();

TEST(Keeper, kills_a_hook_at_its_deadline_with_all_it_has_started) {
  Sandbox box;
  Signpost pids(box.root() / "pids");
  HookJob job =
    box.job("app/0", "start",
            "trap '' TERM\n" + daemon_line + daemon_line + "echo $$ > $DIR/pids; sleep 1000");
  job.deadline = milliseconds(1500);
  const HookEnd end = box.run(job);
  EXPECT_EQ(end.how, How::TimedOut);
  EXPECT_GE(end.took, milliseconds(1500));
  for (int i = 0; i < 3; ++i) {
    const pid_t pid = pids.pid();
    ASSERT_GT(pid, 0);
    EXPECT_FALSE(is_alive(pid)) << "gone before the end is told";
  }
  EXPECT_NE(box.log().find("killed with everything it has started"), std::string::npos)
    << box.log();
}

TEST(Keeper, is_looked_for_only_where_one_has_begun) {
  Sandbox box;
  KeeperRegister keepers(box.root());
  EXPECT_FALSE(keepers.may_have(3, ""));
  keepers.begins(3, "app/0");
  keepers.begins(3, "");
  keepers.begins(4, "app/1");
  EXPECT_TRUE(keepers.may_have(3, "app/0"));
  EXPECT_FALSE(keepers.may_have(3, "app/1"));
  keepers.ended(3, "app/0");
  EXPECT_FALSE(keepers.may_have(3, "app/0"));
  EXPECT_TRUE(keepers.may_have(3, "")) << "the machine's own command";
  keepers.ended(3, "");
  EXPECT_FALSE(keepers.may_have(3, ""));
  EXPECT_TRUE(keepers.may_have(4, "app/1"));
}

TEST(Keeper, keeps_what_a_hook_leaves_running_until_it_is_ended) {
  Sandbox box;
  Signpost pids(box.root() / "pids");
  ASSERT_TRUE(box.run(box.job("app/0", "start", daemon_line)).success());
  const pid_t daemon = pids.pid();
  ASSERT_TRUE(is_alive(daemon));

  const auto keepers = find_keepers(box.root());
  ASSERT_EQ(keepers.size(), 1U);
  EXPECT_EQ(keepers[0].machine, 3U);
  EXPECT_EQ(keepers[0].unit, "app/0");
  EXPECT_FALSE(keepers[0].hook_running);
  const auto kept = kept_processes(keepers[0].pid);
  EXPECT_NE(std::find(kept.begin(), kept.end(), daemon), kept.end());
  const KeeperRegister found(box.root());
  EXPECT_TRUE(found.may_have(3, "app/0") && found.may_have(3, "")) << "of an earlier orchestrator";
  EXPECT_FALSE(found.may_have(3, "app/1") || found.may_have(4, ""));

  end_processes(box.root(), 4, {}, milliseconds(0));
  end_processes(box.root(), 3, "app/1", milliseconds(0));
  EXPECT_TRUE(is_alive(daemon)) << "another machine's and another unit's end is not its own";
  end_processes(box.root(), 3, "app/0", milliseconds(10));
  EXPECT_FALSE(is_alive(daemon)) << "it ignores SIGTERM";
  EXPECT_TRUE(find_keepers(box.root()).empty());
}

TEST(Keeper, of_before_a_model_had_a_directory_is_found_by_its_notes) {
  Sandbox box;
  Signpost there(box.root() / "there");
  const std::string data = box.root() / "data";
  const std::string line =
    "ORRERY_EARLIER_KEEPER=1 /proc/" + std::to_string(getpid()) + "/exe --data " + data
    + " --machine 3 --unit app/0 --runs hook >$DIR/there & echo $! >$DIR/pid";
  ASSERT_TRUE(box.run(box.job("app/0", "start", line)).success());
  ASSERT_EQ(there.line(), "there");
  const pid_t earlier = std::stoi(read_file(box.root() / "pid"));
  const auto is_earlier = [&](const Keeper& keeper) { return keeper.pid == earlier; };
  EXPECT_EQ(std::ranges::count_if(find_keepers(data), is_earlier), 1) << "where it says";
  const auto model = box.root() / "data" / "model";
  std::filesystem::create_directories(model / "kept");
  EXPECT_TRUE(find_keepers(model).empty());
  std::filesystem::create_symlink("model/kept", box.root() / "data" / "kept");
  EXPECT_EQ(std::ranges::count_if(find_keepers(model), is_earlier), 1);
}

TEST(Keeper, belongs_to_its_directory_and_not_to_a_name) {
  Sandbox box;
  Signpost pids(box.root() / "pids");
  const auto data = box.root() / "data";
  std::filesystem::create_directory(data);
  RunnerOptions options = box.options();
  options.data_directory = data;
  box.use(options);
  ASSERT_TRUE(box.run(box.job("app/0", "start", daemon_line)).success());
  const pid_t daemon = pids.pid();
  const auto renamed = box.root() / "renamed";
  std::filesystem::rename(data, renamed);
  std::filesystem::copy(renamed, data, std::filesystem::copy_options::recursive);
  EXPECT_TRUE(find_keepers(data).empty()) << "a copy at its old name";
  end_processes(data, 3, {}, milliseconds(0));
  EXPECT_TRUE(is_alive(daemon));
  EXPECT_TRUE(kept_programs(renamed, 3).at(0).alive);
  end_processes(renamed, 3, "app/0", milliseconds(0));
  EXPECT_TRUE(is_gone(daemon));
  EXPECT_TRUE(kept_programs(renamed, 3).empty()) << "it takes its note away where it is";
  EXPECT_EQ(kept_programs(data, 3).size(), 1U);
}

TEST(Keeper, lets_a_daemon_end_in_its_own_way) {
  Sandbox box;
  Signpost pids(box.root() / "pids");
  ASSERT_TRUE(box
                .run(box.job("app/0", "start",
                             "mkfifo $DIR/never; (setsid sh -c 'trap \"echo bye > $DIR/pids; "
                             "exit\" TERM; echo $$ > $DIR/pids; "
                             "while :; do read x < $DIR/never; done' >/dev/null 2>&1 &)"))
                .success());
  const pid_t daemon = pids.pid();
  ASSERT_GT(daemon, 0);
  end_processes(box.root(), 3, {}, most_patience);
  EXPECT_EQ(pids.line(), "bye");
  EXPECT_FALSE(is_alive(daemon));
}

TEST(Keeper, spares_a_daemon_the_closed_pipe) {
  Sandbox box;
  Signpost gate(box.root() / "gate");
  Signpost told(box.root() / "told");
  ASSERT_TRUE(box
                .run(box.job("app/0", "start",
                             "(setsid sh -c 'read x < $DIR/gate; head -c 300000 /dev/zero && echo "
                             "\"wrote $?\" > $DIR/told' &)"))
                .success());
  gate.tell("go\n");
  EXPECT_EQ(told.line(), "wrote 0");
}

TEST(Keeper, leaves_daemons_alone_when_the_runner_goes) {
  Sandbox box;
  Signpost pids(box.root() / "pids");
  Signpost told(box.root() / "told");
  Signpost gate(box.root() / "gate");
  ASSERT_TRUE(box
                .run(box.job("app/0", "start",
                             "(setsid sh -c 'echo $$ > $DIR/pids; read x < $DIR/gate; echo still "
                             "here > $DIR/told' >/dev/null 2>&1 &)"))
                .success());
  const pid_t daemon = pids.pid();
  box.use(box.options()); // the first runner ends
  EXPECT_TRUE(is_alive(daemon));
  gate.tell("go\n");
  EXPECT_EQ(told.line(), "still here");
}

TEST(Keeper, kills_a_running_hook_when_the_orchestrator_is_killed) {
  Sandbox box;
  Signpost pids(box.root() / "pids");
  const HookJob hook = box.job(
    "app/0", "start", "trap '' TERM HUP\n" + daemon_line + "echo $$ > $DIR/pids; sleep 1000");
  const HookJob done = box.job(
    "web/0", "start", "(setsid sh -c 'echo $$ > $DIR/left; exec sleep 1000' >/dev/null 2>&1 &)");
  Signpost left(box.root() / "left");
  const pid_t orchestrator = fork();
  ASSERT_GE(orchestrator, 0);
  if (orchestrator == 0) {
    box.run(done);
    box.run(hook);
    _exit(0);
  }
  const pid_t survivor = left.pid();
  const pid_t one = pids.pid();
  const pid_t other = pids.pid();
  ASSERT_TRUE(is_alive(survivor) && is_alive(one) && is_alive(other));
  EXPECT_EQ(std::ranges::count_if(find_keepers(box.root()),
                                  [](const Keeper& keeper) { return keeper.hook_running; }),
            1);
  kill(orchestrator, SIGKILL);
  waitpid(orchestrator, nullptr, 0);
  end_orphaned_hooks(box.root(), most_patience);
  EXPECT_TRUE(is_gone(one));
  EXPECT_TRUE(is_gone(other));
  EXPECT_TRUE(is_alive(survivor)) << "what a hook left before belongs to the machine";
  end_processes(box.root(), 3, {}, milliseconds(0));
  EXPECT_TRUE(is_gone(survivor));
}

TEST(Keeper, is_killed_with_its_hook_where_it_does_not_obey) {
  Sandbox box;
  Signpost pids(box.root() / "pids");
  auto end = box.submit(box.job("app/0", "start", "echo $$ > $DIR/pids; exec sleep 1000"));
  const pid_t hook = pids.pid();
  const auto keepers = find_keepers(box.root());
  ASSERT_EQ(keepers.size(), 1U);
  ASSERT_TRUE(keepers[0].hook_running);
  kill(keepers[0].pid, SIGTERM); // of no effect
  end_orphaned_hooks(box.root(), milliseconds(0));
  EXPECT_TRUE(is_gone(hook));
  EXPECT_EQ(result_of(std::move(end)).how, How::Signaled);
}

TEST(Keeper, killed_by_a_stranger_takes_its_hook_along) {
  Sandbox box;
  Signpost pids(box.root() / "pids");
  auto ended = box.submit(box.job("app/0", "start", "echo $$ > $DIR/pids; exec sleep 1000"));
  const pid_t hook = pids.pid();
  kill(find_keepers(box.root()).at(0).pid, SIGKILL);
  const HookEnd end = result_of(std::move(ended));
  EXPECT_EQ(end.how, How::Signaled);
  EXPECT_NE(end.stderr_tail.find("keeper was killed"), std::string::npos) << end.stderr_tail;
  EXPECT_TRUE(is_gone(hook));
}

TEST(Keeper, outruns_a_hook_that_forks_without_end) {
  Sandbox box;
  // Each opens a session of its own with three more, and goes on, until more than 150 have been
  // there.
  box.script("bomb",
             "#!/bin/sh\nset -- $DIR/born/*\n[ $# -gt 150 ] && exec sleep 1000\n: > $DIR/born/$$\n"
             "setsid $DIR/bomb & setsid $DIR/bomb & exec setsid $DIR/bomb\n");
  std::filesystem::create_directory(box.root() / "born");
  HookJob job = box.job("app/0", "start", "$DIR/bomb & sleep 1000");
  job.deadline = milliseconds(700);
  EXPECT_EQ(box.run(job).how, How::TimedOut);
  std::vector<pid_t> alive;
  for (const auto& entry : std::filesystem::directory_iterator(box.root() / "born"))
    if (const pid_t pid = std::stoi(entry.path().filename()); is_alive(pid))
      alive.push_back(pid);
  EXPECT_TRUE(alive.empty()) << alive.size() << " are left";
}

TEST(Keeper, US2_marks_a_keeper_whose_hook_is_not_noted) {
  Sandbox box;
  Signpost pids(box.root() / "pids");
  Signpost gate(box.root() / "gate");
  auto end =
    box.submit(box.job("app/0", "update-status", "echo $$ > $DIR/pids; read x < $DIR/gate"));
  EXPECT_GT(pids.pid(), 0);
  const auto keepers = find_keepers(box.root());
  ASSERT_EQ(keepers.size(), 1U);
  EXPECT_TRUE(keepers[0].hook_running && keepers[0].update_status && !keepers[0].command);
  gate.tell("go\n");
  EXPECT_TRUE(result_of(std::move(end)).success());
}

} // namespace
} // namespace orrery::hooks
