// What damage to the files of a store does: it is found, named, and nothing more is lost by finding
// it.

#include "test/support/store_directory.hpp"

#include <gtest/gtest.h>

#include <random>

namespace orrery::store {
namespace {

using test::count_keys;
using test::flip;
using test::read_file;
using test::StoreDirectory;
using test::write_batches;
using test::write_file;
using Kind = StoreError::Kind;

constexpr std::uint64_t batches = 200;

bool mentions(const StoreError& error, const std::string& words) {
  return error.text.find(words) != std::string::npos;
}

/// A closed store of 200 acknowledged batches.
class Damage : public testing::Test {
protected:
  void SetUp() override { write_batches(*directory_.open().value(), batches); }

  StoreError refused() const {
    const auto opened = directory_.open();
    EXPECT_FALSE(opened);
    return opened ? StoreError{} : opened.error();
  }

  StoreDirectory directory_;
};

TEST_F(Damage, a_torn_end_of_the_log_is_noticed_by_the_witness) {
  const auto log = directory_.newest(".log");
  std::filesystem::resize_file(log, std::filesystem::file_size(log) - 5);
  const auto error = refused();
  EXPECT_EQ(error.kind, Kind::LostData) << error.text;
  EXPECT_TRUE(mentions(error, "up to transaction 199")) << error.text;
  EXPECT_TRUE(mentions(error, "saw transaction 200")) << error.text;
  EXPECT_TRUE(mentions(error, directory_.witness().string())) << error.text;
  EXPECT_TRUE(mentions(error, "--accept-loss")) << error.text;
}

TEST_F(Damage, a_batch_that_was_never_acknowledged_may_be_torn) {
  const auto before = read_file(directory_.witness());
  {
    const auto database = directory_.open().value();
    write_batches(*database, 1);
  }
  write_file(directory_.witness(), before); // the process died before it noted the last one
  const auto log = directory_.newest(".log");
  std::filesystem::resize_file(log, std::filesystem::file_size(log) - 5);
  const auto database = directory_.open();
  ASSERT_TRUE(database) << database.error().text;
  EXPECT_EQ((*database)->sequence(), batches);
  EXPECT_EQ(count_keys(**database), batches);
}

TEST_F(Damage, a_flipped_byte_in_the_middle_of_the_log_is_noticed_by_the_witness) {
  const auto log = directory_.newest(".log");
  flip(log, std::filesystem::file_size(log) / 2);
  EXPECT_EQ(refused().kind, Kind::LostData);
}

TEST_F(Damage, a_refusal_leaves_everything_so_that_mending_the_file_brings_it_all_back) {
  const auto log = directory_.newest(".log");
  const auto middle = std::filesystem::file_size(log) / 2;
  flip(log, middle);
  EXPECT_EQ(refused().kind, Kind::LostData);
  EXPECT_EQ(refused().kind, Kind::LostData); // and is the same every time
  flip(log, middle);
  const auto database = directory_.open();
  ASSERT_TRUE(database) << database.error().text;
  EXPECT_EQ(count_keys(**database), batches);
}

TEST_F(Damage, a_deleted_log_is_noticed_by_the_witness) {
  std::filesystem::remove(directory_.newest(".log"));
  const auto error = refused();
  EXPECT_TRUE(error.kind == Kind::LostData || error.kind == Kind::Corrupt) << error.text;
}

TEST_F(Damage, an_accepted_loss_is_noted_and_not_asked_about_again) {
  const auto log = directory_.newest(".log");
  flip(log, std::filesystem::file_size(log) / 2);
  std::uint64_t left = 0;
  {
    const auto database = directory_.open(true);
    ASSERT_TRUE(database) << database.error().text;
    ASSERT_EQ((*database)->notes().size(), 1U);
    EXPECT_NE((*database)->notes()[0].find("saw transaction 200"), std::string::npos)
      << (*database)->notes()[0];
    left = (*database)->sequence();
    EXPECT_LT(left, batches);
    EXPECT_EQ(count_keys(**database), left);
    write_batches(**database, 3);
  }
  const auto database = directory_.open();
  ASSERT_TRUE(database) << database.error().text;
  EXPECT_EQ((*database)->sequence(), left + 3);
  EXPECT_EQ(count_keys(**database), left + 3);
  EXPECT_TRUE((*database)->notes().empty());
}

TEST_F(Damage, a_store_that_is_gone_altogether_is_a_loss_and_none_is_made) {
  std::filesystem::remove_all(directory_.store());
  EXPECT_EQ(refused().kind, Kind::LostData);
  EXPECT_FALSE(std::filesystem::exists(directory_.store()));
  EXPECT_EQ(directory_.open(true).value()->sequence(), 0U);
}

TEST_F(Damage, an_older_copy_put_back_is_a_loss) {
  const auto copy = directory_.store().string() + ".copy";
  std::filesystem::copy(directory_.store(), copy, std::filesystem::copy_options::recursive);
  { write_batches(*directory_.open().value(), 7); }
  std::filesystem::remove_all(directory_.store());
  std::filesystem::rename(copy, directory_.store());
  const auto error = refused();
  EXPECT_EQ(error.kind, Kind::LostData);
  EXPECT_TRUE(mentions(error, "saw transaction 207")) << error.text;
}

TEST_F(Damage, a_missing_witness_is_noted_and_made_anew) {
  std::filesystem::remove(directory_.witness());
  {
    const auto database = directory_.open().value();
    EXPECT_EQ(database->sequence(), batches);
    ASSERT_EQ(database->notes().size(), 1U);
    EXPECT_NE(database->notes()[0].find("was missing"), std::string::npos) << database->notes()[0];
  }
  EXPECT_TRUE(directory_.open().value()->notes().empty());
}

TEST_F(Damage, a_witness_with_any_flipped_byte_is_noted_and_made_anew) {
  const auto sound = read_file(directory_.witness());
  for (std::size_t i = 0; i < sound.size(); i += 5) {
    flip(directory_.witness(), i);
    const auto database = directory_.open();
    ASSERT_TRUE(database) << database.error().text;
    ASSERT_EQ((*database)->notes().size(), 1U) << "byte " << i;
    EXPECT_NE((*database)->notes()[0].find("was damaged"), std::string::npos);
    EXPECT_EQ(read_file(directory_.witness()), sound);
  }
}

/// Keys `wide.0` to `wide.99`, each in a block of its own: values that do not compress.
void write_wide(Database& database) {
  std::mt19937 random(7); // NOLINT: the same every time
  std::vector<Change> changes;
  for (int i = 0; i < 100; ++i) {
    std::string value(4096, '\0');
    for (char& byte : value)
      byte = static_cast<char>(random());
    changes.push_back({"wide." + std::to_string(100 + i), std::move(value)});
  }
  ASSERT_TRUE(database.write(changes, database.sequence() + 1));
}

bool is_damage_in(const StoreError& error, const std::filesystem::path& file) {
  return error.kind == Kind::Corrupt && mentions(error, file.filename().string());
}

TEST_F(Damage, a_flipped_byte_in_a_table_is_named_by_every_way_to_read_it) {
  { write_wide(*directory_.open().value()); }
  directory_.flush();
  const auto table = directory_.newest(".sst");
  {
    const auto sound = directory_.open().value()->verify();
    EXPECT_TRUE(sound) << sound.error().text;
  }
  flip(table, std::filesystem::file_size(table) / 2);
  const auto database = directory_.open();
  ASSERT_TRUE(database) << database.error().text;
  const auto snapshot = (*database)->snapshot();
  int seen = 0;
  const auto scanned = snapshot->scan("wide.", [&seen](auto, auto) { return ++seen > 0; });
  ASSERT_FALSE(scanned);
  EXPECT_TRUE(is_damage_in(scanned.error(), table)) << scanned.error().text;
  EXPECT_LT(seen, 100);
  const auto got = snapshot->get("wide." + std::to_string(100 + seen));
  ASSERT_FALSE(got);
  EXPECT_TRUE(is_damage_in(got.error(), table)) << got.error().text;
  const auto verified = (*database)->verify();
  ASSERT_FALSE(verified);
  EXPECT_TRUE(is_damage_in(verified.error(), table)) << verified.error().text;
}

TEST_F(Damage, a_missing_table_is_named) {
  directory_.flush();
  const auto table = directory_.newest(".sst");
  std::filesystem::remove(table);
  const auto error = refused();
  EXPECT_EQ(error.kind, Kind::Corrupt) << error.text;
  EXPECT_TRUE(mentions(error, table.stem().string()))
    << error.text; // its number: the ending may be an older one
}

TEST_F(Damage, data_without_its_index_is_refused_and_kept) {
  directory_.flush();
  const auto current = directory_.store() / "CURRENT";
  const auto index = read_file(current);
  std::filesystem::remove(current);
  const auto error = refused();
  EXPECT_EQ(error.kind, Kind::Corrupt) << error.text;
  EXPECT_TRUE(mentions(error, "CURRENT")) << error.text;
  write_file(current, index);
  EXPECT_EQ(count_keys(*directory_.open().value()), batches);
}

/// RocksDB's list of its files, of which CURRENT says which it is.
class DamagedList : public Damage {
protected:
  void SetUp() override {
    Damage::SetUp();
    std::string name = read_file(directory_.store() / "CURRENT");
    name.pop_back(); // the end of the line
    list_ = directory_.store() / name;
    sound_ = read_file(list_);
  }

