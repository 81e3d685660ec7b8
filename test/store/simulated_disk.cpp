// A store upon a simulated disk: power cuts, faults, and what a database makes of them.

#include "store/disk/simulated_disk.hpp"

#include "store/database.hpp"
#include "test/support/moments.hpp"
#include "test/support/store_directory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

namespace orrery::store {
namespace {

using test::count_keys;
using test::write_batches;
using Kind = StoreError::Kind;

tl::expected<std::unique_ptr<Database>, StoreError> open(SimulatedDisk& disk) {
  return Database::open({.directory = "/data/model", .env = disk.environment()});
}

bool tells_of(const StoreError& error, const std::string& words) {
  return error.text.find(words) != std::string::npos;
}

/// A store of ten batches, closed.
class DiskTest : public testing::Test {
protected:
  void SetUp() override { write_batches(*open(disk_).value(), 10); }
  SimulatedDisk disk_;
};

TEST_F(DiskTest, holds_a_store_and_its_witness) {
  const DiskImage image = disk_.image();
  EXPECT_TRUE(image.read("/data/model/CURRENT"));
  EXPECT_EQ(image.read("/data/model.witness")->size(), 56U);
  EXPECT_FALSE(image.read("/data/model/LOG")); // RocksDB's own log is nobody's
  EXPECT_EQ(count_keys(*open(disk_).value()), 10U);
}

TEST_F(DiskTest, is_the_same_to_the_byte_another_time) {
  SimulatedDisk other;
  write_batches(*open(other).value(), 10);
  const DiskImage one = disk_.image();
  const DiskImage two = other.image();
  ASSERT_EQ(one.paths(), two.paths());
  for (const std::string& path : one.paths()) {
    if (!path.ends_with("/IDENTITY")) {
      EXPECT_EQ(one.read(path), two.read(path)) << path; // but for the name that RocksDB draws
    }
  }
}

TEST_F(DiskTest, what_is_acknowledged_survives_every_cut) {
  auto database = open(disk_).value();
  write_batches(*database, 5);
  const DiskImage image = disk_.image();
  for (const PowerCut& cut : power_cuts(7)) {
    SCOPED_TRACE(to_string(cut));
    SimulatedDisk disk(image.after(cut));
    const auto again = open(disk);
    ASSERT_TRUE(again) << again.error().text;
    EXPECT_EQ((*again)->sequence(), 15U);
    EXPECT_EQ(count_keys(**again), 15U);
  }
}

TEST_F(DiskTest, a_batch_that_is_cut_off_before_its_sync_is_there_whole_or_not_at_all) {
  auto database = open(disk_).value();
  std::optional<DiskImage> unsynced;
  disk_.watch([&](const DiskEvent& event) {
    if (event.call == DiskCall::Sync && !event.is_done)
      unsynced = disk_.image();
  });
  std::vector<Change> batch;
  for (int i = 100; i < 200; ++i)
    batch.push_back({"more." + std::to_string(i), std::string(100, 'x')});
  ASSERT_TRUE(database->write(batch, 11));
  disk_.watch({});
  std::set<std::uint64_t> left;
  for (const PowerCut& cut : power_cuts(7)) {
    SCOPED_TRACE(to_string(cut));
    SimulatedDisk disk(unsynced->after(cut));
    const auto again = open(disk);
    ASSERT_TRUE(again) << again.error().text;
    std::size_t more = 0;
    ASSERT_TRUE((*again)->snapshot()->scan("more.", [&](auto, auto) { return ++more > 0; }));
    EXPECT_EQ(more, (*again)->sequence() == 11 ? 100U : 0U);
    left.insert((*again)->sequence());
  }
  EXPECT_EQ(left, (std::set<std::uint64_t>{10, 11}));
}

TEST_F(DiskTest, a_stopped_disk_changes_no_more_and_comes_up_as_the_cut_left_it) {
  auto database = open(disk_).value();
  write_batches(*database, 1);
  disk_.stop();
  EXPECT_FALSE(database->write({{"key.lost", ""}}, 12));
  database.reset();
  disk_.restart({PowerCut::Kind::DropsUnsynced, 0});
  database = open(disk_).value();
  EXPECT_EQ(database->sequence(), 11U);
  write_batches(*database, 1);
}

TEST_F(DiskTest, flushes_between_commits_so_that_a_full_log_becomes_tables) {
  auto database = open(disk_).value();
  const std::string big(1 << 20, 'x');
  for (std::uint64_t i = 11; i <= 80; ++i)
    ASSERT_TRUE(database->write({{"key." + std::to_string(i), big}}, i));
  std::size_t tables = 0;
  for (const std::string& path : disk_.image().paths())
    tables += path.ends_with(".sst") ? 1 : 0;
  EXPECT_GT(tables, 0U);
  disk_.stop();
  database.reset();
  disk_.restart({PowerCut::Kind::DropsUnsynced, 0});
  EXPECT_EQ(count_keys(*open(disk_).value()), 80U);
}

/// What is done to a disk while one store of many small records is written upon it.
std::vector<std::string> calls_of_a_store() {
  std::vector<std::string> calls;
  SimulatedDisk disk;
  disk.watch([&](const DiskEvent& event) {
    calls.push_back(std::to_string(static_cast<int>(event.call)) + " " + event.path);
  });
  write_batches(*open(disk).value(), 3000);
  disk.watch({});
  return calls;
}

// RocksDB's skip lists draw the heights of their nodes from a generator of each thread's own,
// seeded by where the thread lies in memory: their sizes decided when a log was full.
TEST(Disk, the_same_writes_are_the_same_calls_in_every_thread_and_process) {
  const std::vector<std::string> calls = calls_of_a_store();
  EXPECT_GT(std::count_if(calls.begin(), calls.end(),
                          [](const std::string& call) { return call.ends_with(".sst"); }),
            0);
  for (int i = 0; i < 8; ++i) {
    std::vector<std::string> others;
    std::thread([&] { others = calls_of_a_store(); }).join();
    EXPECT_TRUE(calls == others) << calls.size() << " calls, and " << others.size();
  }
}

/// The disk before each sync of RocksDB's list of its files, and how much was acknowledged by then.
std::vector<std::pair<DiskImage, std::uint64_t>> changes_of_the_list(SimulatedDisk& disk) {
  std::vector<std::pair<DiskImage, std::uint64_t>> found;
  std::uint64_t acknowledged = 0;
  disk.watch([&](const DiskEvent& event) {
    if (event.call == DiskCall::Sync && !event.is_done
        && name_of(event.path).starts_with("MANIFEST"))
      found.emplace_back(disk.image(), acknowledged);
  });
  auto database = open(disk).value();
  for (acknowledged = 0; acknowledged < 3000; ++acknowledged)
    EXPECT_TRUE(database->write({{"key." + std::to_string(acknowledged), "x"}}, acknowledged + 1));
  disk.watch({});
  return found;
}

// RocksDB appends to that list, and takes a torn end of it for damage.
TEST(Disk, a_power_cut_while_tables_come_and_go_leaves_a_store_that_opens) {
  constexpr std::uint64_t orders = 4; // of eight each
  SimulatedDisk running;
  const auto moments = changes_of_the_list(running);
  EXPECT_GT(moments.size(), 3U);
  for (std::size_t i = 0; i < moments.size() * orders; i += test::next_moment)
    for (const PowerCut& cut : power_cuts(i)) {
      SCOPED_TRACE(std::to_string(i) + " " + to_string(cut));
      const auto& [image, acknowledged] = moments[i / orders];
      SimulatedDisk disk(image.after(cut));
      const auto again = open(disk);
      ASSERT_TRUE(again) << again.error().text;
      EXPECT_GE((*again)->sequence(), acknowledged);
    }
}

TEST_F(DiskTest, two_stores_lie_beside_each_other_and_one_can_be_lost) {
  {
    auto notes = Database::open({.directory = "/notes", .env = disk_.environment()}).value();
    write_batches(*notes, 3);
  }
  disk_.lose("/notes");
  disk_.lose("/notes.witness");
  disk_.stop();
  disk_.restart({PowerCut::Kind::DropsUnsynced, 0});
  EXPECT_EQ(Database::open({.directory = "/notes", .env = disk_.environment()}).value()->sequence(),
            0U);
  EXPECT_EQ(open(disk_).value()->sequence(), 10U);
}

TEST_F(DiskTest, refuses_a_second_opener) {
  const auto first = open(disk_).value();
  const auto second = open(disk_);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().kind, Kind::Locked) << second.error().text;
}

TEST_F(DiskTest, fails_the_kth_call_of_a_kind_once) {
  auto database = open(disk_).value();
  disk_.fail_at(DiskCall::Sync, 3);
  write_batches(*database, 2);
  EXPECT_FALSE(disk_.failed_path());
  const auto third = database->write({{"key.third", ""}}, 13);
  ASSERT_FALSE(third);
  EXPECT_TRUE(tells_of(third.error(), "Input/output error")) << third.error().text;
  EXPECT_TRUE(disk_.failed_path().value().ends_with(".log"));
  EXPECT_FALSE(database->write({{"key.third", ""}}, 13)); // nothing after a failed sync
  disk_.stop();
  database.reset();
  disk_.restart({PowerCut::Kind::DropsUnsynced, 0});
  EXPECT_EQ(open(disk_).value()->sequence(), 12U);
}

TEST_F(DiskTest, every_open_that_fails_at_a_start_is_named) {
  const DiskImage image = disk_.image();
  std::uint64_t refused = 0;
  for (std::uint64_t k = 1;; ++k) {
    SimulatedDisk disk(image);
    disk.fail_at(DiskCall::Open, k);
    const auto opened = open(disk);
    if (!disk.failed_path())
      break;
    const std::string name = name_of(*disk.failed_path());
    refused += opened ? 0 : 1;
    if (!opened) {
      EXPECT_TRUE(tells_of(opened.error(), name)) << name << ": " << opened.error().text;
    }
  }
  EXPECT_GT(refused, 3U);
}

TEST_F(DiskTest, fails_only_where_it_is_told_to) {
  auto database = open(disk_).value();
  disk_.fail_at(DiskCall::Write, 1, DiskFault::InputOutput, ".witness");
  const auto written = database->write({{"key.11", ""}}, 11);
  ASSERT_FALSE(written);
  EXPECT_EQ(disk_.failed_path(), "/data/model.witness");
}

TEST_F(DiskTest, a_full_disk_keeps_what_fits_and_the_store_says_so) {
  auto database = open(disk_).value();
  const std::uint64_t capacity = disk_.image().size() + 100;
  disk_.set_capacity(capacity);
  const auto written = database->write({{"key.big", std::string(10'000, 'x')}}, 11);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().kind, Kind::Full) << written.error().text;
  EXPECT_EQ(disk_.image().size(), capacity);
  EXPECT_EQ(count_keys(*database), 10U); // reading goes on
  database.reset();
  disk_.set_capacity(std::nullopt);
  EXPECT_EQ(open(disk_).value()->sequence(), 10U);
}

TEST_F(DiskTest, a_disk_that_turns_read_only_can_be_read) {
  auto database = open(disk_).value();
  disk_.set_read_only(true);
  const auto written = database->write({{"key.11", ""}}, 11);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().kind, Kind::ReadOnly) << written.error().text;
  EXPECT_EQ(count_keys(*database), 10U);
  database.reset();
  const auto again = open(disk_);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().kind, Kind::ReadOnly) << again.error().text;
  disk_.set_read_only(false);
  EXPECT_EQ(open(disk_).value()->sequence(), 10U);
}

TEST_F(DiskTest, counts_what_is_done_to_it) {
  auto database = open(disk_).value();
  const std::uint64_t writes = disk_.count(DiskCall::Write);
  const std::uint64_t syncs = disk_.count(DiskCall::Sync);
  write_batches(*database, 4);
  EXPECT_EQ(disk_.count(DiskCall::Sync) - syncs, 4U);
  // Log and witness, and once the log is made longer.
  EXPECT_EQ(disk_.count(DiskCall::Write) - writes, 9U);
}

} // namespace
} // namespace orrery::store
