// The agents' store: keys and bytes (W4).
#include "actors/workflow/unit_notes_codec.hpp"
#include "config/hook_names.hpp"
#include "test/workflow/played_unit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace orrery::agents {
namespace {

UnitNotes everything() {
  UnitNotes local;
  local.unit = "web/1";
  local.installed = local.started = local.leader = local.configured = true;
  local.config_version = std::numeric_limits<std::uint64_t>::max();
  local.leader_settings_version = 129;
  local.last_run = {1'763'000'000'000, 0};
  local.last_start = {1'762'000'000'000, 1'762'000'000'001};
  local.last_end = {"program x exited with status 1", 1'763'000'000'000, 300, true};
  local.charm = "local:web-3";
  local.upgrade = "local:web-4";
  local.conflict = "the disk is full";
  local.config_follows = true;
  Operation operation;
  operation.hook = {HookKind::RelationDeparted, 4294967295U, "db", "mysql/10", "mysql", 300};
  operation.step = Step::Pending;
  operation.attempt = 1000;
  operation.next_at = 1'763'000'000'000;
  operation.stderr_tail = std::string("line\n\0\xff", 7);
  operation.tried = true;
  local.operation = operation;
  RelationProgress& progress = local.relations[7];
  progress.endpoint = "db";
  progress.remote_application = "mysql";
  progress.created = true;
  progress.application_version = 128;
  progress.changed_pending = "mysql/2";
  progress.members = {{"mysql/2", 0}, {"mysql/10", 127}};
  local.relations[4294967295U].broken = true;
  return local;
}

TEST(Local, W4_what_is_encoded_is_read_back) {
  const UnitNotes local = everything();
  UnitNotes core;
  core.unit = local.unit;
  core.relations = local.relations; // Not in the unit's own record.
  ASSERT_TRUE(decode_core(core, "key", encode_core(local)));
  EXPECT_EQ(core, local);
  for (const auto& [id, progress] : local.relations) {
    RelationProgress read;
    read.members = progress.members;
    ASSERT_TRUE(decode_progress(read, "key", encode_progress(progress)));
    EXPECT_EQ(read, progress);
  }
  for (const std::uint64_t version : {std::uint64_t{0}, ~std::uint64_t{0}})
    EXPECT_EQ(decode_member("key", encode_member(version)).value(), version);
}

TEST(Local, W4_an_end_that_follows_and_tells_nothing_is_refused) {
  UnitNotes local = everything();
  local.operation.reset();
  local.last_end = {};
  local.last_end.count = 1;
  std::string bytes = encode_core(local);
  bytes[bytes.size() - 2] = 0; // the count, before start_due
  UnitNotes read;
  const auto good = decode_core(read, "lweb/1", bytes);
  ASSERT_FALSE(good);
  EXPECT_EQ(good.error().what, "lweb/1: an end follows, and tells nothing");
}

TEST(Local, US2_an_update_status_that_has_not_failed_is_refused) {
  UnitNotes local;
  local.operation.emplace().hook = update_status_hook();
  local.operation->attempt = 1;
  std::string bytes = encode_core(local);
  const std::size_t attempt = bytes.size() - 8; // before next_at, a text and the hook's own
  ASSERT_EQ(bytes[attempt], 1);
  UnitNotes read;
  ASSERT_TRUE(decode_core(read, "lweb/1", bytes));
  bytes[attempt] = 0;
  const auto good = decode_core(read, "lweb/1", bytes);
  ASSERT_FALSE(good);
  EXPECT_EQ(good.error().what, "lweb/1: a hook follows that is not noted before it fails");
}

TEST(Local, W4_bytes_cut_off_anywhere_are_refused_with_their_key) {
  const std::string bytes = encode_core(everything());
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    UnitNotes read;
    const auto good = read_notes_of(read, "lweb/1:u", bytes.substr(0, length));
    ASSERT_FALSE(good) << length;
    EXPECT_NE(good.error().what.find("lweb/1:u"), std::string::npos);
    EXPECT_EQ(read, UnitNotes{});
  }
  const std::string progress = encode_progress(everything().relations.at(7));
  for (std::size_t length = 0; length < progress.size(); ++length) {
    UnitNotes read;
    ASSERT_FALSE(read_notes_of(read, "lweb/1:r0000000007", progress.substr(0, length))) << length;
    EXPECT_EQ(read, UnitNotes{});
  }
}

TEST(Local, W4_bytes_too_many_and_unknown_layouts_are_refused) {
  UnitNotes read;
  EXPECT_FALSE(read_notes_of(read, "lweb/1:u", encode_core(everything()) + "x"));
  std::string newer = encode_core(everything());
  newer[0] = 8;
  const auto good = read_notes_of(read, "lweb/1:u", newer);
  ASSERT_FALSE(good);
  EXPECT_NE(good.error().what.find("layout 8"), std::string::npos);
  EXPECT_FALSE(read_notes_of(read, "lweb/1:m0000000001:mysql/0", "\x01" + std::string(10, '\xff')));
}

