#include "actors/workflow/resting.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <utility>
#include <vector>

namespace orrery::agents {

namespace {

/// db/0, which runs, leads, and has met web/0 in relation 1.
struct Unit {
  UnitNotes local;
  UnitSight remote;
  store::UnitStatus status;

  Unit() {
    local.unit = "db/0";
    local.installed = local.started = local.configured = local.leader = true;
    local.config_version = 1;
    RelationProgress progress;
    progress.endpoint = "server";
    progress.remote_application = "web";
    progress.created = true;
    progress.members["web/0"] = 7;
    local.relations[1] = progress;
    remote.config_version = 1;
    remote.leader = true;
    SeenRelation relation;
    relation.id = 1;
    relation.endpoint = "server";
    relation.remote_application = "web";
    relation.in_scope = relation.members_known = true;
    relation.members["web/0"] = 7;
    remote.relations[1] = relation;
    status.agent.value = "idle";
    status.workflow = "running";
  }
  [[nodiscard]] bool rests() const { return may_rest(local, remote, {}); }
  [[nodiscard]] bool has_said_all() const { return agents::has_said_all(local, status, {}); }
};

using Change = std::pair<const char*, std::function<void(Unit&)>>;

} // namespace

TEST(MayRest, a_unit_that_has_done_all_there_is) {
  EXPECT_TRUE(Unit{}.rests());
}

TEST(MayRest, not_while_there_is_anything_to_do_or_not_known) {
  const std::vector<Change> changes{
    {"it is dying", [](Unit& unit) { unit.remote.life = store::Life::Dying; }},
    {"its application is dying",
     [](Unit& unit) { unit.remote.application_life = store::Life::Dying; }},
    {"a setting", [](Unit& unit) { unit.remote.config_version = 2; }},
    {"leadership lost", [](Unit& unit) { unit.remote.leader = false; }},
    {"leadership free",
     [](Unit& unit) {
       unit.local.leader = unit.remote.leader = false;
       unit.remote.leadership_free = true;
     }},
    {"the leader's settings",
     [](Unit& unit) {
       unit.local.leader = unit.remote.leader = false;
       unit.remote.leader_settings_version = 3;
     }},
    {"a flag", [](Unit& unit) { unit.remote.resolved = store::Resolved::Retry; }},
    {"a member joins", [](Unit& unit) { unit.remote.relations[1].members["web/1"] = 1; }},
    {"a member goes", [](Unit& unit) { unit.remote.relations[1].members.clear(); }},
    {"a member's settings", [](Unit& unit) { unit.remote.relations[1].members["web/0"] = 8; }},
    {"the application's settings",
     [](Unit& unit) { unit.remote.relations[1].application_version = 9; }},
    {"members not read", [](Unit& unit) { unit.remote.relations[1].members_known = false; }},
    {"a relation ends", [](Unit& unit) { unit.remote.relations[1].life = store::Life::Dying; }},
    {"a relation is gone", [](Unit& unit) { unit.remote.relations.clear(); }},
    {"a new relation", [](Unit& unit) { unit.remote.relations[2].id = 2; }},
    {"a relation it may not enter yet",
     [](Unit& unit) {
       unit.remote.relations[2].id = 2;
       unit.remote.relations[2].enter_blocked = true;
     }},
    {"no principal",
     [](Unit& unit) {
       unit.remote.subordinate = true;
       unit.remote.principal_life = store::Life::Dying;
     }},
    {"not started", [](Unit& unit) { unit.local.started = false; }},
    {"a hook in hand", [](Unit& unit) { unit.local.operation = Operation{}; }},
    {"a hook that waits for a person",
     [](Unit& unit) {
       unit.local.operation = Operation{};
       unit.local.operation->attempt = 1000;
     }},
    {"it has met too many", [](Unit& unit) {
       for (std::size_t i = 0; i < most_members_at_rest; ++i)
         unit.local.relations[1].members["many/" + std::to_string(i)] =
           unit.remote.relations[1].members["many/" + std::to_string(i)] = 1;
     }}};
  for (const auto& [what, change] : changes) {
    Unit unit;
    change(unit);
    EXPECT_FALSE(unit.rests()) << what;
  }
}

TEST(MayRest, W5_people_see_all_that_an_idle_agent_would_say) {
  EXPECT_TRUE(Unit{}.has_said_all());
  const std::vector<Change> changes{
    {"lost", [](Unit& unit) { unit.status.agent.value = "lost"; }},
    {"an older message", [](Unit& unit) { unit.status.agent.message = "running start hook"; }},
    {"an older state", [](Unit& unit) { unit.status.workflow = "ready"; }},
    {"an error that is gone", [](Unit& unit) { unit.status.error.hook = "start"; }},
    {"the agent's own word", [](Unit& unit) {
       unit.status.workload = {"waiting", "waiting for machine", 0};
     }}};
  for (const auto& [what, change] : changes) {
    Unit unit;
    change(unit);
    EXPECT_FALSE(unit.has_said_all()) << what;
  }
}

} // namespace orrery::agents
