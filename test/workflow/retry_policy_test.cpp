// Tries of a failed hook while how many are allowed changes under it.
#include "test/workflow/played_mind.hpp"

#include <gtest/gtest.h>

namespace orrery::agents {

TEST(RetryPolicy, MD60_is_read_once_an_event) {
  PlayedMind played;
  (void)played.begin();
  std::size_t readings = played.policy_readings;
  (void)played.start_hook();
  EXPECT_EQ(played.policy_readings, readings + 2);
  readings = played.policy_readings;
  (void)played.tell(PlayedMind::ended(1));
  EXPECT_EQ(played.policy_readings, readings + 1);
  (void)played.tell(NotesOnDisk{});
  (void)played.mind.may_rest();
  EXPECT_EQ(played.policy_readings, readings + 2);
}

TEST(RetryPolicy, MD60_a_try_that_is_not_allowed_any_more_is_given_up) {
  PlayedMind played;
  (void)played.begin();
  (void)played.start_hook();
  (void)played.tell(PlayedMind::ended(1));
  played.now = played.tell(NotesOnDisk{}).wake_at.value();
  played.policy.attempts = 1;
  const Output gives_up = played.tell(TimeHasCome{});
  EXPECT_FALSE(gives_up.wants_place);
  EXPECT_TRUE(std::holds_alternative<GoOn>(gives_up.then));
  EXPECT_EQ(played.mind.notes().operation->next_at, 0) << "status says that it waits for a person";
  EXPECT_TRUE(played.tell(NotesOnDisk{}).is_idle);
  EXPECT_TRUE(waits_for_nothing(played.tell(TimeHasCome{})));
  played.policy.attempts = 5;
  EXPECT_TRUE(played.tell(TimeHasCome{}).wants_place);
}

} // namespace orrery::agents