TEST(Local, W4_a_core_of_the_first_layout_is_read) {
  UnitNotes read;
  // Installed and started, configuration 5; nothing of a leader's settings.
  ASSERT_TRUE(read_notes_of(read, "lweb/1:u", std::string("\x01\x23\x05", 3)));
  UnitNotes known;
  known.unit = "web/1";
  known.installed = known.started = known.configured = true;
  known.config_version = 5;
  EXPECT_EQ(read, known);
  EXPECT_EQ(encode_core(read), std::string("\x07\x23\x05\0\0\0\0\0\0\0", 10))
    << "written in the newest";
}

TEST(Local, W4_a_number_has_one_spelling) {
  EXPECT_EQ(decode_member("key", std::string("\x01\xac\x02", 3)).value(), 300U);
  const auto longer = decode_member("key", std::string("\x01\xac\x00", 3));
  ASSERT_FALSE(longer);
  EXPECT_NE(longer.error().what.find("longer than it need be"), std::string::npos);
}

TEST(Local, W4_foreign_keys_are_refused) {
  UnitNotes read;
  const std::string core = encode_core({});
  for (const char* key : {"", "l", "l:u", "lweb/1", "lweb/1:", "uweb/1:u", "lweb/1:x", "lweb/1:uu"})
    EXPECT_FALSE(read_notes_of(read, key, core)) << key;
  for (const char* key : {"lweb/1:r1", "lweb/1:r0000000001x", "lweb/1:r9999999999"})
    EXPECT_FALSE(read_notes_of(read, key, encode_progress({}))) << key;
  for (const char* key : {"lweb/1:m0000000001", "lweb/1:m0000000001:", "lweb/1:m00000000-1:a/0"})
    EXPECT_FALSE(read_notes_of(read, key, encode_member(1))) << key;
  EXPECT_EQ(read, UnitNotes{});
  ASSERT_TRUE(read_notes_of(read, "lweb/1:u", core));
  EXPECT_FALSE(read_notes_of(read, "lweb/10:u", core));
}

TEST(Local, prefix_of_a_unit_is_not_that_of_a_longer_number) {
  EXPECT_EQ(notes_prefix("web/1"), "lweb/1:");
  EXPECT_FALSE(notes_prefix("web/10").starts_with(notes_prefix("web/1")));
}

TEST(Local, members_cost_the_same_however_many_there_are) {
  PlayedUnit unit;
  unit.relate(1, "db", "mysql").settle();
  for (int number = 0; number < 200; ++number)
    unit.member(1, "mysql/" + std::to_string(number));
  unit.settle();
  EXPECT_EQ(unit.local.relations.at(1).members.size(), 200U);
  EXPECT_LE(unit.most_writes, 3U);
}

TEST(Local, forgetting_a_relation_and_erasing_a_unit_leave_no_key) {
  PlayedUnit unit;
  unit.relate(1, "db", "mysql").member(1, "mysql/0").relate(2, "cache", "redis");
  unit.member(2, "redis/0").member(2, "redis/1").settle();
  EXPECT_EQ(unit.disk.size(), 6U);
  unit.apply(forget_relation(unit.local, 2));
  EXPECT_EQ(unit.disk.size(), 3U);
  for (const auto& change : erase(unit.local)) {
    EXPECT_FALSE(change.value);
    EXPECT_EQ(unit.disk.erase(change.key), 1U);
  }
  EXPECT_TRUE(unit.disk.empty());
}

TEST(Local, what_is_known_already_costs_nothing) {
  UnitNotes local;
  local.unit = "web/0";
  EXPECT_EQ(learn_relation(local, 1, "db", "mysql").size(), 1U);
  EXPECT_EQ(learn_relation(local, 1, "db", "mysql").size(), 0U);
  EXPECT_EQ(forget_relation(local, 1).size(), 1U);
  EXPECT_EQ(forget_relation(local, 1).size(), 0U);
  EXPECT_EQ(retry(local).size(), 0U);
  EXPECT_EQ(resume(local, 0, {}).size(), 0U);
}

TEST(Local, hook_names) {
  EXPECT_EQ(hook_name({HookKind::Install, 0, "", "", "", 0}), "install");
  EXPECT_EQ(hook_name(update_status_hook()), "update-status");
  EXPECT_EQ(hook_name(upgrade_charm_hook()), "upgrade-charm");
  EXPECT_EQ(hook_name({HookKind::LeaderElected, 0, "", "", "", 0}), "leader-elected");
  EXPECT_EQ(hook_name({HookKind::RelationCreated, 1, "db", "", "", 0}), "db-relation-created");
  EXPECT_EQ(hook_name({HookKind::RelationBroken, 1, "my-db", "", "", 0}), "my-db-relation-broken");
  EXPECT_EQ(hook_name({HookKind::LeaderSettingsChanged, 0, "", "", "", 0}),
            "leader-settings-changed");
}

/// A hook that the list lacks is not made executable at deploy.
TEST(Local, every_hook_that_a_unit_runs_is_in_the_list_of_a_charms_hooks) {
  const auto names = config::hook_names({"db"}, {"data"});
  for (int kind = 0; kind <= static_cast<int>(HookKind::SecretRemove); ++kind) {
    Hook hook;
    hook.kind = static_cast<HookKind>(kind);
    hook.endpoint = "db";
    hook.storage = "data/0";
    EXPECT_NE(std::find(names.begin(), names.end(), hook_name(hook)), names.end())
      << hook_name(hook);
  }
}

} // namespace
} // namespace orrery::agents
