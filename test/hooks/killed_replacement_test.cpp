#include "test/hooks/refreshed_home.hpp"

#include <vector>

/// Kills of the process amid the swap of a unit's files.
namespace orrery::providers {
namespace {

/// All steps of one replacement, in their order.
std::vector<std::string> steps_of(bool can_exchange) {
  Refreshed home;
  home.can_exchange = can_exchange;
  std::vector<std::string> steps;
  CharmReplacement replacement = home.wanted(home.two);
  replacement.before = [&](std::string_view step) { steps.emplace_back(step); };
  EXPECT_TRUE(replace_charm(replacement));
  return steps;
}

/// Returns what the copy holds after a replacement that nothing has disturbed.
Tree undisturbed() {
  Refreshed home;
  EXPECT_EQ(home.replace(home.two), "");
  return tree_of(home.copy);
}

TEST(ReplaceCharm, P44_a_kill_at_any_step_leaves_the_old_or_the_new_and_a_repeat_ends_right) {
  const Tree before = tree_of(Refreshed().copy);
  const Tree after = undisturbed();
  for (const bool can_exchange : {true, false})
    for (const std::string& step : steps_of(can_exchange)) {
      SCOPED_TRACE(step);
      Refreshed home;
      home.can_exchange = can_exchange;
      home.replace_killed_at(home.two, step);
      if (fs::exists(home.copy)) {
        const Tree found = tree_of(home.copy);
        EXPECT_TRUE(found == before || found == after);
      } else {
        EXPECT_EQ(step, "put in place") << "between two renames only";
      }
      EXPECT_EQ(home.replace(home.two), "");
      EXPECT_EQ(tree_of(home.copy), after);
      home.expect_settled();
    }
}

TEST(ReplaceCharm, P29_after_a_kill_another_charm_may_be_wanted) {
  const Tree once = undisturbed();
  for (const bool can_exchange : {true, false})
    for (const std::string& step : steps_of(can_exchange)) {
      SCOPED_TRACE(step);
      Refreshed home;
      home.can_exchange = can_exchange;
      home.replace_killed_at(home.two, step);
      EXPECT_EQ(home.replace(home.one), "");
      Tree found = tree_of(home.copy);
      EXPECT_FALSE(found.contains("new/data")) << "it was the half-deployed charm's";
      EXPECT_TRUE(found.contains("old/data"));
      for (const char* kept : {".unit-state.db", "venv/lib/x/y", "lib/a.pyc", "python"})
        EXPECT_EQ(found[kept], once.at(kept));
      home.expect_settled();
    }
}

TEST(ReplaceCharm, P44_a_kill_while_an_interrupted_swap_is_finished_loses_nothing) {
  const Tree after = undisturbed();
  for (const char* first : {"catch up", "list", "discard"})
    for (const char* second : {"catch up", "list", "discard"}) {
      SCOPED_TRACE(std::string(first) + ", " + second);
      Refreshed home;
      home.replace_killed_at(home.two, first);
      home.replace_killed_at(home.two, second);
      EXPECT_EQ(home.replace(home.two), "");
      EXPECT_EQ(tree_of(home.copy), after);
      home.expect_settled();
    }
}

TEST(ReplaceCharm, P44_settling_alone_leaves_a_whole_copy_and_no_leftovers) {
  const Tree before = tree_of(Refreshed().copy);
  const Tree after = undisturbed();
  for (const bool can_exchange : {true, false})
    for (const std::string& step : steps_of(can_exchange)) {
      SCOPED_TRACE(step);
      Refreshed home;
      home.can_exchange = can_exchange;
      home.replace_killed_at(home.two, step);
      ASSERT_TRUE(settle_replacement(home.wanted({})));
      const Tree found = tree_of(home.copy);
      EXPECT_TRUE(found == before || found == after);
      home.expect_settled();
    }
}

} // namespace
} // namespace orrery::providers
