#include "cmd/engine/entity_references.hpp"
#include "cmd/views/explain/text.hpp"
#include "cmd/views/render/json.hpp"
#include "test/explain/told.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace orrery::test {
namespace {

using explain::Explanation;
using explain::Neighbourhood;
using explain::Subject;
using store::EntityKind;

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

ReadingCost cost_of(int count, const Subject& subject) {
  StillModel crowd_of_units(crowd(count));
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
  StillModel crowd_of_units(world);
  const Neighbourhood all = crowd_of_units.all();
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
