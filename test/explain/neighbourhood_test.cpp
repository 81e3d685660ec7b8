#include "actors/rules/endpoints.hpp"
#include "cmd/engine/entity_references.hpp"
#include "cmd/views/explain/neighbourhood.hpp"
#include "test/explain/told.hpp"
#include "test/explain/walk.hpp"
#include "test/support/moments.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace orrery::test {
namespace {

using explain::Explanation;
using explain::Neighbourhood;
using explain::Subject;

Neighbourhood
around(SimulatedWorld& world, const Subject& subject, std::size_t most = explain::neighbours_max) {
  cmd::EntityReferences references(world.services(), at_once, [&] { world.run(); });
  auto found = explain::read_neighbourhood(world.database(), references, subject, most);
  EXPECT_TRUE(found) << found.error().text;
  return found ? std::move(*found) : Neighbourhood{};
}

/// @returns whether there is such an entity, still
bool says_the_same(SimulatedWorld& world, const Subject& subject) {
  SCOPED_TRACE(fmt::format("{} {}", static_cast<int>(subject.kind), subject.name));
  const Neighbourhood found = around(world, subject);
  const Neighbourhood all{world.contents(), {}};
  EXPECT_EQ(found.contents.sequence, all.contents.sequence);
  EXPECT_EQ(exists(found.contents, subject), exists(all.contents, subject));
  if (!exists(all.contents, subject))
    return false;
  EXPECT_EQ(told(found, subject), told(all, subject));
  // However little is read, the counts are right.
  const Explanation little = explained(around(world, subject, 1), subject);
  const Explanation whole = explained(all, subject);
  EXPECT_EQ(little.root.holders.size() + little.root.holders_left_out,
            whole.root.holders.size() + whole.root.holders_left_out);
  EXPECT_EQ(little.root.scopes.size() + little.root.scopes_left_out,
            whole.root.scopes.size() + whole.root.scopes_left_out);
  return true;
}

TEST(Neighbourhood, says_what_all_records_say) {
  std::size_t said = 0;
  for (std::uint64_t seed = 1; seed <= 60; seed += next_moment) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Walk walk(seed);
    (void)walk.begin();
    for (int i = 0; i < 3; ++i) {
      for (const Subject& subject : all_subjects(walk.world.contents()))
        said += says_the_same(walk.world, subject);
      if (testing::Test::HasFailure())
        return;
      walk.world.start(removal_of(walk.random.any_subject(walk.world.contents())));
      walk.world.step(walk.random.below(300));
    }
  }
  EXPECT_GT(said, 1000U / next_moment);
}

/// What is there is what the snapshot has, whatever the entities say meanwhile.
TEST(Neighbourhood, holds_only_what_the_snapshot_holds) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Walk walk(seed);
    (void)walk.begin();
    const auto snapshot = walk.world.database().snapshot();
    const store::Contents before = store::read_contents(*snapshot).value();
    walk.world.start(removal_of(walk.random.any_subject(before)));
    walk.world.start(protocol::AddUnit{"web", 0});
    walk.world.settle();
    cmd::EntityReferences references(walk.world.services(), at_once, [&] { walk.world.run(); });
    for (const Subject& subject : all_subjects(before)) {
      const auto found = explain::read_neighbourhood(*snapshot, references, subject);
      ASSERT_TRUE(found);
      (void)explained(*found, subject);
      for (const auto& [name, unit] : found->contents.units)
        EXPECT_EQ(unit, before.units.at(name));
      for (const auto& [key, scope] : found->contents.scopes)
        EXPECT_TRUE(before.scopes.contains(key));
      for (const auto& [id, relation] : found->contents.relations)
        EXPECT_EQ(relation, before.relations.at(id));
    }
  }
}

TEST(Neighbourhood, finds_the_relations_of_two_applications) {
  Walk walk(3);
  for (const protocol::Command& command : walk.random.beginning())
    ASSERT_TRUE(walk.world.run(command).ok());
  cmd::EntityReferences references(walk.world.services(), at_once, [&] { walk.world.run(); });
  const store::Contents all = walk.world.contents();
  for (const auto& first : {"web", "db", "log", "nobody"})
    for (const auto& second : {"web", "db", "log", "nobody"}) {
      const auto read =
        explain::read_relations_between(walk.world.database(), references, first, second);
      ASSERT_TRUE(read);
      EXPECT_EQ(rules::find_relation(*read, {first, second}),
                rules::find_relation(all, {first, second}));
    }
}

} // namespace
} // namespace orrery::test
