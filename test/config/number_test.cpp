// Numbers as texts, and bytes as digits.
#include "config/hexadecimal.hpp"
#include "config/number.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>

namespace orrery::config {
namespace {

TEST(Number, is_all_of_a_text) {
  EXPECT_EQ(parse_number<std::uint32_t>("4294967295"), 4'294'967'295);
  EXPECT_EQ(parse_number<std::int64_t>("-007"), -7);
  EXPECT_EQ(parse_number<double>("0.5"), 0.5);
  EXPECT_EQ(parse_number<int>(std::string_view("123", 2)), 12);
}

TEST(Number, any_other_text_is_none) {
  for (const std::string_view text : {"", " 1", "1 ", "+1", "-1", "1x", "0x1", "4294967296"})
    EXPECT_FALSE(parse_number<std::uint32_t>(text)) << text;
}

TEST(Hexadecimal, has_two_small_digits_a_byte) {
  EXPECT_EQ(hexadecimal(std::string_view("\x00\x0a\xff~", 4)), "000aff7e");
  EXPECT_EQ(hexadecimal(""), "");
}

} // namespace
} // namespace orrery::config
