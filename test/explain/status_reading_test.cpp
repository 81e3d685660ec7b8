#include "cmd/engine/entity_references.hpp"
#include "cmd/views/explain/status_reading.hpp"
#include "cmd/views/render/show.hpp"
#include "cmd/views/render/status.hpp"
#include "test/explain/told.hpp"
#include "test/explain/walk.hpp"
#include "test/support/moments.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

using explain::Choice;
using explain::Neighbourhood;
using explain::StatusRecords;
using render::StatusFormat;
using Words = std::vector<std::string>;

Choice choice_of(const Words& words, bool relations = true) {
  return {render::parse_selectors(words).value(), relations};
}

std::string status_of(const Neighbourhood& found,
                      const store::PackedUnits& units,
                      const Words& words,
                      StatusFormat format) {
  render::StatusOptions options;
  options.format = format;
  options.relations = true;
  options.selectors = words;
  const render::Output output = render::status(found.contents, found.omitted, units, options);
  return output.out + output.err;
}

std::string status_of(const StatusRecords& found, const Words& words, StatusFormat format) {
  return status_of(found.around, found.units, words, format);
}

std::string status_of(const Neighbourhood& all, const Words& words, StatusFormat format) {
  return status_of(all, store::pack_units(all.contents), words, format);
}

/// Names, patterns and status words that hit what is there, and some that do not.
std::vector<Words> choices(const store::Contents& contents) {
  std::vector<Words> all{
    {},        {"log"},       {"w*"},    {"*"},           {"*/0"},       {"web/*"},
    {"log/?"}, {"nobody"},    {"db/99"}, {"77"},          {"web/0/1"},   {"web/00"},
    {"/"},     {"web", "db"}, {"error"}, {"web", "idle"}, {"web/0", "1"}};
  for (const auto& [name, unit] : contents.units)
    all.push_back({name});
  for (const auto& [name, application] : contents.applications)
    all.push_back({name});
  for (const auto& [id, machine] : contents.machines)
    all.push_back({std::to_string(id)});
  return all;
}

TEST(Shown, says_what_all_records_say) {
  std::size_t said = 0;
  for (std::uint64_t seed = 1; seed <= 60 && !testing::Test::HasFailure(); seed += next_moment) {
    Walk walk(seed);
    (void)walk.begin();
    for (int i = 0; i < 3; ++i) {
      cmd::EntityReferences references(walk.world.services(), at_once, [&] { walk.world.run(); });
      for (const Words& words : choices(walk.world.contents())) {
        SCOPED_TRACE("seed " + std::to_string(seed) + (words.empty() ? "" : " status " + words[0]));
        const auto found =
          explain::read_status(walk.world.database(), references, choice_of(words));
        ASSERT_TRUE(found) << found.error().text;
        const Neighbourhood all{walk.world.contents(), {}}; // asking lets the world go on
        EXPECT_EQ(found->around.contents.sequence, all.contents.sequence);
        for (const auto format : {StatusFormat::Tabular, StatusFormat::Json, StatusFormat::Graph}) {
          const std::string shown = status_of(*found, words, format);
          EXPECT_EQ(shown, status_of(all, words, format));
          said += shown.find('/') != std::string::npos ? 1 : 0;
        }
      }
      walk.world.start(removal_of(walk.random.any_subject(walk.world.contents())));
      walk.world.step(walk.random.below(300));
    }
  }
  EXPECT_GT(said, 1000U / next_moment);
}

std::string show_unit(const Neighbourhood& found, const std::string& name) {
  return render::show_unit(found.contents, found.omitted, {name}, render::DataFormat::Json).out;
}

std::string show_application(const Neighbourhood& found, const std::string& name) {
  return render::show_application(found.contents, found.omitted, {name}, render::DataFormat::Json)
    .out;
}

std::string show_machine(const Neighbourhood& found, const std::string& id) {
  return render::show_machine(found.contents, found.omitted, {id}, render::DataFormat::Json, {})
    .out;
}

using Show = std::string (*)(const Neighbourhood&, const std::string&);

Choice unit_choice(const std::string& name) {
  Choice choice = choice_of({name});
  choice.settings = true;
  return choice;
}

Choice application_choice(const std::string& name) {
  Choice choice = choice_of({name}, false);
  choice.units = false;
  return choice;
}

/// @returns the length of what was said
std::size_t
compare_shown(Walk& walk, const std::string& name, const Choice& choice, const Show show) {
  SCOPED_TRACE(name);
  cmd::EntityReferences references(walk.world.services(), at_once, [&] { walk.world.run(); });
  const auto found = explain::read_shown(walk.world.database(), references, choice);
  EXPECT_TRUE(found);
  const std::string shown = found ? show(*found, name) : std::string();
  EXPECT_EQ(shown, show({walk.world.contents(), {}}, name));
  return shown.size();
}

