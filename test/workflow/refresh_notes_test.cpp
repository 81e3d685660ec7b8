// Notes of the files that a unit has and gets (P25, P30, P44).
#include "actors/workflow/resting.hpp"
#include "actors/workflow/unit_notes_codec.hpp"
#include "test/workflow/played_unit.hpp"

#include <gtest/gtest.h>

namespace orrery::agents {
namespace {

/// A unit that runs, with the files of local:web-1.
UnitNotes notes_of_running() {
  UnitNotes local;
  local.unit = "web/0";
  local.installed = local.started = local.configured = true;
  return local;
}

TEST(RefreshNotes, P25_a_core_of_the_fourth_layout_is_read_and_tells_of_no_refresh) {
  UnitNotes local = notes_of_running();
  std::string bytes = encode_core(local);
  ASSERT_EQ(bytes[0], 7);
  ASSERT_EQ(bytes.size(), 10U) << "a unit that is never refreshed pays one byte";
  bytes[0] = 4;
  bytes.pop_back(); // what tells of a refresh comes last here
  UnitNotes read;
  ASSERT_TRUE(read_notes_of(read, "lweb/0:u", bytes));
  EXPECT_EQ(read, local);
}

TEST(RefreshNotes, RS5_a_core_of_the_fifth_layout_tells_of_no_changes_of_resources) {
  UnitNotes local = notes_of_running();
  local.charm = "x";
  std::string bytes = encode_core(local);
  bytes[0] = 5;
  bytes.pop_back();
  UnitNotes read;
  ASSERT_TRUE(read_notes_of(read, "lweb/0:u", bytes));
  EXPECT_EQ(read, local);
  local.charm_changes = 300;
  ASSERT_TRUE(read_notes_of(read, "lweb/0:u", encode_core(local)));
  EXPECT_EQ(read, local);
}

TEST(RefreshNotes, P25_texts_that_follow_and_are_empty_are_refused) {
  UnitNotes local = notes_of_running();
  local.charm = "x";
  std::string bytes = encode_core(local);
  ASSERT_EQ(bytes.size(), 13U);
  bytes[10] = 0; // the length
  bytes.erase(11, 1);
  UnitNotes read;
  const auto good = read_notes_of(read, "lweb/0:u", bytes);
  ASSERT_FALSE(good);
  EXPECT_EQ(good.error().what, "lweb/0:u: charm follows, and is empty");
}

TEST(RefreshNotes, P30_a_conflict_without_an_upgrade_is_refused) {
  UnitNotes local = notes_of_running();
  local.conflict = "the disk is full";
  UnitNotes read;
  EXPECT_FALSE(read_notes_of(read, "lweb/0:u", encode_core(local)));
}

TEST(RefreshNotes, P25_upgrade_charm_is_in_hand_with_the_same_write_that_says_the_files_are_there) {
  UnitNotes local = notes_of_running();
  EXPECT_EQ(begin_upgrade(local, "local:web-1", "local:web-2").size(), 1U);
  EXPECT_EQ(local.charm, "local:web-1");
  EXPECT_TRUE(is_upgrading(local));
  EXPECT_EQ(charm_replaced(local).size(), 1U);
  EXPECT_EQ(local.charm, "local:web-2");
  EXPECT_EQ(local.upgrade, "");
  ASSERT_TRUE(local.operation);
  EXPECT_EQ(local.operation->hook, upgrade_charm_hook());
  EXPECT_TRUE(local.config_follows);
  EXPECT_TRUE(is_upgrading(local));
}

TEST(RefreshNotes, P32_where_another_hook_has_failed_that_one_stays_in_hand) {
  UnitNotes local = notes_of_running();
  local.operation.emplace().hook.kind = HookKind::ConfigChanged;
  local.operation->attempt = 2;
  const UnitNotes before = local;
  (void)begin_upgrade(local, "local:web-1", "local:web-2");
  EXPECT_TRUE(passes_over_upgrade_charm(local));
  (void)charm_replaced(local);
  EXPECT_EQ(local.operation, before.operation) << "P33";
  EXPECT_FALSE(local.config_follows);
}

TEST(RefreshNotes, P32_a_failing_upgrade_charm_is_not_passed_over) {
  UnitNotes local = notes_of_running();
  local.operation.emplace().hook = upgrade_charm_hook();
  local.operation->attempt = 2;
  local.config_follows = true;
  (void)begin_upgrade(local, "local:web-2", "local:web-3");
  EXPECT_FALSE(passes_over_upgrade_charm(local));
  (void)charm_replaced(local);
  EXPECT_EQ(local.operation->hook, upgrade_charm_hook());
  EXPECT_TRUE(local.config_follows);
}

TEST(RefreshNotes, P37_a_unit_that_is_not_installed_gets_the_files_only) {
  UnitNotes local;
  local.unit = "web/0";
  (void)begin_upgrade(local, "local:web-1", "local:web-2");
  EXPECT_FALSE(passes_over_upgrade_charm(local));
  (void)charm_replaced(local);
  EXPECT_FALSE(local.operation);
  EXPECT_FALSE(local.config_follows);
  EXPECT_EQ(local.charm, "local:web-2");
}

TEST(RefreshNotes, P30_a_conflict_is_shown_and_over_with_resolved_or_the_next_agent) {
  for (const bool restarted : {false, true}) {
    UnitNotes local = notes_of_running();
    (void)begin_upgrade(local, "local:web-1", "local:web-2");
    EXPECT_EQ(upgrade_conflict(local, "the disk is full").size(), 1U);
    EXPECT_EQ(workflow_state(local, {}), "upgrade-error");
    EXPECT_EQ((restarted ? resume(local, 0, {}) : retry(local)).size(), 1U);
    EXPECT_EQ(local.conflict, "");
    EXPECT_EQ(local.upgrade, "local:web-2");
    EXPECT_EQ(workflow_state(local, {}), "running");
  }
}

TEST(RefreshNotes, P30_resolved_in_a_conflict_leaves_the_failed_hook_alone) {
  UnitNotes local = notes_of_running();
  local.operation.emplace().hook.kind = HookKind::ConfigChanged;
  local.operation->attempt = 5;
  (void)begin_upgrade(local, "local:web-1", "local:web-2");
  (void)upgrade_conflict(local, "the disk is full");
  (void)retry(local);
  EXPECT_EQ(local.operation->attempt, 5U);
}

TEST(RefreshNotes, P36_a_newer_charm_takes_the_place_of_the_one_that_was_to_come) {
  UnitNotes local = notes_of_running();
  (void)begin_upgrade(local, "local:web-1", "local:web-2");
  (void)upgrade_conflict(local, "the disk is full");
  (void)begin_upgrade(local, local.charm, "local:web-3");
  EXPECT_EQ(local.charm, "local:web-1");
  EXPECT_EQ(local.upgrade, "local:web-3");
  EXPECT_EQ(local.conflict, "");
  (void)drop_upgrade(local);
  EXPECT_FALSE(is_upgrading(local));
}

TEST(RefreshNotes, P26_a_failed_hook_of_the_upgrade_lets_others_run) {
  UnitNotes local = notes_of_running();
  local.config_follows = true;
  local.operation.emplace().hook = upgrade_charm_hook();
  EXPECT_TRUE(is_upgrading(local));
  local.operation->attempt = 1;
  EXPECT_FALSE(is_upgrading(local));
}

TEST(RefreshNotes, P32_a_start_that_waits_for_an_ended_program_does_not_pass_over_upgrade_charm) {
  PlayedUnit unit;
  unit.settle();
  (void)unit.take();
  unit.apply(end_program(unit.local, {hooks::ProgramEnd::How::Exited, 1, unit.now, unit.now, "x"},
                         true, unit.policy));
  Hook start;
  start.kind = HookKind::Start;
  unit.apply(queue_restart(unit.local, start, unit.now, unit.policy));
  unit.refresh("local:web-2", true).settle_before("start");
  EXPECT_EQ(unit.take(), (Names{"files of local:web-2", "upgrade-charm", "config-changed"}));
  EXPECT_EQ(unit.skipped_upgrade, "");
  EXPECT_TRUE(unit.local.last_end.start_due);
  EXPECT_EQ(unit.local.last_end.count, 1U) << "its back-off goes on where it was";
}

TEST(RefreshNotes, P30_an_agent_stays_while_an_upgrade_is_under_way_or_due) {
  UnitNotes local = notes_of_running();
  UnitSight remote;
  remote.charm = remote.application_charm = "local:web-1";
  ASSERT_TRUE(may_rest(local, remote, {}));
  remote.application_charm = "local:web-2";
  EXPECT_FALSE(may_rest(local, remote, {}));
  remote.charm = "local:web-2";
  (void)begin_upgrade(local, "local:web-1", "local:web-2");
  (void)upgrade_conflict(local, "the disk is full");
  EXPECT_FALSE(may_rest(local, remote, {})) << "the next agent would try again";
}

} // namespace
} // namespace orrery::agents
