// What of a store's files stays in memory once it was read.
#include "test/support/store_directory.hpp"

#include <gtest/gtest.h>
#include <rocksdb/perf_context.h>
#include <rocksdb/perf_level.h>

namespace orrery::store {
namespace {

using test::StoreDirectory;

/// Blocks that a scan takes from files.
std::uint64_t blocks_read(const Database& database, std::string_view prefix) {
  rocksdb::SetPerfLevel(rocksdb::PerfLevel::kEnableCount);
  rocksdb::get_perf_context()->Reset();
  std::size_t records = 0;
  EXPECT_TRUE(database.snapshot()->scan(prefix, [&](auto, auto) { return ++records > 0; }));
  EXPECT_GT(records, 0U);
  return rocksdb::get_perf_context()->block_read_count;
}

/// Notes of 200 units, all in one file.
struct Reading : testing::Test {
  void SetUp() override {
    constexpr int units = 200;
    std::vector<Change> notes;
    for (int i = 0; i < units; ++i)
      notes.push_back({"lweb/" + std::to_string(1000 + i) + ":a", std::string(100, 'n')});
    ASSERT_TRUE(directory.open().value()->write(notes, 1));
    directory.flush();
    database = directory.open().value();
  }
  StoreDirectory directory;
  std::unique_ptr<Database> database;
};

TEST_F(Reading, what_belongs_to_one_thing_stays) {
  EXPECT_GT(blocks_read(*database, "lweb/1100:"), 0U);
  EXPECT_EQ(blocks_read(*database, "lweb/1100:"), 0U);
}

TEST_F(Reading, a_pass_over_a_kind_keeps_nothing) {
  const std::uint64_t all = blocks_read(*database, "l");
  EXPECT_GT(all, 1U);
  EXPECT_EQ(blocks_read(*database, "l"), all);
}

} // namespace
} // namespace orrery::store
