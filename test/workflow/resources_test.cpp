// What a unit runs where a resource of its application has got other bytes (RS5, RS12).
#include "test/workflow/charm_urls.hpp"
#include "test/workflow/played_unit.hpp"

#include <gtest/gtest.h>

namespace orrery::agents {
namespace {

const Names upgrade_told{"files of local:web-1", "upgrade-charm", "config-changed"};

PlayedUnit started_unit() {
  PlayedUnit unit;
  unit.settle();
  (void)unit.take();
  return unit;
}

} // namespace

TEST(ChangedResource, RS5_runs_upgrade_charm_then_config_changed_once_for_several) {
  PlayedUnit unit = started_unit();
  unit.remote.application_charm_changes = 3;
  unit.settle();
  EXPECT_EQ(unit.take(), upgrade_told);
  EXPECT_EQ(unit.local.charm_changes, 3U);
  EXPECT_EQ(unit.peek(), Next(Idle{}));
  unit.remote.application_charm_changes = 4;
  unit.settle();
  EXPECT_EQ(unit.take(), upgrade_told);
}

TEST(ChangedResource, RS12_with_another_charm_is_one_upgrade) {
  PlayedUnit unit = started_unit();
  unit.remote.application_charm_changes = 1;
  unit.refresh(second).settle();
  EXPECT_EQ(unit.take(), (Names{"files of local:web-2", "upgrade-charm", "config-changed"}));
}

TEST(ChangedResource, RS5_one_more_before_the_files_are_in_place_is_taken_along) {
  PlayedUnit unit = started_unit();
  unit.remote.application_charm_changes = 1;
  EXPECT_EQ(unit.step(), Next(BeginUpgrade{"local:web-1"}));
  unit.remote.application_charm_changes = 2;
  EXPECT_EQ(unit.step(), Next(BeginUpgrade{"local:web-1"}));
  unit.settle();
  EXPECT_EQ(unit.take(), upgrade_told);
}

TEST(ChangedResource, RS5_is_remembered_over_a_restart) {
  PlayedUnit unit = started_unit();
  unit.remote.application_charm_changes = 1;
  unit.settle();
  (void)unit.take();
  unit.restart();
  unit.settle();
  EXPECT_EQ(unit.take(), Names{});
}

TEST(ChangedResource, RS5_a_unit_made_since_runs_no_hook_for_it) {
  PlayedUnit unit;
  unit.remote.charm_changes = unit.remote.application_charm_changes = 5;
  unit.settle();
  for (const std::string& hook : unit.take())
    EXPECT_NE(hook, "upgrade-charm");
}

TEST(ChangedResource, RS5_a_dying_unit_runs_none) {
  PlayedUnit unit = started_unit();
  unit.remote.life = store::Life::Dying;
  unit.remote.application_charm_changes = 1;
  unit.settle();
  for (const std::string& hook : unit.take())
    EXPECT_NE(hook, "upgrade-charm");
}

} // namespace orrery::agents
