// When a unit claims leadership, and hears of it (L1, L2).
#include "test/workflow/played_unit.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::agents {
namespace {

TEST(Leadership, leadership_is_claimed_before_a_scope_is_entered) { // so that a relation is joined
  PlayedUnit unit;
  unit.remote.leadership_free = true;
  unit.relate(1, "db", "mysql").settle();
  const auto first = [&]<class Operation>(const Operation*) {
    return std::find_if(unit.steps.begin(), unit.steps.end(), [](const Next& operation) {
      return std::holds_alternative<Operation>(operation);
    });
  };
  EXPECT_LT(first(static_cast<Claim*>(nullptr)), first(static_cast<Enter*>(nullptr)));
}

TEST(Leadership, L1_the_first_unit_claims_leadership_before_install_and_is_elected_after_it) {
  PlayedUnit unit;
  unit.remote.leadership_free = true;
  unit.settle_before("install");
  EXPECT_EQ(times<Claim>(unit), 1);
  EXPECT_TRUE(unit.remote.leader);
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"install", "leader-elected", "config-changed", "start"}));
  EXPECT_EQ(times<Claim>(unit), 1);
}

TEST(Leadership, L2_leader_elected_waits_until_a_failed_install_has_passed) {
  PlayedUnit unit;
  unit.remote.leadership_free = true;
  unit.failing.insert("install");
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"install"}));
  EXPECT_TRUE(unit.remote.leader);
}

TEST(Leadership, L2_leader_elected_that_waits_is_dropped_where_the_unit_leads_no_more) {
  PlayedUnit unit;
  unit.settle();
  (void)unit.take();
  unit.remote.leader = true;
  unit.settle_before("leader-elected");
  unit.remote.leader = false;
  unit.settle();
  EXPECT_EQ(unit.take(), Names{});
  unit.failing.insert("leader-elected");
  unit.remote.leader = true;
  unit.settle();
  unit.remote.leader = false;
  EXPECT_EQ(unit.take(), (Names{"leader-elected"}));
  EXPECT_TRUE(unit.local.operation) << "one that may have left traces is tried again";
}

} // namespace
} // namespace orrery::agents
