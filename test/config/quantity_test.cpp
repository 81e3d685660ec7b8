#include "config/quantity.hpp"

#include <gtest/gtest.h>

namespace orrery::config {

using std::chrono::milliseconds;

TEST(Quantity, duration_has_a_unit) {
  EXPECT_EQ(parse_duration("500ms"), milliseconds{500});
  EXPECT_EQ(parse_duration("30s"), milliseconds{30'000});
  EXPECT_EQ(parse_duration("10m"), milliseconds{600'000});
  EXPECT_EQ(parse_duration("1h"), milliseconds{3'600'000});
  for (const char* bad : {"", "5", "s", "-1s", "1.5s", "1 s", "1S", "1d", "1s2"})
    EXPECT_EQ(parse_duration(bad), std::nullopt) << bad;
}

TEST(Quantity, what_does_not_fit_is_refused) {
  EXPECT_NE(parse_duration("2562047788015h"), std::nullopt);
  EXPECT_EQ(parse_duration("2562047788016h"), std::nullopt);
  EXPECT_EQ(parse_duration("99999999999999999999ms"), std::nullopt);
  EXPECT_EQ(parse_size("9999999999999GiB"), std::nullopt);
}

TEST(Quantity, size_has_a_unit) {
  EXPECT_EQ(parse_size("512B"), 512U);
  EXPECT_EQ(parse_size("64KiB"), 65'536U);
  EXPECT_EQ(parse_size("8MiB"), 8'388'608U);
  EXPECT_EQ(parse_size("1GiB"), 1'073'741'824U);
  for (const char* bad : {"", "64", "64KB", "64kib", "-1MiB"})
    EXPECT_EQ(parse_size(bad), std::nullopt) << bad;
}

TEST(Quantity, duration_text_is_read_back) {
  EXPECT_EQ(duration_text(milliseconds{0}), "0ms");
  EXPECT_EQ(duration_text(milliseconds{1'500}), "1500ms");
  EXPECT_EQ(duration_text(milliseconds{90'000}), "90s");
  EXPECT_EQ(duration_text(milliseconds{7'200'000}), "2h");
}

} // namespace orrery::config
