// Options of a removal beside force: to drain a machine, and to pass over hooks that fail.

#include "test/agents/charms.hpp"
#include "test/agents/shorthand.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

TEST(Drain, M10_principals_go_in_order_then_the_machine) {
  SimulatedWorld world;
  world.deploy(web_charm(), "web");
  world.settle();
  const store::MachineId machine = world.unit("web/0").machine;
  world.hooks().clear();
  world.hooks().hold("web/0", "stop");
  world.run(protocol::RemoveMachine{machine, {}, true});
  world.run();
  EXPECT_EQ(world.contents().machines.at(machine).life, store::Life::Dying)
    << "none of them is Alive";
  EXPECT_EQ(world.run(protocol::AddUnit{"web", machine}).code, protocol::Code::NotAlive);
  world.hooks().release("web/0");
  world.settle();
  EXPECT_EQ(world.hooks_of("web/0"), (std::vector<std::string>{"stop", "remove"}));
  EXPECT_FALSE(world.contents().machines.contains(machine));
}

TEST(SkipFailedHooks, without_force_only_failing_teardown_hooks_count_as_done) {
  SimulatedWorld world;
  world.deploy(web_charm(), "web");
  world.settle();
  world.hooks().fail("web/0", "stop");
  protocol::Removal how;
  how.skip_failed_hooks = true;
  world.hooks().clear();
  world.run(protocol::RemoveUnit{"web/0", how});
  world.settle();
  EXPECT_EQ(world.hooks_of("web/0"), (std::vector<std::string>{"stop", "remove"}))
    << "each ran once";
  EXPECT_FALSE(world.has_unit("web/0"));
}

} // namespace orrery::test
