#include "test/agents/charms.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

namespace {

/// A relation between that many units of web, and mysql/0.
store::RelationId relate_many(SimulatedWorld& world, int webs) {
  world.deploy(web_charm(), "web", webs, 0);
  world.deploy(database_charm(), "mysql", 1, 0);
  const store::RelationId relation = world.relate("web:db", "mysql:server");
  world.settle();
  return relation;
}

} // namespace

TEST(Janitor, C1_the_settings_of_a_removed_relation_go_in_bounded_steps) {
  SimulatedWorld world;
  const store::RelationId relation = relate_many(world, 600);
  ASSERT_EQ(world.contents().bags.size(), 601U);
  world.run(protocol::RemoveRelation{relation});
  world.settle();
  EXPECT_TRUE(world.contents().bags.empty());
  EXPECT_TRUE(world.contents().cleanups.empty());
}

TEST(Janitor, C1_it_goes_on_where_it_was_after_a_crash_at_any_step) {
  std::uint64_t from = 0;
  for (std::uint64_t effect = 1; effect < 40; ++effect) {
    SCOPED_TRACE(effect);
    SimulatedWorld world;
    const store::RelationId relation = relate_many(world, 2);
    const std::uint64_t before = world.effects();
    world.crash_after(effect);
    world.run(protocol::RemoveRelation{relation});
    world.settle();
    if (world.contents().relations.contains(relation)) // the command died with the process
      world.run(protocol::RemoveRelation{relation});
    world.settle();
    EXPECT_TRUE(world.contents().bags.empty());
    EXPECT_TRUE(world.contents().cleanups.empty());
    EXPECT_TRUE(world.contents().relations.empty());
    from += world.effects() - before;
  }
  EXPECT_GT(from, 0U);
}

TEST(Janitor, C2_a_relation_made_again_sees_no_old_settings) {
  SimulatedWorld world;
  const store::RelationId relation = relate_many(world, 1);
  world.run(protocol::FlushHook{"web/0", {{relation, {{"old", "yes"}}}}, {}, {}, {}});
  world.settle();
  world.start(protocol::RemoveRelation{relation});
  world.settle();
  const store::RelationId again = world.relate("web:db", "mysql:server");
  world.settle();
  EXPECT_NE(again, relation);
  EXPECT_FALSE(world.contents().bags.at({again, "web/0"}).values.contains("old"));
}

} // namespace orrery::test
