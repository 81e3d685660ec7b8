// Which model's wish for a place is met next.
#include "actors/agents/fair_queue.hpp"

#include <gtest/gtest.h>

#include <string>

namespace orrery::test {

namespace {

using Queue = agents::FairQueue<std::string, std::string>;

/// Takes what is next `count` times, and gives no place back.
std::string taken(Queue& queue, int count) {
  std::string all;
  for (int i = 0; i < count; ++i)
    all += queue.take().value_or("-");
  return all;
}

} // namespace

TEST(FairQueue, MD50_models_that_wait_get_a_place_each_in_turn) {
  Queue queue;
  for (const char* wish : {"a", "b", "c", "d"})
    queue.push("greedy", wish);
  queue.push("second", "1");
  queue.push("second", "2");
  queue.push("third", "X");
  EXPECT_EQ(taken(queue, 8), "a1Xb2cd-") << "each model's own in their order";
}

TEST(FairQueue, MD50_who_has_fewest_places_is_next_however_long_the_hooks_of_others_take) {
  Queue queue;
  for (int i = 0; i < 20; ++i)
    queue.push("greedy", "g");
  EXPECT_EQ(taken(queue, 8), "gggggggg") << "nobody else wants any";
  for (int round = 0; round < 5; ++round) { // one of the greedy ends now and then
    queue.push("quiet", "q");
    queue.give_back("greedy");
    EXPECT_EQ(taken(queue, 1), "q") << round;
    queue.give_back("quiet");
    EXPECT_EQ(taken(queue, 1), "g") << round;
  }
}

TEST(FairQueue, MD50_no_model_that_waits_is_passed_over_by_some_that_come_again_and_again) {
  Queue queue;
  queue.push("a", "a");
  EXPECT_EQ(taken(queue, 1), "a");
  queue.push("b", "b");
  queue.push("z", "z");
  std::string all;
  for (std::string now = "a"; all.size() < 6; all += now) {
    queue.give_back(now);
    queue.push(now, now);
    now = taken(queue, 1);
  }
  EXPECT_EQ(all, "bzabza");
}

TEST(FairQueue, MD50_an_urgent_wish_comes_before_others_of_its_model_alone) {
  Queue queue;
  queue.push("one", "a");
  queue.push("one", "b");
  queue.push("other", "1");
  queue.push("other", "U", true);
  queue.push("one", "V", true);
  EXPECT_EQ(taken(queue, 5), "VUa1b");
}

TEST(FairQueue, MD50_a_wish_that_is_withdrawn_is_not_met_and_nothing_is_kept_of_who_wants_nothing) {
  Queue queue;
  queue.push("one", "a");
  const auto withdrawn = queue.push("one", "b");
  queue.push("one", "c");
  const auto last = queue.push("other", "o");
  queue.withdraw("one", withdrawn);
  queue.withdraw("other", last);
  EXPECT_EQ(queue.models(), 1U);
  EXPECT_EQ(taken(queue, 3), "ac-");
  queue.give_back("one");
  EXPECT_EQ(queue.models(), 1U) << "it has a place still";
  queue.give_back("one");
  EXPECT_EQ(queue.models(), 0U);
}

} // namespace orrery::test
