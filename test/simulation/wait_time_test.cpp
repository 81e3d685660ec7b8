#include "cmd/simulate/wait_time.hpp"

#include <gtest/gtest.h>

namespace orrery::simulate {
namespace {

struct ToldWaits {
  Findings findings;
  WaitTime time{findings};
  store::UnitStatus status;

  ToldWaits() {
    status.unit = "web/0";
    status.error.hook = "start";
    status.error.attempt = 1;
  }
  /// @returns whether that the next try comes so much later is found
  bool finds(store::Milliseconds wait) {
    status.error.next_at = 1'000'000 + wait;
    time.told(status, 1'000'000);
    return !findings.kept().empty();
  }
};

TEST(WaitTime, W2_a_try_that_is_told_for_later_than_its_back_off_is_found) {
  EXPECT_FALSE(ToldWaits().finds(5'000));
  EXPECT_TRUE(ToldWaits().finds(5'001));
  ToldWaits late;
  late.status.error.attempt = 9;
  EXPECT_FALSE(late.finds(300'000));
  EXPECT_TRUE(late.finds(300'001));
}

TEST(WaitTime, W2_a_time_that_an_earlier_process_has_told_stays) {
  ToldWaits told;
  ASSERT_FALSE(told.finds(5'000));
  told.status.ports.push_back({"tcp", 80, 80});
  told.time.told(told.status, 0); // the clock was set back, and its agent has not told it anew
  EXPECT_TRUE(told.findings.kept().empty());
}

TEST(WaitTime, W2_a_time_stays_that_was_told_before_one_that_a_crash_has_lost) {
  ToldWaits told;
  ASSERT_FALSE(told.finds(5'000));
  const store::UnitStatus kept = told.status;
  told.status.error.attempt = 2;
  ASSERT_FALSE(told.finds(6'000));
  told.time.process_began({{"web/0", kept}});
  told.time.told(kept, 0); // and the clock was set back
  EXPECT_TRUE(told.findings.kept().empty());
  told.status.error.attempt = 1;
  EXPECT_TRUE(told.finds(6'000));
}

TEST(WaitTime, W2_a_timer_that_is_set_for_longer_than_anything_takes_is_found) {
  ToldWaits waits;
  waits.time.passes(30 * 60'000);
  EXPECT_TRUE(waits.findings.kept().empty());
  waits.time.passes(30 * 60'000 + 1);
  EXPECT_FALSE(waits.findings.kept().empty());
}

} // namespace
} // namespace orrery::simulate
