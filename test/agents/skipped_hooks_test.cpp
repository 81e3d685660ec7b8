// Hooks that somebody went past are named in the unit's log, in the same words whoever asked for
// it.
#include "test/agents/charms.hpp"
#include "test/agents/shorthand.hpp"
#include "test/support/moments.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::test {

using Lines = std::vector<std::string>;

namespace {

/// In how many of the lines a hook is named.
std::ptrdiff_t times(const Lines& lines, const std::string& hook) {
  return std::count_if(lines.begin(), lines.end(), [&](const std::string& line) {
    return line.find("skipped by --force: ") != std::string::npos
           && (line + ",").find(" " + hook + ",") != std::string::npos;
  });
}

const Lines of_web{"db-relation-departed mysql/0", "db-relation-broken", "stop", "remove"};
const Lines of_logger{"info-relation-departed web/0", "info-relation-broken", "stop", "remove"};

} // namespace

TEST(SkippedHooks, F1_force_names_each_hook_that_it_went_past) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SimulatedWorld world(seed);
    begin_logged_shop(world);
    for (const std::string unit : {"web/0", "logger/0"})
      for (const std::string hook : {"db-relation-departed", "info-relation-departed", "stop"})
        world.hooks().fail(unit, hook);
    world.run(protocol::RemoveUnit{"web/0", forced()});
    world.settle();
    ASSERT_FALSE(world.has_unit("web/0"));
    for (const std::string& hook : of_web)
      EXPECT_GE(times(world.warnings("web/0"), hook), 1) << hook << ", seed " << seed;
    for (const std::string& hook : of_logger)
      EXPECT_GE(times(world.warnings("logger/0"), hook), 1) << hook << ", seed " << seed;
    EXPECT_EQ(world.warnings("mysql/0"), Lines{}) << "it went past none of its hooks";
  }
}

TEST(SkippedHooks, F1_of_a_unit_whose_agent_is_lost_all_are_named_in_one_line) {
  SimulatedWorld world;
  begin_logged_shop(world);
  for (int i = 0; i <= 5; ++i) {
    world.fail_agent("hooks web/0");
    world.settle();
  }
  ASSERT_EQ(world.status("web/0").agent.value, "lost");
  world.hooks().clear();
  world.run(protocol::RemoveUnit{"web/0", forced()});
  world.settle();
  EXPECT_FALSE(world.has_unit("web/0"));
  EXPECT_EQ(world.hooks_of("web/0"), Lines{});
  EXPECT_EQ(world.warnings("web/0"),
            Lines{"4 hooks skipped by --force: db-relation-departed mysql/0, "
                  "db-relation-broken, stop, remove"});
}

TEST(SkippedHooks, F3_a_forced_relation_names_its_own_hooks_in_the_unit_that_stays) {
  SimulatedWorld world;
  begin_logged_shop(world);
  world.hooks().fail("web/0", "db-relation-departed");
  world.run(protocol::RemoveRelation{0, forced()});
  world.settle();
  EXPECT_FALSE(world.contents().relations.contains(0));
  EXPECT_EQ(world.warnings("web/0"), Lines{"2 hooks skipped by --force: db-relation-departed "
                                           "mysql/0, db-relation-broken"});
}

TEST(SkippedHooks, F4_a_crash_after_any_effect_loses_no_name) {
  std::uint64_t effects = 0;
  for (std::uint64_t crash = 0; crash <= effects; crash += next_moment) {
    SimulatedWorld world;
    begin_logged_shop(world);
    world.hooks().fail("web/0", "db-relation-departed");
    world.hooks().fail("web/0", "stop");
    const std::uint64_t before = world.effects();
    if (crash > 0)
      world.crash_after(crash);
    world.run(protocol::RemoveUnit{"web/0", forced()});
    world.settle();
    if (crash == 0)
      effects = world.effects() - before;
    if (world.has_unit("web/0"))
      continue; // the crash came before the command was on disk
    for (const std::string& hook : of_web)
      EXPECT_GE(times(world.warnings("web/0"), hook), 1) << hook << ", crash " << crash;
  }
  EXPECT_GT(effects, 5U);
}

TEST(SkippedHooks, an_orderly_end_skips_none) {
  SimulatedWorld world;
  begin_logged_shop(world);
  world.run(protocol::RemoveUnit{"web/0", {}});
  world.settle();
  world.run(protocol::RemoveApplication{"mysql", {}});
  world.settle();
  for (const char* unit : {"web/0", "logger/0", "mysql/0"}) {
    EXPECT_FALSE(world.has_unit(unit));
    EXPECT_EQ(world.warnings(unit), Lines{});
  }
}

TEST(SkippedHooks, U11_a_unit_that_never_ran_has_none_to_skip) {
  SimulatedWorld world;
  world.provider().fail("deploy web/0", "no room", 1);
  world.deploy(web_charm(), "web");
  world.run(protocol::RemoveUnit{"web/0", forced()});
  world.settle();
  EXPECT_FALSE(world.has_unit("web/0"));
  EXPECT_EQ(world.warnings("web/0"), Lines{});
}

TEST(SkippedHooks, W3_resolved_without_retry_says_so) {
  SimulatedWorld world;
  world.hooks().fail("web/0", "install");
  world.deploy(web_charm(), "web");
  world.settle();
  world.run(protocol::Resolve{"web/0", true});
  world.settle();
  EXPECT_EQ(world.warnings("web/0"), Lines{}) << "it has only been tried again";
  world.run(protocol::Resolve{"web/0", false});
  world.settle();
  EXPECT_EQ(world.warnings("web/0"), Lines{"1 hook skipped by resolved --no-retry: install"});
}

TEST(SkippedHooks, without_force_only_those_that_fail_are_skipped_and_named) {
  SimulatedWorld world;
  begin_logged_shop(world);
  world.hooks().fail("web/0", "db-relation-departed");
  world.hooks().fail("web/0", "stop");
  protocol::Removal how;
  how.skip_failed_hooks = true;
  world.run(protocol::RemoveUnit{"web/0", how});
  world.settle();
  EXPECT_FALSE(world.has_unit("web/0"));
  EXPECT_EQ(world.warnings("web/0"),
            (Lines{"1 hook skipped by --skip-failed-hooks: db-relation-departed mysql/0",
                   "1 hook skipped by --skip-failed-hooks: stop"}));
}

} // namespace orrery::test
