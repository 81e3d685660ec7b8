// Hook sequences up to the end of a relation, and the order of a life (H8).
#include "test/workflow/played_unit.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::agents {
namespace {

using store::Life;

PlayedUnit running() {
  PlayedUnit unit;
  unit.relate(1, "db", "mysql").member(1, "mysql/0").settle();
  (void)unit.take();
  return unit;
}

TEST(Life, H8_deploy) {
  PlayedUnit unit;
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"install", "config-changed", "start"}));
  unit.settle().restart().settle();
  EXPECT_EQ(unit.take(), Names{});
}

TEST(Life, H8_deploy_of_a_leader_with_relations) {
  PlayedUnit unit;
  unit.remote.leadership_free = true;
  unit.relate(2, "cache", "redis").relate(1, "db", "mysql").member(1, "mysql/0").settle();
  EXPECT_EQ(unit.take(), (Names{"install", "db-relation-created", "cache-relation-created",
                                "leader-elected", "config-changed", "start",
                                "db-relation-joined mysql/0", "db-relation-changed mysql/0"}));
  EXPECT_EQ(times<Claim>(unit), 1);
}

TEST(Life, H8_what_the_leader_has_set_comes_after_install_and_before_config_changed) {
  PlayedUnit unit;
  unit.remote.leader_settings_version = 3;
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"install", "leader-settings-changed", "config-changed", "start"}));
  EXPECT_EQ(unit.local.leader_settings_version, 3U);
}

TEST(Life, H8_several_changes_of_the_leaders_settings_make_one_hook_until_dying) {
  PlayedUnit unit = running();
  unit.remote.leader_settings_version = 4;
  unit.remote.leader_settings_version = 6;
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"leader-settings-changed"}));
  unit.restart().settle();
  EXPECT_EQ(unit.take(), Names{}) << "delivered is delivered (W4)";
  unit.remote.leader_settings_version = 7;
  unit.remote.life = Life::Dying;
  unit.settle();
  const Names hooks = unit.take();
  EXPECT_EQ(std::count(hooks.begin(), hooks.end(), "leader-settings-changed"), 0);
}

TEST(Life, the_leader_does_not_hear_of_its_own_settings) {
  PlayedUnit unit = running();
  unit.remote.leader = true;
  unit.remote.leader_settings_version = 2;
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"leader-elected"}));
  unit.remote.leader = false; // somebody else leads, and what it set is not what this one has seen
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"leader-settings-changed"}));
}

TEST(Life, H8_scopes_are_entered_after_install) {
  PlayedUnit unit;
  unit.relate(1, "db", "mysql").settle_before("install");
  EXPECT_EQ(times<Enter>(unit), 0);
  unit.settle();
  EXPECT_EQ(times<Enter>(unit), 1);
}

TEST(Life, H8_joined_waits_for_start) {
  PlayedUnit unit;
  unit.relate(1, "db", "mysql").member(1, "mysql/0").settle_before("start");
  EXPECT_TRUE(unit.remote.relations.at(1).in_scope);
  EXPECT_TRUE(unit.local.relations.at(1).members.empty());
}

TEST(Life, H8_config_changes_make_one_hook_each_until_dying) {
  PlayedUnit unit = running();
  unit.remote.config_version = 4;
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"config-changed"}));
  unit.remote.config_version = 5;
  unit.remote.life = Life::Dying;
  unit.settle();
  const Names hooks = unit.take();
  EXPECT_EQ(std::count(hooks.begin(), hooks.end(), "config-changed"), 0);
}

TEST(Life, H8_no_scope_is_entered_and_nobody_joins_once_dying) {
  PlayedUnit unit = running();
  unit.relate(2, "cache", "redis").member(2, "redis/0").member(1, "mysql/1");
  unit.remote.life = Life::Dying;
  unit.settle();
  EXPECT_EQ(unit.take(),
            (Names{"db-relation-departed mysql/0", "db-relation-broken", "stop", "remove"}));
  EXPECT_EQ(times<Enter>(unit), 1); // of db
}

TEST(Life, H8_add_relation_to_a_running_unit) {
  PlayedUnit unit = running();
  unit.relate(2, "cache", "redis").settle();
  EXPECT_EQ(unit.take(), (Names{"cache-relation-created"}));
  unit.member(2, "redis/0").settle();
  EXPECT_EQ(unit.take(),
            (Names{"cache-relation-joined redis/0", "cache-relation-changed redis/0"}));
}

TEST(Life, W8_runs_joined_for_members_already_there) {
  PlayedUnit unit;
  unit.relate(1, "db", "mysql").member(1, "mysql/0").member(1, "mysql/1").settle();
  const Names hooks = unit.take();
  ASSERT_EQ(hooks.size(), 8U);
  EXPECT_EQ(hooks.at(4), "db-relation-joined mysql/0");
}

TEST(Life, S6_remove_relation_runs_departed_of_each_member_then_broken_then_leaves) {
  PlayedUnit unit = running();
  unit.member(1, "mysql/2").member(1, "mysql/1").settle();
  (void)unit.take();
  unit.end_relation(1).settle();
  EXPECT_EQ(unit.take(), (Names{"db-relation-departed mysql/0", "db-relation-departed mysql/1",
                                "db-relation-departed mysql/2", "db-relation-broken"}));
  EXPECT_EQ(times<Leave>(unit), 1);
  EXPECT_EQ(times<Depart>(unit), 0);
  EXPECT_TRUE(unit.local.relations.empty());
  EXPECT_EQ(unit.remote.life, Life::Alive);
}