  std::filesystem::path list_;
  std::string sound_;
};

TEST_F(DamagedList, what_lies_behind_its_last_sync_is_not_read) {
  const std::string torn("\1\2\3\4\6\0\1record", 13); // a wrong checksum, the length, the kind
  write_file(list_, sound_ + torn);
  const auto database = directory_.open();
  ASSERT_TRUE(database) << database.error().text;
  EXPECT_EQ(count_keys(**database), batches);
}

TEST_F(DamagedList, a_synced_part_that_is_gone_is_refused_and_named) {
  std::filesystem::resize_file(list_, sound_.size() - 1);
  const auto error = refused();
  EXPECT_TRUE(is_damage_in(error, list_)) << error.text;
  EXPECT_TRUE(mentions(error, std::to_string(sound_.size()) + " were synced")) << error.text;
  write_file(list_, sound_);
  EXPECT_EQ(count_keys(*directory_.open().value()), batches);
}

TEST_F(DamagedList, a_flipped_byte_of_the_synced_part_is_refused_and_named) {
  flip(list_, sound_.size() - 1);
  const auto error = refused();
  EXPECT_TRUE(is_damage_in(error, list_)) << error.text;
}

TEST_F(DamagedList, a_note_that_is_gone_or_damaged_changes_nothing) {
  const auto note = directory_.store() / "MANIFEST.synced";
  for (std::size_t i = 0; i < read_file(note).size(); ++i) { // each start writes it anew
    if (i % 2 == 0)
      std::filesystem::resize_file(note, i);
    else
      flip(note, i);
    const auto database = directory_.open();
    ASSERT_TRUE(database) << i << ": " << database.error().text;
    EXPECT_EQ(count_keys(**database), batches) << i;
  }
  std::filesystem::remove(note);
  EXPECT_EQ(count_keys(*directory_.open().value()), batches);
  EXPECT_TRUE(std::filesystem::exists(note));
}

} // namespace
} // namespace orrery::store
