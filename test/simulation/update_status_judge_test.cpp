#include "test/simulation/judged.hpp"

#include <gtest/gtest.h>

/// The judge of hooks lets update-status run where it may, and nowhere else.
namespace orrery::simulate {
namespace {

TEST(HookOrder, US1_update_status_runs_again_and_again) {
  Judged judged;
  judged.come_up();
  judged.run("update-status");
  judged.run("update-status");
  EXPECT_EQ(judged.findings.count(), 0U);
}

TEST(HookOrder, US3_update_status_before_start_or_after_stop_is_found) {
  Judged early;
  early.run("install");
  early.run("config-changed");
  early.run("update-status");
  EXPECT_TRUE(early.found("update-status of web/0 runs before start"));
  Judged late;
  late.come_up();
  late.run("stop");
  late.run("update-status");
  EXPECT_TRUE(late.found("update-status of web/0 runs after stop"));
}

TEST(HookOrder, US3_update_status_past_a_failed_hook_is_found) {
  Judged judged;
  judged.come_up();
  judged.run("config-changed", std::nullopt, {}, false);
  judged.run("update-status");
  EXPECT_TRUE(judged.found("begins although config-changed has not succeeded"));
}

TEST(HookOrder, US2_update_status_that_has_failed_comes_again_unless_its_agent_has_ended) {
  for (const bool ended : {true, false}) {
    Judged judged;
    store::Unit unit;
    unit.name = "web/0";
    judged.ledger.decided(*token(1, {rules::create(unit)}));
    judged.come_up();
    judged.run("update-status", std::nullopt, {}, false);
    if (ended)
      judged.order.disturbed();
    judged.run("config-changed");
    EXPECT_EQ(judged.found("begins although update-status has not succeeded"), !ended);
  }
}

} // namespace
} // namespace orrery::simulate
