// How a unit comes to its end: removed, with its principal, or by force (U, B, S11).
#include "test/workflow/played_unit.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::agents {
namespace {

using store::Life;

PlayedUnit running_to_end() {
  PlayedUnit unit;
  unit.relate(1, "db", "mysql").member(1, "mysql/0").settle();
  (void)unit.take();
  return unit;
}

std::size_t place(const PlayedUnit& unit, const Next& operation) {
  return static_cast<std::size_t>(std::find(unit.steps.begin(), unit.steps.end(), operation)
                                  - unit.steps.begin());
}

TEST(Removal, U5_remove_unit) {
  PlayedUnit unit = running_to_end();
  unit.relate(2, "cache", "redis").member(2, "redis/0").settle();
  (void)unit.take();
  unit.remote.life = Life::Dying;
  unit.settle();
  EXPECT_EQ(unit.take(),
            (Names{"db-relation-departed mysql/0", "db-relation-broken",
                   "cache-relation-departed redis/0", "cache-relation-broken", "stop", "remove"}));
  EXPECT_EQ(unit.remote.life, Life::Dead);
  EXPECT_TRUE(unit.local.relations.empty());
  EXPECT_LT(place(unit, Leave{1}), place(unit, Leave{2}));
  EXPECT_LT(place(unit, Leave{2}), place(unit, BecomeDead{}));
}

TEST(Removal, U5_peers_are_left_last_and_hear_broken) {
  PlayedUnit unit;
  unit.relate_peer(1, "cluster").relate(2, "db", "mysql");
  unit.member(1, "web/1").member(2, "mysql/0").settle();
  EXPECT_EQ(unit.take(),
            (Names{"install", "cluster-relation-created", "db-relation-created", "config-changed",
                   "start", "cluster-relation-joined web/1", "cluster-relation-changed web/1",
                   "db-relation-joined mysql/0", "db-relation-changed mysql/0"}));
  unit.remote.life = Life::Dying;
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"db-relation-departed mysql/0", "db-relation-broken",
                                "cluster-relation-departed web/1", "cluster-relation-broken",
                                "stop", "remove"}));
}

TEST(Removal, S11_where_no_hook_runs_at_the_end_of_a_relation_it_leaves_without_departing) {
  PlayedUnit unit = running_to_end();
  unit.remote.life = Life::Dying;
  EXPECT_EQ(unit.peek(), Next(Depart{1}));
  unit.remote.leaves_silently = true;
  EXPECT_FALSE(std::holds_alternative<Depart>(unit.peek()));
  unit.local.relations.at(1).broken = true; // such hooks are done without a process
  EXPECT_EQ(unit.peek(), Next(Leave{1}));
}

TEST(Removal, S11_it_departs_at_once_if_a_hook_is_in_hand) {
  PlayedUnit unit;
  unit.remote.leaves_silently = true;
  unit.relate(1, "db", "mysql").member(1, "mysql/0").settle_before("start");
  unit.remote.life = Life::Dying;
  EXPECT_EQ(unit.step(), Next(Depart{1}));
}

TEST(Removal, U5_installed_but_not_started_is_removed_without_stop) {
  PlayedUnit unit;
  unit.settle_before("install");
  unit.step();
  EXPECT_EQ(unit.step(), Next(CommitHook{}));
  unit.remote.life = Life::Dying;
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"install", "remove"}));
  EXPECT_EQ(unit.remote.life, Life::Dead);
}

TEST(Removal, U4_waits_for_its_subordinates_after_stop) {
  PlayedUnit unit = running_to_end();
  unit.remote.subordinates = 2;
  unit.remote.life = Life::Dying;
  unit.settle();
  EXPECT_EQ(unit.take().back(), "remove");
  EXPECT_EQ(unit.remote.life, Life::Dying);
  EXPECT_EQ(unit.peek(), Next(Idle{}));
  unit.remote.subordinates = 0;
  unit.settle();
  EXPECT_EQ(unit.remote.life, Life::Dead);
  EXPECT_EQ(unit.take(), Names{});
}

