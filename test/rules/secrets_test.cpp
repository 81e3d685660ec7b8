// Secrets: who reads, manages and changes them, and what ends them.
#include "config/secret_texts.hpp"
#include "test/rules/owned_secrets.hpp"
#include "test/support/decisions.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::test {

using protocol::Code;
using protocol::SecretChange;
using rules::erase;

namespace {

store::Unit unit_called(const std::string& name) {
  store::Unit unit;
  unit.name = name;
  return unit;
}

store::Relation relation_of(store::RelationId id) {
  store::Relation relation;
  relation.id = id;
  return relation;
}

} // namespace

TEST(Secrets, SE11_who_reads_by_owner_and_by_grant) {
  const std::map<std::string, store::SecretGrant> not_granted;
  const std::map<std::string, store::SecretGrant> to_web{{"web", {}}};
  const std::map<std::string, store::SecretGrant> to_unit{{"web/1", {}}};
  struct Row {
    std::string owner;
    const std::map<std::string, store::SecretGrant>& grants;
    std::string unit;
    bool reads;
  };
  const std::vector<Row> table{
    {"db", not_granted, "db/0", true},    {"db", not_granted, "db/7", true},
    {"db", not_granted, "web/0", false},  {"db", to_web, "web/0", true},
    {"db", to_web, "we/0", false},        {"db", to_unit, "web/1", true},
    {"db", to_unit, "web/0", false},      {"db/0", not_granted, "db/0", true},
    {"db/0", not_granted, "db/1", false}, {"db/0", to_web, "web/9", true},
    {"", not_granted, "db/0", false},     {"", to_web, "web/0", true},
    {"", to_web, "db/0", false},          {"", to_unit, "web/1", true},
    {"", to_unit, "web/10", false}};
  for (const Row& row : table)
    EXPECT_EQ(rules::may_read_secret(
                row.owner, row.unit,
                [&](const std::string& subject) { return row.grants.contains(subject); }),
              row.reads)
      << row.owner << " by " << row.unit;
}

TEST(Secrets, SE29_texts_have_bounds) {
  Owned owned;
  SecretChange longest = added("db", std::string(config::secret_label_max, 'l'));
  longest.description = std::string(config::secret_description_max, 'd');
  SecretChange labelled = longest;
  labelled.label->push_back('l');
  EXPECT_TRUE(refused(owned.change("db/0", {{secret_one, labelled}}), Code::BadOption,
                      "the secret's label has more than 1024 bytes: shorten it"));
  SecretChange described = longest;
  described.description->push_back('d');
  EXPECT_TRUE(refused(owned.change("db/0", {{secret_one, described}}), Code::BadOption,
                      "the secret's description has more than 64 KiB: shorten it"));
  EXPECT_EQ(owned.change("db/0", {{secret_one, longest}}).verdict, rules::Verdict::Proceed);
}

TEST(Secrets, SE9_a_unit_manages_its_own_and_a_leader_its_applications) {
  EXPECT_TRUE(rules::manages_secrets("db/1", "db/1", false));
  EXPECT_FALSE(rules::manages_secrets("db/1", "db/0", true));
  EXPECT_TRUE(rules::manages_secrets("db", "db/0", true));
  EXPECT_FALSE(rules::manages_secrets("db", "db/0", false));
  EXPECT_FALSE(rules::manages_secrets("db", "web/0", true));
  EXPECT_FALSE(rules::manages_secrets("", "db/0", true));
}

TEST(Secrets, SE9_who_does_not_lead_is_refused_at_the_flush) {
  Owned owned;
  EXPECT_TRUE(refused(owned.change("db/1", {{secret_one, added("db")}}), Code::NotLeader,
                      "\"db/1\" is not leader of \"db\""));
  (void)owned.change("db/0", {{secret_one, added("db")}});
  EXPECT_TRUE(refused(owned.change("db/1", {{secret_one, with_value("b")}}), Code::NotLeader,
                      "is not leader"));
  SecretChange removed;
  removed.removed = true;
  EXPECT_TRUE(
    refused(owned.change("db/1", {{secret_one, removed}}), Code::NotLeader, "is not leader"));
  (void)owned.change("db/1", {{secret_two, added("db/1")}});
  EXPECT_TRUE(refused(owned.change("db/0", {{secret_two, removed}}), Code::Denied, "permission"));
}

TEST(Secrets, SE15_a_dying_application_adds_none) {
  Owned owned;
  owned.alive = false;
  EXPECT_TRUE(refused(owned.change("db/0", {{secret_one, added("db")}}), Code::NotAlive,
                      "cannot reserve secret for owner \"db\" which is not alive"));
}

