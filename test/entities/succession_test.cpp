#include "actors/entities/succession.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

/// Who is told that nobody leads, one after another.
namespace orrery::test {

namespace {

using entities::Observers;
using entities::Recipient;
using entities::Succession;

/// Everybody hears, but for some.
struct Hearing final : entities::Post {
  std::set<std::string> deaf;

  void tell(const std::string&, caf::message) override {}
  [[nodiscard]] bool hears(const std::string& unit) const override { return !deaf.contains(unit); }
  [[nodiscard]] bool is_there(const std::string& unit) const override { return hears(unit); }
};

std::string web(std::uint32_t number) {
  return "web/" + std::to_string(number);
}

Observers units(std::uint32_t first, std::uint32_t end) {
  Observers observers;
  observers.add(Recipient("db/7")); // looks at web, and is none of its units
  observers.add(Recipient("zoo/1"));
  for (std::uint32_t number = first; number < end; ++number)
    observers.add(Recipient(web(number)));
  return observers;
}

/// All that are told, until nobody is.
std::vector<std::string>
told(Succession succession, const Observers& observers, const Hearing& hearing = {}) {
  std::vector<std::string> names;
  for (succession.pass(observers, hearing); !succession.candidate().empty();
       succession.pass(observers, hearing))
    names.push_back(succession.candidate());
  return names;
}

std::set<std::string> set_of(const std::vector<std::string>& names) {
  return {names.begin(), names.end()};
}

} // namespace

TEST(Successors, every_unit_but_the_predecessor_has_its_turn_and_then_it_is_over) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const auto names = told(Succession("web", web(3), 300, seed), units(0, 300));
    EXPECT_EQ(set_of(names).size(), 299U);
    EXPECT_LT(names.size(), 2U * 300);
    EXPECT_FALSE(set_of(names).contains(web(3)));
  }
}

TEST(Successors, few_that_are_left_of_many_numbers_all_have_their_turn) {
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    EXPECT_EQ(set_of(told(Succession("web", "", 1'000'000, seed), units(999'990, 999'995))).size(),
              5U);
}

TEST(Successors, without_units_nobody_has) {
  EXPECT_TRUE(told(Succession("web", "", 9, 1), units(0, 0)).empty());
  EXPECT_TRUE(told(Succession("web", "", 0, 1), units(0, 0)).empty());
  EXPECT_TRUE(told(Succession("web", web(0), 1, 1), units(0, 1)).empty());
}

TEST(Successors, who_does_not_hear_is_left_out) {
  Hearing hearing;
  for (std::uint32_t number = 0; number < 40; ++number)
    if (number != 17)
      hearing.deaf.insert(web(number));
  EXPECT_EQ(set_of(told(Succession("web", "", 40, 5), units(0, 40), hearing)),
            std::set<std::string>{web(17)});
}

/// Whoever goes next by name is as likely as any other.
TEST(Successors, the_first_is_drawn_from_all) {
  std::map<std::string, int> first;
  for (std::uint64_t seed = 0; seed < 5'000; ++seed) {
    Succession succession("web", "", 1'000, seed);
    succession.pass(units(950, 1'000), Hearing{});
    ++first[succession.candidate()];
  }
  EXPECT_EQ(first.size(), 50U);
  for (const auto& [unit, times] : first)
    EXPECT_LT(times, 300) << unit;
}

} // namespace orrery::test
