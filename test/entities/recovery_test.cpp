#include "test/support/any_command.hpp"
#include "test/support/deterministic.hpp"
#include "test/support/moments.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

namespace {

std::string told_after(const protocol::Answer& answer) {
  return std::to_string(static_cast<int>(answer.verdict)) + ' '
         + std::to_string(static_cast<int>(answer.code)) + ' ' + answer.created + ' ' + answer.text;
}

} // namespace

/// Actors that are read from the store decide as those that have lived through everything.
TEST(Recovery, L10_a_restart_after_every_command_makes_no_difference) {
  for (std::uint64_t seed = 0; seed < 12; seed += next_moment) {
    std::mt19937_64 random(seed);
    const World world = World{}.machine(0).managing();
    DeterministicSystem living(world, seed);
    DeterministicSystem restarted(world, seed);
    for (int i = 0; i < 150; ++i) {
      const protocol::Command command = any_command(living.contents(), random);
      const std::string answer = told_after(living.run(command));
      EXPECT_EQ(told_after(restarted.run(command)), answer);
      restarted.restart();
    }
    ASSERT_EQ(dump(restarted.database()), dump(living.database())) << "seed " << seed;
    EXPECT_EQ(restarted.database().sequence(), living.database().sequence());
  }
}

TEST(Recovery, L7_what_was_not_synced_never_was) {
  DeterministicSystem system(World{}.application("web").unit("web/0").on_machine(1));
  const auto before = dump(system.database());
  system.database().fail();
  (void)system.start(protocol::RemoveUnit{"web/0"});
  system.scheduler().run_until_quiet();
  EXPECT_EQ(dump(system.database()), before);
  system.restart();
  EXPECT_EQ(dump(system.database()), before);
  const std::uint64_t ticket = system.start(protocol::RemoveUnit{"web/0"});
  system.scheduler().run_until_quiet();
  EXPECT_EQ(system.answer(ticket).verdict, protocol::Verdict::Done) << "it is Alive again";
}

} // namespace orrery::test
