// The host is started again: start runs again (W9).
#include "test/workflow/played_unit.hpp"

#include <gtest/gtest.h>

namespace orrery::agents {
namespace {

/// A unit that has come up in boot 1 of its host, which is in boot 2 now.
PlayedUnit rebooted() {
  PlayedUnit unit;
  unit.remote.boot = 1;
  unit.settle();
  (void)unit.take();
  unit.remote.boot = 2;
  unit.restart();
  return unit;
}

TEST(Boot, W9_after_a_boot_of_its_host_a_unit_starts_again_once) {
  PlayedUnit unit = rebooted();
  unit.settle();
  EXPECT_EQ(unit.take(), Names{"start"});
  EXPECT_EQ(unit.local.boot, 2U);
  unit.restart().settle();
  EXPECT_EQ(unit.take(), Names{});
}

TEST(Boot, W9_a_config_changed_that_is_due_comes_before_start) {
  PlayedUnit unit = rebooted();
  unit.remote.config_version = 7;
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"config-changed", "start"}));
}

TEST(Boot, W9_a_hook_that_failed_comes_first) {
  PlayedUnit unit;
  unit.policy.attempts = 1;
  unit.settle();
  unit.failing = {"config-changed"};
  unit.remote.config_version = 7;
  unit.settle();
  unit.remote.boot = 2;
  (void)unit.restart().settle().take();
  unit.failing.clear();
  unit.remote.resolved = store::Resolved::Retry;
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"config-changed", "start"}));
}

TEST(Boot, W9_a_unit_that_dies_does_not_start_again) {
  PlayedUnit unit = rebooted();
  unit.remote.life = store::Life::Dying;
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"stop", "remove"}));
}

} // namespace
} // namespace orrery::agents
