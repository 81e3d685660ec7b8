#include "actors/rules/endpoints.hpp"
#include "cmd/engine/entity_references.hpp"
#include "cmd/explain/neighbourhood.hpp"
#include "cmd/explain/text.hpp"
#include "cmd/render/json.hpp"
#include "store/keys.hpp"
#include "test/explain/counted_snapshot.hpp"
#include "test/explain/walk.hpp"
#include "test/support/deterministic.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace orrery::test {
namespace {

using explain::EntityKind;
using explain::Explanation;
using explain::Neighbourhood;
using explain::Subject;

constexpr std::chrono::milliseconds at_once{
  0}; // whoever can answer has done so while it was waited

std::vector<Subject> all_subjects(const store::Contents& contents) {
  std::vector<Subject> subjects;
  for (const auto& entry : contents.units)
    subjects.push_back({EntityKind::Unit, entry.first});
  for (const auto& entry : contents.applications)
    subjects.push_back({EntityKind::Application, entry.first});
  for (const auto& entry : contents.relations)
    subjects.push_back({EntityKind::Relation, std::to_string(entry.first)});
  for (const auto& entry : contents.machines)
    subjects.push_back({EntityKind::Machine, std::to_string(entry.first)});
  return subjects;
}

Explanation explained(const Neighbourhood& found,
                      const Subject& subject,
                      const explain::Options& options = {20, 20, true, true}) {
  auto explanation =
    explain::explain(render::Index(found.contents, found.omitted), subject, options);
  EXPECT_TRUE(explanation) << explanation.error();
  return explanation ? *explanation : Explanation{};
}

/// All that is said, for people and for scripts.
std::string told(const Neighbourhood& found, const Subject& subject) {
  std::string text =
    render::reason(render::Index(found.contents, found.omitted), subject.kind, subject.name) + "\n";
  for (const std::size_t most : {std::size_t{20}, std::size_t{1000}}) {
    const Explanation explanation = explained(found, subject, {most, most, true, true});
    text += explain::to_text(explanation, {{true, {}}, 0});
    text += render::to_json(explain::to_document(explanation)) + "\n";
  }
  return text;
}

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
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
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
  EXPECT_GT(said, 1000U);
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

/// So many units of db, each on a machine of its own, all related to two of web and all Dying; a
/// hook of db/7 has failed.
World crowd(int count) {
  World world;
  world.application("web").requiring("db", "mysql");
  world.application("db").providing("server", "mysql").dying();
  const auto add = [&](const std::string& name, store::MachineId machine) {
    world.machine(machine).unit(name).on_machine(machine);
  };
  for (int i = 0; i < 2; ++i)
    add(fmt::format("web/{}", i), static_cast<store::MachineId>(i));
  for (int i = 0; i < count; ++i) {
    add(fmt::format("db/{}", i), static_cast<store::MachineId>(i + 2));
    world.dying();
    if (i == 7)
      world.failing("stop");
  }
  world.relation("web:db db:server").dying().entered_by("web/0").entered_by("web/1");
  for (int i = 0; i < count; ++i)
    world.entered_by(fmt::format("db/{}", i));
  return world;
}

struct Crowd {
  explicit Crowd(const World& world) : system(world) {}

  Neighbourhood around(const Subject& subject) {
    const auto snapshot = system.database().snapshot();
    cmd::EntityReferences references(system.services(), at_once,
                                     [this] { system.scheduler().run_until_quiet(); });
    CountedReferences counted(references, cost);
    auto found = explain::read_neighbourhood(CountedSnapshot(*snapshot, cost), counted, subject);
    EXPECT_TRUE(found) << found.error().text;
    return std::move(*found);
  }

  DeterministicSystem system;
  ReadingCost cost;
};

ReadingCost cost_of(int count, const Subject& subject) {
  Crowd crowd_of_units(crowd(count));
  (void)crowd_of_units.around(subject);
  return crowd_of_units.cost;
}

TEST(NeighbourhoodCost, does_not_grow_with_the_application) {
  for (const Subject& subject :
       {Subject{EntityKind::Unit, "db/0"}, Subject{EntityKind::Machine, "3"}}) {
    const ReadingCost small = cost_of(10, subject), large = cost_of(1000, subject);
    EXPECT_EQ(small.records, large.records) << subject.name;
    EXPECT_EQ(small.asked, large.asked) << subject.name;
    EXPECT_LE(small.records, 15U);
    EXPECT_LE(small.asked, 3U);
  }
}

TEST(NeighbourhoodCost, is_bounded_where_the_lists_are) {
  for (const Subject& subject :
       {Subject{EntityKind::Application, "db"}, Subject{EntityKind::Relation, "0"}}) {
    const ReadingCost large = cost_of(600, subject);
    EXPECT_EQ(large, cost_of(1200, subject)) << subject.name;
    EXPECT_GT(large.records, 200U);
  }
}

/// What is said of a crowd from a part of it differs from the whole in nothing but the number of
/// steps that were not told one by one.
TEST(Neighbourhood, counts_what_it_leaves_out) {
  World world = crowd(300);
  for (int i = 0; i < 300; ++i) // a machine with many principals
    world.machine(999).unit(fmt::format("web/{}", i + 2)).on_machine(999);
  Crowd crowd_of_units(world);
  const Neighbourhood all{crowd_of_units.system.contents(), {}};
  for (const Subject& subject :
       {Subject{EntityKind::Application, "db"}, Subject{EntityKind::Application, "web"},
        Subject{EntityKind::Relation, "0"}, Subject{EntityKind::Machine, "999"},
        Subject{EntityKind::Unit, "web/9"}}) {
    SCOPED_TRACE(subject.name);
    const Neighbourhood found = crowd_of_units.around(subject);
    Explanation some = explained(found, subject);
    Explanation whole = explained(all, subject);
    const bool is_cut = subject.kind != EntityKind::Unit;
    EXPECT_EQ(some.steps_at_least, is_cut);
    EXPECT_FALSE(whole.steps_at_least);
    EXPECT_LE(some.steps_left_out, whole.steps_left_out);
    if (is_cut) {
      EXPECT_NE(explain::to_text(some, {{true, {}}, 0}).find("and at least "), std::string::npos);
      some.steps_left_out = whole.steps_left_out;
      some.steps_at_least = false;
    }
    EXPECT_EQ(render::to_json(explain::to_document(some)),
              render::to_json(explain::to_document(whole)));
  }
}

TEST(EntityReferences, an_entity_that_is_gone_has_nobody_and_one_that_is_slow_is_an_error) {
  DeterministicSystem system(crowd(2));
  cmd::EntityReferences references(system.services(), at_once,
                                   [&] { system.scheduler().run_until_quiet(); });
  EXPECT_TRUE(references.of_units({"db/99"}).value().empty());
  EXPECT_TRUE(references.principals_on(99).value().empty());
  EXPECT_TRUE(references.relations_of("nobody").value().empty());
  EXPECT_EQ(references.of_units({"db/0", "db/0"}).value().at("db/0").scopes,
            std::vector<store::RelationId>{0});
  system.scheduler().withhold(system.services().directory.find(rules::machine(0)));
  const auto late = references.principals_on(0);
  ASSERT_FALSE(late);
  EXPECT_NE(late.error().text.find("have not answered"), std::string::npos);
  system.scheduler().release();
  EXPECT_EQ(references.principals_on(0).value(), std::vector<std::string>{"web/0"});
  system.settle(); // nobody observes any more, nothing counts
}

} // namespace
} // namespace orrery::test