TEST(Life, S6_broken_runs_although_there_was_no_member) {
  PlayedUnit unit;
  unit.relate(1, "db", "mysql").settle();
  (void)unit.take();
  unit.end_relation(1).settle();
  EXPECT_EQ(unit.take(), (Names{"db-relation-broken"}));
}

TEST(Life, S6_a_relation_that_ends_before_start_is_left_hooks_first_after_it) {
  PlayedUnit unit;
  unit.relate(1, "db", "mysql").member(1, "mysql/0").settle_before("config-changed");
  unit.end_relation(1).settle();
  EXPECT_EQ(unit.take(), (Names{"install", "db-relation-created", "config-changed", "start",
                                "db-relation-broken"}));
  EXPECT_EQ(times<Leave>(unit), 1);
}

TEST(Life, S6_a_relation_left_is_forgotten_although_others_hold_it) {
  PlayedUnit unit = running();
  unit.end_relation(1).settle_before("db-relation-broken");
  const SeenRelation held = unit.remote.relations.at(1);
  unit.step();
  unit.step();
  EXPECT_EQ(unit.step(), Next(Leave{1}));
  unit.remote.relations[1] = held; // Dying still, as the others have not left yet.
  unit.remote.relations.at(1).in_scope = false;
  EXPECT_EQ(unit.step(), Next(ForgetRelation{1}));
  EXPECT_EQ(unit.peek(), Next(Idle{}));
}

TEST(Life, S6_a_relation_that_is_dying_when_first_seen_is_ignored) {
  PlayedUnit unit;
  unit.settle().relate(1, "db", "mysql");
  unit.remote.relations.at(1).life = Life::Dying;
  (void)unit.take();
  unit.settle();
  EXPECT_EQ(unit.take(), Names{});
  EXPECT_EQ(times<Enter>(unit), 0);
  EXPECT_TRUE(unit.local.relations.empty());
}

TEST(Life, S6_ending_relations_come_before_the_hooks_of_others) {
  PlayedUnit unit;
  unit.relate(1, "db", "mysql").relate(2, "cache", "redis").settle();
  (void)unit.take();
  unit.member(1, "mysql/0").end_relation(2).settle();
  EXPECT_EQ(unit.take(), (Names{"cache-relation-broken", "db-relation-joined mysql/0",
                                "db-relation-changed mysql/0"}));
}

TEST(Life, S6_the_scope_is_left_after_broken_also_when_the_agent_went_away_between) {
  PlayedUnit unit = running();
  unit.end_relation(1).settle_before("db-relation-broken");
  unit.step();
  unit.step();
  EXPECT_TRUE(unit.local.relations.at(1).broken);
  unit.restart();
  EXPECT_EQ(unit.step(), Next(Leave{1}));
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"db-relation-departed mysql/0", "db-relation-broken"}));
}

TEST(Life, B2_entering_waits_while_it_is_refused) {
  PlayedUnit unit;
  unit.relate(1, "juju-info", "agent");
  unit.remote.relations.at(1).enter_blocked = true;
  unit.settle();
  EXPECT_EQ(times<Enter>(unit), 0);
  unit.remote.relations.at(1).enter_blocked = false;
  unit.settle();
  EXPECT_EQ(times<Enter>(unit), 1);
}

TEST(Life, S10_a_fresh_disk_joins_anew_what_the_predecessor_had_entered) {
  PlayedUnit unit = running();
  unit.lose_disk().settle();
  EXPECT_EQ(unit.take(), (Names{"install", "db-relation-created", "config-changed", "start",
                                "db-relation-joined mysql/0", "db-relation-changed mysql/0"}));
  EXPECT_EQ(times<Enter>(unit), 1); // It was in scope already.
}

TEST(Life, S10_a_fresh_disk_leaves_dying_relations_that_the_predecessor_had_entered) {
  PlayedUnit unit = running();
  unit.end_relation(1).lose_disk().settle();
  EXPECT_EQ(unit.take(), (Names{"install", "config-changed", "start", "db-relation-broken"}));
  EXPECT_EQ(times<Leave>(unit), 1);
}

TEST(Life, S10_a_scope_that_is_gone_is_forgotten_without_hooks) {
  PlayedUnit unit = running();
  unit.member(1, "mysql/1").settle_before("db-relation-joined mysql/1");
  unit.step();
  EXPECT_EQ(unit.step(), Next(CommitHook{}));
  EXPECT_EQ(unit.local.relations.at(1).changed_pending, "mysql/1");
  unit.remote.relations.erase(1);
  (void)unit.take();
  unit.settle();
  EXPECT_EQ(unit.take(), Names{});
  EXPECT_TRUE(unit.local.relations.empty());
  EXPECT_EQ(unit.disk.size(), 1U);
}

TEST(Life, leadership_lost_and_won_again_runs_leader_elected_again) {
  PlayedUnit unit = running();
  unit.remote.leader = true;
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"leader-elected"}));
  unit.remote.leader = false;
  unit.settle();
  EXPECT_EQ(unit.take(), Names{});
  unit.remote.leader = true;
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"leader-elected"}));
}

} // namespace
} // namespace orrery::agents
