// What conditions and selectors of the console find in the records that tell it, and what they
// cost.

#include "cmd/conditions/selector.hpp"
#include "test/explain/counted_snapshot.hpp"
#include "test/explain/told.hpp"
#include "test/explain/walk.hpp"
#include "test/support/moments.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

using cmd::console::Entity;
using cmd::console::parse_selector;

/// Selectors that name one, several or none of what is there.
std::vector<std::string> selectors(const store::Contents& contents) {
  std::vector<std::string> all{"unit",
                               "app",
                               "machine",
                               "relation",
                               "unit[app=nobody]",
                               "unit[name=w*]",
                               "unit[app!=web]",
                               "unit[name=web/0 app=db]",
                               "app[name=*]",
                               "unit[leader app=web]",
                               "unit[machine=0]",
                               "machine[name=0]",
                               "relation[name=1]"};
  for (const auto& [name, unit] : contents.units)
    all.push_back("unit[name=" + name + "]");
  for (const auto& [name, application] : contents.applications) {
    all.push_back("unit[application=" + name + "]");
    all.push_back("app[name=" + name + "]");
  }
  return all;
}

std::string text_of(const std::vector<Entity>& entities) {
  std::string text;
  for (const Entity& entity : entities) {
    text += std::string(store::word_of(entity.kind)) + " " + entity.name;
    for (const auto& [fact, value] : entity.facts)
      text += " " + fact + "=" + value;
    text += "\n";
  }
  return text;
}

TEST(Selecting, from_what_tells_it_is_that_from_everything) {
  std::size_t said = 0;
  for (std::uint64_t seed = 1; seed <= 60 && !testing::Test::HasFailure(); seed += next_moment) {
    Walk walk(seed);
    (void)walk.begin();
    for (int i = 0; i < 3; ++i) {
      const store::Contents all = walk.world.contents();
      const auto snapshot = walk.world.database().snapshot();
      for (const std::string& text : selectors(all)) {
        SCOPED_TRACE("seed " + std::to_string(seed) + " " + text);
        const auto selector = parse_selector(text).value();
        const auto part = explain::read_named(*snapshot, selector.tells());
        ASSERT_TRUE(part) << part.error().text;
        const std::string found = text_of(selector.select(*part));
        EXPECT_EQ(found, text_of(selector.select(all)));
        said += found.size();
      }
      walk.world.start(removal_of(walk.random.any_subject(all)));
      walk.world.step(walk.random.below(300));
    }
  }
  EXPECT_GT(said, 100'000U / next_moment);
}

/// What it costs to read what tells it, in a model of so many applications of one unit each.
ReadingCost cost_of(const std::string& text, std::uint32_t applications) {
  World world;
  for (std::uint32_t i = 0; i < applications; ++i) {
    const std::string name = "web-" + std::to_string(i) + "x";
    world.application(name);
    world.machine(i).started_as("started").unit(name + "/0").on_machine(i);
  }
  DeterministicSystem system(world);
  ReadingCost cost;
  const auto snapshot = system.database().snapshot();
  const auto selector = parse_selector(text).value();
  const auto part = explain::read_named(CountedSnapshot(*snapshot, cost), selector.tells());
  EXPECT_TRUE(part);
  EXPECT_EQ(text_of(selector.select(*part)), text_of(selector.select(system.contents())));
  return cost;
}

TEST(Selecting, one_by_its_name_costs_the_same_in_any_model) {
  for (const std::string text :
       {"unit[name=web-1x/0]", "unit[app=web-1x life=alive]", "app[name=web-1x]"}) {
    EXPECT_EQ(cost_of(text, 3), cost_of(text, 300)) << text;
    EXPECT_LE(cost_of(text, 300).records, 10U) << text;
  }
  EXPECT_GT(cost_of("unit.error", 300).records, 300U);
}

} // namespace
} // namespace orrery::test
