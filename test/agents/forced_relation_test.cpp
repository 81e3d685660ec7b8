#include "test/agents/charms.hpp"
#include "test/agents/shorthand.hpp"
#include "test/support/moments.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

/// Force takes a relation away at any moment of its hooks; those that still run know what they are
/// for.
TEST(Force, H3_every_hook_of_a_relation_that_force_took_away_has_its_endpoint) {
  int seen = 0;
  for (int steps = 0; steps < 400; steps += 5 * next_moment) {
    SCOPED_TRACE(steps);
    SimulatedWorld world;
    world.deploy(web_charm(), "web");
    world.deploy(database_charm(), "mysql");
    const store::RelationId relation = world.relate("web:db", "mysql:server");
    world.step(steps);
    (void)world.start(protocol::RemoveRelation{relation, {true, 0, false}});
    world.settle();
    for (const auto& [unit, endpoint] : {std::pair{"web/0", "db"}, std::pair{"mysql/0", "server"}})
      for (const char* hook : {"created", "joined", "changed", "departed", "broken"}) {
        const std::string name = std::string(endpoint) + "-relation-" + hook;
        if (world.hooks().count(unit, name) == 0)
          continue;
        const hooks::HookSight& sight = world.hooks().last_sight(unit, name);
        ASSERT_TRUE(sight.relations.contains(relation)) << name << " of " << unit;
        EXPECT_EQ(sight.relations.at(relation).endpoint, endpoint);
        ++seen;
      }
  }
  EXPECT_GT(seen, 100);
}

} // namespace orrery::test
