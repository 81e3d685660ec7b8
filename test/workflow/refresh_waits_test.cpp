// Upgrades that wait: of units whose hooks have failed, and whose files cannot be put in place.
#include "test/workflow/charm_urls.hpp"
#include "test/workflow/played_unit.hpp"

#include <gtest/gtest.h>

namespace orrery::agents {
namespace {

using store::Life;
using store::Resolved;

/// A unit that has started, and whose config-changed has failed since; it is tried again.
PlayedUnit failing() {
  PlayedUnit unit;
  unit.settle();
  ++unit.remote.config_version;
  unit.failing = {"config-changed"};
  unit.settle();
  EXPECT_TRUE(std::holds_alternative<WaitUntil>(unit.peek()));
  (void)unit.take();
  return unit;
}

/// Until its next try has been.
Names try_again(PlayedUnit& unit) {
  unit.now = unit.local.operation->next_at;
  unit.settle();
  return unit.take();
}

/// A unit whose upgrade to the second charm is in conflict.
PlayedUnit in_conflict() {
  PlayedUnit unit;
  unit.settle();
  (void)unit.take();
  unit.files_fail = true;
  unit.refresh(second).settle();
  EXPECT_EQ(unit.take(), Names{});
  EXPECT_EQ(unit.local.conflict, "the disk is full");
  return unit;
}

TEST(RefreshWaits, P31_new_files_come_right_after_the_next_failed_run) {
  PlayedUnit unit = failing();
  unit.refresh(second);
  EXPECT_TRUE(std::holds_alternative<WaitUntil>(unit.peek())) << "they wait for that";
  EXPECT_EQ(try_again(unit), (Names{"config-changed", "files of local:web-2"}));
  EXPECT_EQ(unit.skipped_upgrade, second);
  unit.failing.clear();
  EXPECT_EQ(try_again(unit), (Names{"config-changed", "config-changed"}))
    << "P32: the failed one with the new files, then that of the refresh, and no upgrade-charm";
  EXPECT_EQ(unit.peek(), Next(Idle{}));
}

TEST(RefreshWaits, P31_a_refresh_seen_while_the_hook_runs_comes_when_that_fails) {
  PlayedUnit unit;
  unit.settle();
  ++unit.remote.config_version;
  unit.settle_before("config-changed").begin_hook();
  unit.refresh(second);
  unit.apply(fail(unit.local, "it went wrong", unit.now, unit.policy));
  unit.remote.charm_at_failure = unit.remote.application_charm;
  EXPECT_EQ(unit.peek(), Next(BeginUpgrade{second}));
}

TEST(RefreshWaits, P31_or_when_the_agent_begins_anew) {
  PlayedUnit unit = failing();
  unit.refresh(second).restart();
  EXPECT_EQ(unit.peek(), Next(BeginUpgrade{second}));
  const auto next_at = unit.local.operation->next_at;
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"files of local:web-2"}));
  EXPECT_EQ(unit.local.operation->attempt, 1U) << "P33";
  EXPECT_EQ(unit.local.operation->next_at, next_at) << "P33";
}

TEST(RefreshWaits, P34_one_that_succeeds_with_the_old_files_is_followed_by_the_whole_upgrade) {
  PlayedUnit unit = failing();
  unit.refresh(second);
  unit.failing.clear();
  EXPECT_EQ(try_again(unit),
            (Names{"config-changed", "files of local:web-2", "upgrade-charm", "config-changed"}));
  EXPECT_EQ(unit.skipped_upgrade, "");
}

TEST(RefreshWaits, P31_P33_a_forced_one_comes_at_once_and_runs_no_hook) {
  PlayedUnit unit = failing();
  const Operation failed = *unit.local.operation;
  unit.refresh(second, true).settle();
  EXPECT_EQ(unit.take(), (Names{"files of local:web-2"}));
  EXPECT_EQ(unit.local.operation, failed);
  EXPECT_EQ(unit.peek(), Next(WaitUntil{failed.next_at}));
  unit.failing.clear();
  unit.remote.resolved = Resolved::NoRetry;
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"config-changed"}))
    << "P32: of the refresh; the other counts as done";
}

