#include "test/support/moments.hpp"
#include "test/wedges/story.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

namespace {

constexpr std::uint32_t more_than_a_batch = 260;

/// A relation with the settings of many units that have left, and one unit in scope.
store::RelationId leave_settings(SimulatedWorld& world) {
  world.deploy(web_charm(), "web", more_than_a_batch, 0);
  world.deploy(database_charm(), "mysql", 1, 0);
  const store::RelationId relation = world.relate("web:db", "mysql:server");
  world.run();
  for (std::uint32_t i = 0; i < more_than_a_batch; ++i)
    world.start(protocol::RemoveUnit{"web/" + std::to_string(i), {}});
  world.settle();
  EXPECT_EQ(world.contents().bags.size(), more_than_a_batch + 1);
  return relation;
}

} // namespace

TEST(Cleanup, the_settings_of_many_go_with_a_crash_after_any_effect) {
  int crashes = 0;
  for (std::uint64_t effect = 1;; effect += next_moment) {
    SCOPED_TRACE(effect);
    SimulatedWorld world(effect);
    const store::RelationId relation = leave_settings(world);
    const protocol::RemoveRelation removal{relation, {}};
    world.crash_after(effect);
    const std::uint64_t ticket = world.start(removal);
    world.settle();
    if (world.answer(ticket) == nullptr)
      world.run(removal);
    world.settle();
    EXPECT_TRUE(world.contents().relations.empty());
    EXPECT_TRUE(world.contents().bags.empty());
    EXPECT_TRUE(world.contents().cleanups.empty());
    if (world.crashes() == 0 || ::testing::Test::HasFailure())
      break;
    ++crashes;
  }
  EXPECT_GT(crashes * next_moment, 5);
}

} // namespace orrery::test
