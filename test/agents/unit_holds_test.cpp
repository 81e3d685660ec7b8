// Which applications are settled while others are not, with real threads.
#include "actors/agents/unit_holds.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>

namespace orrery::agents {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

struct Holds : testing::Test {
  bool settled(const std::set<std::string>& names, std::chrono::milliseconds timeout = 0ms) {
    return holds.wait_settled(names, timeout, [] { return false; });
  }
  /// Waits for db; tells when it has looked in vain and is about to wait.
  bool settled_once(std::atomic<bool>& waits) {
    return holds.wait_settled({"db"}, 30s, [&waits] {
      waits = true;
      return false;
    });
  }
  runtime::Activity activity;
  UnitHolds holds{activity};
};

TEST_F(Holds, others_hooks_do_not_count) {
  EXPECT_TRUE(settled({"db"}));
  HookHold other{activity, holds, "web"};
  EXPECT_TRUE(settled({"db"}));
  EXPECT_FALSE(settled({"web"}));
  EXPECT_FALSE(settled({"db", "web"}));
  EXPECT_FALSE(activity.wait_settled(0ms, [] { return false; }));
}

TEST_F(Holds, what_belongs_to_nobody_counts_for_everybody) {
  HookHold other{activity, holds, "web"};
  {
    const runtime::Hold message{activity};
    EXPECT_FALSE(settled({"db"}));
  }
  EXPECT_TRUE(settled({"db"}));
}

/// A waiter that only looked five times a second would need more than ten seconds for all rounds.
TEST_F(Holds, the_last_own_part_wakes_who_waits) {
  HookHold other{activity, holds, "web"};
  const auto began = Clock::now();
  for (int round = 0; round < 100; ++round) {
    auto own = std::make_unique<runtime::Hold>(activity);
    std::atomic<bool> waits{false};
    std::thread waiter{[&] { EXPECT_TRUE(settled_once(waits)); }};
    while (!waits)
      std::this_thread::yield();
    own.reset();
    waiter.join();
  }
  EXPECT_LT(Clock::now() - began, 5s);
}

/// What was nobody's part turns out to be another's hook: nothing was taken away, and yet it is so.
TEST_F(Holds, a_hold_that_becomes_known_as_anothers_wakes_who_waits) {
  const auto began = Clock::now();
  for (int round = 0; round < 100; ++round) {
    const runtime::Hold part{activity};
    std::atomic<bool> waits{false};
    std::thread waiter{[&] { EXPECT_TRUE(settled_once(waits)); }};
    while (!waits)
      std::this_thread::yield();
    const UnitHold known{holds, "web"};
    waiter.join();
  }
  EXPECT_LT(Clock::now() - began, 5s);
}

TEST_F(Holds, waiters_of_different_applications_wake_each_at_its_own_cause) {
  auto first = std::make_unique<HookHold>(activity, holds, "db");
  auto second = std::make_unique<HookHold>(activity, holds, "web");
  std::thread db{[&] { EXPECT_TRUE(settled({"db"}, 30s)); }};
  std::thread web{[&] { EXPECT_TRUE(settled({"web"}, 30s)); }};
  std::thread all{[&] { EXPECT_TRUE(activity.wait_settled(30s, [] { return false; })); }};
  first.reset();
  db.join();
  EXPECT_EQ(activity.count(), 1);
  second.reset();
  web.join();
  all.join();
}

TEST_F(Holds, a_waiter_that_is_cancelled_ends) {
  const HookHold own{activity, holds, "db"};
  EXPECT_FALSE(holds.wait_settled({"db"}, 1h, [] { return true; }));
}

} // namespace
} // namespace orrery::agents
