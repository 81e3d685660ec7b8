// When a unit gets the files of its application's newest charm, and what follows (P24 to P44).
#include "test/workflow/charm_urls.hpp"
#include "test/workflow/played_unit.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::agents {
namespace {

using store::Life;

const Names upgraded{"files of local:web-2", "upgrade-charm", "config-changed"};

/// A unit that has started, with nothing to do.
PlayedUnit at_rest() {
  PlayedUnit unit;
  unit.settle();
  (void)unit.take();
  return unit;
}

/// The agent ends in the midst of a hook, or of what lies between hooks, and begins again.
Names after_restart(PlayedUnit& unit) {
  unit.restart();
  if (unit.local.operation)
    unit.now = std::max(unit.now, unit.local.operation->next_at);
  unit.settle();
  return unit.take();
}

TEST(Refresh, P25_files_then_upgrade_charm_then_config_changed_and_nothing_else) {
  PlayedUnit unit = at_rest();
  unit.refresh(second).settle();
  EXPECT_EQ(unit.take(), upgraded);
  EXPECT_EQ(unit.remote.charm, second);
  EXPECT_EQ(unit.local.charm, second);
  EXPECT_EQ(unit.local.config_version, unit.remote.config_version);
  EXPECT_EQ(times<BeginUpgrade>(unit), 1);
  EXPECT_EQ(unit.peek(), Next(Idle{}));
}

TEST(Refresh, P25_config_changed_runs_also_where_no_option_has_changed) {
  PlayedUnit unit = at_rest();
  unit.remote.application_charm = second;
  unit.settle();
  EXPECT_EQ(unit.take(), upgraded);
}

TEST(Refresh, P25_the_model_is_told_before_anything_is_touched) {
  PlayedUnit unit = at_rest();
  unit.refresh(second);
  EXPECT_EQ(unit.step(), Next(BeginUpgrade{second}));
  EXPECT_EQ(unit.local.upgrade, second);
  EXPECT_EQ(unit.local.charm, "local:web-1") << "as noted on disk";
  EXPECT_EQ(unit.step(), Next(ReplaceCharm{}));
  EXPECT_EQ(unit.step(), Next(RunHook{}));
}

TEST(Refresh, P24_it_comes_after_created_and_leadership_and_before_config_and_relation_hooks) {
  PlayedUnit unit = at_rest();
  unit.remote.leader = true;
  unit.relate(1, "db", "mysql").member(1, "mysql/0");
  unit.remote.update_status_due = true;
  unit.refresh(second).settle_before("update-status");
  EXPECT_EQ(unit.take(),
            (Names{"db-relation-created", "leader-elected", "files of local:web-2", "upgrade-charm",
                   "config-changed", "db-relation-joined mysql/0", "db-relation-changed mysql/0"}));
}

TEST(Refresh, P26_what_comes_up_meanwhile_waits_for_the_config_changed) {
  PlayedUnit unit = at_rest();
  unit.refresh(second).settle_before("upgrade-charm");
  unit.remote.leader = true;
  unit.relate(1, "db", "mysql");
  ++unit.remote.config_version;
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"files of local:web-2", "upgrade-charm", "config-changed",
                                "db-relation-created", "leader-elected"}));
}

TEST(Refresh, P43_a_relation_at_an_endpoint_that_the_old_files_lack_is_entered_afterwards) {
  PlayedUnit unit = at_rest();
  unit.relate_peer(1, "ring");
  unit.remote.relations.at(1).awaits_upgrade = true;
  unit.refresh(second).settle();
  EXPECT_EQ(unit.take(), upgraded);
  unit.remote.relations.at(1).awaits_upgrade = false;
  unit.looked_at.stir(1);
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"ring-relation-created"})) << "P26";
}

TEST(Refresh, P34_a_unit_that_never_started_starts_behind_the_config_changed) {
  PlayedUnit unit;
  unit.relate(1, "db", "mysql");
  unit.settle_before("install").begin_hook();
  unit.refresh(second);
  unit.apply(finish(unit.local));
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"install", "db-relation-created", "files of local:web-2",
                                "upgrade-charm", "config-changed", "start"}));
}

TEST(Refresh, P35_hooks_that_are_queued_run_first_with_the_old_files) {
  PlayedUnit unit;
  unit.settle_before("start").refresh(second).settle();
  EXPECT_EQ(unit.take(), (Names{"install", "config-changed", "start", "files of local:web-2",
                                "upgrade-charm", "config-changed"}));
}

TEST(Refresh, P35_changed_stays_the_next_hook_of_its_relation) {
  PlayedUnit unit = at_rest();
  unit.relate(1, "db", "mysql").member(1, "mysql/0");
  unit.settle_before("db-relation-joined mysql/0").refresh(second).settle();
  EXPECT_EQ(unit.take(),
            (Names{"db-relation-created", "db-relation-joined mysql/0", "files of local:web-2",
                   "upgrade-charm", "config-changed", "db-relation-changed mysql/0"}));
}

TEST(Refresh, P36_of_several_only_the_newest_is_put_in_place) {
  PlayedUnit unit = at_rest();
  unit.refresh(second).refresh(third).settle();
  EXPECT_EQ(unit.take(), (Names{"files of local:web-3", "upgrade-charm", "config-changed"}));
}

TEST(Refresh, P36_one_that_comes_while_upgrade_charm_waits_or_runs_has_its_own_round) {
  for (const bool runs : {false, true}) {
    PlayedUnit unit = at_rest();
    unit.refresh(second).settle_before("upgrade-charm");
    if (runs)
      unit.begin_hook();
    unit.refresh(third);
    if (runs)
      unit.apply(finish(unit.local));
    unit.settle();
    EXPECT_EQ(unit.take(), (Names{"files of local:web-2", "upgrade-charm", "config-changed",
                                  "files of local:web-3", "upgrade-charm", "config-changed"}));
  }
}

