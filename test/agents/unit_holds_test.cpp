// Which applications are settled while others are not, with real threads.
#include "actors/agents/unit_holds.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

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
  runtime::Holds parts{activity};
  UnitHolds holds{activity};
};

TEST_F(Holds, others_hooks_do_not_count) {
  EXPECT_TRUE(settled({"db"}));
  HookHold other{parts, holds, "web"};
  EXPECT_TRUE(settled({"db"}));
  EXPECT_FALSE(settled({"web"}));
  EXPECT_FALSE(settled({"db", "web"}));
  EXPECT_FALSE(activity.wait_settled(0ms, [] { return false; }));
}

TEST_F(Holds, what_belongs_to_nobody_counts_for_everybody) {
  HookHold other{parts, holds, "web"};
  {
    const runtime::Hold message{parts};
    EXPECT_FALSE(settled({"db"}));
  }
  EXPECT_TRUE(settled({"db"}));
}

TEST_F(Holds, SE4_a_wait_for_a_time_is_no_hook_that_runs) {
  const auto hooks_are_over = [&] { return holds.wait_for_hooks(0ms, [] { return false; }); };
  EXPECT_TRUE(hooks_are_over());
  runtime::Hold tried_again{parts};
  EXPECT_FALSE(hooks_are_over());
  tried_again.keep(std::make_shared<UnitWait>(holds, "web"));
  EXPECT_TRUE(hooks_are_over());
  EXPECT_FALSE(settled({"web"})) << "a try that waits is the unit's all the same";
  EXPECT_TRUE(settled({"db"}));
  {
    HookHold hook{parts, holds, "web"};
    EXPECT_FALSE(hooks_are_over());
  }
  EXPECT_TRUE(hooks_are_over());
  tried_again.release();
  EXPECT_TRUE(hooks_are_over());
  EXPECT_EQ(activity.count(), 0);
}

TEST_F(Holds, SE4_the_last_hooks_end_wakes_who_waits_for_it_beside_a_wait_for_a_time) {
  runtime::Hold tried_again{parts};
  tried_again.keep(std::make_shared<TimedWait>(holds));
  auto hook = std::make_unique<HookHold>(parts, holds, "web");
  std::atomic<bool> waits{false};
  std::thread waiter{[&] {
    EXPECT_TRUE(holds.wait_for_hooks(30s, [&waits] {
      waits = true;
      return false;
    }));
  }};
  while (!waits)
    std::this_thread::yield();
  hook.reset();
  waiter.join();
}

/// A waiter that only looked five times a second would need more than ten seconds for all rounds.
TEST_F(Holds, the_last_own_part_wakes_who_waits) {
  HookHold other{parts, holds, "web"};
  const auto began = Clock::now();
  for (int round = 0; round < 100; ++round) {
    auto own = std::make_unique<runtime::Hold>(parts);
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
    const runtime::Hold part{parts};
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
  auto first = std::make_unique<HookHold>(parts, holds, "db");
  auto second = std::make_unique<HookHold>(parts, holds, "web");
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

/// Its holder has ended, and somebody keeps it in memory.
TEST_F(Holds, none_outlasts_its_holder) {
  const HookHold kept{parts, holds, "web"};
  HookHold moved{parts, holds, "db"};
  moved = HookHold{parts, holds, "db"};
  std::vector<HookHold> elsewhere;
  elsewhere.push_back(std::move(moved));
  EXPECT_EQ(activity.count(), 2);
  EXPECT_FALSE(settled({"db"}));
  parts.end();
  EXPECT_EQ(activity.count(), 0);
  const HookHold late{parts, holds, "web"};
  EXPECT_EQ(activity.count(), 0);
  EXPECT_TRUE(settled({"db", "web"}));
  elsewhere.clear();
  EXPECT_EQ(activity.count(), 0);
}

TEST_F(Holds, a_waiter_that_is_cancelled_ends) {
  const HookHold own{parts, holds, "db"};
  EXPECT_FALSE(holds.wait_settled({"db"}, 1h, [] { return true; }));
}

} // namespace
} // namespace orrery::agents
