#include "cmd/views/render/time_format.hpp"
#include "test/render/sample_model.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace {

using orrery::render::TimeFormat;
using orrery::test::at_ten;

TEST(TimeFormat, without_a_zone_is_utc) {
  EXPECT_EQ(TimeFormat{}.full(at_ten), "22 Aug 2026 10:00:00Z");
  EXPECT_EQ(TimeFormat{}.of_day(at_ten + 61'999), "10:01:01Z");
}

TEST(TimeFormat, follows_the_zone_over_midnight) {
  const TimeFormat east{false, [](auto) { return std::chrono::minutes{14 * 60 + 30}; }};
  EXPECT_EQ(east.full(at_ten), "23 Aug 2026 00:30:00+14:30");
  const TimeFormat west{false, [](auto) { return std::chrono::hours{-11}; }};
  EXPECT_EQ(west.full(at_ten), "21 Aug 2026 23:00:00-11:00");
}

TEST(TimeFormat, utc_is_iso_whatever_the_zone) {
  const TimeFormat utc{true, [](auto) { return std::chrono::hours{2}; }};
  EXPECT_EQ(utc.full(at_ten), "2026-08-22 10:00:00Z");
  EXPECT_EQ(utc.of_day(at_ten), "10:00:00Z");
}

TEST(Times, are_those_of_the_format) {
  const TimeFormat east{false, [](auto time) { return std::chrono::seconds{time / 1000 % 120}; }};
  orrery::render::Times times(east);
  for (const int passed : {0, 0, 999, 1000, 1999, 60'000, 61'000, 0, -2'000'000'000})
    EXPECT_EQ(times.full(at_ten + passed), east.full(at_ten + passed));
}

TEST(TimeFormat, absurd_times_are_clamped) {
  EXPECT_EQ(TimeFormat{}.full(std::numeric_limits<std::int64_t>::max()), "31 Dec 9999 23:59:59Z");
  EXPECT_EQ(TimeFormat{}.full(-5), "01 Jan 1970 00:00:00Z");
}

} // namespace
