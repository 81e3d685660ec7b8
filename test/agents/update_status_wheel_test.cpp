// The wheel that keeps all units' times of update-status (US1).
#include "test/agents/timed_world.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace orrery::test {

TEST(UpdateStatusWheel, US1_an_interval_is_taken_times_0_8_to_1_2_and_looks_like_chance) {
  constexpr store::Milliseconds interval = 300'000, since = 1'700'000'000'000;
  constexpr int units = 10'000;
  store::Milliseconds sum = 0, least = interval * 2, most = 0;
  std::set<store::Milliseconds> different;
  for (int i = 0; i < units; ++i) {
    const store::Milliseconds wait =
      agents::due_after(fmt::format("db/{}", i), since, interval) - since;
    sum += wait;
    least = std::min(least, wait);
    most = std::max(most, wait);
    different.insert(agents::due_after("db/0", since + i, interval) - since - i);
  }
  EXPECT_GE(least, 240'000);
  EXPECT_LT(least, 240'200);
  EXPECT_LT(most, 360'000);
  EXPECT_GT(most, 359'800);
  EXPECT_NEAR(static_cast<double>(sum) / units, interval, 1'500);
  EXPECT_GT(different.size(), 9'000U) << "of one unit, too";
  EXPECT_EQ(agents::due_after("db/0", since, interval), agents::due_after("db/0", since, interval));
}

TEST(UpdateStatusWheel, US1_the_longest_and_the_shortest_interval_have_a_time) {
  constexpr store::Milliseconds since = 1'700'000'000'000;
  EXPECT_EQ(agents::due_after("db/0", since, 1), since + 1);
  const store::Milliseconds years_292 = 9'200'000'000'000;
  EXPECT_GT(agents::due_after("db/0", since, years_292), since + years_292 / 2);
}

TEST(UpdateStatusWheel, US1_a_time_comes_once_and_only_to_who_still_waits) {
  TimedWorld world;
  agents::UpdateStatus& wheel = world.update_status();
  wheel.await("ghost/1", world.now());
  wheel.await("ghost/2", world.now());
  EXPECT_TRUE(wheel.awaits("ghost/1"));
  EXPECT_FALSE(wheel.take("ghost/1")) << "its time has not come";
  wheel.forget("ghost/2");
  EXPECT_FALSE(wheel.awaits("ghost/2"));
  world.advance(6 * minute + 1'000);
  EXPECT_FALSE(wheel.awaits("ghost/1")) << "nobody hears of it";
  EXPECT_FALSE(wheel.take("ghost/1"));
  EXPECT_EQ(world.timers_of_update_status(), 0U);
}

TEST(UpdateStatusWheel, US1_a_time_that_is_past_counts_from_now) {
  TimedWorld world;
  world.advance(60 * minute);
  agents::UpdateStatus& wheel = world.update_status();
  world.deploy(database_charm(), "mysql");
  world.settle();
  wheel.forget("mysql/0");
  wheel.await("mysql/0", world.now() - 30 * minute);
  world.advance(4 * minute - 1'000);
  EXPECT_EQ(world.runs("mysql/0"), 0U);
  world.advance(2 * minute + 2'000);
  EXPECT_EQ(world.runs("mysql/0"), 1U);
}

TEST(UpdateStatusWheel, US1_many_units_need_few_timers) {
  TimedWorld world;
  agents::UpdateStatus& wheel = world.update_status();
  for (int i = 0; i < 10'000; ++i)
    wheel.await(fmt::format("ghost/{}", i), world.now());
  world.run();
  EXPECT_LE(world.timers_of_update_status(), 30U);
  world.advance(6 * minute + 1'000);
  EXPECT_EQ(world.timers_of_update_status(), 0U);
}

TEST(UpdateStatusWheel, W10_what_the_last_run_was_is_kept_for_the_next_agent) {
  TimedWorld world;
  agents::UpdateStatus& wheel = world.update_status();
  wheel.keep_run("ghost/1", {5, 6});
  EXPECT_EQ(wheel.last_run("ghost/1"), agents::TimeOfRun{}) << "it is not in the wheel";
  wheel.await("ghost/1", world.now());
  wheel.keep_run("ghost/1", {5, 6});
  EXPECT_EQ(wheel.last_run("ghost/1"), (agents::TimeOfRun{5, 6}));
}

} // namespace orrery::test
