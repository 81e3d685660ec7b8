// Violations of what holds among secrets, those who read them and those who may.
#include "test/store/violation.hpp"

namespace orrery::store {
namespace {

constexpr const char* of_user = "00000000000000000001";
constexpr const char* of_mysql = "00000000000000000002";
constexpr const char* of_unit = "00000000000000000003";

Secret a_secret(const char* id, const char* owner, const char* label = "") {
  Secret secret;
  secret.id = id;
  secret.owner = owner;
  secret.label = label;
  secret.newest = 2;
  secret.revisions = {{1, 0, 0}, {2, 0, 0}};
  return secret;
}

/// The good model with a secret of each kind of owner, read and granted.
Contents with_secrets() {
  auto contents = test::good_model();
  insert(contents, a_secret(of_user, "", "mine"));
  insert(contents, a_secret(of_mysql, "mysql", "password"));
  insert(contents, a_secret(of_unit, "mysql/0", "own"));
  insert(contents, SecretGrant{of_user, "wordpress", "", false, 0});
  insert(contents, SecretGrant{of_mysql, "wordpress", "mysql", true, 1});
  insert(contents, SecretGrant{of_unit, "wordpress/0", "mysql/0", true, 1});
  insert(contents, SecretConsumer{"wordpress/0", of_mysql, "mysql", 1, "theirs"});
  insert(contents, SecretConsumer{"mysql/0", of_unit, "mysql/0", 2, ""});
  return contents;
}

class SecretInvariants : public testing::TestWithParam<Violation> {};

TEST(GoodModel, may_have_secrets) {
  EXPECT_EQ(broken_invariants(with_secrets()), Sentences{});
}

TEST(GoodModel, SE35_may_have_a_reader_that_has_no_grant_any_more) {
  auto contents = with_secrets();
  contents.secret_grants.erase({of_mysql, "wordpress"});
  EXPECT_EQ(broken_invariants(contents), Sentences{});
}

TEST(GoodModel, SE23_may_have_a_reader_of_a_revision_that_was_removed) {
  auto contents = with_secrets();
  contents.secrets[of_mysql].revisions = {{2, 0, 0}};
  EXPECT_EQ(broken_invariants(contents), Sentences{});
}

TEST(GoodModel, SE29_may_have_a_label_twice_where_units_differ) {
  auto contents = with_secrets();
  contents.secrets[of_mysql].label = "mine"; // as the user's
  EXPECT_EQ(broken_invariants(contents), Sentences{});
}

TEST_P(SecretInvariants, a_violation_gives_exactly_its_sentence) {
  auto contents = with_secrets();
  GetParam().change(contents);
  EXPECT_EQ(broken_invariants(contents), GetParam().sentences);
}

INSTANTIATE_TEST_SUITE_P(
  Secrets,
  SecretInvariants,
  testing::Values(
    Violation{"SE37_owner_that_is_gone",
              [](Contents& c) { insert(c, a_secret("00000000000000000004", "mysql/7")); },
              {"secret 00000000000000000004 is of mysql/7, which does not exist (SE37)"}},
    Violation{"SE27_no_revision",
              [](Contents& c) { c.secrets[of_user].revisions.clear(); },
              {"secret 00000000000000000001 has no revision: it should have been removed (SE27)"}},
    Violation{"SE38_numbers_that_fall",
              [](Contents& c) {
                c.secrets[of_user].revisions = {{2, 0, 0}, {1, 0, 0}};
              },
              {"secret 00000000000000000001 has revision 1 after 2 (SE38)"}},
    Violation{"SE38_a_number_that_was_not_given",
              [](Contents& c) { c.secrets[of_user].newest = 1; },
              {"secret 00000000000000000001 has revision 2, which it has yet to give: 1 is the "
               "newest (SE38)"}},
    Violation{"SE29_a_label_of_an_application_and_its_unit",
              [](Contents& c) { c.secrets[of_unit].label = "password"; },
              {"secrets 00000000000000000002 and 00000000000000000003 of mysql have the same label "
               "(SE29)"}},
    Violation{"SE53_a_name_twice",
              [](Contents& c) { insert(c, a_secret("00000000000000000005", "", "mine")); },
              {"secrets 00000000000000000001 and 00000000000000000005 of the user have the same "
               "label (SE29)"}}),
  name_of_case);

INSTANTIATE_TEST_SUITE_P(
  Readers,
  SecretInvariants,
  testing::Values(
    Violation{"SE37_of_no_secret",
              [](Contents& c) {
                insert(c, SecretConsumer{"wordpress/0", "00000000000000000009", "mysql", 1, ""});
              },
              {"unit wordpress/0 reads secret 00000000000000000009, which does not exist (SE37)"}},
    Violation{"SE36_that_are_gone",
              [](Contents& c) {
                insert(c, SecretConsumer{"wordpress/9", of_user, "", 1, ""});
              },
              {"unit wordpress/9 reads secret 00000000000000000001 and does not exist (SE36)"}},
    Violation{"SE20_of_no_revision",
              [](Contents& c) {
                c.secret_consumers[{"mysql/0", of_unit}].revision = 3;
              },
              {"unit mysql/0 reads revision 3 of secret 00000000000000000003, which has never had "
               "it (SE20)"}},
    Violation{"of_anothers",
              [](Contents& c) {
                c.secret_consumers[{"wordpress/0", of_mysql}].owner = "logging";
              },
              {"unit wordpress/0 reads secret 00000000000000000002 of 'logging', and it is of "
               "'mysql'"}}),
  name_of_case);

INSTANTIATE_TEST_SUITE_P(
  Grants,
  SecretInvariants,
  testing::Values(
    Violation{"SE37_of_no_secret",
              [](Contents& c) {
                insert(c, SecretGrant{"00000000000000000009", "wordpress", "mysql", true, 1});
              },
              {"secret 00000000000000000009 is granted to wordpress and does not exist (SE37)"}},
    Violation{"SE36_to_nobody",
              [](Contents& c) {
                insert(c, SecretGrant{of_user, "web", "", false, 0});
              },
              {"secret 00000000000000000001 is granted to web, which does not exist (SE36)"}},
    Violation{"SE34_over_a_relation_that_is_gone",
              [](Contents& c) {
                c.secret_grants[{of_mysql, "wordpress"}].relation = 9;
              },
              {"secret 00000000000000000002 is granted to wordpress over relation 9, which does "
               "not exist (SE34)"}},
    Violation{"SE25_over_a_relation_of_others",
              [](Contents& c) {
                c.secret_grants[{of_mysql, "wordpress"}].relation = 2;
              },
              {"secret 00000000000000000002 is granted to wordpress over relation 2 (logging:info "
               "wordpress:juju-info), in which mysql has no part (SE25)"}},
    Violation{"SE25_of_a_charm_over_no_relation",
              [](Contents& c) {
                c.secret_grants[{of_mysql, "wordpress"}].in_relation = false;
              },
              {"secret 00000000000000000002 is granted to wordpress over no relation, and it is a "
               "charm's (SE25)"}},
    Violation{"SE56_of_the_user_over_a_relation",
              [](Contents& c) {
                c.secret_grants[{of_user, "wordpress"}].in_relation = true;
              },
              {"secret 00000000000000000001 is granted to wordpress over a relation, and it is the "
               "user's (SE56)"}}),
  name_of_case);

} // namespace
} // namespace orrery::store
