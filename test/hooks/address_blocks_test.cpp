#include "actors/providers/address_blocks.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

// Blocks of addresses, of which each belongs to one orchestrator of a host.
namespace orrery::providers {
namespace {

constexpr std::uint8_t somewhere = 180; ///< Where orchestrators on this host seldom begin.

TEST(AddressBlocks, what_one_has_another_does_not_get_and_is_told_the_owner) {
  AddressBlocks one;
  const std::uint8_t block = one.take_free(somewhere);
  ASSERT_NE(block, 0);
  EXPECT_TRUE(one.take(block)) << "it has it already";
  AddressBlocks other;
  const auto taken = other.take(block);
  ASSERT_FALSE(taken);
  EXPECT_TRUE(taken.error().starts_with("process " + std::to_string(getpid()) + " ("))
    << taken.error();
  EXPECT_NE(other.take_free(block), block);
}

TEST(AddressBlocks, the_owner_is_told_to_whoever_asks_however_many_have_asked) {
  AddressBlocks one;
  const std::uint8_t block = one.take_free(somewhere);
  AddressBlocks other;
  for (int i = 0; i < 200; ++i)
    ASSERT_TRUE(other.take(block).error().starts_with("process ")) << "after " << i;
}

TEST(AddressBlocks, one_that_is_gone_has_none) {
  std::uint8_t block = 0;
  {
    AddressBlocks one;
    block = one.take_free(somewhere);
  }
  AddressBlocks other;
  EXPECT_TRUE(other.take(block));
}

TEST(ModelBlock, MD34_is_taken_when_it_is_needed_and_is_no_other_models) {
  AddressBlocks blocks;
  ModelBlock one(blocks, 0);
  EXPECT_EQ(one.taken(), 0);
  const std::uint8_t taken = one.take();
  ASSERT_NE(taken, 0);
  EXPECT_EQ(one.take(), taken);
  EXPECT_EQ(one.taken(), taken);
  {
    ModelBlock other(blocks, taken); // it has had that one before
    EXPECT_NE(other.take(), taken);
  }
  one.give_back();
  AddressBlocks of_another_process;
  EXPECT_TRUE(of_another_process.take(taken));
}

TEST(AddressBlocks, behind_the_last_comes_the_first) {
  EXPECT_EQ(block_of(0, 77), 77);
  EXPECT_EQ(block_of(hosts_per_block - 1, 77), 77);
  EXPECT_EQ(block_of(hosts_per_block, 77), 78);
  EXPECT_EQ(block_of(hosts_per_block, 254), 1);
  EXPECT_EQ(first_block(hosts_per_block, "127.1.0.1"), 254);
  EXPECT_EQ(first_block(3, "127.77.0.4"), 77);
  for (const char* address : {"", "10.0.0.1", "127.", "127.255.0.1", "127.0.0.1"})
    EXPECT_EQ(first_block(3, address), 0) << address;
}

} // namespace
} // namespace orrery::providers
