// The hook in hand: tries, restarts and the administrator's word (W).
#include "test/workflow/played_unit.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace orrery::agents {
namespace {

using std::chrono::seconds;
using store::Resolved;

std::string state(const PlayedUnit& unit) {
  return workflow_state(unit.local, unit.policy);
}

/// A unit whose `hook` has failed for good.
PlayedUnit stuck_at(const std::string& hook) {
  PlayedUnit unit;
  unit.policy.attempts = 1;
  unit.failing = {hook};
  unit.settle();
  EXPECT_EQ(unit.peek(), Next(Idle{}));
  EXPECT_EQ(unit.take().back(), hook);
  return unit;
}

TEST(Workflow, W1_states_of_a_life) {
  PlayedUnit unit;
  EXPECT_EQ(state(unit), "new");
  unit.settle_before("config-changed");
  EXPECT_EQ(state(unit), "ready");
  unit.settle();
  EXPECT_EQ(state(unit), "running");
  unit.remote.life = store::Life::Dying;
  unit.settle_before("stop");
  EXPECT_EQ(state(unit), "running");
  unit.settle();
  EXPECT_EQ(state(unit), "ready");
}

TEST(Workflow, W1_each_transition_has_its_error_state) {
  EXPECT_EQ(state(stuck_at("install")), "install-error");
  EXPECT_EQ(state(stuck_at("start")), "start-error");
  EXPECT_EQ(state(stuck_at("config-changed")), "hook-error");
  PlayedUnit unit;
  unit.policy.attempts = 1;
  unit.failing = {"stop"};
  unit.settle();
  unit.remote.life = store::Life::Dying;
  unit.settle();
  EXPECT_EQ(state(unit), "stop-error");
}

TEST(Workflow, W2_tries_again_with_growing_delay_then_waits_for_an_administrator) {
  PlayedUnit unit;
  unit.policy = {4, seconds{5}, seconds{12}};
  unit.failing = {"install"};
  const store::Milliseconds delays[] = {5'000, 10'000, 12'000};
  for (const auto delay : delays) {
    unit.settle();
    EXPECT_EQ(unit.take(), (Names{"install"}));
    EXPECT_EQ(unit.peek(), Next(WaitUntil{unit.now + delay}));
    EXPECT_EQ(state(unit), "new");
    unit.now += delay - 1;
    unit.settle();
    EXPECT_EQ(unit.take(), Names{});
    unit.now += 1;
  }
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"install"}));
  unit.now += 1'000'000'000;
  EXPECT_EQ(unit.peek(), Next(Idle{}));
  EXPECT_EQ(unit.local.operation->attempt, 4U);
  EXPECT_EQ(unit.local.operation->next_at, 0);
  EXPECT_EQ(state(unit), "install-error");
}

TEST(Workflow, W2_the_delay_stays_within_its_cap_however_many_tries) {
  PlayedUnit unit;
  unit.policy = {1000, seconds{5}, seconds{300}};
  unit.failing = {"install"};
  for (int tries = 0; tries < 900; ++tries) {
    unit.settle();
    ASSERT_TRUE(unit.local.operation);
    const auto wait = unit.local.operation->next_at - unit.now;
    ASSERT_GT(wait, 0);
    ASSERT_LE(wait, 300'000);
    unit.now = unit.local.operation->next_at;
  }
}

TEST(Workflow, W2_a_failing_hook_that_recovers_goes_on) {
  PlayedUnit unit;
  unit.failing = {"config-changed"};
  unit.settle();
  unit.failing.clear();
  unit.now = unit.local.operation->next_at;
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"install", "config-changed", "config-changed", "start"}));
}

TEST(Workflow, W2_nothing_else_runs_while_a_hook_fails) {
  PlayedUnit unit = stuck_at("start");
  unit.remote.config_version = 3;
  unit.remote.leadership_free = true;
  unit.relate(1, "db", "mysql").member(1, "mysql/0");
  EXPECT_EQ(unit.peek(), Next(Idle{}));
}

TEST(Workflow, W2_the_tail_of_what_it_said_is_kept_within_bounds) {
  PlayedUnit unit;
  unit.settle_before("install");
  unit.begin_hook();
  unit.apply(fail(unit.local, std::string(9'000, 'x') + "the end", unit.now, unit.policy));
  EXPECT_EQ(unit.local.operation->stderr_tail.size(), 4096U);
  EXPECT_TRUE(unit.local.operation->stderr_tail.ends_with("the end"));
}

TEST(Workflow, W3_resolved_tries_again_and_counts_anew) {
  PlayedUnit unit = stuck_at("start");
  unit.policy.attempts = 2;
  unit.local.operation->attempt = 2;
  unit.remote.resolved = Resolved::Retry;
  EXPECT_EQ(unit.step(), Next(AcceptResolved{true}));
  EXPECT_EQ(unit.local.operation->attempt, 0U);
  EXPECT_EQ(unit.remote.resolved, Resolved::None);
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"start"}));
  EXPECT_TRUE(std::holds_alternative<WaitUntil>(unit.peek()));
}

TEST(Workflow, W3_resolved_does_not_wait_for_the_next_try) {
  PlayedUnit unit;
  unit.failing = {"install"};
  unit.settle();
  ASSERT_TRUE(std::holds_alternative<WaitUntil>(unit.peek()));
  unit.failing.clear();
  unit.remote.resolved = Resolved::Retry;
  unit.settle();
  EXPECT_TRUE(unit.local.started);
}

TEST(Workflow, W3_no_retry_counts_the_hook_as_done) {
  PlayedUnit unit = stuck_at("install");
  unit.remote.resolved = Resolved::NoRetry;
  EXPECT_EQ(unit.step(), Next(AcceptResolved{false}));
  EXPECT_EQ(unit.step(), Next(CommitHook{}));
  EXPECT_TRUE(unit.local.installed);
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"config-changed", "start"}));
}

