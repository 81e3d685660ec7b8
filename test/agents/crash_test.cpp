#include "test/agents/charms.hpp"
#include "test/support/moments.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace orrery::test {

namespace {

/// One thing a user does; done again when the process died before it was.
struct Deed {
  protocol::Command command;
  std::function<bool(const store::Contents&)> done;
};

bool has_application(const store::Contents& all, const std::string& name) {
  return all.applications.contains(name);
}

std::size_t units_of(const store::Contents& all, const std::string& name) {
  const auto found = all.applications.find(name);
  return found == all.applications.end() ? 0 : found->second.next_unit;
}

Deed create(const std::string& name, const store::Charm& charm) {
  return {protocol::CreateApplication{name, charm, {}},
          [name](const auto& all) { return has_application(all, name); }};
}

Deed add_unit(const std::string& name, std::size_t as, std::optional<store::MachineId> machine) {
  return {protocol::AddUnit{name, machine},
          [name, as](const auto& all) { return units_of(all, name) >= as; }};
}

Deed relate(const std::string& first,
            const std::string& endpoint,
            const std::string& second,
            const std::string& other) {
  return {protocol::AddRelation{first, endpoint, second, other},
          [key = first + ":" + endpoint](const store::Contents& all) {
            return std::any_of(all.relations.begin(), all.relations.end(), [&](const auto& entry) {
              return entry.second.key.starts_with(key);
            });
          }};
}

Deed remove_unit(const std::string& unit) {
  return {protocol::RemoveUnit{unit}, [unit](const store::Contents& all) {
            const auto found = all.units.find(unit);
            return found == all.units.end() || found->second.life != store::Life::Alive;
          }};
}

Deed remove_application(const std::string& name) {
  return {protocol::RemoveApplication{name}, [name](const store::Contents& all) {
            const auto found = all.applications.find(name);
            return found == all.applications.end() || found->second.life != store::Life::Alive;
          }};
}

/// A whole life: deploys, relates, scales, and, in the end, may remove everything.
std::vector<Deed> coming_up() {
  return {create("web", web_charm()),
          create("mysql", database_charm()),
          create("logger", logger_charm()),
          add_unit("web", 1, std::nullopt),
          add_unit("mysql", 1, 0),
          relate("web", "db", "mysql", "server"),
          relate("logger", "info", "web", "juju-info"),
          add_unit("web", 2, 0),
          remove_unit("mysql/0"),
          add_unit("mysql", 2, 0)};
}

std::vector<Deed> going_down() {
  return {remove_application("web"), remove_application("mysql"), remove_application("logger")};
}

/// @param settling waits for each deed to come to its end before the next; otherwise they overlap.
void live(SimulatedWorld& world, const std::vector<Deed>& deeds, bool settling) {
  for (const Deed& deed : deeds) {
    world.start(deed.command);
    if (settling)
      world.settle();
    else
      world.run();
    while (!deed.done(world.contents())) {
      ASSERT_GT(world.crashes(), 0);
      world.start(deed.command);
      world.run();
    }
  }
  world.settle();
}

/// Crashes once after each effect of a life; it must end as it would have without.
void sweep(const std::vector<Deed>& deeds, bool settling, std::uint64_t stride) {
  SimulatedWorld undisturbed;
  const std::uint64_t before = undisturbed.effects();
  live(undisturbed, deeds, settling);
  const std::uint64_t whole = undisturbed.effects() - before;
  const std::string outline = undisturbed.outline();
  ASSERT_GT(whole, 100U);
  for (std::uint64_t effect = 1; effect <= whole; effect += stride * next_moment) {
    SCOPED_TRACE(effect);
    SimulatedWorld world;
    world.crash_after(effect);
    live(world, deeds, settling);
    EXPECT_EQ(world.outline(), outline);
    if (::testing::Test::HasFailure())
      return;
  }
}

std::vector<Deed> whole_life() {
  std::vector<Deed> deeds = coming_up();
  for (Deed& deed : going_down())
    deeds.push_back(std::move(deed));
  return deeds;
}

} // namespace

TEST(Crash, L10_after_any_effect_of_coming_up_the_same_state_is_reached) {
  sweep(coming_up(), true, 1);
}

TEST(Crash, L10_after_any_effect_of_a_whole_life_nothing_is_left) {
  sweep(whole_life(), true, 1);
}

TEST(Crash, L10_after_any_effect_of_deeds_that_overlap_the_same_state_is_reached) {
  sweep(whole_life(), false, 1);
}

TEST(Crash, L10_a_process_that_dies_again_and_again_gets_there_in_the_end) {
  for (std::uint64_t seed = 1; seed <= 10; seed += next_moment) {
    SCOPED_TRACE(seed);
    SimulatedWorld world(seed);
    for (const Deed& deed : whole_life()) {
      for (std::uint64_t i = 0; i < 4; ++i) {
        world.crash_after(3 + 5 * i + seed);
        world.start(deed.command);
        world.run();
      }
      world.crash_after(UINT64_MAX / 2);
      if (!deed.done(world.contents()))
        world.run(deed.command);
    }
    world.settle();
    EXPECT_TRUE(world.contents().units.empty());
    EXPECT_TRUE(world.contents().applications.empty());
  }
}

TEST(Crash, L9_whatever_the_order_of_messages_everything_dying_goes) {
  for (std::uint64_t seed = 1; seed <= 100; seed += next_moment) {
    SCOPED_TRACE(seed);
    SimulatedWorld world(seed);
    live(world, whole_life(), seed % 2 == 0);
    world.expect_nothing_left();
  }
}

} // namespace orrery::test
