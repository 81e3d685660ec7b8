#include "store/codec.hpp"
#include "store/keys.hpp"
#include "test/explain/told.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::test {
namespace {

using explain::Explanation;
using explain::Neighbourhood;
using explain::Subject;
using store::EntityKind;

/// Two machines that manage the model; web/0 and its log/0 are stopped by what others' records say,
/// web/1 waits for much; all is forced.
struct RareStates : StillModel {
  RareStates() : StillModel(world()) {
    store::Contents all = system.contents();
    all.units.at("log/0").life = store::Life::Dead; // waits for an agent that is lost
    all.statuses.at("web/0").agent = {"lost", "", 1};
    all.relations.at(1).skip_failed_hooks = true;
    for (const char* unit : {"web/1", "db/2"}) // one is still in its scope
      all.statuses.at(unit).error = {"db-relation-broken", 1, true, "", 1, 5, 0, ""};
    all.machines.at(2).status = {"down", "it burns", 1};
    for (const Subject& subject : all_subjects(all)) {
      const auto id = store::parse_id(subject.name);
      const store::Force force{target_of(subject.kind), id.value_or(0), id ? "" : subject.name, 1,
                               60};
      store::insert(all, force);
    }
    EXPECT_TRUE(system.database().write(changed(all), system.database().sequence() + 1));
  }

  static World world() {
    World world;
    world.machine(0).managing().machine(1).managing().machine(2);
    world.application("web").requiring("db", "mysql").requiring("cache", "redis");
    world.application("db").providing("server", "mysql");
    world.application("redis").providing("store", "redis");
    world.subordinate("log").requiring("info", "juju-info", store::ScopeKind::Container);
    world.subordinate("audit").requiring("info", "juju-info", store::ScopeKind::Container);
    for (int i = 0; i < 2; ++i)
      world.unit(fmt::format("web/{}", i)).on_machine(static_cast<store::MachineId>(i)).dying();
    world.unit("web/2").on_machine(1).unit("db/0").on_machine(2).unit("db/1").on_machine(1);
    world.unit("db/2").on_machine(1).dying();
    for (int i = 0; i < 3; ++i)
      world.unit(fmt::format("log/{}", i)).subordinate_to(fmt::format("web/{}", i));
    world.relation("log:info web:juju-info", store::ScopeKind::Container);
    for (int i = 0; i < 3; ++i)
      world.entered_by(fmt::format("web/{}", i)).entered_by(fmt::format("log/{}", i));
    world.relation("web:db db:server").dying().entered_by("web/1").entered_by("db/1");
    world.unit("audit/0").subordinate_to("db/1"); // has not entered yet
    world.relation("audit:info db:juju-info", store::ScopeKind::Container).entered_by("db/1");
    world.relation("web:cache redis:store").entered_by("web/1").entered_by("web/2");
    return world;
  }

  static store::EntityKind target_of(EntityKind kind) {
    return kind == EntityKind::Machine       ? store::EntityKind::Machine
           : kind == EntityKind::Unit        ? store::EntityKind::Unit
           : kind == EntityKind::Application ? store::EntityKind::Application
                                             : store::EntityKind::Relation;
  }

  static std::vector<store::Change> changed(const store::Contents& all) {
    std::map<store::Key, std::string> records;
    const auto add = [&](const auto& map) {
      for (const auto& [key, record] : map)
        records[store::key_of(record)] = store::encode(record);
    };
    add(all.machines), add(all.units), add(all.statuses), add(all.forces), add(all.relations);
    std::vector<store::Change> changes;
    for (auto& [key, value] : records)
      changes.push_back({key, value});
    return changes;
  }
};

TEST(Neighbourhood, says_what_all_records_say_of_rare_states) {
  RareStates rare;
  const Neighbourhood all = rare.all();
  std::string said;
  for (const Subject& subject : all_subjects(all.contents)) {
    SCOPED_TRACE(subject.name);
    EXPECT_EQ(told(rare.around(subject), subject), told(all, subject));
    said += told(all, subject);
  }
  for (const char* part :
       {"the agent of web/0 is lost", "machine 2 is down", "still in scope of relations 0",
        "it was forced", "orrery remove-unit web/2", "orrery remove-unit db/1 → audit/0 Dying"})
    EXPECT_NE(said.find(part), std::string::npos) << part;
  EXPECT_EQ(said.find("last machine that manages"), std::string::npos);
}

/// A unit beyond the first that is met as a member is told of like any other.
TEST(Neighbourhood, tells_all_of_a_unit_that_it_meets_late) {
  RareStates rare;
  const Subject subject{EntityKind::Application, "db"};
  const Explanation explanation = explained(rare.around(subject, 1), subject);
  const auto& holders = explanation.root.holders;
  const auto late = std::find_if(holders.begin(), holders.end(), [](const explain::Node& node) {
    return node.subject.name == "db/1";
  });
  ASSERT_NE(late, holders.end());
  EXPECT_EQ(late->scopes.size() + late->scopes_left_out, 2U);
  ASSERT_EQ(late->holders.size(), 1U);
  EXPECT_EQ(late->holders[0].subject.name, "audit/0");
}

} // namespace
} // namespace orrery::test
