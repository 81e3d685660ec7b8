#include "store/contents.hpp"

#include "store/accounts.hpp"
#include "store/codec.hpp"
#include "store/kinds.hpp"
#include "test/support/contents.hpp"
#include "test/support/store_directory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

namespace orrery::store {
namespace {

std::vector<Change> changes_for(const std::vector<Record>& records) {
  std::vector<Change> changes;
  for (const Record& record : records)
    changes.push_back({key_of(record), encode(record)});
  std::sort(changes.begin(), changes.end(),
            [](const Change& left, const Change& right) { return left.key < right.key; });
  return changes;
}

auto all_of(const Contents& c) {
  return std::tie(c.model, c.charms, c.machines, c.units, c.statuses, c.applications, c.configs,
                  c.leader_settings, c.sequences, c.charm_sequences, c.hosted_models, c.relations,
                  c.scopes, c.bags, c.cleanups, c.forces, c.operations, c.tasks, c.storages,
                  c.attachments, c.resources, c.users, c.grants, c.secrets, c.secret_consumers,
                  c.secret_grants, c.secret_hooks);
}

TEST(Contents, hold_every_record_that_was_written) {
  const test::StoreDirectory directory;
  const auto database = directory.open().value();
  const auto records = test::one_of_each();
  ASSERT_TRUE(database->write(changes_for(records), 5));
  const auto contents = read_contents(*database->snapshot());
  ASSERT_TRUE(contents) << contents.error().text;
  EXPECT_EQ(contents->sequence, 5U);
  EXPECT_EQ(Record(contents->model), records[0]);
  EXPECT_EQ(Record(contents->charms.at("local:web-4")), records[1]);
  EXPECT_EQ(Record(contents->machines.at(4'000'000'000)), records[2]);
  EXPECT_EQ(Record(contents->units.at("web/3")), records[3]);
  EXPECT_EQ(Record(contents->statuses.at("web/3")), records[4]);
  EXPECT_EQ(Record(contents->applications.at("web")), records[5]);
  EXPECT_EQ(Record(contents->configs.at("web")), records[6]);
  EXPECT_EQ(Record(contents->leader_settings.at("web")), records[7]);
  EXPECT_EQ(Record(contents->charm_states.at("web/3")), records[8]);
  EXPECT_EQ(Record(contents->sequences.at("web")), records[9]);
  EXPECT_EQ(Record(contents->relations.at(3)), records[10]);
  EXPECT_EQ(Record(contents->scopes.at({3, "web/3"})), records[11]);
  EXPECT_EQ(Record(contents->bags.at({3, "web/3"})), records[12]);
  EXPECT_EQ(Record(contents->cleanups.at(2)), records[13]);
  EXPECT_EQ(Record(contents->model_config), records[17]);
  EXPECT_EQ(Record(contents->operations.at(41)), records[18]);
  EXPECT_EQ(Record(contents->tasks.at(43)), records[19]);
  EXPECT_EQ(Record(contents->charm_sequences.at("web")), records[21]);
  EXPECT_EQ(Record(contents->hosted_models.at("0b7c6f6e-7a7b-4c54-8b0c-333333333333")),
            records[22]);
  EXPECT_EQ(Record(contents->storages.at("data/11")), records[23]);
  EXPECT_EQ(Record(contents->attachments.at("data/11")), records[24]);
  EXPECT_EQ(Record(contents->resources.at("web")), records[25]);
  EXPECT_EQ(Record(contents->users.at("bob")), records[26]);
  EXPECT_EQ(Record(contents->grants.at({"bob", "controller"})), records[27]);
  EXPECT_EQ(Record(contents->model_defaults), records[28]);
  const std::string secret = "9m4e2mr0ui3e8a215n4g";
  EXPECT_EQ(Record(contents->secrets.at(secret)), records[29]);
  EXPECT_EQ(Record(contents->secret_consumers.at({"app/2", secret})), records[31]);
  EXPECT_EQ(Record(contents->secret_grants.at({secret, "app"})), records[32]);
  EXPECT_EQ(Record(contents->secret_hooks.at(key_of(records[33]))), records[33]);
}

TEST(Contents, are_the_same_read_in_halves) {
  const test::StoreDirectory directory;
  const auto database = directory.open().value();
  ASSERT_TRUE(database->write(changes_for(test::one_of_each()), 5));
  const auto whole = read_contents(*database->snapshot());
  const auto halves = read_contents_in_halves(*database->snapshot());
  ASSERT_TRUE(whole && halves);
  EXPECT_EQ(all_of(*halves), all_of(*whole));
  EXPECT_EQ(halves->sequence, 5U);
}

TEST(Contents, are_read_in_halves_with_the_same_errors) {
  for (const Key& key : {machine_key(7), unit_key("web/3")}) {
    const test::StoreDirectory directory;
    const auto database = directory.open().value();
    ASSERT_TRUE(database->write({{key, "\x01"}}, 1));
    const auto whole = read_contents(*database->snapshot());
    const auto halves = read_contents_in_halves(*database->snapshot());
    ASSERT_FALSE(whole || halves);
    EXPECT_EQ(halves.error().text, whole.error().text);
  }
}

TEST(Contents, name_the_key_of_a_record_that_cannot_be_read) {
  const test::StoreDirectory directory;
  const auto database = directory.open().value();
  ASSERT_TRUE(database->write({{machine_key(7), "\x01"}}, 1));
  const auto contents = read_contents(*database->snapshot());
  ASSERT_FALSE(contents);
  EXPECT_EQ(contents.error().kind, StoreError::Kind::Corrupt);
  EXPECT_NE(contents.error().text.find("key h0000000007: field id"), std::string::npos)
    << contents.error().text;
}

TEST(Contents, hold_each_unit_under_its_name) {
  const test::StoreDirectory directory;
  const auto database = directory.open().value();
  std::vector<Record> records;
  for (const char* application : {"a", "a-b", "web"})
    for (std::uint32_t number = 0; number < 205; ++number) {
      Unit unit;
      UnitStatus status;
      unit.name = status.unit = unit_name(application, number);
      records.insert(records.end(), {unit, status});
    }
  ASSERT_TRUE(database->write(changes_for(records), 1));
  const auto contents = read_contents(*database->snapshot());
  ASSERT_TRUE(contents) << contents.error().text;
  EXPECT_EQ(contents->units.size() + contents->statuses.size(), records.size());
  for (const auto& [name, unit] : contents->units) {
    EXPECT_EQ(unit.name, name);
    EXPECT_EQ(contents->statuses.at(name).unit, name);
  }
}

TEST(Contents, of_some_kinds_hold_no_others) {
  const test::StoreDirectory directory;
  const auto database = directory.open().value();
  const auto records = test::one_of_each();
  auto changes = changes_for(records);
  changes.push_back({"\x7f", "no record"}); // would be an error
  ASSERT_TRUE(database->write(changes, 5));
  auto contents = read_kinds(*database->snapshot(), "us");
  ASSERT_TRUE(contents) << contents.error().text;
  EXPECT_EQ(contents->sequence, 5U);
  EXPECT_EQ(Record(contents->units.at("web/3")), records[3]);
  EXPECT_EQ(Record(contents->statuses.at("web/3")), records[4]);
  EXPECT_TRUE(contents->machines.empty() && contents->bags.empty());
  ASSERT_TRUE(read_kinds(*contents, *database->snapshot(), "h"));
  EXPECT_EQ(Record(contents->machines.at(4'000'000'000)), records[2]);
  EXPECT_EQ(contents->units.size(), 1U);
}

TEST(Contents, put_the_newest_of_a_record_in_place_of_the_last) {
  Contents contents;
  insert(contents, UnitSequence{"web", 1});
  insert(contents, UnitSequence{"web", 2});
  EXPECT_EQ(contents.sequences.at("web").next, 2U);
  EXPECT_EQ(contents.sequences.size(), 1U);
}

TEST(Account, UR2_is_read_by_its_keys_and_is_the_same_in_all_contents) {
  const test::StoreDirectory directory;
  const auto database = directory.open().value();
  ASSERT_TRUE(database->write(changes_for(test::one_of_each()), 5));
  const auto contents = read_contents(*database->snapshot());
  ASSERT_TRUE(contents);
  for (const std::string user : {"bob", "bo", "eve"}) {
    const auto account = read_account(*database->snapshot(), user, "controller");
    ASSERT_TRUE(account) << account.error().text;
    EXPECT_EQ(*account, account_in(*contents, user, "controller")) << user;
    EXPECT_EQ(account->user.has_value(), user == "bob");
    EXPECT_EQ(account->target.has_value(), user == "bob");
  }
  EXPECT_FALSE(read_account(*database->snapshot(), "bob", "")->target);
}

} // namespace
} // namespace orrery::store
