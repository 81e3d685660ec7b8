// Units that force has taken from the model before they were recalled, which does not succeed.
#include "test/agents/charms.hpp"
#include "test/agents/shorthand.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

TEST(FailedRecall, F1_M4_a_machine_that_waits_for_a_recall_says_why) {
  SimulatedWorld world;
  begin_logged_shop(world);
  const store::MachineId machine = world.unit("web/0").machine;
  world.provider().fail("recall web/0", "it is busy");
  world.run(protocol::RemoveUnit{"web/0", forced()});
  world.advance(60'000);
  ASSERT_FALSE(world.has_unit("web/0"));
  world.run(protocol::RemoveMachine{machine, {}, false});
  world.advance(60'000);
  ASSERT_TRUE(world.contents().machines.contains(machine));
  EXPECT_EQ(world.contents().machines.at(machine).status.message,
            "what is left of web/0 is not removed: it is busy");
  world.provider().mend("recall web/0");
  world.settle();
  EXPECT_FALSE(world.contents().machines.contains(machine));
}

TEST(FailedRecall, F1_M4_a_machine_says_no_more_that_a_recall_fails_once_it_has_succeeded) {
  SimulatedWorld world;
  begin_logged_shop(world);
  const store::MachineId machine = world.unit("web/0").machine;
  world.provider().fail("recall web/0", "it is busy", 12);
  world.run(protocol::RemoveUnit{"web/0", forced()});
  world.settle();
  EXPECT_EQ(world.contents().machines.at(machine).status.value, "started");
  EXPECT_EQ(world.contents().machines.at(machine).status.message, "");
}

TEST(FailedRecall, F3_U5_a_principal_that_waits_for_the_recall_of_a_subordinate_says_why) {
  SimulatedWorld world;
  begin_logged_shop(world);
  world.provider().fail("recall logger/0", "it is busy");
  world.run(protocol::RemoveApplication{"logger", forced()});
  world.advance(60'000);
  ASSERT_FALSE(world.has_unit("logger/0"));
  world.run(protocol::RemoveUnit{"web/0", {}});
  world.advance(60'000);
  ASSERT_TRUE(world.has_unit("web/0"));
  EXPECT_EQ(world.status("web/0").agent.value, "failed");
  EXPECT_EQ(world.status("web/0").agent.message,
            "what is left of logger/0 is not removed: it is busy");
  world.provider().mend("recall logger/0");
  world.settle();
  EXPECT_FALSE(world.has_unit("web/0"));
}

} // namespace orrery::test
