#include "actors/runtime/clock.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace orrery::runtime {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

/// A system's two clocks.
struct Clocks {
  nanoseconds wall = hours{500'000};
  nanoseconds steady = hours{7};
  WallClock clock{[this] { return wall; }, [this] { return steady; }};

  void pass(nanoseconds time) {
    wall += time;
    steady += time;
  }
};

TEST(WallClock, tells_the_systems_time) {
  Clocks system;
  EXPECT_EQ(system.clock.now(), milliseconds{hours{500'000}}.count());
  system.pass(milliseconds{5});
  EXPECT_EQ(system.clock.now(), milliseconds{hours{500'000}}.count() + 5);
}

TEST(WallClock, goes_on_where_it_was_when_the_systems_is_set_back) {
  Clocks system;
  const auto before = system.clock.now();
  system.wall -= hours{1};
  EXPECT_EQ(system.clock.now(), before);
  system.pass(milliseconds{1'500});
  EXPECT_EQ(system.clock.now(), before + 1'500) << "what is due in a second and a half is due";
}

TEST(WallClock, follows_one_that_is_set_forward) {
  Clocks system;
  const auto before = system.clock.now();
  system.wall += hours{2}; // a host that slept
  EXPECT_EQ(system.clock.now(), before + milliseconds{hours{2}}.count());
  system.wall -= hours{1};
  system.pass(milliseconds{7});
  EXPECT_EQ(system.clock.now(), before + milliseconds{hours{2}}.count() + 7);
}

} // namespace
} // namespace orrery::runtime
