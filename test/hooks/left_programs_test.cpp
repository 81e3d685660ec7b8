// Programs that hooks have left running end (W10).
#include "actors/hooks/ended_programs.hpp"
#include "actors/hooks/keepers.hpp"
#include "actors/hooks/runner.hpp"
#include "test/hooks/sandbox.hpp"

#include <gtest/gtest.h>
#include <sys/types.h>

#include <algorithm>
#include <csignal>
#include <future>
#include <string>
#include <vector>

namespace orrery::hooks {
namespace {

/// The sentences of a unit's ends, sorted, once its keepers have ended.
std::vector<std::string> ends_of(const Sandbox& box) {
  for (const Keeper& keeper : find_keepers(box.root()))
    EXPECT_TRUE(is_gone(keeper.pid));
  std::vector<std::string> sentences;
  for (const EndedProgram& each : ended_programs(box.root(), "app/0"))
    sentences.push_back(sentence_of(each.end));
  std::ranges::sort(sentences);
  return sentences;
}

TEST(LeftPrograms, W10_notes_how_each_program_has_ended) {
  Sandbox box;
  Signpost pids(box.root() / "pids");
  Signpost gate(box.root() / "gate");
  const Signpost never(box.root() / "never");
  ASSERT_TRUE(box
                .run(box.job("app/0", "start",
                             "sh -c 'echo $$ > $DIR/pids; read x < $DIR/never' >/dev/null 2>&1 &\n"
                             "sh -c 'read x < $DIR/gate; exit 3' >/dev/null 2>&1 &\n"))
                .success());
  const pid_t daemon = pids.pid();
  kill(daemon, SIGKILL);
  EXPECT_TRUE(is_gone(daemon));
  gate.tell("go\n");
  EXPECT_EQ(ends_of(box),
            (std::vector<std::string>{"program sh exited with status 3",
                                      "program sh was killed by signal 9 (SIGKILL)"}));
  const auto all = ended_programs(box.root(), "app/0");
  EXPECT_TRUE(forget_ended_programs(box.root(), "app/0", {all.at(0).note})) << "one is left";
  EXPECT_EQ(units_with_ended_programs(box.root()), std::vector<std::string>{"app/0"});
  EXPECT_FALSE(forget_ended_programs(box.root(), "app/0", {all.at(1).note}));
  EXPECT_TRUE(units_with_ended_programs(box.root()).empty());
}

TEST(LeftPrograms, W10_a_program_that_goes_into_the_background_has_not_ended) {
  Sandbox box;
  Signpost pids(box.root() / "pids");
  Signpost gate(box.root() / "gate");
  const Signpost never(box.root() / "never");
  box.script("daemon", "#!/bin/sh\nread x < $DIR/gate\n"
                       "sh -c 'echo $$ > $DIR/pids; read x < $DIR/never' &\nexit 0\n");
  ASSERT_TRUE(box.run(box.job("app/0", "start", "$DIR/daemon >/dev/null 2>&1 &\n")).success());
  gate.tell("go\n");
  const pid_t daemon = pids.pid();
  ASSERT_GT(daemon, 0);
  kill(daemon, SIGTERM);
  EXPECT_EQ(ends_of(box), std::vector<std::string>{"program sh was killed by signal 15 (SIGTERM)"});
}

/// A program that goes into the background again and again, faster than its keeper looks: the ends
/// that are noted.  @param last what the last of it does
std::vector<std::string> ends_of_hopper(const std::string& last) {
  Sandbox box;
  Signpost pids(box.root() / "pids");
  Signpost gate(box.root() / "gate");
  box.script("hop", "#!/bin/sh\n[ $1 = 0 ] || { \"$0\" $(($1 - 1)) & exit 0; }\n"
                    "echo $$ > $DIR/pids\n"
                      + last + "\n");
  EXPECT_TRUE(
    box
      .run(box.job("app/0", "start", "(read x < $DIR/gate; exec $DIR/hop 300) >/dev/null 2>&1 &\n"))
      .success());
  const pid_t keeper = find_keepers(box.root()).at(0).pid;
  kill(keeper, SIGSTOP);
  gate.tell("go\n");
  const pid_t hopper = pids.pid();
  EXPECT_TRUE(is_gone(hopper));
  kill(keeper, SIGCONT);
  return ends_of(box);
}

TEST(LeftPrograms, W10_of_a_program_that_hops_only_the_last_end_is_noted) {
  EXPECT_EQ(ends_of_hopper("exit 3"), std::vector<std::string>{"program hop exited with status 3"});
  EXPECT_EQ(ends_of_hopper("exit 0"), std::vector<std::string>{"program hop exited with status 0"});
}

TEST(LeftPrograms, W10_what_a_killed_keeper_held_ends_and_is_named) {
  Sandbox box;
  Signpost pids(box.root() / "pids");
  RunnerOptions options = box.options();
  std::promise<KeptPrograms> lost;
  options.keeper_lost = [&lost](const KeptPrograms& kept) { lost.set_value(kept); };
  box.use(options);
  ASSERT_TRUE(box
                .run(box.job("app/0", "start",
                             "sleep 1000 >/dev/null 2>&1 & echo $! > $DIR/pids\n"
                             "while [ \"$(cat /proc/$!/comm)\" != sleep ]; do :; done\n"))
                .success());
  const pid_t program = pids.pid();
  kill(find_keepers(box.root()).at(0).pid, SIGKILL);
  end_lost_programs(box.root(), result_of(lost.get_future()), 17);
  EXPECT_TRUE(is_gone(program)) << "nobody could end it later";
  EXPECT_EQ(ends_of(box), std::vector<std::string>{"program sleep ended together with the keeper"});
  EXPECT_TRUE(kept_programs(box.root(), 3).empty());
}

} // namespace
} // namespace orrery::hooks
