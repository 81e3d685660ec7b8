#include "actors/rules/endpoints.hpp"
#include "cmd/views/explain/named.hpp"
#include "test/agents/charms.hpp"
#include "test/explain/counted_snapshot.hpp"
#include "test/explain/walk.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::test {
namespace {

using explain::Named;

/// What a verb finds out of a model is what it finds out of everything.
void expect_part(const store::Contents& part, const store::Contents& all, const Named& named) {
  EXPECT_EQ(part.model, all.model);
  for (const std::string& name : named.applications) {
    ASSERT_EQ(part.applications.contains(name), all.applications.contains(name)) << name;
    if (!all.applications.contains(name))
      continue;
    const store::Application& application = all.applications.at(name);
    EXPECT_EQ(part.applications.at(name), application);
    EXPECT_EQ(part.charms.at(application.charm), all.charms.at(application.charm));
    for (const auto& [url, count] : application.older_charms)
      EXPECT_EQ(part.charms.at(url), all.charms.at(url));
    EXPECT_EQ(part.configs.contains(name), all.configs.contains(name));
  }
  for (const auto& [name, unit] : all.units) {
    const bool of_application =
      std::find(named.applications.begin(), named.applications.end(), unit.application)
      != named.applications.end();
    const bool itself =
      std::find(named.units.begin(), named.units.end(), name) != named.units.end();
    EXPECT_EQ(part.units.contains(name), itself || (named.with_units && of_application)) << name;
    EXPECT_EQ(part.statuses.contains(name), itself) << name;
  }
}

} // namespace

TEST(Named, is_a_part_of_everything) {
  for (std::uint64_t seed = 1; seed <= 20 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Walk walk(seed);
    (void)walk.begin();
    walk.world.settle();
    const store::Contents all = walk.world.contents();
    std::vector<std::string> applications{"nobody"}, units{"nobody/7"};
    for (const auto& [name, application] : all.applications)
      applications.push_back(name);
    for (const auto& [name, unit] : all.units)
      units.push_back(name);
    const auto snapshot = walk.world.database().snapshot();
    for (const std::string& first : applications)
      for (const std::string& other : applications) {
        const Named named{
          .applications = {first, other}, .with_units = first == other, .units = units};
        const auto part = explain::read_named(*snapshot, named);
        ASSERT_TRUE(part) << part.error().text;
        expect_part(*part, all, named);
        EXPECT_EQ(rules::infer_relation(*part, first, other),
                  rules::infer_relation(all, first, other));
      }
  }
}

TEST(Named, costs_what_is_named_whatever_else_is_there) {
  const Named one{.applications = {"web"}, .units = {"web/0"}, .machines = {1}, .charm = "web"};
  std::vector<ReadingCost> costs;
  for (const std::uint32_t others : {10U, 500U}) {
    SimulatedWorld world;
    (void)world.run(protocol::CreateApplication{"web", web_charm(), {}});
    (void)world.run(protocol::AddUnit{"web", {}});
    for (std::uint32_t i = 0; i < others; ++i)
      (void)world.run(
        protocol::CreateApplication{"other-" + std::to_string(i) + "x", ring_charm(), {}});
    world.settle();
    ReadingCost cost;
    const auto snapshot = world.database().snapshot();
    const auto read = explain::read_named(CountedSnapshot(*snapshot, cost), one);
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_TRUE(read->units.contains("web/0"));
    EXPECT_TRUE(read->machines.contains(1));
    EXPECT_EQ(read->applications.size(), 1U);
    EXPECT_EQ(read->charms.size(), 1U);
    costs.push_back(cost);
  }
  EXPECT_EQ(costs[0], costs[1]);
}

TEST(Named, all_of_a_kind_where_that_is_asked_for) {
  SimulatedWorld world;
  for (int i = 0; i < 3; ++i)
    (void)world.run(protocol::AddMachine{});
  world.settle();
  const auto snapshot = world.database().snapshot();
  EXPECT_EQ(explain::read_named(*snapshot, {.kinds = "h"})->machines, world.contents().machines);
  EXPECT_TRUE(explain::read_named(*snapshot, {})->machines.empty());
}

} // namespace orrery::test
