#include "test/hooks/refreshed_home.hpp"

#include <vector>

/// Kills of the process amid the swap of a unit's files.
namespace orrery::providers {
namespace {

/// All steps of one replacement, in their order.
std::vector<std::string> all_steps() {
  Refreshed home;
  std::vector<std::string> steps;
  CharmReplacement replacement = home.wanted(home.two);
  replacement.before = [&](std::string_view step) -> Replaced {
    steps.emplace_back(step);
    return {};
  };
  EXPECT_TRUE(replace_charm(replacement));
  return steps;
}

/// Returns what the copy holds after a replacement that nothing has disturbed.
Tree undisturbed() {
  Refreshed home;
  EXPECT_EQ(home.replace(home.two), "");
  return tree_of(home.copy);
}

TEST(ReplaceCharm,
     P44_a_kill_at_any_step_leaves_of_each_file_the_old_or_the_new_and_a_repeat_ends_right) {
  const Tree before = tree_of(Refreshed().copy);
  const Tree after = undisturbed();
  for (const std::string& step : all_steps()) {
    SCOPED_TRACE(step);
    Refreshed home;
    home.replace_killed_at(home.two, step);
    for (const auto& [path, found] : tree_of(home.copy))
      EXPECT_TRUE((before.contains(path) && found == before.at(path))
                  || (after.contains(path) && found == after.at(path)))
        << path;
    EXPECT_EQ(home.replace(home.two), "");
    EXPECT_EQ(tree_of(home.copy), after);
    home.expect_settled();
  }
}

TEST(ReplaceCharm, P29_after_a_kill_another_charm_may_be_wanted) {
  const Tree once = undisturbed();
  for (const std::string& step : all_steps()) {
    SCOPED_TRACE(step);
    Refreshed home;
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
  for (const char* first : {"remove lib/only-old.py", "put hooks/start", "list", "discard"})
    for (const char* second : {"put revision", "list", "discard"}) {
      SCOPED_TRACE(std::string(first) + ", " + second);
      Refreshed home;
      home.replace_killed_at(home.two, first);
      home.try_killed_at(home.two, second); // unless the first had come further
      EXPECT_EQ(home.replace(home.two), "");
      EXPECT_EQ(tree_of(home.copy), after);
      home.expect_settled();
    }
}

TEST(ReplaceCharm, P44_settling_alone_leaves_a_whole_copy_and_no_leftovers) {
  const Tree before = tree_of(Refreshed().copy);
  const Tree after = undisturbed();
  for (const std::string& step : all_steps()) {
    SCOPED_TRACE(step);
    Refreshed home;
    home.replace_killed_at(home.two, step);
    ASSERT_TRUE(settle_replacement(home.wanted({})));
    const Tree found = tree_of(home.copy);
    EXPECT_TRUE(found == before || found == after);
    home.expect_settled();
  }
}

} // namespace
} // namespace orrery::providers