TEST(Secrets, SE6_an_equal_content_makes_no_revision) {
  Owned owned;
  (void)owned.change("db/0", {{secret_one, added("db")}});
  EXPECT_EQ(store::latest_revision(owned.one().record), 1U);
  EXPECT_TRUE(owned.change("db/0", {{secret_one, with_value("a")}}).writes.empty());
  (void)owned.change("db/0", {{secret_one, with_value("b")}});
  EXPECT_EQ(store::latest_revision(owned.one().record), 2U);
}

TEST(Secrets, SE6_a_content_is_new_where_the_revision_that_had_it_is_gone) {
  Owned owned;
  (void)owned.change("db/0", {{secret_one, added("db")}});
  (void)owned.change("db/0", {{secret_one, with_value("b")}});
  SecretChange pruned;
  pruned.pruned = {2};
  (void)owned.change("db/0", {{secret_one, pruned}});
  ASSERT_EQ(store::latest_revision(owned.one().record), 1U);
  (void)owned.change("db/0", {{secret_one, with_value("b")}});
  EXPECT_EQ(store::latest_revision(owned.one().record), 3U);
}

TEST(Secrets, SE18_a_new_content_does_not_expire_unless_that_is_said) {
  Owned owned;
  SecretChange change = added("db");
  change.expires = 500'000;
  (void)owned.change("db/0", {{secret_one, change}});
  EXPECT_EQ(owned.one().record.revisions.back().expires, 500'000);
  (void)owned.change("db/0", {{secret_one, with_value("b")}});
  EXPECT_EQ(owned.one().record.revisions.back().expires, 0);
}

TEST(Secrets, SE20_a_read_pins_and_SE23_a_revision_that_is_gone_is_not_found) {
  Owned owned;
  (void)owned.change("db/0", {{secret_one, added("db")}});
  EXPECT_EQ(owned.track("db/1", 1).writes.size(), 1U);
  EXPECT_EQ(owned.track("db/1", 1), rules::nothing());
  EXPECT_TRUE(refused(owned.track("db/1", 2), Code::NotFound, "secret revision"));
  EXPECT_TRUE(refused(owned.track("web/0", 1), Code::Denied, "permission denied"));
}

TEST(Secrets, SE29_a_label_is_one_secrets_in_its_application) {
  Owned owned;
  (void)owned.change("db/0", {{secret_one, added("db", "pw")}});
  EXPECT_TRUE(refused(owned.change("db/1", {{secret_two, added("db/1", "pw")}}),
                      Code::AlreadyExists,
                      "secret label \"pw\" for application \"db\" already exists"));
  EXPECT_TRUE(
    refused(owned.change("db/0", {{secret_two, added("db", "pw")}}), Code::AlreadyExists, "pw"));
  SecretChange relabelled;
  relabelled.label = "old";
  EXPECT_EQ(
    owned.change("db/0", {{secret_one, relabelled}, {secret_two, added("db", "pw")}}).verdict,
    rules::Verdict::Proceed)
    << "the label is free in the same hook";
  EXPECT_TRUE(refused(owned.change("db/0", {{"00000000000000000003", added("db", "x")},
                                            {"00000000000000000004", added("db", "x")}}),
                      Code::AlreadyExists, "x"));
}

TEST(Secrets, SE25_a_grant_counts_that_is_made_with_its_secret) {
  Owned owned;
  SecretChange change = added("db");
  change.grants["web"] = 3;
  change.tracks = true; // SE22
  (void)owned.change("db/0", {{secret_one, change}});
  EXPECT_EQ(owned.one().record.owner, "db");
  EXPECT_TRUE(owned.one().grants.contains("web"));
  EXPECT_TRUE(owned.one().consumers.contains("db/0"));
  EXPECT_EQ(owned.track("web/0", 1).writes.size(), 1U);
  (void)owned.settle({erase(relation_of(3))}); // SE34
  EXPECT_TRUE(owned.one().grants.empty());
}

TEST(Secrets, SE27_a_grant_goes_with_the_last_revision_that_the_hook_removes) {
  Owned owned;
  (void)owned.change("db/0", {{secret_one, added("db")}});
  SecretChange change;
  change.grants["web"] = 3;
  change.pruned = {1};
  const rules::Decision decision = owned.change("db/0", {{secret_one, change}});
  EXPECT_TRUE(std::any_of(decision.writes.begin(), decision.writes.end(), [](const auto& write) {
    return write.deleted && std::holds_alternative<store::SecretGrant>(write.record);
  }));
  EXPECT_TRUE(owned.secrets.by_id.empty());
}

TEST(Secrets, SE32_one_grant_a_subject) {
  Owned owned;
  (void)owned.change("db/0", {{secret_one, added("db")}});
  EXPECT_EQ(owned.change("db/0", {{secret_one, granted("web", 4)}}).writes.size(), 1U);
  EXPECT_TRUE(owned.change("db/0", {{secret_one, granted("web", 4)}}).writes.empty());
  EXPECT_TRUE(refused(owned.change("db/0", {{secret_one, granted("web", 5)}}), Code::AlreadyExists,
                      "cannot change secret permission scope"));
}

TEST(Secrets, SE34_a_grant_goes_with_its_relation_and_the_pin_stays) {
  Owned owned;
  (void)owned.change("db/0", {{secret_one, added("db")}});
  (void)owned.change("db/0", {{secret_one, granted("web", 4)}});
  (void)owned.track("web/0", 1);
  EXPECT_TRUE(owned.settle({erase(relation_of(5))}).writes.empty());
  EXPECT_EQ(owned.settle({erase(relation_of(4))}).writes.size(), 1U);
  EXPECT_TRUE(owned.one().grants.empty());
  EXPECT_TRUE(owned.one().consumers.contains("web/0")) << "SE35";
  EXPECT_TRUE(refused(owned.track("web/0", 1), Code::Denied, "permission denied"));
}

TEST(Secrets, SE36_a_units_records_go_with_the_unit) {
  Owned owned;
  (void)owned.change("db/0", {{secret_one, added("db")}});
  (void)owned.change("db/0", {{secret_one, granted("web/0", 4)}});
  (void)owned.track("web/0", 1);
  (void)owned.track("db/1", 1);
  EXPECT_EQ(owned.settle({erase(unit_called("web/0"))}).writes.size(), 2U);
  EXPECT_TRUE(owned.one().grants.empty());
  EXPECT_EQ(owned.one().consumers.size(), 1U);
}

TEST(Secrets, SE37_a_units_own_secrets_go_with_it) {
  Owned owned;
  (void)owned.change("db/0", {{secret_one, added("db")}, {secret_two, added("db/0")}});
  (void)owned.settle({erase(unit_called("db/0"))});
  EXPECT_FALSE(owned.secrets.by_id.contains(secret_two));
  EXPECT_TRUE(owned.secrets.by_id.contains(secret_one)) << "an application's survives its units";
  EXPECT_TRUE(owned.secrets.owners.contains({"db", secret_one}));
}

TEST(Secrets, SE27_with_the_last_revision_the_secret_goes) {
  Owned owned;
  (void)owned.change("db/0", {{secret_one, added("db")}});
  (void)owned.change("db/0", {{secret_one, with_value("b")}});
  SecretChange pruned;
  pruned.pruned = {1};
  (void)owned.change("db/0", {{secret_one, pruned}});
  EXPECT_EQ(owned.one().record.revisions.size(), 1U);
  pruned.pruned = {2};
  (void)owned.change("db/0", {{secret_one, pruned}});
  EXPECT_TRUE(owned.secrets.by_id.empty());
  EXPECT_TRUE(owned.change("db/0", {{secret_one, pruned}}).writes.empty()) << "not found: ignored";
  EXPECT_TRUE(
    refused(owned.change("db/0", {{secret_one, with_value("c")}}), Code::NotFound, "not found"));
}

TEST(Secrets, SE46_a_due_time_only_moves_earlier) {
  Owned owned;
  SecretChange change = added("db");
  change.rotation = "hourly";
  (void)owned.change("db/0", {{secret_one, change}});
  const auto due = owned.one().record.rotates;
  EXPECT_EQ(due, 60'000 + 3'600'000);
  SecretChange rotation;
  rotation.rotation = "daily";
  (void)owned.change("db/0", {{secret_one, rotation}});
  EXPECT_EQ(owned.one().record.rotates, due);
  rotation.rotation = "never";
  (void)owned.change("db/0", {{secret_one, rotation}});
  EXPECT_EQ(owned.one().record.rotates, 0);
}

TEST(Secrets, SE55_what_nobody_reads_is_pruned_and_never_the_latest_or_a_pinned_one) {
  Owned owned;
  SecretChange change = added("db");
  change.auto_prune = true;
  (void)owned.change("db/0", {{secret_one, change}});
  (void)owned.track("db/1", 1);
  (void)owned.change("db/0", {{secret_one, with_value("b")}});
  EXPECT_EQ(owned.one().record.revisions.size(), 2U) << "db/1 reads the first";
  (void)owned.track("db/1", 2);
  EXPECT_EQ(owned.one().record.revisions.size(), 1U);
}

} // namespace orrery::test