TEST(Removal, U6_a_failing_hook_suspends_the_end_until_it_is_resolved) {
  PlayedUnit unit = running_to_end();
  unit.policy.attempts = 1;
  unit.failing = {"db-relation-departed mysql/0"};
  unit.remote.life = Life::Dying;
  unit.settle().settle();
  EXPECT_EQ(unit.take(), (Names{"db-relation-departed mysql/0"}));
  EXPECT_EQ(workflow_state(unit.local, unit.policy), "hook-error");
  unit.failing.clear();
  unit.remote.resolved = store::Resolved::Retry;
  unit.settle();
  EXPECT_EQ(unit.take(),
            (Names{"db-relation-departed mysql/0", "db-relation-broken", "stop", "remove"}));
}

TEST(Removal, U6_a_hook_that_fails_when_the_unit_turns_dying_suspends_it) {
  PlayedUnit unit;
  unit.policy.attempts = 1;
  unit.failing = {"install"};
  unit.settle();
  unit.remote.application_life = Life::Dying;
  unit.settle();
  EXPECT_EQ(unit.remote.life, Life::Dying); // Its cause to die is taken up all the same (U10).
  EXPECT_EQ(unit.peek(), Next(Idle{}));
  unit.failing.clear();
  unit.remote.resolved = store::Resolved::Retry;
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"install", "install", "remove"}));
  EXPECT_EQ(unit.remote.life, Life::Dead);
}

TEST(Removal, U7_a_dead_unit_ends_whatever_is_in_hand) {
  PlayedUnit unit = running_to_end();
  unit.member(1, "mysql/1").settle_before("db-relation-joined mysql/1");
  unit.remote.life = Life::Dead;
  EXPECT_EQ(unit.peek(), Next(Terminate{}));
  unit.restart();
  EXPECT_EQ(unit.peek(), Next(Terminate{}));
  unit.local.operation->step = Step::Done;
  EXPECT_EQ(unit.peek(), Next(Terminate{}));
}

TEST(Removal, U10_follows_its_application) {
  PlayedUnit unit = running_to_end();
  unit.remote.application_life = Life::Dying;
  EXPECT_TRUE(std::holds_alternative<BecomeDying>(unit.peek()));
  unit.settle();
  EXPECT_EQ(unit.remote.life, Life::Dead);
  EXPECT_EQ(times<BecomeDying>(unit), 1);
}

TEST(Removal, U11_never_installed_runs_no_hook) {
  PlayedUnit unit;
  unit.relate(1, "db", "mysql").settle_before("install");
  EXPECT_EQ(unit.remote.life, Life::Alive);
  unit.remote.life = Life::Dying;
  EXPECT_EQ(unit.step(), Next(DropHook{}));
  unit.settle();
  EXPECT_EQ(unit.take(), Names{});
  EXPECT_EQ(unit.remote.life, Life::Dead);
}

TEST(Removal, U11_never_installed_leaves_a_predecessors_scopes_without_hooks) {
  PlayedUnit unit = running_to_end();
  unit.lose_disk();
  unit.remote.life = Life::Dying;
  unit.settle();
  EXPECT_EQ(unit.take(), Names{});
  EXPECT_EQ(times<Leave>(unit), 1);
  EXPECT_EQ(unit.remote.life, Life::Dead);
}

TEST(Removal, B4_a_subordinate_follows_its_principal) {
  PlayedUnit unit("agent/0");
  unit.remote.subordinate = true;
  unit.relate(1, "host", "web").settle();
  EXPECT_EQ(times<BecomeDying>(unit), 0);
  unit.remote.principal_life = Life::Dying;
  unit.settle();
  EXPECT_EQ(unit.remote.life, Life::Dead);
}

TEST(Removal, B4_a_subordinate_ends_with_the_last_container_relation_that_is_alive) {
  PlayedUnit unit("agent/0");
  unit.remote.subordinate = true;
  unit.relate(1, "host", "web").relate(2, "juju-info", "web").settle();
  unit.end_relation(1).settle();
  EXPECT_EQ(unit.remote.life, Life::Alive); // Kept by the other one.
  unit.end_relation(2);
  unit.remote.kept_by_container = false;
  (void)unit.take();
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"juju-info-relation-broken", "stop", "remove"}));
  EXPECT_EQ(unit.remote.life, Life::Dead);
}

