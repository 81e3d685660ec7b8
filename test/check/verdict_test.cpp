#include "cmd/views/check/verdict.hpp"

#include <gtest/gtest.h>

namespace orrery::check {
namespace {

Difference about(const std::string& entity, Patience patience = Patience::Short) {
  return {entity, "alive", "not there", "none", patience};
}

TEST(Verdict, only_what_is_there_again_word_for_word_stays) {
  Difference changed = about("unit b/0");
  changed.found = "still not there";
  EXPECT_EQ(unchanged({about("unit c/0"), about("unit b/0"), about("unit a/0")},
                      {about("unit a/0"), changed, about("unit d/0"), about("unit c/0")}),
            (Differences{about("unit a/0"), about("unit c/0")}));
}

TEST(Verdict, a_remedy_that_changes_leaves_the_difference_and_is_the_newest) {
  Difference mended = about("unit a/0");
  mended.remedy = "wait for its hook";
  mended.patience = Patience::Settled;
  EXPECT_EQ(unchanged({about("unit a/0"), about("unit b/0")}, {mended}), Differences{mended});
}

TEST(Verdict, what_an_agent_has_before_it_is_in_motion_until_all_is_quiet) {
  const Differences lasting{about("a"), about("b", Patience::Settled), about("c", Patience::Known)};
  const Verdict busy = judge(lasting, false);
  EXPECT_EQ(busy.faults, Differences{lasting[0]});
  EXPECT_EQ(busy.in_motion, (Differences{lasting[1], lasting[2]}));
  const Verdict quiet = judge(lasting, true);
  EXPECT_EQ(quiet.faults, (Differences{lasting[0], lasting[1]}));
  EXPECT_EQ(quiet.in_motion, Differences{lasting[2]});
}

} // namespace
} // namespace orrery::check