TEST(RefreshWaits, P31_without_retries_it_waits_until_a_person_has_the_old_code_fail_once_more) {
  PlayedUnit unit;
  unit.settle();
  unit.policy.attempts = 1;
  ++unit.remote.config_version;
  unit.failing = {"config-changed"};
  unit.settle();
  (void)unit.take();
  unit.refresh(second);
  unit.now += 1'000'000'000;
  EXPECT_EQ(unit.peek(), Next(Idle{}));
  unit.remote.resolved = Resolved::Retry;
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"config-changed", "files of local:web-2"}));
  EXPECT_EQ(unit.peek(), Next(Idle{}));
  unit.failing.clear();
  unit.remote.resolved = Resolved::Retry;
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"config-changed", "config-changed"}));
}

TEST(RefreshWaits, P31_before_the_first_start_it_waits_for_success_unless_forced) {
  for (const char* hook : {"install", "config-changed", "start"}) {
    PlayedUnit unit;
    unit.failing = {hook};
    unit.settle();
    (void)unit.take();
    unit.refresh(second);
    EXPECT_EQ(try_again(unit), (Names{hook})) << "its failure changes nothing";
    unit.restart();
    EXPECT_TRUE(std::holds_alternative<WaitUntil>(unit.peek())) << "nor does the next agent";
    unit.refresh(third, true);
    unit.settle();
    EXPECT_EQ(unit.take(), (Names{"files of local:web-3"}));
  }
}

TEST(RefreshWaits, P34_an_install_that_is_resolved_is_followed_by_the_upgrade) {
  PlayedUnit unit;
  unit.failing = {"install"};
  unit.settle();
  unit.refresh(second);
  unit.failing.clear();
  unit.remote.resolved = Resolved::Retry;
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"install", "install", "files of local:web-2", "upgrade-charm",
                                "config-changed", "start"}));
}

TEST(RefreshWaits, P31_P37_a_failing_install_that_is_forced_is_the_new_charms) {
  PlayedUnit unit;
  unit.failing = {"install"};
  unit.settle();
  unit.refresh(second, true).settle();
  EXPECT_EQ(unit.skipped_upgrade, "") << "there is nothing to upgrade";
  unit.failing.clear();
  EXPECT_EQ(try_again(unit),
            (Names{"install", "files of local:web-2", "install", "config-changed", "start"}));
}

TEST(RefreshWaits, P31_a_failing_upgrade_charm_waits_for_success_unless_forced) {
  PlayedUnit unit;
  unit.settle();
  unit.failing = {"upgrade-charm"};
  unit.refresh(second).settle();
  (void)unit.take();
  unit.refresh(third);
  EXPECT_EQ(try_again(unit), (Names{"upgrade-charm"})) << "with the old files";
  unit.restart();
  EXPECT_TRUE(std::holds_alternative<WaitUntil>(unit.peek()));
  unit.refresh("local:web-4", true).settle();
  EXPECT_EQ(unit.take(), (Names{"files of local:web-4"}));
  EXPECT_EQ(unit.skipped_upgrade, "") << "P32: its retry is the new charm's";
  unit.failing.clear();
  EXPECT_EQ(try_again(unit), (Names{"upgrade-charm", "config-changed"}));
}

TEST(RefreshWaits, D3_a_failed_upgrade_charm_that_counts_as_done_has_its_config_changed) {
  PlayedUnit unit;
  unit.settle();
  unit.failing = {"upgrade-charm"};
  unit.refresh(second).settle();
  (void)unit.take();
  unit.remote.resolved = Resolved::NoRetry;
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"config-changed"}));
  unit.failing = {"config-changed"};
  unit.refresh(third).settle();
  (void)unit.take();
  unit.remote.resolved = Resolved::NoRetry;
  unit.settle();
  EXPECT_EQ(unit.take(), Names{}) << "nor does the other run again";
  EXPECT_EQ(unit.peek(), Next(Idle{}));
}

