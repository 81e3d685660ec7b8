// The log is longer than what it holds, as long as it is open: what a process leaves that dies, and
// what is made of it.

#include "test/support/store_directory.hpp"

#include <gtest/gtest.h>

namespace orrery::store {
namespace {

using test::count_keys;
using test::flip;
using test::read_file;
using test::StoreDirectory;
using test::write_batches;

constexpr std::uint64_t batches_ahead = 200;
constexpr std::uint64_t room = 1 << 17;

/// A store whose process has died: its files are those of one that is open.
class LogAhead : public testing::Test {
protected:
  void SetUp() override {
    const auto opened = open_.open().value();
    write_batches(*opened, batches_ahead);
    std::filesystem::copy(open_.store(), left_.store());
    std::filesystem::copy(open_.witness(), left_.witness());
  }
  /// Where the last batch ends.
  [[nodiscard]] std::uint64_t end_of_log() const {
    return read_file(left_.newest(".log")).find_last_not_of('\0') + 1;
  }

  StoreDirectory open_;
  StoreDirectory left_;
};

TEST_F(LogAhead, has_room_ahead_and_is_cut_when_it_is_closed) {
  EXPECT_EQ(std::filesystem::file_size(left_.newest(".log")), room);
  EXPECT_EQ(std::filesystem::file_size(open_.newest(".log")), end_of_log());
}

TEST_F(LogAhead, what_a_process_that_died_has_left_opens_with_all_that_was_acknowledged) {
  for (int start = 0; start < 3; ++start) {
    const auto opened = left_.open();
    ASSERT_TRUE(opened) << opened.error().text;
    EXPECT_EQ(count_keys(**opened), batches_ahead + static_cast<std::uint64_t>(start));
    write_batches(**opened, 1);
  }
}

TEST_F(LogAhead, a_batch_that_is_missing_at_its_end_is_noticed_by_the_witness) {
  const auto log = left_.newest(".log");
  std::filesystem::resize_file(log, end_of_log() - 5);
  std::filesystem::resize_file(log, room);
  const auto opened = left_.open();
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().kind, StoreError::Kind::LostData) << opened.error().text;
}

TEST_F(LogAhead, a_flipped_byte_is_noticed_by_the_witness) {
  flip(left_.newest(".log"), end_of_log() / 2);
  const auto opened = left_.open();
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().kind, StoreError::Kind::LostData) << opened.error().text;
}

} // namespace
} // namespace orrery::store
