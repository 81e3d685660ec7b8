#include "test/agents/charms.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

using Hooks = std::vector<std::string>;

TEST(SimulatedWorld, an_idle_world_has_no_timer_and_nothing_under_way) {
  SimulatedWorld world;
  world.deploy(web_charm(), "web", 2);
  world.settle();
  EXPECT_EQ(world.timers(), 0U);
  EXPECT_EQ(world.activity(), 0);
}

TEST(UnitLife, H8_a_unit_comes_up_in_order) {
  SimulatedWorld world;
  world.deploy(web_charm(), "web");
  world.settle();
  EXPECT_EQ(world.hooks_of("web/0"), come_up);
  EXPECT_EQ(world.status("web/0").workflow, "running");
  EXPECT_EQ(world.status("web/0").agent.value, "idle");
}

TEST(UnitLife, U5_a_unit_removed_stops_and_goes) {
  SimulatedWorld world;
  world.deploy(web_charm(), "web");
  world.settle();
  world.hooks().clear();
  EXPECT_TRUE(world.run(protocol::RemoveUnit{"web/0"}).ok());
  world.settle();
  EXPECT_EQ(world.hooks_of("web/0"), (Hooks{"stop", "remove"}));
  EXPECT_FALSE(world.has_unit("web/0"));
}

} // namespace orrery::test
