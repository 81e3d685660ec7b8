#include "actors/rules/debugged_names.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

namespace {

store::Charm debugged_charm() {
  store::Charm charm;
  charm.endpoints.resize(1);
  charm.endpoints[0].name = "db";
  charm.actions["restore"];
  charm.actions["backup"];
  return charm;
}

constexpr const char* all_hooks =
  "[config-changed db-relation-broken db-relation-changed db-relation-created "
  "db-relation-departed db-relation-joined install juju-info-relation-broken "
  "juju-info-relation-changed juju-info-relation-created juju-info-relation-departed "
  "juju-info-relation-joined leader-elected leader-settings-changed remove secret-changed "
  "secret-expired secret-remove secret-rotate start stop update-status upgrade-charm]";

} // namespace

TEST(DebuggedNames, D4_hooks_and_actions_of_the_charm_are_right) {
  EXPECT_FALSE(rules::refuse_debugging("db/0", debugged_charm(), {}));
  EXPECT_FALSE(
    rules::refuse_debugging("db/0", debugged_charm(),
                            {"start", "backup", "db-relation-changed", "juju-info-relation-joined",
                             "upgrade-charm", "secret-rotate"}));
}

TEST(DebuggedNames, D4_the_first_that_is_neither_is_named_with_all_that_are) {
  const auto refused =
    rules::refuse_debugging("db/0", debugged_charm(), {"start", "begin", "halt"});
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->code, protocol::Code::NotFound);
  EXPECT_EQ(refused->text, std::string("unit \"db/0\" contains neither hook nor action \"begin\", "
                                       "valid actions are [backup restore] and valid hooks are ")
                             + all_hooks);
}

TEST(DebuggedNames, D4_a_charm_without_actions_has_an_empty_list_of_them) {
  const auto refused = rules::refuse_debugging("db/0", {}, {"backup"});
  ASSERT_TRUE(refused);
  EXPECT_NE(refused->text.find("valid actions are [] and valid hooks are [config-changed install "),
            std::string::npos)
    << refused->text;
}

} // namespace orrery::test
