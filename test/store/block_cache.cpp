// Blocks read from files, which all stores of a process keep in one place.
#include "store/block_cache.hpp"

#include "test/support/store_directory.hpp"

#include <gtest/gtest.h>
#include <rocksdb/cache.h>

namespace orrery::store {
namespace {

constexpr std::uint64_t mebibyte = 1 << 20;
constexpr std::uint64_t key_count = 40;

std::string key_of_block(std::uint64_t number) {
  return "key." + std::to_string(100 + number);
}

/// Opens a store that has its records in files, in values that fill more than two mebibytes.
std::unique_ptr<Database> open_filled(const std::filesystem::path& directory,
                                      const BlockCache& blocks) {
  OpenOptions options{.directory = directory};
  options.blocks = blocks;
  auto database = Database::open(options).value();
  for (std::uint64_t i = 1; i <= key_count; ++i) {
    std::string value(60 << 10, 'x');
    for (std::size_t at = 0; at < value.size(); ++at) // nothing that packs well
      value[at] = static_cast<char>((at * 31 + i * at) % 251);
    EXPECT_TRUE(database->write({{key_of_block(i), value}}, i));
  }
  EXPECT_TRUE(database->settle());
  return database;
}

void read_all(const Database& database) {
  const auto snapshot = database.snapshot();
  for (std::uint64_t i = 1; i <= key_count; ++i)
    EXPECT_TRUE(snapshot->get(key_of_block(i)).value());
}

TEST(BlockCache, MD51_stores_of_two_models_keep_what_they_read_in_one_place) {
  const test::StoreDirectory one, other;
  const BlockCache blocks = make_block_cache(64 * mebibyte);
  const auto first = open_filled(one.store(), blocks);
  const auto second = open_filled(other.store(), blocks);
  read_all(*first);
  const std::size_t of_first = blocks->GetUsage();
  EXPECT_GT(of_first, 2 * mebibyte);
  read_all(*second);
  EXPECT_GT(blocks->GetUsage(), of_first + 2 * mebibyte);
}

TEST(BlockCache, MD51_what_two_stores_read_takes_no_more_than_the_cache_holds) {
  const test::StoreDirectory one, other;
  constexpr std::uint64_t most = 2 * mebibyte;
  const BlockCache blocks = make_block_cache(most);
  const auto first = open_filled(one.store(), blocks);
  const auto second = open_filled(other.store(), blocks);
  read_all(*first);
  read_all(*second);
  EXPECT_GT(blocks->GetUsage(), 0U);
  EXPECT_LE(blocks->GetUsage(), most);
}

} // namespace
} // namespace orrery::store