TEST(Refresh, P37_a_unit_that_is_not_installed_installs_the_newest) {
  PlayedUnit fresh;
  fresh.refresh(second).settle();
  EXPECT_EQ(fresh.take(), (Names{"files of local:web-2", "install", "config-changed", "start"}));
  PlayedUnit queued;
  queued.settle_before("install").refresh(second).settle();
  EXPECT_EQ(queued.take(), (Names{"files of local:web-2", "install", "config-changed", "start"}));
}

TEST(Refresh, P38_a_dying_unit_does_not_begin_one) {
  PlayedUnit unit = at_rest();
  unit.remote.life = Life::Dying;
  unit.refresh(second).settle();
  EXPECT_EQ(unit.take(), (Names{"stop", "remove"}));
  EXPECT_EQ(times<BeginUpgrade>(unit), 0);
}

TEST(Refresh, P38_a_dying_unit_finishes_one_that_has_begun) {
  PlayedUnit unit = at_rest();
  unit.refresh(second);
  EXPECT_EQ(unit.step(), Next(BeginUpgrade{second}));
  unit.remote.life = Life::Dying;
  unit.looked_at.stir_all();
  unit.settle();
  EXPECT_EQ(unit.take(),
            (Names{"files of local:web-2", "upgrade-charm", "config-changed", "stop", "remove"}));
  EXPECT_EQ(unit.remote.life, Life::Dead);
}

TEST(Refresh, P38_a_unit_that_dies_behind_upgrade_charm_has_its_config_changed) {
  PlayedUnit unit = at_rest();
  unit.refresh(second).settle_before("upgrade-charm").begin_hook();
  unit.remote.life = Life::Dying;
  unit.looked_at.stir_all();
  unit.apply(finish(unit.local));
  unit.settle();
  EXPECT_EQ(unit.take(),
            (Names{"files of local:web-2", "upgrade-charm", "config-changed", "stop", "remove"}));
}

TEST(Refresh, P44_a_crash_before_anything_is_noted_begins_anew) {
  PlayedUnit unit = at_rest();
  unit.refresh(second);
  EXPECT_EQ(after_restart(unit), upgraded);
}

TEST(Refresh, P44_a_crash_between_the_note_and_the_model_asks_the_model_again) {
  PlayedUnit unit = at_rest();
  unit.refresh(second);
  unit.apply(begin_upgrade(unit.local, "local:web-1", second));
  EXPECT_EQ(unit.peek(), Next(BeginUpgrade{second}));
  EXPECT_EQ(after_restart(unit), upgraded);
  EXPECT_EQ(unit.remote.charm, second);
}

TEST(Refresh, P44_a_crash_before_or_in_the_swap_goes_on_to_the_newest) {
  for (const bool newer : {false, true}) {
    PlayedUnit unit = at_rest();
    unit.refresh(second);
    EXPECT_EQ(unit.step(), Next(BeginUpgrade{second}));
    if (newer)
      unit.refresh(third);
    EXPECT_EQ(after_restart(unit), (Names{newer ? "files of local:web-3" : "files of local:web-2",
                                          "upgrade-charm", "config-changed"}));
    EXPECT_EQ(unit.remote.charm, newer ? third : second);
  }
}

TEST(Refresh, P44_a_crash_behind_the_swap_runs_what_is_queued) {
  PlayedUnit unit = at_rest();
  unit.refresh(second).settle_before("upgrade-charm");
  EXPECT_EQ(unit.take(), (Names{"files of local:web-2"}));
  EXPECT_EQ(after_restart(unit), (Names{"upgrade-charm", "config-changed"}));
  EXPECT_EQ(times<ReplaceCharm>(unit), 1);
}

TEST(Refresh, P44_an_upgrade_charm_that_ran_in_a_crash_counts_as_a_failed_try) {
  PlayedUnit unit = at_rest();
  unit.refresh(second).settle_before("upgrade-charm").begin_hook();
  unit.restart();
  ASSERT_TRUE(unit.local.operation);
  EXPECT_EQ(unit.local.operation->attempt, 1U);
  EXPECT_TRUE(std::holds_alternative<WaitUntil>(unit.peek()));
  unit.now = unit.local.operation->next_at;
  unit.settle();
  EXPECT_EQ(unit.take(),
            (Names{"files of local:web-2", "upgrade-charm", "upgrade-charm", "config-changed"}));
}

TEST(Refresh, P44_a_crash_between_both_hooks_still_owes_the_second) {
  PlayedUnit unit = at_rest();
  unit.remote.application_charm = second; // and no option has changed
  unit.settle_before("upgrade-charm");
  EXPECT_EQ(unit.step(), Next(RunHook{}));
  EXPECT_EQ(unit.step(), Next(CommitHook{}));
  (void)unit.take();
  EXPECT_EQ(after_restart(unit), (Names{"config-changed"}));
}

TEST(Refresh, P40_the_leader_stays_and_is_not_elected_again) {
  PlayedUnit unit;
  unit.remote.leader = true;
  unit.settle();
  (void)unit.take();
  unit.refresh(second).settle();
  EXPECT_EQ(unit.take(), upgraded);
  EXPECT_TRUE(unit.local.leader);
}

TEST(Refresh, P24_a_unit_whose_application_is_gone_has_nothing_to_be_upgraded_to) {
  PlayedUnit unit = at_rest();
  unit.remote.application_charm = second;
  EXPECT_EQ(unit.step(), Next(BeginUpgrade{second}));
  unit.remote.application_charm.clear();
  EXPECT_EQ(unit.peek(), Next(Idle{}));
}

} // namespace
} // namespace orrery::agents