TEST(RefreshWaits, P38_a_dying_unit_whose_stop_fails_is_mended_by_new_files) {
  PlayedUnit unit;
  unit.settle();
  unit.failing = {"stop"};
  unit.remote.life = Life::Dying;
  unit.looked_at.stir_all();
  unit.settle();
  (void)unit.take();
  unit.refresh(second);
  EXPECT_EQ(try_again(unit), (Names{"stop", "files of local:web-2"}));
  unit.failing.clear();
  EXPECT_EQ(try_again(unit), (Names{"stop", "remove"}));
  EXPECT_EQ(unit.remote.life, Life::Dead);
}

TEST(RefreshWaits, P30_a_conflict_waits_for_a_person_and_nothing_else_runs) {
  PlayedUnit unit = in_conflict();
  unit.now += 1'000'000'000;
  unit.remote.leader = true;
  unit.relate(1, "db", "mysql");
  EXPECT_EQ(unit.peek(), Next(Idle{}));
  unit.refresh(third);
  EXPECT_EQ(unit.peek(), Next(Idle{})) << "nor does another refresh, unless it is forced";
}

TEST(RefreshWaits, D1_either_word_of_a_person_tries_again) {
  for (const Resolved word : {Resolved::Retry, Resolved::NoRetry}) {
    PlayedUnit unit = in_conflict();
    unit.remote.resolved = word;
    unit.settle();
    EXPECT_EQ(unit.peek(), Next(Idle{})) << "and it fails again";
    EXPECT_EQ(unit.remote.resolved, Resolved::None);
    unit.files_fail = false;
    unit.remote.resolved = word;
    unit.settle();
    EXPECT_EQ(unit.take(), (Names{"files of local:web-2", "upgrade-charm", "config-changed"}));
  }
}

TEST(RefreshWaits, D2_a_resolved_conflict_goes_to_the_newest_charm_with_one_upgrade_charm) {
  PlayedUnit unit = in_conflict();
  unit.files_fail = false;
  unit.refresh(third);
  unit.remote.resolved = Resolved::Retry;
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"files of local:web-3", "upgrade-charm", "config-changed"}));
  EXPECT_EQ(unit.remote.charm, third);
}

TEST(RefreshWaits, P30_a_conflict_ends_with_a_forced_refresh_or_the_next_agent) {
  PlayedUnit forced = in_conflict();
  forced.files_fail = false;
  forced.refresh(third, true).settle();
  EXPECT_EQ(forced.take(), (Names{"files of local:web-3", "upgrade-charm", "config-changed"}));
  PlayedUnit restarted = in_conflict();
  restarted.files_fail = false;
  restarted.restart();
  restarted.settle();
  EXPECT_EQ(restarted.take(), (Names{"files of local:web-2", "upgrade-charm", "config-changed"}));
}

TEST(RefreshWaits, P30_a_dying_unit_in_conflict_has_to_be_resolved_too) {
  PlayedUnit unit = in_conflict();
  unit.remote.life = Life::Dying;
  unit.looked_at.stir_all();
  unit.settle();
  EXPECT_EQ(unit.take(), Names{});
  unit.files_fail = false;
  unit.remote.resolved = Resolved::Retry;
  unit.settle();
  EXPECT_EQ(unit.take(),
            (Names{"files of local:web-2", "upgrade-charm", "config-changed", "stop", "remove"}));
}

TEST(RefreshWaits, P30_a_dying_unit_in_conflict_is_gone_for_its_counterparts) {
  PlayedUnit unit = in_conflict();
  unit.relate(1, "db", "mysql");
  unit.remote.relations.at(1).in_scope = true;
  unit.remote.leaves_silently = true;
  unit.remote.life = Life::Dying;
  EXPECT_EQ(unit.peek(), Next(Depart{1})) << "S11: that may take long, although no hook is in hand";
}

TEST(RefreshWaits, P30_a_conflict_beside_a_failed_hook_leaves_that_hook_to_its_own_word) {
  PlayedUnit unit = failing();
  unit.files_fail = true;
  unit.refresh(second, true).settle();
  ASSERT_NE(unit.local.conflict, "");
  unit.now = unit.local.operation->next_at;
  EXPECT_EQ(unit.peek(), Next(Idle{})) << "no hook runs";
  unit.files_fail = false;
  unit.failing.clear();
  unit.remote.resolved = Resolved::NoRetry;
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"files of local:web-2", "config-changed", "config-changed"}));
}

} // namespace
} // namespace orrery::agents
