#include "cmd/views/explain/explain.hpp"
#include "test/explain/walk.hpp"
#include "test/support/moments.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

namespace orrery::test {
namespace {

using explain::Explanation;
using explain::Node;
using explain::Subject;
using store::EntityKind;

/// Adds the commands of the tree with those words, each once.
void add_remedies(const Node& node, const std::string& kind, std::set<std::string>& commands) {
  for (const explain::Remedy& remedy : node.remedies)
    if (remedy.command.find(kind) != std::string::npos)
      commands.insert(remedy.command);
  for (const Node& holder : node.holders)
    add_remedies(holder, kind, commands);
}

/// Whether anything in the tree was forced.
bool is_forced(const Node& node) {
  return node.forced.has_value()
         || std::any_of(node.holders.begin(), node.holders.end(), is_forced);
}

/// What the verbs make of `resolved --no-retry web/0`, `remove-relation 4 --force`.
protocol::Command parsed(const std::string& command) {
  std::istringstream words(command);
  std::string verb, name, flag;
  words >> verb >> name >> flag;
  if (verb == "resolved")
    return protocol::Resolve{flag, name != "--no-retry"};
  const protocol::Removal how{flag == "--force", 60'000, flag == "--skip-failed-hooks"};
  if (verb == "remove-unit")
    return protocol::RemoveUnit{name, how};
  EXPECT_EQ(verb, "remove-relation") << command;
  return protocol::RemoveRelation{store::parse_id(name).value(), how};
}

const std::string resolving = "resolved --no-retry ";

/// The first leaf that is stopped, in the words of render::reason.
std::string first_leaf(const Node& node) {
  if (!node.obstacle.empty())
    return node.obstacle;
  for (const Node& holder : node.holders)
    if (const std::string leaf = first_leaf(holder); !leaf.empty())
      return leaf;
  return "";
}

/// Does what the explanations say, and nothing else, until the entity is gone.
/// @param kind of the remedies that are taken where there are any; otherwise hooks are resolved
/// @returns the commands that were given
std::set<std::string>
do_as_told(SimulatedWorld& world, const Subject& subject, const std::string& kind) {
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
    std::set<std::string> remedies;
    add_remedies(told.root, kind, remedies);
    if (remedies.empty())
      add_remedies(told.root, resolving, remedies);
    EXPECT_FALSE(is_forced(told.root)) << "forced, due, and still there: " << subject.name;
    const std::string reason = render::reason(contents, subject.kind, subject.name);
    EXPECT_NE(first_leaf(told.root), "");
    EXPECT_TRUE(told.root.life == store::Life::Alive || reason.ends_with(first_leaf(told.root)))
      << reason;
    if (remedies.empty()) {
      ADD_FAILURE() << "it says nothing that helps: " << reason;
      return done;
    }
    for (const std::string& remedy : remedies) {
      const protocol::Answer answer = world.run(parsed(remedy));
      // An earlier one may have removed it already.
      EXPECT_TRUE(answer.ok() || answer.code == protocol::Code::NotFound) << answer.text;
      EXPECT_TRUE(done.insert(remedy).second || remedy.starts_with(resolving))
        << "in vain: " << remedy;
    }
  }
  ADD_FAILURE() << "still there after " << most_rounds << " rounds";
  return done;
}

/// @param kind of the remedies that are taken
void walk(const std::string& kind) {
  int taken = 0;
  for (std::uint64_t seed = 1; seed <= 120; seed += next_moment) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Walk walk(seed);
    const Subject subject = walk.begin();
    SCOPED_TRACE(fmt::format("{} {}", static_cast<int>(subject.kind), subject.name));
    const store::Contents contents = walk.world.contents();
    if (exists(contents, subject) && !explained(contents, subject).refusal.empty())
      continue;
    const std::set<std::string> done = do_as_told(walk.world, subject, kind);
    taken += std::any_of(done.begin(), done.end(),
                         [&](const auto& each) { return each.find(kind) != std::string::npos; });
    if (testing::Test::HasFailure())
      return;
  }
  EXPECT_GT(taken * next_moment, 10) << "too little has been in the way";
}

TEST(ExplainWalk, doing_what_it_says_removes_the_entity) {
  walk(resolving);
}

TEST(ExplainWalk, skipping_failed_hooks_where_it_says_so_removes_the_entity) {
  walk(" --skip-failed-hooks");
}

TEST(ExplainWalk, F1_F3_forcing_what_it_says_removes_the_entity) {
  walk(" --force");
}

/// What it says is in the way is: with one of them left out, the entity stays.
TEST(ExplainWalk, leaving_out_one_of_the_things_it_says_keeps_the_entity) {
  int left_out = 0;
  for (std::uint64_t seed = 1; seed <= 120; seed += next_moment) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Walk walk(seed);
    const Subject subject = walk.begin();
    walk.world.settle();
    const store::Contents contents = walk.world.contents();
    if (!exists(contents, subject))
      continue;
    const Explanation told = explained(contents, subject);
    std::set<std::string> stopped;
    add_remedies(told.root, resolving, stopped);
    if (stopped.empty() || told.root.life == store::Life::Alive)
      continue;
    ++left_out;
    const std::string kept =
      std::next(stopped.begin(), walk.random.below(static_cast<int>(stopped.size())))
        ->substr(resolving.size());
    SCOPED_TRACE(fmt::format("without {} for {}", kept, subject.name));
    for (const auto& entry : contents.statuses)
      if (entry.first != kept && !entry.second.error.hook.empty()) {
        EXPECT_TRUE(walk.world.run(protocol::Resolve{entry.first, false}).ok());
      }
    walk.world.settle();
    EXPECT_TRUE(exists(walk.world.contents(), subject));
  }
  EXPECT_GT(left_out * next_moment, 15) << "too little has been in the way";
}

} // namespace
} // namespace orrery::test
