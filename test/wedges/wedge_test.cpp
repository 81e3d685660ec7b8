#include "test/support/moments.hpp"
#include "test/wedges/wedge.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::test {

namespace {

constexpr std::uint64_t seeds = 5;

class Wedges : public ::testing::TestWithParam<Wedge> {};

void set_up(Story& story, const Wedge& wedge) {
  wedge.setup(story);
  story.world().settle();
}

/// @returns whether the effect has come after which the process was to die.
bool tell(Story& story, const Wedge& wedge) {
  for (const Step& step : wedge.steps) {
    SCOPED_TRACE(step.what);
    step.act(story);
    story.end_step();
    if (::testing::Test::HasFailure())
      return true;
  }
  story.end();
  const bool has_died = story.has_died();
  story.calm();
  {
    SCOPED_TRACE("the ending");
    wedge.ending(story);
    EXPECT_TRUE(story.helped() == 0 || wedge.needs_a_person || !story.is_undisturbed())
      << "nobody should have to help";
  }
  SCOPED_TRACE("everything removed");
  story.remove_everything();
  return has_died;
}

void tell_with_seeds(const Wedge& wedge, Way way, bool restarts) {
  for (std::uint64_t seed = 1; seed <= seeds && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Story story(seed, way);
    if (restarts)
      story.die_after_every_step();
    set_up(story, wedge);
    tell(story, wedge);
  }
}

/// Until the effect to die after does not come any more, with none of the seeds.
void tell_for_every_effect(const Wedge& wedge, Way way) {
  std::uint64_t without = 0;
  std::uint64_t effect = 1;
  for (; without < seeds; effect += next_moment) {
    SCOPED_TRACE(effect);
    ASSERT_LT(effect, 2'000U) << "the story does not end";
    Story story(effect % seeds + 1, way);
    story.die_after(UINT64_MAX / 2); // few units, as all that follows
    set_up(story, wedge);
    story.die_after(effect);
    const bool has_died = tell(story, wedge);
    without = has_died ? 0 : without + 1;
    if (::testing::Test::HasFailure())
      return;
  }
  EXPECT_GT(effect, 15U) << "hardly anything has happened";
}

} // namespace

std::vector<Wedge> all_wedges() {
  std::vector<Wedge> all;
  for (auto& some :
       {wedges_of_units(), wedges_of_force(), wedges_of_machines(), wedges_of_records()})
    all.insert(all.end(), some.begin(), some.end());
  std::sort(all.begin(), all.end(),
            [](const Wedge& one, const Wedge& other) { return one.name < other.name; });
  return all;
}

TEST_P(Wedges, plain) {
  tell_with_seeds(GetParam(), Way::Plain, false);
}

TEST_P(Wedges, forced) {
  tell_with_seeds(GetParam(), Way::Forced, false);
}

TEST_P(Wedges, plain_then_forced) {
  tell_with_seeds(GetParam(), Way::PlainThenForced, false);
}

TEST_P(Wedges, plain_with_a_restart_after_every_step) {
  tell_with_seeds(GetParam(), Way::Plain, true);
}

TEST_P(Wedges, forced_with_a_restart_after_every_step) {
  tell_with_seeds(GetParam(), Way::Forced, true);
}

TEST_P(Wedges, plain_with_a_crash_after_any_effect) {
  tell_for_every_effect(GetParam(), Way::Plain);
}

TEST_P(Wedges, forced_with_a_crash_after_any_effect) {
  tell_for_every_effect(GetParam(), Way::Forced);
}

INSTANTIATE_TEST_SUITE_P(All, Wedges, ::testing::ValuesIn(all_wedges()), [](const auto& wedge) {
  return wedge.param.name;
});

} // namespace orrery::test