TEST(Shown, of_one_entity_says_what_all_records_say) {
  std::size_t said = 0;
  for (std::uint64_t seed = 1; seed <= 60 && !testing::Test::HasFailure(); seed += next_moment) {
    SCOPED_TRACE(seed);
    Walk walk(seed);
    (void)walk.begin();
    for (int i = 0; i < 3; ++i) {
      const store::Contents all = walk.world.contents();
      for (const auto& [name, unit] : all.units)
        said += compare_shown(walk, name, unit_choice(name), show_unit);
      for (const auto& [name, application] : all.applications)
        said += compare_shown(walk, name, application_choice(name), show_application);
      for (const auto& [id, machine] : all.machines)
        said += compare_shown(walk, std::to_string(id), choice_of({std::to_string(id)}, false),
                              show_machine);
      walk.world.start(removal_of(walk.random.any_subject(walk.world.contents())));
      walk.world.step(walk.random.below(300));
    }
  }
  EXPECT_GT(said, 100'000U / next_moment);
}

/// So many units of web with a subordinate each, ten a machine, all related to the one of hub.
World shown_crowd(int count) {
  World world;
  world.application("web").requiring("hub", "hub").led_by("web/0");
  world.application("hub").providing("web", "hub");
  world.subordinate("log").requiring("info", "juju-info", store::ScopeKind::Container);
  world.machine(0).unit("hub/0").on_machine(0);
  for (int i = 0; i < count; ++i) {
    const auto number = static_cast<std::uint32_t>(i);
    const auto machine = static_cast<store::MachineId>(1 + i / 10);
    if (i % 10 == 0)
      world.machine(machine);
    world.unit(store::unit_name("web", number)).on_machine(machine);
    world.unit(store::unit_name("log", number)).subordinate_to(store::unit_name("web", number));
  }
  world.relation("web:hub hub:web").entered_by("hub/0", {{"port", "80"}});
  world.with_settings_of("hub", {{"name", "crowded"}});
  for (std::uint32_t number = 0; number < static_cast<std::uint32_t>(count); ++number)
    world.entered_by(store::unit_name("web", number));
  world.relation("log:info web:juju-info", store::ScopeKind::Container);
  return world;
}

ReadingCost
cost_of_showing(int count, const Words& words, StatusFormat format = StatusFormat::Json) {
  StillModel model(shown_crowd(count));
  const auto snapshot = model.system.database().snapshot();
  cmd::EntityReferences references(model.system.services(), at_once,
                                   [&] { model.system.scheduler().run_until_quiet(); });
  CountedReferences counted(references, model.cost);
  const auto found = explain::read_status(CountedSnapshot(*snapshot, model.cost), counted,
                                          choice_of(words, format == StatusFormat::Json));
  EXPECT_TRUE(found) << found.error().text;
  EXPECT_EQ(status_of(*found, words, format), status_of(model.all(), words, format));
  return model.cost;
}

TEST(ShownCost, does_not_grow_with_what_is_not_shown) {
  for (const char* word : {"web/0", "log/3", "hub", "hub/0", "1", "web/77777", "nobody"}) {
    const ReadingCost small = cost_of_showing(10, {word}), large = cost_of_showing(1000, {word});
    EXPECT_EQ(small, large) << word;
    EXPECT_LE(large.records, 60U) << word; // a machine with ten units and their subordinates
  }
  EXPECT_LE(cost_of_showing(1000, {"web/0"}).records, 16U);
  EXPECT_LE(cost_of_showing(1000, {"web/0"}).asked, 4U);
}

TEST(Shown, M10_a_draining_machine_tells_what_it_hosts) {
  StillModel model(shown_crowd(10).machine(7).draining().unit("web/77").on_machine(7));
  const auto found = explain::read_status(*model.system.database().snapshot());
  ASSERT_TRUE(found);
  const std::string shown = status_of(*found, {}, StatusFormat::Tabular);
  EXPECT_NE(shown.find("draining: still hosts web/77"), std::string::npos) << shown;
  EXPECT_EQ(shown, status_of(model.all(), {}, StatusFormat::Tabular));
}

TEST(ShownCost, of_everything_is_one_look_at_each_record_while_nothing_leaves) {
  constexpr std::size_t units = 20 + 20 + 1,
                        others =
                          1 + 3 + 3 + 3 + 2; // model, machines, applications, charms, relations
  EXPECT_EQ(cost_of_showing(20, {}).records, 2 * units + others); // each unit has a status
  EXPECT_EQ(cost_of_showing(20, {}).asked, 0U);
}

ReadingCost cost_of_showing(int count, const std::string& name, const Choice& choice, Show show) {
  StillModel model(shown_crowd(count));
  const auto snapshot = model.system.database().snapshot();
  cmd::EntityReferences references(model.system.services(), at_once,
                                   [&] { model.system.scheduler().run_until_quiet(); });
  CountedReferences counted(references, model.cost);
  const auto found = explain::read_shown(CountedSnapshot(*snapshot, model.cost), counted, choice);
  EXPECT_TRUE(found) << found.error().text;
  EXPECT_EQ(show(*found, name), show(model.all(), name));
  return model.cost;
}

TEST(ShownCost, of_one_entity_is_that_of_what_it_sees) {
  for (const std::string name : {"web/0", "log/3"})
    EXPECT_EQ(cost_of_showing(10, name, unit_choice(name), show_unit),
              cost_of_showing(1000, name, unit_choice(name), show_unit))
      << name;
  EXPECT_EQ(cost_of_showing(10, "web", application_choice("web"), show_application),
            cost_of_showing(1000, "web", application_choice("web"), show_application));
}

TEST(ShownCost, of_an_application_is_that_of_its_units) {
  const ReadingCost some = cost_of_showing(100, {"web"}), more = cost_of_showing(200, {"web"});
  EXPECT_EQ(more.asked - some.asked, 100U); // for their subordinates
  EXPECT_LE(more.records - some.records, 100U * 6);
}

TEST(ShownCost, relations_cost_only_where_they_are_shown) {
  EXPECT_LT(cost_of_showing(10, {"hub"}, StatusFormat::Short).records,
            cost_of_showing(10, {"hub"}).records);
}

} // namespace
} // namespace orrery::test
