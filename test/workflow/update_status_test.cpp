// The hook update-status: when it is next, and what is noted of it (US).
#include "actors/workflow/resting.hpp"
#include "test/workflow/played_unit.hpp"

#include <gtest/gtest.h>

namespace orrery::agents {
namespace {

const Next queued{QueueHook{update_status_hook()}};

/// A unit that has started, with nothing to do.
PlayedUnit started() {
  PlayedUnit unit;
  unit.settle();
  EXPECT_TRUE(unit.local.started);
  EXPECT_EQ(unit.peek(), Next(Idle{}));
  (void)unit.take();
  return unit;
}

/// A unit whose update-status has failed once.
PlayedUnit failed(std::uint32_t attempts = 3) {
  PlayedUnit unit = started();
  unit.policy.attempts = attempts;
  unit.failing = {"update-status"};
  unit.remote.update_status_due = true;
  unit.settle();
  EXPECT_EQ(unit.take(), Names{"update-status"});
  return unit;
}

TEST(UpdateStatus, US2_it_is_the_last_of_all_that_is_due) {
  PlayedUnit unit = started();
  unit.remote.update_status_due = true;
  EXPECT_EQ(unit.peek(), queued);
  unit.relate(1, "db", "mysql").member(1, "mysql/0");
  ++unit.remote.config_version;
  for (int steps = 0; unit.peek() != queued && steps < 60; ++steps)
    unit.step();
  EXPECT_EQ(unit.take(), (Names{"db-relation-created", "config-changed",
                                "db-relation-joined mysql/0", "db-relation-changed mysql/0"}));
}

TEST(UpdateStatus, US3_it_is_not_before_install_or_start) {
  PlayedUnit unit;
  unit.remote.update_status_due = true;
  for (int steps = 0; unit.peek() != queued && steps < 60; ++steps)
    unit.step();
  EXPECT_TRUE(unit.local.started);
  EXPECT_EQ(unit.take().back(), "start");
}

TEST(UpdateStatus, US3_it_waits_while_another_hook_has_failed) {
  PlayedUnit unit = started();
  unit.policy.attempts = 1;
  unit.failing = {"config-changed"};
  ++unit.remote.config_version;
  unit.settle();
  unit.remote.update_status_due = true;
  EXPECT_EQ(unit.peek(), Next(Idle{}));
  unit.failing.clear();
  unit.remote.resolved = store::Resolved::Retry;
  for (int steps = 0; unit.peek() != queued && steps < 20; ++steps)
    unit.step();
  EXPECT_EQ(unit.take(), (Names{"config-changed", "config-changed"}));
}

TEST(UpdateStatus, US3_a_unit_that_is_dying_runs_none_and_drops_the_one_in_hand) {
  PlayedUnit unit = started();
  unit.remote.update_status_due = true;
  unit.remote.life = store::Life::Dying;
  EXPECT_NE(unit.peek(), queued);
  for (PlayedUnit held : {failed(), failed(1)}) {
    held.remote.life = store::Life::Dying;
    EXPECT_EQ(held.peek(), Next(DropHook{}));
    held.settle();
    EXPECT_EQ(held.take(), (Names{"stop", "remove"}));
    EXPECT_EQ(held.remote.life, store::Life::Dead);
  }
}

TEST(UpdateStatus, US2_one_that_has_not_failed_is_noted_nowhere) {
  PlayedUnit unit = started();
  const auto before = unit.disk;
  unit.remote.update_status_due = true;
  unit.step();
  unit.begin_hook();
  EXPECT_EQ(unit.local.operation->step, Step::Pending);
  EXPECT_EQ(unit.disk, before);
  PlayedUnit crashed = unit;
  crashed.remote.update_status_due = false;
  crashed.restart();
  EXPECT_FALSE(crashed.local.operation);
  EXPECT_EQ(crashed.peek(), Next(Idle{}));
  unit.apply(finish(unit.local));
  unit.step();
  EXPECT_FALSE(unit.local.operation);
  EXPECT_EQ(unit.disk, before);
}

TEST(UpdateStatus, US5_one_that_fails_is_noted_and_tried_again_as_any_hook) {
  PlayedUnit unit = failed(2);
  unit.remote.update_status_due = false; // its agent has forgotten
  unit.restart();
  ASSERT_TRUE(unit.local.operation);
  EXPECT_EQ(unit.local.operation->hook, update_status_hook());
  EXPECT_EQ(unit.local.operation->attempt, 1U);
  ASSERT_EQ(unit.peek(), Next(WaitUntil{unit.local.operation->next_at}));
  unit.now = unit.local.operation->next_at;
  unit.settle();
  EXPECT_EQ(unit.take(), Names{"update-status"});
  EXPECT_EQ(workflow_state(unit.local, unit.policy), "hook-error");
  unit.failing.clear();
  unit.remote.resolved = store::Resolved::Retry;
  unit.settle();
  EXPECT_EQ(unit.take(), Names{"update-status"});
  EXPECT_FALSE(unit.local.operation);
}

TEST(UpdateStatus, US2_a_time_that_has_come_keeps_an_agent_from_resting) {
  PlayedUnit unit = started();
  EXPECT_TRUE(may_rest(unit.local, unit.remote, unit.policy));
  unit.remote.update_status_due = true;
  EXPECT_FALSE(may_rest(unit.local, unit.remote, unit.policy));
}

} // namespace
} // namespace orrery::agents
