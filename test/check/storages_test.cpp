// Storages of units that rest, in their agents' notes and in the records (ST22, ST46).
#include "cmd/views/check/differences.hpp"
#include "test/check/break.hpp"

#include <gtest/gtest.h>

namespace orrery::check {
namespace {

/// `mysql/0` rests, and has a storage.
Observed with_storage() {
  Observed observed = test::good_observed();
  store::StorageAttachment& attachment = observed.contents.attachments["data/0"];
  attachment.storage = "data/0";
  attachment.unit = "mysql/0";
  attachment.attached = true;
  attachment.location = "/srv/data";
  observed.notes.units["mysql/0"].storages = {"data/0"};
  return observed;
}

void expect_only(const Observed& observed, const std::string& records, const std::string& found) {
  const Differences all = differences(observed);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].entity, "unit mysql/0");
  EXPECT_EQ(all[0].records, records);
  EXPECT_EQ(all[0].found, found);
}

TEST(StorageDifferences, ST22_there_are_none_where_notes_and_records_agree) {
  EXPECT_EQ(differences(with_storage()), Differences{});
}

TEST(StorageDifferences, ST46_what_was_given_back_and_is_not_attached_anew_is_named) {
  Observed observed = with_storage();
  observed.contents.attachments["data/0"].attached = false;
  expect_only(observed, "storage data/0 is not attached yet",
              "its agent's notes say that it is attached");
}

TEST(StorageDifferences, ST54_what_the_unit_has_no_more_is_named) {
  Observed observed = with_storage();
  observed.contents.attachments.clear();
  expect_only(observed, "storage data/0 is not the unit's",
              "its agent's notes say that it is attached");
}

TEST(StorageDifferences, ST22_what_the_notes_do_not_know_is_named) {
  Observed observed = with_storage();
  observed.notes.units["mysql/0"].storages.clear();
  expect_only(observed, "storage data/0 is attached", "its agent's notes do not say that it is");
}

TEST(StorageDifferences, ST44_data_that_is_gone_or_of_no_storage_is_named) {
  Observed observed = with_storage();
  store::Storage& storage = observed.contents.storages["data/0"];
  storage.name = "data";
  storage.unit = "mysql/0";
  observed.directories.storages.emplace();
  EXPECT_EQ(differences(observed), Differences{}) << "it has no place yet";
  storage.placed = true;
  observed.directories.storages->insert("data/7");
  const Differences all = differences(observed);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].entity, "storage data/0");
  EXPECT_EQ(all[0].found, "its data is gone");
  EXPECT_EQ(all[1].entity, "storage data/7");
  EXPECT_EQ(all[1].records, "no such storage");
}

} // namespace
} // namespace orrery::check
