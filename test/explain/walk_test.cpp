#include "cmd/explain/explain.hpp"
#include "test/explain/random_model.hpp"
#include "test/support/simulated_world.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

namespace orrery::test {
namespace {

using explain::EntityKind;
using explain::Explanation;
using explain::Node;
using explain::Subject;

Explanation explained(const store::Contents& contents, const Subject& subject) {
  const render::Index index(contents);
  auto explanation = explain::explain(index, subject, {1000, 1000});
  EXPECT_TRUE(explanation) << explanation.error();
  return std::move(*explanation);
}

/// Units that the explanation names a command for.
void add_stopped(const Node& node, std::set<std::string>& units) {
  const std::string begin = "resolved --no-retry ";
  for (const explain::Remedy& remedy : node.remedies)
    if (remedy.command.starts_with(begin))
      units.insert(remedy.command.substr(begin.size()));
  for (const Node& holder : node.holders)
    add_stopped(holder, units);
}

/// The first leaf that is stopped, in the words of render::reason.
std::string first_leaf(const Node& node) {
  if (!node.obstacle.empty())
    return node.obstacle;
  for (const Node& holder : node.holders)
    if (const std::string leaf = first_leaf(holder); !leaf.empty())
      return leaf;
  return "";
}

/// A world that was stopped somewhere, and an entity in it that somebody wants to be gone.
struct Walk {
  explicit Walk(std::uint64_t seed) : random(seed), world(seed) {}

  /// @returns an entity whose removal has been asked for
  Subject begin() {
    for (const protocol::Command& command : random.beginning())
      EXPECT_TRUE(world.run(command).ok());
    if (random.below(4) > 0)
      world.settle();
    let_some_fail();
    for (int i = random.below(3); i > 0; --i) {
      world.start(removal_of(random.any_subject(world.contents())));
      world.step(random.below(200));
    }
    const Subject subject = random.any_subject(world.contents());
    if (const Explanation asked = explained(world.contents(), subject); asked.refusal.empty())
      for (const explain::Step& step : asked.steps)
        if (step.action == explain::Step::Action::Command)
          world.start(removal_of(step.subject));
    world.step(random.below(300));
    return subject;
  }

  void let_some_fail() {
    const std::vector<std::string> hooks{"stop",
                                         "remove",
                                         "config-changed",
                                         "db-relation-departed",
                                         "db-relation-broken",
                                         "server-relation-departed",
                                         "logs-relation-broken",
                                         "ring-relation-departed"};
    for (const auto& [unit, record] : world.contents().units)
      for (const std::string& hook : hooks)
        if (random.below(6) == 0)
          world.hooks().fail(unit, hook);
  }

  RandomModel random;
  SimulatedWorld world;
};

/// Does what the explanations say, and nothing else, until the entity is gone.
/// @param forgotten a unit for which it is not done
/// @returns the units that were resolved
std::set<std::string> do_as_told(SimulatedWorld& world, const Subject& subject) {
  std::set<std::string> done;
  constexpr int most_rounds = 60;
  for (int i = 0; i < most_rounds; ++i) {
    world.settle();
    const store::Contents contents = world.contents();
    if (!exists(contents, subject))
      return done;
    const Explanation told = explained(contents, subject);
    // A machine is asked for again once its units are gone (M3).
    if (!told.steps.empty() && told.steps.front().action == explain::Step::Action::Command) {
      EXPECT_TRUE(world.run(removal_of(told.steps.front().subject)).ok()) << told.steps[0].text;
      continue;
    }
    std::set<std::string> stopped;
    add_stopped(told.root, stopped);
    const std::string reason = render::reason(contents, subject.kind, subject.name);
    EXPECT_NE(first_leaf(told.root), "");
    EXPECT_TRUE(told.root.life == store::Life::Alive || reason.ends_with(first_leaf(told.root)))
      << reason;
    if (stopped.empty()) {
      ADD_FAILURE() << "it says nothing that helps: " << reason;
      return done;
    }
    for (const std::string& unit : stopped) {
      EXPECT_TRUE(world.run(protocol::Resolve{unit, false}).ok()) << unit;
      done.insert(unit);
    }
  }
  ADD_FAILURE() << "still there after " << most_rounds << " rounds";
  return done;
}

TEST(ExplainWalk, doing_what_it_says_removes_the_entity) {
  int stopped = 0;
  for (std::uint64_t seed = 1; seed <= 80; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Walk walk(seed);
    const Subject subject = walk.begin();
    SCOPED_TRACE(fmt::format("{} {}", static_cast<int>(subject.kind), subject.name));
    const store::Contents contents = walk.world.contents();
    if (exists(contents, subject) && !explained(contents, subject).refusal.empty())
      continue;
    stopped += do_as_told(walk.world, subject).empty() ? 0 : 1;
    if (HasFailure())
      return;
  }
  EXPECT_GT(stopped, 15) << "too little has been in the way";
}

/// What it says is in the way is: with one of them left out, the entity stays.
TEST(ExplainWalk, leaving_out_one_of_the_things_it_says_keeps_the_entity) {
  int left_out = 0;
  for (std::uint64_t seed = 1; seed <= 80; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Walk walk(seed);
    const Subject subject = walk.begin();
    walk.world.settle();
    const store::Contents contents = walk.world.contents();
    if (!exists(contents, subject))
      continue;
    const Explanation told = explained(contents, subject);
    std::set<std::string> stopped;
    add_stopped(told.root, stopped);
    if (stopped.empty() || told.root.life == store::Life::Alive)
      continue;
    ++left_out;
    const auto kept =
      std::next(stopped.begin(), walk.random.below(static_cast<int>(stopped.size())));
    SCOPED_TRACE(fmt::format("without {} for {}", *kept, subject.name));
    for (const auto& entry : contents.statuses)
      if (entry.first != *kept && !entry.second.error.hook.empty()) {
        EXPECT_TRUE(walk.world.run(protocol::Resolve{entry.first, false}).ok());
      }
    walk.world.settle();
    EXPECT_TRUE(exists(walk.world.contents(), subject));
  }
  EXPECT_GT(left_out, 15) << "too little has been in the way";
}

} // namespace
} // namespace orrery::test
