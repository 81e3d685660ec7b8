#include "actors/workflow/relation_hooks.hpp"
#include "test/workflow/played_unit.hpp"

#include <gtest/gtest.h>

#include <random>

namespace orrery::agents {
namespace {

/// A unit that runs, with one relation `db` to mysql, no member yet.
PlayedUnit running_unit() {
  PlayedUnit unit;
  unit.relate(1, "db", "mysql").settle();
  EXPECT_EQ(unit.take(), (Names{"install", "db-relation-created", "config-changed", "start"}));
  return unit;
}

PlayedUnit running_with_member() {
  PlayedUnit unit = running_unit();
  unit.member(1, "mysql/0").settle();
  EXPECT_EQ(unit.take(), (Names{"db-relation-joined mysql/0", "db-relation-changed mysql/0"}));
  return unit;
}

TEST(RelationHooks, H1_joined_is_followed_by_changed) {
  PlayedUnit unit = running_unit();
  unit.member(1, "mysql/0").member(1, "mysql/1").settle();
  EXPECT_EQ(unit.take(), (Names{"db-relation-joined mysql/0", "db-relation-changed mysql/0",
                                "db-relation-joined mysql/1", "db-relation-changed mysql/1"}));
}

TEST(RelationHooks, H1_changed_follows_although_the_member_has_left) {
  PlayedUnit unit = running_unit();
  unit.member(1, "mysql/0").settle_before("db-relation-joined mysql/0");
  unit.step();
  unit.member_leaves(1, "mysql/0").settle();
  EXPECT_EQ(unit.take(), (Names{"db-relation-joined mysql/0", "db-relation-changed mysql/0",
                                "db-relation-departed mysql/0"}));
}

TEST(RelationHooks, H1_changed_follows_although_the_relation_ends) {
  PlayedUnit unit = running_unit();
  unit.member(1, "mysql/0").settle_before("db-relation-joined mysql/0");
  unit.step();
  unit.end_relation(1).settle();
  EXPECT_EQ(unit.take(), (Names{"db-relation-joined mysql/0", "db-relation-changed mysql/0",
                                "db-relation-departed mysql/0", "db-relation-broken"}));
}

TEST(RelationHooks, H1_changed_follows_although_the_agent_went_away) {
  PlayedUnit unit = running_unit();
  unit.member(1, "mysql/0").settle_before("db-relation-joined mysql/0");
  unit.step();
  EXPECT_EQ(unit.step(), Next(CommitHook{}));
  unit.member_leaves(1, "mysql/0").member(1, "mysql/1").restart().settle();
  EXPECT_EQ(unit.take(), (Names{"db-relation-joined mysql/0", "db-relation-changed mysql/0",
                                "db-relation-departed mysql/0", "db-relation-joined mysql/1",
                                "db-relation-changed mysql/1"}));
}

TEST(RelationHooks, H1_other_relations_hooks_may_come_between) {
  PlayedUnit unit;
  unit.relate(1, "cache", "redis").relate(2, "db", "mysql").settle();
  (void)unit.take();
  unit.member(2, "mysql/0").settle_before("db-relation-joined mysql/0");
  unit.member(1, "redis/0").settle();
  EXPECT_EQ(unit.take(), (Names{"db-relation-joined mysql/0", "cache-relation-joined redis/0",
                                "cache-relation-changed redis/0", "db-relation-changed mysql/0"}));
}

TEST(RelationHooks, H1_the_changed_after_joined_delivers_what_came_in_between) {
  PlayedUnit unit = running_unit();
  unit.member(1, "mysql/0", 1).settle_before("db-relation-joined mysql/0");
  unit.member(1, "mysql/0", 2).settle();
  EXPECT_EQ(unit.take(), (Names{"db-relation-joined mysql/0", "db-relation-changed mysql/0"}));
  EXPECT_EQ(unit.local.relations.at(1).members.at("mysql/0"), 2U);
}

TEST(RelationHooks, H2_changed_settings_run_changed) {
  PlayedUnit unit = running_with_member();
  unit.member(1, "mysql/0", 2).settle();
  EXPECT_EQ(unit.take(), (Names{"db-relation-changed mysql/0"}));
}

TEST(RelationHooks, H2_several_changes_make_one_with_the_newest) {
  PlayedUnit unit = running_with_member();
  unit.member(1, "mysql/0", 2).member(1, "mysql/0", 3).member(1, "mysql/0", 7).settle();
  EXPECT_EQ(unit.take(), (Names{"db-relation-changed mysql/0"}));
  EXPECT_EQ(unit.local.relations.at(1).members.at("mysql/0"), 7U);
}

TEST(RelationHooks, H2_a_change_back_is_a_change) {
  PlayedUnit unit = running_with_member();
  unit.member(1, "mysql/0", 2).settle();
  unit.member(1, "mysql/0", 3).settle(); // The settings of version 1 again: versions only grow.
  EXPECT_EQ(unit.take(), (Names{"db-relation-changed mysql/0", "db-relation-changed mysql/0"}));
}

TEST(RelationHooks, H2_only_for_a_member_seen_before) {
  PlayedUnit unit = running_unit();
  unit.member(1, "mysql/0", 1).member(1, "mysql/0", 5).settle();
  EXPECT_EQ(unit.take(), (Names{"db-relation-joined mysql/0", "db-relation-changed mysql/0"}));
}

TEST(RelationHooks, H3_who_disappears_has_departed_and_is_never_heard_of_again) {
  PlayedUnit unit = running_with_member();
  unit.member_leaves(1, "mysql/0").settle();
  EXPECT_EQ(unit.take(), (Names{"db-relation-departed mysql/0"}));
  EXPECT_TRUE(unit.local.relations.at(1).members.empty());
  unit.settle();
  EXPECT_EQ(unit.take(), Names{});
}

TEST(RelationHooks, H3_who_left_before_joined_ran_makes_no_hook) {
  PlayedUnit unit = running_unit();
  unit.member(1, "mysql/0").member_leaves(1, "mysql/0").settle();
  EXPECT_EQ(unit.take(), Names{});
}

TEST(RelationHooks, H3_changed_gives_way_to_departed) {
  PlayedUnit unit = running_with_member();
  unit.member(1, "mysql/0", 2).member_leaves(1, "mysql/0").settle();
  EXPECT_EQ(unit.take(), (Names{"db-relation-departed mysql/0"}));
}

TEST(RelationHooks, H3_gone_and_back_unnoticed_is_a_change_at_most) {
  PlayedUnit unit = running_with_member();
  unit.member_leaves(1, "mysql/0").member(1, "mysql/0", 1).settle();
  EXPECT_EQ(unit.take(), Names{});
  unit.member_leaves(1, "mysql/0").member(1, "mysql/0", 4).settle();
  EXPECT_EQ(unit.take(), (Names{"db-relation-changed mysql/0"}));
}

TEST(RelationHooks, H3_departed_comes_before_the_joined_of_others) {
  PlayedUnit unit = running_unit();
  unit.member(1, "mysql/1").settle();
  (void)unit.take();
  unit.member_leaves(1, "mysql/1").member(1, "mysql/0").settle();
  EXPECT_EQ(unit.take(), (Names{"db-relation-departed mysql/1", "db-relation-joined mysql/0",
                                "db-relation-changed mysql/0"}));
}

TEST(RelationHooks, H4_changed_runs_again_with_each_change_and_nothing_else_does) {
  PlayedUnit unit = running_with_member();
  for (std::uint64_t version = 2; version < 5; ++version) {
    unit.member(1, "mysql/0", version).settle();
    EXPECT_EQ(unit.take(), (Names{"db-relation-changed mysql/0"}));
  }
  unit.settle().restart().settle();
  EXPECT_EQ(unit.take(), Names{});
}

TEST(RelationHooks, H7_a_departing_member_is_known_until_its_departed_has_run) {
  PlayedUnit unit = running_with_member();
  unit.member_leaves(1, "mysql/0").settle_before("db-relation-departed mysql/0");
  EXPECT_TRUE(unit.local.relations.at(1).members.contains("mysql/0"));
  unit.end_relation(1).settle();
  EXPECT_TRUE(unit.local.relations.empty()); // After broken the relation is gone for the unit.
}

TEST(RelationHooks, application_bag_is_told_before_new_members) {
  PlayedUnit unit = running_with_member();
  unit.application_bag(1, 3).member(1, "mysql/1").member(1, "mysql/0", 2).settle();
  EXPECT_EQ(unit.take(), (Names{"db-relation-changed", "db-relation-joined mysql/1",
                                "db-relation-changed mysql/1", "db-relation-changed mysql/0"}));
}

TEST(RelationHooks, application_bag_never_written_is_never_told) {
  RelationProgress progress;
  SeenRelation remote;
  remote.members_known = true;
  EXPECT_EQ(next_relation_hook(progress, remote, false), std::nullopt);
}

TEST(RelationHooks, application_bag_of_an_ending_relation_is_not_told) {
  RelationProgress progress;
  progress.endpoint = "db";
  SeenRelation remote;
  remote.application_version = 4;
  const auto hook = next_relation_hook(progress, remote, true);
  ASSERT_TRUE(hook.has_value());
  EXPECT_EQ(hook->kind, HookKind::RelationBroken);
}

/// What changed here or there is looked at, one at a time; a comparison of all says the same.
TEST(RelationHooks, differences_that_are_kept_are_those_that_are_found) {
  using Kind = MemberDifferences::Kind;
  std::mt19937 random(7);
  MemberDifferences::Members delivered;
  MemberDifferences::Members shown;
  MemberDifferences kept(delivered, shown);
  for (int change = 0; change < 3000; ++change) {
    auto& side = random() % 2 == 0 ? delivered : shown;
    const std::string member = "mysql/" + std::to_string(random() % 8);
    if (random() % 3 == 0)
      side.erase(member);
    else
      side[member] = random() % 3;
    kept.look_at(delivered, shown, member);
    const MemberDifferences found(delivered, shown);
    for (const Kind kind : {Kind::Gone, Kind::Fresh, Kind::Newer}) {
      const std::string* ours = kept.first(kind);
      const std::string* theirs = found.first(kind);
      ASSERT_EQ(ours == nullptr, theirs == nullptr);
      if (ours != nullptr) {
        ASSERT_EQ(*ours, *theirs);
      }
    }
  }
}

TEST(RelationHooks, nothing_follows_broken) {
  RelationProgress progress;
  progress.broken = true;
  SeenRelation remote;
  remote.members = {{"mysql/0", 1}};
  remote.members_known = true;
  EXPECT_EQ(next_relation_hook(progress, remote, true), std::nullopt);
  EXPECT_EQ(next_relation_hook(progress, remote, false), std::nullopt);
}

TEST(RelationHooks, W7_members_are_taken_by_name_in_each_kind_of_hook) {
  PlayedUnit unit = running_unit();
  for (const char* name : {"mysql/2", "mysql/0", "mysql/1"})
    unit.member(1, name);
  unit.settle();
  (void)unit.take();
  unit.member(1, "mysql/2", 9).member(1, "mysql/0", 9).settle();
  EXPECT_EQ(unit.take(), (Names{"db-relation-changed mysql/0", "db-relation-changed mysql/2"}));
  unit.member_leaves(1, "mysql/2").member_leaves(1, "mysql/1").settle();
  EXPECT_EQ(unit.take(), (Names{"db-relation-departed mysql/1", "db-relation-departed mysql/2"}));
}

} // namespace
} // namespace orrery::agents