TEST(Workflow, W3_no_retry_of_joined_is_followed_by_changed) {
  PlayedUnit unit = stuck_at("start");
  unit.remote.resolved = Resolved::NoRetry;
  unit.failing = {"db-relation-joined mysql/0"};
  unit.relate(1, "db", "mysql").member(1, "mysql/0").settle();
  unit.remote.resolved = Resolved::NoRetry;
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"db-relation-created", "db-relation-joined mysql/0",
                                "db-relation-changed mysql/0"}));
}

TEST(Workflow, W3_a_word_that_finds_no_failing_hook_only_goes) {
  PlayedUnit unit;
  unit.settle();
  (void)unit.take();
  for (const Resolved word : {Resolved::Retry, Resolved::NoRetry}) {
    unit.remote.resolved = word;
    const UnitNotes before = unit.local;
    EXPECT_EQ(unit.step(), Next(AcceptResolved{true}));
    EXPECT_EQ(unit.local, before);
    EXPECT_EQ(unit.peek(), Next(Idle{}));
  }
}

TEST(Workflow, W3_a_word_that_came_too_late_is_not_for_the_next_failure) {
  PlayedUnit unit;
  unit.policy.attempts = 1;
  unit.failing = {"start"};
  unit.settle_before("start");
  unit.remote.resolved = Resolved::NoRetry;
  EXPECT_EQ(unit.step(), Next(AcceptResolved{true}));
  unit.settle();
  EXPECT_EQ(state(unit), "start-error");
  EXPECT_FALSE(unit.local.started);
}

TEST(Workflow, W3_each_failure_needs_its_own_word) {
  PlayedUnit unit = stuck_at("config-changed");
  unit.failing.insert("start");
  unit.remote.resolved = Resolved::NoRetry;
  unit.settle();
  EXPECT_EQ(state(unit), "start-error");
}

TEST(Workflow, W4_a_unit_without_a_record_installs) {
  PlayedUnit unit;
  unit.restart().settle_before("install");
}

TEST(Workflow, W4_a_queued_hook_is_run) {
  PlayedUnit unit;
  unit.settle_before("start");
  unit.restart();
  EXPECT_EQ(unit.local.operation->step, Step::Queued);
  EXPECT_EQ(unit.local.operation->attempt, 0U);
  (void)unit.take();
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"start"}));
}

TEST(Workflow, W4_a_hook_that_may_have_run_counts_as_a_failed_try) {
  PlayedUnit unit;
  unit.settle_before("start");
  unit.begin_hook();
  EXPECT_EQ(unit.peek(), Next(Idle{}));
  unit.restart();
  EXPECT_EQ(unit.local.operation->attempt, 1U);
  EXPECT_EQ(unit.peek(), Next(WaitUntil{unit.now + 5'000}));
  unit.restart(); // It is not tried, so nothing more is counted.
  EXPECT_EQ(unit.local.operation->attempt, 1U);
}

TEST(Workflow, W4_a_done_hook_is_only_committed) {
  PlayedUnit unit;
  unit.settle_before("start");
  unit.step();
  unit.restart();
  EXPECT_EQ(unit.local.operation->step, Step::Done);
  (void)unit.take();
  EXPECT_EQ(unit.step(), Next(CommitHook{}));
  EXPECT_TRUE(unit.local.started);
  unit.settle();
  EXPECT_EQ(unit.take(), Names{});
}

TEST(Workflow, W4_a_queued_install_of_a_dying_unit_is_not_run) {
  PlayedUnit unit;
  unit.settle_before("install");
  unit.restart();
  unit.remote.life = store::Life::Dying;
  EXPECT_EQ(unit.peek(), Next(DropHook{}));
}

TEST(Workflow, W4_a_stopped_hook_is_queued_again_without_counting) {
  PlayedUnit unit;
  unit.settle_before("start");
  unit.begin_hook();
  unit.apply(requeue(unit.local));
  unit.restart();
  EXPECT_EQ(unit.local.operation->attempt, 0U);
  EXPECT_EQ(unit.peek(), Next(RunHook{}));
}

TEST(Workflow, W4_an_install_that_may_have_left_traces_is_not_dropped) {
  PlayedUnit unit;
  unit.settle_before("install");
  unit.begin_hook();
  unit.apply(requeue(unit.local));
  unit.remote.life = store::Life::Dying;
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"install", "install", "remove"}));
}

TEST(Workflow, W4_every_place_to_stop_at_leads_to_the_same_end) {
  const Names whole{"install", "db-relation-created",        "config-changed",
                    "start",   "db-relation-joined mysql/0", "db-relation-changed mysql/0"};
  for (std::size_t stops_at = 0; stops_at < 40; ++stops_at) {
    PlayedUnit unit;
    unit.relate(1, "db", "mysql").member(1, "mysql/0");
    for (std::size_t taken = 0; taken < stops_at; ++taken)
      (void)unit.step();
    unit.restart().settle();
    EXPECT_EQ(unit.take(), whole) << "stopped after " << stops_at << " steps";
  }
}

TEST(Workflow, W7_a_hook_in_hand_holds_back_everything_but_its_own_end) {
  PlayedUnit unit;
  unit.settle_before("start");
  unit.begin_hook();
  unit.remote.config_version = 9;
  unit.remote.leader = true;
  unit.remote.resolved = Resolved::Retry;
  unit.relate(1, "db", "mysql");
  EXPECT_EQ(unit.peek(), Next(Idle{}));
}

} // namespace
} // namespace orrery::agents
