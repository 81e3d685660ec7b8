#include "actors/entities/observers.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

/// Who wants to be told of an entity, and in which order they are.
namespace orrery::test {

namespace {

constexpr int units = 50;

entities::Observers all_units() {
  entities::Observers observers;
  for (int i = 0; i < units; ++i)
    observers.add(entities::Recipient("web/" + std::to_string(i)));
  return observers;
}

std::vector<std::string> told(const entities::Observers& observers, std::uint64_t turn) {
  std::vector<entities::Delivery> outbox;
  observers.tell(outbox, caf::make_message(1), turn);
  std::vector<std::string> names;
  for (const entities::Delivery& delivery : outbox)
    names.push_back(delivery.to.unit());
  return names;
}

} // namespace

TEST(Observers, all_are_told_once_whoever_is_the_first) {
  const entities::Observers observers = all_units();
  for (std::uint64_t turn = 0; turn < 200; ++turn) {
    const std::vector<std::string> names = told(observers, turn);
    EXPECT_EQ(names.size(), std::size_t{units});
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), std::size_t{units});
  }
  EXPECT_TRUE(told({}, 7).empty());
}

/// Units that are removed in the order of their names do not each lead before they go.
TEST(Observers, they_take_turns_at_being_told_first) {
  const entities::Observers observers = all_units();
  std::set<std::string> first;
  int of_first_half = 0;
  for (std::uint64_t turn = 0; turn < 200; ++turn) {
    const std::string name = told(observers, turn).front();
    first.insert(name);
    of_first_half += std::stoi(name.substr(name.find('/') + 1)) < units / 2 ? 1 : 0;
  }
  EXPECT_GT(first.size(), std::size_t{units} * 9 / 10);
  EXPECT_NEAR(of_first_half, 100, 30);
}

} // namespace orrery::test
