#include "store/database.hpp"

#include "test/support/failing_files.hpp"
#include "test/support/store_directory.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace orrery::store {
namespace {

using test::count_keys;
using test::StoreDirectory;
using test::write_batches;
using Kind = StoreError::Kind;

bool names(const StoreError& error, const std::string& words) {
  return error.text.find(words) != std::string::npos;
}

TEST(Database, begins_empty_at_sequence_zero) {
  const StoreDirectory directory;
  const auto database = directory.open();
  ASSERT_TRUE(database) << database.error().text;
  EXPECT_EQ((*database)->sequence(), 0U);
  EXPECT_EQ((*database)->snapshot()->sequence(), 0U);
  EXPECT_TRUE((*database)->notes().empty());
  EXPECT_EQ(count_keys(**database), 0U);
}

/// What it reserves counts: where two open at once on a disk that is nearly full, one must not take
/// the other's room.
TEST(Database, takes_little_of_a_disk_while_it_holds_little) {
  constexpr std::uint64_t most = 1 << 20;
  constexpr std::uint64_t block = 512; // of stat()
  const StoreDirectory directory;
  const auto database = directory.open().value();
  write_batches(*database, 1);
  std::uint64_t taken = 0;
  for (const auto& file : std::filesystem::directory_iterator(directory.store())) {
    struct stat facts {};
    ASSERT_EQ(::stat(file.path().c_str(), &facts), 0) << file.path();
    taken += static_cast<std::uint64_t>(facts.st_blocks) * block;
  }
  EXPECT_LT(taken, most);
}

TEST(Database, keeps_everything_when_opened_again) {
  const StoreDirectory directory;
  {
    const auto database = directory.open().value();
    ASSERT_TRUE(database->write({{"a", "1"}, {"b", "2"}, {"c", std::string("\0x", 2)}}, 4));
    ASSERT_TRUE(database->write({{"b", std::nullopt}, {"d", ""}}, 9));
  }
  const auto database = directory.open().value();
  EXPECT_EQ(database->sequence(), 9U);
  EXPECT_TRUE(database->notes().empty());
  const auto snapshot = database->snapshot();
  EXPECT_EQ(snapshot->get("a").value(), "1");
  EXPECT_EQ(snapshot->get("b").value(), std::nullopt);
  EXPECT_EQ(snapshot->get("c").value(), std::string("\0x", 2));
  EXPECT_EQ(snapshot->get("d").value(), "");
}

TEST(Database, makes_missing_directories_above_it_and_takes_a_trailing_slash) {
  const StoreDirectory directory;
  const auto deep = directory.store() / "a" / "b";
  { ASSERT_TRUE(Database::open({.directory = deep / ""}).value()->write({{"a", "1"}}, 1)); }
  EXPECT_TRUE(std::filesystem::exists(deep.string() + ".witness"));
  EXPECT_EQ(Database::open({.directory = deep}).value()->sequence(), 1U);
}

TEST(Snapshot, stays_as_it_was_taken) {
  const StoreDirectory directory;
  const auto database = directory.open().value();
  ASSERT_TRUE(database->write({{"a", "old"}}, 1));
  const auto snapshot = database->snapshot();
  ASSERT_TRUE(database->write({{"a", "new"}, {"b", "new"}}, 2));
  EXPECT_EQ(snapshot->sequence(), 1U);
  EXPECT_EQ(snapshot->get("a").value(), "old");
  EXPECT_EQ(snapshot->get("b").value(), std::nullopt);
  EXPECT_EQ(database->snapshot()->sequence(), 2U);
}

TEST(Snapshot, outlives_its_database) {
  const StoreDirectory directory;
  auto database = directory.open().value();
  ASSERT_TRUE(database->write({{"a", "1"}}, 1));
  const auto snapshot = database->snapshot();
  database.reset();
  EXPECT_EQ(snapshot->get("a").value(), "1");
}

std::vector<std::string>
scan(const Snapshot& snapshot, std::string_view prefix, std::size_t at_most) {
  std::vector<std::string> keys;
  const auto scanned = snapshot.scan(prefix, [&](std::string_view key, std::string_view) {
    keys.emplace_back(key);
    return keys.size() < at_most;
  });
  EXPECT_TRUE(scanned);
  return keys;
}

TEST(Snapshot, scans_a_prefix_in_order_until_told_to_stop) {
  const StoreDirectory directory;
  const auto database = directory.open().value();
  ASSERT_TRUE(database->write({{"a", ""},
                               {"b", ""},
                               {"b1", ""},
                               {"b2", ""},
                               {"b\xff", ""},
                               {"b\xff\xff", ""},
                               {"c", ""},
                               {"\xff\xff", ""}},
                              1));
  const auto snapshot = database->snapshot();
  using Keys = std::vector<std::string>;
  EXPECT_EQ(scan(*snapshot, "b", 99), (Keys{"b", "b1", "b2", "b\xff", "b\xff\xff"}));
  EXPECT_EQ(scan(*snapshot, "b", 2), (Keys{"b", "b1"}));
  EXPECT_EQ(scan(*snapshot, "b\xff", 99), (Keys{"b\xff", "b\xff\xff"}));
  EXPECT_EQ(scan(*snapshot, "\xff", 99), (Keys{"\xff\xff"}));
  EXPECT_EQ(scan(*snapshot, "d", 99), Keys{});
  EXPECT_EQ(scan(*snapshot, "", 2), (Keys{"a", "b"})); // not the store's own keys
  EXPECT_EQ(scan(*snapshot, "", 99).size(), 8U);
}

TEST(Database, refuses_a_second_opener_in_the_same_process) {
  const StoreDirectory directory;
  const auto first = directory.open().value();
  write_batches(*first, 3);
  const auto second = directory.open();
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().kind, Kind::Locked) << second.error().text;
  EXPECT_TRUE(names(second.error(), directory.store().string())) << second.error().text;
  EXPECT_TRUE(names(second.error(), "another orrery runs")) << second.error().text;
  write_batches(*first, 3); // and the first goes on
}

