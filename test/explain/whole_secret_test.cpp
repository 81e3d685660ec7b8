// Explaining a secret reads no records but those that belong to it.
#include "cmd/views/explain/named.hpp"
#include "cmd/views/explain/secret.hpp"
#include "store/codec.hpp"
#include "store/keys.hpp"
#include "test/explain/counted_snapshot.hpp"

#include <gtest/gtest.h>

#include <map>

namespace orrery::test {
namespace {

using store::SecretHookKind;

/// Records that were never written to a disk.
class Recorded final : public store::Snapshot {
public:
  void put(const store::Record& record) { values_[store::key_of(record)] = store::encode(record); }

  [[nodiscard]] std::uint64_t sequence() const override { return 1; }
  [[nodiscard]] tl::expected<std::optional<std::string>, store::StoreError>
  get(const store::Key& key) const override {
    const auto found = values_.find(key);
    return found == values_.end() ? std::nullopt : std::optional(found->second);
  }
  [[nodiscard]] tl::expected<void, store::StoreError>
  scan_from(std::string_view first, std::string_view prefix, const Visit& visit) const override {
    for (auto at = values_.lower_bound(std::string(first));
         at != values_.end() && at->first.starts_with(prefix); ++at)
      if (!visit(at->first, at->second))
        break;
    return {};
  }

private:
  std::map<store::Key, std::string> values_;
};

const std::string wanted_id = "00000000000000000009";

std::string other_id(std::uint32_t number) {
  const std::string digits = std::to_string(number);
  return std::string(19 - digits.size(), '0') + digits + "a";
}

/// A secret with a revision, a grant over a relation, and hooks of each kind.
void put_secret_of(Recorded& records, const std::string& owner, const std::string& id) {
  store::Secret secret;
  secret.id = id;
  secret.owner = owner;
  secret.newest = 3;
  secret.revisions = {{2, 0, 0}, {3, 0, 0}};
  records.put(secret);
  for (const std::uint32_t number : {2U, 3U})
    records.put(store::SecretRevision{id, number, owner, "sealed"});
  records.put(store::SecretGrant{id, "web", owner, true, 4});
  records.put(store::SecretHook{"", id, SecretHookKind::Expired, 2, owner, 60'000});
  records.put(store::SecretHook{owner, id, SecretHookKind::Rotate, 3, owner, 60'000});
  records.put(store::SecretHook{owner, id, SecretHookKind::Remove, 2, owner, 0});
}

void put_reader(Recorded& records, const std::string& unit, const std::string& id) {
  records.put(store::SecretConsumer{unit, id, "db", 3, {}});
  records.put(store::SecretHook{unit, id, SecretHookKind::Changed, 3, "db", 0});
}

Recorded with_others(std::uint32_t others) {
  Recorded records;
  records.put(store::Model{});
  for (const std::uint32_t id : {4U, 5U}) {
    store::Relation relation;
    relation.id = id;
    records.put(relation);
  }
  put_secret_of(records, "db", wanted_id);
  put_secret_of(records, "db/0", other_id(0));
  put_reader(records, "web/0", wanted_id);
  put_reader(records, "web/1", wanted_id);
  put_reader(records, "web/1", other_id(0));
  for (std::uint32_t number = 1; number <= others; ++number)
    put_secret_of(records, number % 2 == 0 ? "db" : "mail", other_id(number));
  return records;
}

TEST(WholeSecret, SE44_is_read_with_its_own_records_and_those_alone) {
  const Recorded records = with_others(40);
  const auto part = explain::read_named(records, {.whole_secrets = {wanted_id}});
  ASSERT_TRUE(part) << part.error().text;
  ASSERT_EQ(part->secrets.size(), 1U);
  EXPECT_EQ(part->secrets.at(wanted_id).owner, "db");
  EXPECT_EQ(part->secret_grants.size(), 1U);
  EXPECT_EQ(part->secret_consumers.size(), 2U);
  EXPECT_EQ(part->secret_hooks.size(), 5U) << "three of the owner's, one a reader";
  EXPECT_EQ(part->relations.size(), 1U);
  const auto all = store::read_contents(records);
  ASSERT_TRUE(all) << all.error().text;
  const store::Secret& secret = part->secrets.at(wanted_id);
  EXPECT_EQ(explain::to_text(explain::explain_secret(*part, secret, {})),
            explain::to_text(explain::explain_secret(*all, secret, {})));
}

TEST(WholeSecret, SE44_costs_the_same_however_many_others_there_are) {
  std::vector<ReadingCost> costs;
  for (const std::uint32_t others : {10U, 500U}) {
    const Recorded records = with_others(others);
    ReadingCost cost;
    const auto read =
      explain::read_named(CountedSnapshot(records, cost), {.whole_secrets = {wanted_id}});
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_EQ(read->secrets.size(), 1U);
    costs.push_back(cost);
  }
  EXPECT_EQ(costs[0], costs[1]);
}

TEST(ShownSecret, SE61_costs_the_same_however_many_others_there_are) {
  std::vector<ReadingCost> costs;
  for (const std::uint32_t others : {10U, 500U}) {
    const Recorded records = with_others(others);
    ReadingCost cost;
    const auto read =
      explain::read_named(CountedSnapshot(records, cost), {.shown_secrets = {wanted_id}});
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_EQ(read->secrets.size(), 1U);
    EXPECT_EQ(read->secret_grants.size(), 1U);
    EXPECT_EQ(read->relations.size(), 1U);
    EXPECT_TRUE(read->secret_consumers.empty());
    costs.push_back(cost);
  }
  EXPECT_EQ(costs[0], costs[1]);
  EXPECT_LE(costs[0].records, 5U) << "the model, a revision, the secret, its grant, a relation";
}

TEST(SecretsOfAnOwner, are_read_without_those_of_other_applications) {
  std::vector<ReadingCost> costs;
  for (const std::uint32_t others : {10U, 500U}) {
    Recorded records;
    put_secret_of(records, "db", wanted_id);
    put_secret_of(records, "db/0", other_id(0));
    for (std::uint32_t number = 1; number <= others; ++number)
      put_secret_of(records, "mail", other_id(number));
    ReadingCost cost;
    const auto read = explain::read_named(CountedSnapshot(records, cost), {.secrets_of = {"db"}});
    ASSERT_TRUE(read) << read.error().text;
    ASSERT_EQ(read->secrets.size(), 1U) << "none of its units'";
    EXPECT_TRUE(read->secrets.contains(wanted_id));
    costs.push_back(cost);
    const auto of_unit = explain::read_named(records, {.secrets_of = {"db/0"}});
    ASSERT_TRUE(of_unit) << of_unit.error().text;
    ASSERT_EQ(of_unit->secrets.size(), 1U);
    EXPECT_TRUE(of_unit->secrets.contains(other_id(0)));
  }
  EXPECT_EQ(costs[0], costs[1]);
}

TEST(WholeSecret, SE44_one_that_is_not_there_stays_out) {
  const auto read = explain::read_named(with_others(3), {.whole_secrets = {other_id(77)}});
  ASSERT_TRUE(read) << read.error().text;
  EXPECT_TRUE(read->secrets.empty());
  EXPECT_TRUE(read->secret_consumers.empty());
}

TEST(WholeSecret, SE44_the_users_own_are_read_without_the_charms) {
  Recorded records = with_others(3);
  store::Secret secret;
  secret.id = other_id(99);
  secret.label = "mine";
  secret.newest = 1;
  secret.revisions = {{1, 0, 0}};
  records.put(secret);
  const auto read = explain::read_named(records, {.with_users_secrets = true});
  ASSERT_TRUE(read) << read.error().text;
  ASSERT_EQ(read->secrets.size(), 1U);
  EXPECT_EQ(read->secrets.begin()->second.label, "mine");
}

} // namespace
} // namespace orrery::test
