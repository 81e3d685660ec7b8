#include "actors/foretell/dry_run.hpp"
#include "test/dry_run/shape.hpp"
#include "test/support/any_command.hpp"
#include "test/support/simulated_world.hpp"

#include <gtest/gtest.h>

#include <iterator>

namespace orrery::test {

namespace {

/// Some removals go further: past failing hooks, or with all that is on the machine.
struct Further {
  std::mt19937_64& random;

  void how(protocol::Removal& removal) const {
    removal.force = random() % 4 == 0;
    removal.max_wait = random() % 2 == 0 ? 0 : 30'000;
    removal.skip_failed_hooks = random() % 4 == 0;
  }
  void operator()(protocol::RemoveUnit& command) const { how(command.how); }
  void operator()(protocol::RemoveApplication& command) const { how(command.how); }
  void operator()(protocol::RemoveRelation& command) const { how(command.how); }
  void operator()(protocol::RemoveMachine& command) const {
    how(command.how);
    command.drain = random() % 2 == 0;
  }
  template <class Other>
  void operator()(Other&) const {}
};

/// No charm comes back under the revision that it had before (P4).
void renumber(protocol::RefreshApplication& refresh, const store::Contents& contents) {
  const auto application = contents.applications.find(refresh.application);
  if (application == contents.applications.end())
    return;
  store::Charm& charm = refresh.charm;
  charm.revision = contents.charms.at(application->second.charm).revision + 1;
  charm.url = "local:" + charm.name + "-" + std::to_string(charm.revision);
}

/// Only people ask for it: the first twelve kinds of commands.
protocol::Command any_wish(const store::Contents& contents, std::mt19937_64& random) {
  constexpr std::size_t kinds = 12;
  for (;;)
    if (protocol::Command command = any_command(contents, random); command.index() < kinds) {
      std::visit(Further{random}, command);
      if (auto* refresh = std::get_if<protocol::RefreshApplication>(&command))
        renumber(*refresh, contents);
      return command;
    }
}

/// A unit's hook fails until its agent gives up; from then on it would succeed again.
void break_one(SimulatedWorld& world, std::mt19937_64& random, int step) {
  const store::Contents contents = world.contents();
  if (contents.units.empty())
    return;
  const auto unit = std::next(contents.units.begin(),
                              static_cast<std::ptrdiff_t>(random() % contents.units.size()));
  world.hooks().fail(unit->first, "config-changed");
  world.run(
    protocol::SetConfig{unit->second.application, {{"port", std::to_string(100 + step)}}, {}});
  world.settle();
  world.hooks().mend(unit->first, "config-changed");
}

/// One wish, tried and then carried out: both must end alike.
void compare(SimulatedWorld& world, const protocol::Command& wish) {
  SCOPED_TRACE(wish.index());
  foretell::DryRun dry(world.contents(), world.now());
  const protocol::Answer tried = dry.run(wish);
  const protocol::Answer done = world.run(wish);
  EXPECT_EQ(tried.verdict, done.verdict);
  EXPECT_EQ(tried.text, done.text);
  EXPECT_EQ(tried.created, done.created);
  EXPECT_TRUE(dry.settle().complete);
  world.settle();
  EXPECT_EQ(shape_of(dry.contents()), shape_of(world.contents()));
}

} // namespace

TEST(DryRun, ends_where_the_agents_end) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    SimulatedWorld world(seed);
    for (int i = 0; i < 40 && !testing::Test::HasFailure(); ++i)
      compare(world, any_wish(world.contents(), random));
  }
}

TEST(DryRun, U6_ends_where_the_agents_end_with_failing_hooks) {
  for (std::uint64_t seed = 101; seed <= 160; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    SimulatedWorld world(seed);
    for (int i = 0; i < 40 && !testing::Test::HasFailure(); ++i) {
      if (i % 8 == 7)
        break_one(world, random, i);
      compare(world, any_wish(world.contents(), random));
    }
  }
}

/// Refreshes of applications some of whose units fail in a hook and wait for a person, until
/// force or the person's word comes (P31, P34).
TEST(DryRun, P31_a_refresh_ends_where_the_agents_end_whatever_units_fail_in) {
  for (std::uint64_t seed = 201; seed <= 240; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    SimulatedWorld world(seed);
    for (int i = 0; i < 40 && !testing::Test::HasFailure(); ++i) {
      if (i % 4 == 3)
        break_one(world, random, i);
      const store::Contents contents = world.contents();
      if (contents.applications.empty() || i % 4 == 0) {
        compare(world, any_wish(contents, random));
        continue;
      }
      protocol::RefreshApplication refresh;
      const auto application =
        std::next(contents.applications.begin(),
                  static_cast<std::ptrdiff_t>(random() % contents.applications.size()));
      refresh.application = application->first;
      refresh.charm = contents.charms.at(application->second.charm);
      refresh.force_units = random() % 4 == 0;
      renumber(refresh, contents);
      compare(world, refresh);
    }
  }
}

} // namespace orrery::test