TEST(Database, refuses_a_newer_schema_and_changes_nothing) {
  const StoreDirectory directory;
  { write_batches(*directory.open(false, 2).value(), 3); }
  const auto older = directory.open(false, 1);
  ASSERT_FALSE(older);
  EXPECT_EQ(older.error().kind, Kind::NewerSchema);
  EXPECT_TRUE(names(older.error(), "schema 2; this one knows up to 1")) << older.error().text;
  EXPECT_EQ(directory.open(false, 2).value()->sequence(), 3U);
}

TEST(Database, takes_over_an_older_schema) {
  const StoreDirectory directory;
  { write_batches(*directory.open(false, 1).value(), 3); }
  EXPECT_EQ(directory.open(false, 2).value()->sequence(), 3U);
  EXPECT_EQ(directory.open(false, 1).error().kind, Kind::NewerSchema);
}

TEST(Database, is_at_schema_7_and_takes_over_the_first) {
  static_assert(newest_schema == 8, "what it brought stands in database.hpp");
  const StoreDirectory directory;
  { write_batches(*directory.open(false, 1).value(), 3); }
  EXPECT_EQ(directory.open()->get()->sequence(), 3U);
  EXPECT_TRUE(names(directory.open(false, 1).error(), "written by a newer orrery (schema 7"));
}

TEST(Database, refuses_a_directory_it_cannot_make) {
  const StoreDirectory directory;
  test::write_file(directory.store(), "a file");
  const auto opened = Database::open({.directory = directory.store() / "below"});
  ASSERT_FALSE(opened);
  EXPECT_TRUE(names(opened.error(), (directory.store() / "below").string())) << opened.error().text;
}

TEST(Database, holds_no_more_in_memory_than_its_buffer) {
  const StoreDirectory directory;
  OpenOptions options{.directory = directory.store()};
  options.write_buffer = 1 << 20;
  const auto database = Database::open(options).value();
  // One buffer is filled while another is written; then the writer waits.
  constexpr std::uint64_t written = 40;
  for (std::uint64_t i = 1; i <= written; ++i)
    ASSERT_TRUE(database->write({{"key." + std::to_string(i), std::string(100 << 10, 'x')}}, i));
  EXPECT_TRUE(std::filesystem::exists(directory.newest(".sst")));
}

class FailingDatabase : public testing::Test {
protected:
  /// One batch more, which the disk refuses.
  StoreError failed_write(const std::string& failure, const std::string& only_in) {
    failing_ = {failure, only_in};
    const auto written = database_->write({{"key.lost", ""}}, database_->sequence() + 1);
    EXPECT_FALSE(written);
    return written ? StoreError{} : written.error();
  }

  std::unique_ptr<rocksdb::Env> memory_{rocksdb::NewMemEnv(rocksdb::Env::Default())};
  test::FailingFiles failing_;
  std::unique_ptr<rocksdb::Env> env_ = test::failing_env(*memory_, failing_);
  OpenOptions options_{.directory = "/data/model", .env = env_.get()};
  std::unique_ptr<Database> database_ = Database::open(options_).value();
};

TEST_F(FailingDatabase, says_that_the_disk_is_full) {
  write_batches(*database_, 2);
  const auto error = failed_write("full", ".log");
  EXPECT_EQ(error.kind, Kind::Full) << error.text;
  EXPECT_TRUE(names(error, "/data/model")) << error.text;
}

TEST_F(FailingDatabase, says_that_the_disk_is_read_only) {
  const auto error = failed_write("Read-only file system", ".log");
  EXPECT_EQ(error.kind, Kind::ReadOnly) << error.text;
}

TEST_F(FailingDatabase, refuses_every_write_after_a_failed_one) {
  write_batches(*database_, 2);
  const auto first = failed_write("full", ".log");
  failing_ = {};
  const auto again = database_->write({{"key.later", ""}}, 9);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().kind, Kind::Full);
  EXPECT_TRUE(names(again.error(), "an earlier write failed")) << again.error().text;
  EXPECT_EQ(database_->sequence(), 2U);
  EXPECT_EQ(count_keys(*database_), 2U); // reading goes on
}

TEST_F(FailingDatabase, recovers_what_was_acknowledged_when_opened_again) {
  write_batches(*database_, 5);
  EXPECT_EQ(failed_write("Input/output error", ".log").kind, Kind::Other);
  failing_ = {};
  database_.reset();
  const auto again = Database::open(options_);
  ASSERT_TRUE(again) << again.error().text;
  EXPECT_EQ((*again)->sequence(), 5U);
  EXPECT_EQ(count_keys(**again), 5U);
  write_batches(**again, 1);
}

TEST_F(FailingDatabase, stops_when_the_witness_cannot_be_written) {
  write_batches(*database_, 2);
  EXPECT_EQ(failed_write("Input/output error", ".witness").kind, Kind::Other);
  failing_ = {};
  EXPECT_FALSE(database_->write({{"key.later", ""}}, 9));
  database_.reset();
  EXPECT_EQ(Database::open(options_).value()->sequence(), 3U); // it was durable all the same
}

TEST_F(FailingDatabase, keeps_its_witness_in_the_same_environment) {
  write_batches(*database_, 3);
  EXPECT_TRUE(memory_->FileExists("/data/model.witness").ok());
  EXPECT_FALSE(std::filesystem::exists("/data/model.witness"));
}

} // namespace
} // namespace orrery::store