TEST(Removal, B4_what_keeps_a_subordinate_is_nothing_to_a_principal) {
  PlayedUnit unit = running_to_end();
  unit.remote.kept_by_container = false;
  unit.remote.principal_life = Life::Dying;
  unit.settle();
  EXPECT_EQ(unit.remote.life, Life::Alive);
}

TEST(Removal, B7_on_the_juju_info_side_no_hook_runs) {
  PlayedUnit unit;
  unit.relate(1, "juju-info", "agent").member(1, "agent/0");
  unit.remote.relations.at(1).hookless = true;
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"install", "config-changed", "start"}));
  EXPECT_EQ(times<Enter>(unit), 1);
  EXPECT_EQ(times<ReadMembers>(unit), 0);
  unit.end_relation(1).settle();
  EXPECT_EQ(unit.take(), Names{});
  EXPECT_EQ(times<Leave>(unit), 1);
  EXPECT_TRUE(unit.local.relations.empty());
}

TEST(Removal, B7_the_juju_info_side_is_left_before_any_other_hook) {
  PlayedUnit unit;
  unit.relate(1, "juju-info", "agent");
  unit.remote.relations.at(1).hookless = true;
  unit.settle_before("config-changed");
  unit.end_relation(1);
  unit.step();
  EXPECT_EQ(unit.step(), Next(CommitHook{}));
  EXPECT_EQ(unit.step(), Next(Leave{1}));
}

TEST(Removal, B7_a_dying_principal_leaves_the_juju_info_side_without_hooks) {
  PlayedUnit unit;
  unit.relate(1, "juju-info", "agent");
  unit.remote.relations.at(1).hookless = true;
  unit.settle();
  (void)unit.take();
  unit.remote.life = Life::Dying;
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"stop", "remove"}));
  EXPECT_EQ(times<Leave>(unit), 1);
}

TEST(Removal, S11_a_dying_unit_departs_everywhere_before_its_first_hook) {
  PlayedUnit unit = running_to_end();
  unit.relate(2, "cache", "redis").relate(3, "log", "syslog").settle();
  unit.steps.clear();
  unit.remote.life = Life::Dying;
  unit.settle_before("db-relation-departed mysql/0");
  EXPECT_EQ(unit.steps.size(), 4U);
  EXPECT_EQ(times<Depart>(unit), 3);
  unit.settle();
  EXPECT_EQ(times<Depart>(unit), 3);
}

TEST(Removal, S11_a_dying_unit_departs_although_a_hook_of_it_fails) {
  PlayedUnit unit = running_to_end();
  unit.policy.attempts = 1;
  unit.failing = {"db-relation-changed mysql/0"};
  unit.member(1, "mysql/0", 2).settle();
  EXPECT_EQ(workflow_state(unit.local, unit.policy), "hook-error");
  unit.remote.life = Life::Dying;
  unit.settle();
  EXPECT_EQ(times<Depart>(unit), 1);
  EXPECT_EQ(times<Leave>(unit), 0) << "its scope it leaves when that is resolved (U6)";
  EXPECT_EQ(unit.remote.life, Life::Dying);
}

TEST(Removal, F3_the_hook_of_a_relation_removed_by_force_is_dropped) {
  PlayedUnit unit = running_to_end();
  unit.policy.attempts = 1;
  unit.failing = {"db-relation-joined mysql/1"};
  unit.member(1, "mysql/1").settle();
  EXPECT_EQ(workflow_state(unit.local, unit.policy), "hook-error");
  unit.remote.relations.erase(1);
  EXPECT_EQ(unit.step(), Next(DropHook{}));
  unit.settle();
  EXPECT_EQ(workflow_state(unit.local, unit.policy), "running");
}

} // namespace
} // namespace orrery::agents
