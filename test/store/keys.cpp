#include "store/keys.hpp"

#include "test/support/contents.hpp"

#include <gtest/gtest.h>

#include <set>

namespace orrery::store {
namespace {

TEST(Keys, follow_the_grammar) {
  EXPECT_EQ(model_key(), "m");
  EXPECT_EQ(charm_key("local:web-1"), "clocal:web-1");
  EXPECT_EQ(machine_key(7), "h0000000007");
  EXPECT_EQ(unit_key("web/12"), "uweb/0000000012");
  EXPECT_EQ(unit_status_key("web/12"), "sweb/0000000012");
  EXPECT_EQ(application_key("web"), "aweb");
  EXPECT_EQ(application_config_key("web"), "oweb");
  EXPECT_EQ(unit_sequence_key("web"), "qweb");
  EXPECT_EQ(charm_sequence_key("web"), "vweb");
  EXPECT_EQ(relation_key(4294967294U), "r4294967294");
  EXPECT_EQ(scope_key(3, "web/1"), "e0000000003/web/0000000001");
  EXPECT_EQ(bag_key(3, "web/1"), "b0000000003/web/0000000001");
  EXPECT_EQ(bag_key(3, "web"), "b0000000003/web");
  EXPECT_EQ(bag_prefix(3), "b0000000003/");
  EXPECT_EQ(cleanup_key(3), "x0000000003");
  EXPECT_EQ(secret_key("web/1", "id"), "Sweb/id");
  EXPECT_EQ(secret_key("", "id"), "S/id");
  EXPECT_EQ(secret_revision_key("id", 3), "Tid/0000000003");
  EXPECT_EQ(key_of(SecretConsumer{"web/1", "id", "db", 1, {}}), "Uweb/0000000001/id");
  EXPECT_EQ(key_of(SecretGrant{"id", "web/1", "db", true, 3}), "Wid/web/0000000001");
  EXPECT_EQ(key_of(SecretHook{"web/1", "id", SecretHookKind::Remove, 3, "db", 0}),
            "Xweb/0000000001:id/3/0000000003");
  EXPECT_EQ(key_of(SecretHook{"db", "id", SecretHookKind::Rotate, 3, "db", 0}), "Xdb:id/1");
  EXPECT_EQ(key_of(SecretHook{"", "id", SecretHookKind::Expired, 3, "db", 9}), "X:id/0/0000000003");
  EXPECT_EQ(life_prefix(machine_ref(3)), "yh0000000003/");
  EXPECT_EQ(key_of(LifeStep{EntityKind::Unit, 0, "web/1", Life::Alive, false, {1, "", 12}}),
            "yuweb/0000000001/00000000000000000012");
  EXPECT_EQ(key_of(Ended{18'446'744'073'709'551'615U, EntityKind::Application, 0, "web"}),
            "z18446744073709551615/aweb");
}

TEST(Keys, sort_units_by_number) {
  EXPECT_LT(unit_key("web/2"), unit_key("web/10"));
  EXPECT_LT(machine_key(9), machine_key(10));
}

TEST(Keys, of_a_relations_bags_begin_with_its_prefix_and_no_others_do) {
  EXPECT_TRUE(bag_key(1, "web/0").starts_with(bag_prefix(1)));
  EXPECT_FALSE(bag_key(11, "web/0").starts_with(bag_prefix(1)));
}

TEST(Keys, of_what_has_ended_lie_with_history) {
  Operation operation;
  operation.id = 7;
  Task task;
  task.id = 8;
  EXPECT_EQ(key_of(operation), "p0000000007");
  EXPECT_EQ(key_of(task), "t0000000008");
  operation.completed = 1;
  task.status = TaskStatus::Failed;
  EXPECT_EQ(key_of(operation), "yp0000000007");
  EXPECT_EQ(key_of(task), "yt0000000008");
  EXPECT_EQ(key_of(TaskLine{8, 10, 1, "x"}), "yw0000000008/0000000010");
}

TEST(Keys, differ_for_every_kind_of_record) {
  std::set<std::string> letters;
  for (const Record& record : test::one_of_each()) {
    const Key key = key_of(record);
    const bool is_line = std::holds_alternative<TaskLine>(record);
    EXPECT_TRUE(letters.insert(key.substr(0, is_line ? 2 : 1)).second) << key;
  }
  EXPECT_EQ(letters.size(), std::variant_size_v<Record::Variant>);
}

} // namespace
} // namespace orrery::store
