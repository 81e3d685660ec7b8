#include "cmd/views/explain/explain.hpp"
#include "cmd/views/explain/text.hpp"
#include "cmd/views/render/json.hpp"
#include "store/keys.hpp"
#include "test/render/sample_model.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace orrery::test {
namespace {

using explain::Explanation;
using explain::Options;
using store::EntityKind;
using store::Life;

constexpr store::Milliseconds second = 1000;

Explanation explained(const SampleModel& model,
                      EntityKind kind,
                      const std::string& name,
                      const Options& options = {}) {
  const render::Index index(model.contents);
  auto explanation = explain::explain(index, {kind, name}, options);
  EXPECT_TRUE(explanation) << (explanation ? "" : explanation.error());
  return explanation ? *explanation : Explanation{};
}

std::string text_of(const Explanation& explanation) {
  return explain::to_text(explanation, {{true, {}}, at_ten + 600 * second});
}

std::string text(const SampleModel& model,
                 EntityKind kind,
                 const std::string& name,
                 const Options& options = {}) {
  return text_of(explained(model, kind, name, options));
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

template <class Record>
void turn(Record& record, Life life, store::Milliseconds since, const std::string& cause) {
  record.life = life;
  record.turn = {since, cause, 812};
}

/// mysql is Dying, its unit's hook fails, its subordinate runs stop; another unit shares the
/// machine.
SampleModel stuck_model() {
  SampleModel model;
  model.machine(0).application("mysql").application("app").subordinate("logging");
  model.application("dummy").unit("dummy/3", 0).unit("mysql/0", 0);
  model.unit_below("logging/0", "mysql/0").agent("logging/0", "executing", "running stop hook");
  model.relation(4, "app:db", "mysql:server", "mysql").in_scope(4, "mysql/0");
  auto& all = model.contents;
  turn(all.applications["mysql"], Life::Dying, at_ten + 131 * second, "remove-application");
  turn(all.relations[4], Life::Dying, at_ten + 131 * second, "remove-application");
  turn(all.units["mysql/0"], Life::Dying, at_ten + 132 * second, "set dying");
  turn(all.units["logging/0"], Life::Dying, at_ten + 133 * second, "set dying");
  model.failed("mysql/0", {"db-relation-departed", 4, true, "app/0", 4, 5, at_ten + 422 * second,
                           "starting\ncp: cannot stat '/etc/mysql/x'\n"});
  return model;
}

TEST(Explain, an_application_kept_by_a_failing_hook_says_all_of_it) {
  EXPECT_EQ(
    text(stuck_model(), EntityKind::Application, "mysql"),
    "application mysql is Dying since 10:02:11Z (remove-application, seq 812). Kept by 2 "
    "references:\n"
    "  unit mysql/0: Dying since 10:02:12Z (set dying, seq 812)\n"
    "    hook \"db-relation-departed\" for app/0 in relation 4 failed (try 4 of 5, next at "
    "10:07:02Z)\n"
    "    said: starting\n"
    "    said: cp: cannot stat '/etc/mysql/x'\n"
    "    → orrery resolved mysql/0   runs it again now\n"
    "    → orrery resolved --no-retry mysql/0   takes it as done\n"
    "    is in scope of relation 4, on machine 0\n"
    "    unit logging/0: Dying since 10:02:13Z (set dying, seq 812)\n"
    "      waits for its agent to run its last hooks\n"
    "      runs hook \"stop\" since 10:00:00Z\n"
    "  relation 4 (app:db mysql:server): Dying since 10:02:11Z (remove-application, seq 812)\n"
    "    unit mysql/0: Dying since 10:02:12Z (set dying, seq 812), see above\n"
    "Goes when: mysql/0's hook \"db-relation-departed\" succeeds or is resolved → mysql/0 leaves "
    "relation 4 → logging/0 Dead → logging/0 removed → mysql/0 Dead → mysql/0 removed → relation 4 "
    "removed → mysql removed.\n"
    "Machine 0 stays (dummy/3).\n");
}

TEST(Explain, of_a_unit_that_waits_for_nothing_but_its_own_work_names_the_scopes) {
  SampleModel model;
  model.machine(0).application("web").application("db").unit("web/0", 0);
  model.relation(4, "web:db", "db:server", "sql").in_scope(4, "web/0");
  model.relation(1, "", "web:ring", "ring").in_scope(1, "web/0");
  turn(model.contents.units["web/0"], Life::Dying, at_ten, "remove-unit");
  EXPECT_EQ(text(model, EntityKind::Unit, "web/0"),
            "unit web/0 is Dying since 10:00:00Z (remove-unit, seq 812).\n"
            "  still in scope of relations 1 (web:ring), 4 (web:db db:server)\n"
            "  is in scope of relations 4, 1, on machine 0\n"
            "Goes when: web/0 leaves relation 4 → web/0 leaves relation 1 → web/0 Dead → web/0 "
            "removed.\n"
            "Machine 0 stays.\n");
}

TEST(Explain, of_an_alive_entity_names_its_references_and_what_removal_would_do) {
  SampleModel model;
  model.machine(0).machine(3).application("web").unit("web/0", 3);
  model.contents.machines[0].manage_model = true;
  EXPECT_EQ(text(model, EntityKind::Application, "web"),
            "application web is Alive since 10:00:00Z. 1 reference refers to it:\n"
            "  unit web/0: Alive since 10:00:00Z\n"
            "    is on machine 3\n"
            "Would go by: orrery remove-application web → web/0 Dying → web/0 Dead → web/0 removed "
            "→ web removed.\n"
            "Machine 3 stays.\n");
  EXPECT_EQ(text(model, EntityKind::Machine, "3"),
            "machine 3 is Alive since 10:00:00Z. 1 reference refers to it:\n"
            "  unit web/0: Alive since 10:00:00Z\n"
            "    is on machine 3\n"
            "Would go by: orrery remove-unit web/0 → web/0 Dead → web/0 removed → orrery "
            "remove-machine 3 → machine 3 Dead → instance sb-3 released → machine 3 removed.\n");
  EXPECT_EQ(text(model, EntityKind::Machine, "0"),
            "machine 0 is Alive since 10:00:00Z. Nothing refers to it.\n"
            "Cannot be removed: it is the last machine that manages the model, which stays as long "
            "as the model.\n");
}

TEST(Explain, a_relation_says_whether_a_leader_has_joined_it) {
  SampleModel model;
  model.machine(0).application("web").application("db").unit("web/0", 0);
  model.relation(4, "web:db", "db:server", "sql");
  EXPECT_PRED2(has, text(model, EntityKind::Relation, "4"), " It is joining. Nothing refers");
  model.in_scope(4, "web/0");
  EXPECT_PRED2(has, text(model, EntityKind::Relation, "4"), " It is joined. 1 reference refers");
  const auto json = nlohmann::json::parse(
    render::to_json(explain::to_document(explained(model, EntityKind::Relation, "4"))));
  EXPECT_EQ(json["status"], "joined");
  turn(model.contents.relations[4], Life::Dying, at_ten, "remove-relation");
  EXPECT_FALSE(has(text(model, EntityKind::Relation, "4"), "It is joined"));
}

TEST(Explain, U3_a_subordinate_goes_with_its_principal_and_a_peer_relation_with_its_application) {
  SampleModel model;
  model.machine(0).application("web").subordinate("log").unit("web/0", 0);
  model.unit_below("log/0", "web/0").relation(7, "", "web:ring", "ring");
  model.relation(2, "log:host", "web:juju-info", "juju-info", store::ScopeKind::Container);
  EXPECT_EQ(explained(model, EntityKind::Unit, "log/0").steps.front().text,
            "orrery remove-unit web/0");
  EXPECT_EQ(explained(model, EntityKind::Relation, "7").steps.front().text,
            "orrery remove-application web");
  EXPECT_EQ(explained(model, EntityKind::Relation, "2").steps.front().text,
            "orrery remove-relation 2");
  model.contents.relations[2].life = Life::Dying; // B4: it turns Dying by itself
  EXPECT_EQ(explained(model, EntityKind::Unit, "log/0").steps.front().text, "log/0 Dying");
}

TEST(Explain, each_cause_of_waiting_is_told_with_what_helps) {
  SampleModel model;
  model.machine(0).application("web").unit("web/0", 0);
  auto& unit = model.contents.units["web/0"];
  turn(unit, Life::Dying, at_ten, "remove-unit");
  const auto told = [&](const Options& options = {}) {
    return text(model, EntityKind::Unit, "web/0", options);
  };
  EXPECT_TRUE(has(told(), "  waits for its agent to run its last hooks\n")) << told();
  model.agent("web/0", "executing", "running stop hook");
  EXPECT_TRUE(has(told(), "  runs hook \"stop\" since 10:00:00Z\n")) << told();
  EXPECT_TRUE(
    has(told({20, 20, false, false, 600'000}), "since 10:00:00Z, is killed at 10:10:00Z"));
  model.agent("web/0", "lost");
  EXPECT_TRUE(has(told(), "  its agent is lost, since 10:00:00Z\n  → what can be tried")) << told();
  EXPECT_FALSE(has(told(), "--force")) << "a verb that is not there";
  const Options all{20, 20, true, true};
  EXPECT_TRUE(has(told(all), "  → orrery remove-unit web/0 --force   ")) << told(all);
  model.agent("web/0", "failed", "no space");
  EXPECT_TRUE(has(told(), "  its agent failed: no space, since 10:00:00Z\n")) << told();
  model.failed("web/0", {"stop", 0, false, "", 5, 5, 0, ""});
  EXPECT_TRUE(has(told(), "  hook \"stop\" failed (try 5 of 5, waits for a person)\n")) << told();
  model.failed("web/0", {"start", 0, false, "", 5, 5, 0, "program web exited", true});
  EXPECT_TRUE(has(told(), "  start does not run again (try 5 of 5, waits for a person)\n"
                          "  because program web exited\n"))
    << told();
  model.failed("web/0", {"stop", 0, false, "", 5, 5, 0, ""});
  EXPECT_TRUE(has(told(all), "remove-unit web/0 --skip-failed-hooks")) << told(all);
  unit.skip_failed_hooks = true;
  EXPECT_FALSE(has(told(), "hook \"stop\"")) << "is skipped: " << told();
  unit.skip_failed_hooks = false;
  unit.resolved = store::Resolved::NoRetry;
  EXPECT_FALSE(has(told(), "hook \"stop\"")) << "resolved already: " << told();
  model.contents.machines[0].status = {"down", "no power", at_ten};
  EXPECT_TRUE(has(told(), "  machine 0 is down: no power, since 10:00:00Z\n")) << told();
  EXPECT_TRUE(has(told(), "  → orrery retry-provisioning 0   ")) << told();
  model.contents.machines[0].life = Life::Dying;
  EXPECT_FALSE(has(told(), "retry-provisioning")) << "it is not made again (M8): " << told();
  model.contents.machines[0].life = Life::Alive;
  model.contents.machines[0].status = {"started", "", at_ten};
  unit.life = Life::Dead;
  EXPECT_TRUE(has(told(), "  it cannot be recalled: no space, since 10:00:00Z\n")) << told();
  model.agent("web/0", "idle");
  EXPECT_TRUE(has(told(), "  waits for the agent of machine 0 to remove it\n")) << told();
}

TEST(Explain, of_a_machine_whose_instance_is_not_released_has_the_providers_words) {
  SampleModel model;
  model.machine(0).machine(3).contents.machines[0].manage_model = true;
  auto& machine = model.contents.machines[3];
  turn(machine, Life::Dead, at_ten, "set machine dead");
  machine.status = {"error", "from before", at_ten - second};
  EXPECT_FALSE(has(text(model, EntityKind::Machine, "3"), "from before"));
  machine.status = {"error", "busy", at_ten};
  EXPECT_EQ(text(model, EntityKind::Machine, "3"),
            "machine 3 is Dead since 10:00:00Z (set machine dead, seq 812).\n"
            "  instance sb-3 is not released: busy, since 10:00:00Z\n"
            "  → it is tried again by itself, later each time\n"
            "Goes when: instance sb-3 released → machine 3 removed.\n");
}

TEST(Explain, F5_what_was_forced_says_when_that_takes_effect) {
  SampleModel model = stuck_model();
  store::Force force{store::EntityKind::Application, 0, "mysql", at_ten, at_ten + 60 * second};
  model.contents.forces[store::force_key(force)] = force;
  EXPECT_TRUE(has(text(model, EntityKind::Application, "mysql"), "from 10:01:00Z on\n"));
}

TEST(Explain, what_is_stopped_comes_first_and_the_rest_is_counted) {
  SampleModel model;
  model.machine(0).application("web");
  for (int i = 0; i < 57; ++i)
    model.unit("web/" + std::to_string(i), 0);
  model.failed("web/50", {"stop", 0, false, "", 5, 5, 0, ""});
  turn(model.contents.applications["web"], Life::Dying, at_ten, "remove-application");
  const auto explanation = explained(model, EntityKind::Application, "web");
  EXPECT_EQ(explanation.root.holders.front().subject.name, "web/50");
  EXPECT_EQ(explanation.root.holders.size(), 20U);
  EXPECT_EQ(explanation.root.holders_left_out, 37U);
  EXPECT_TRUE(has(text_of(explanation), "\n  and 37 more\n")) << text_of(explanation);
  EXPECT_TRUE(has(text_of(explanation), " → and 153 more steps.\n")) << text_of(explanation);
  EXPECT_EQ(render::reason(model.contents, EntityKind::Application, "web"),
            "unit web/50: hook \"stop\" failed");
}

TEST(Explain, words_of_others_do_nothing_to_a_terminal) {
  SampleModel model = stuck_model();
  auto& error = model.contents.statuses["mysql/0"].error;
  error.stderr_tail = "\x1b[2J\r" + std::string(5000, 'x') + "\n\xff\xfe\n";
  error.hook = "a\nb";
  error.remote_unit = "\u202e";
  model.contents.relations[4].key = "x\x07y";
  model.contents.applications["mysql"].turn.cause = "remove\n-x";
  const std::string told = text(model, EntityKind::Application, "mysql");
  for (const char c : told)
    EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
  EXPECT_FALSE(has(told, "\u202e"));
  EXPECT_LT(told.size(), 4000U);
  const auto json = nlohmann::json::parse(
    render::to_json(explain::to_document(explained(model, EntityKind::Application, "mysql"))));
  EXPECT_EQ(json["kept-by"][0]["hook-error"]["hook"], "a\nb");
}

TEST(Explain, records_that_disagree_end_in_an_answer_all_the_same) {
  SampleModel model;
  model.application("web").unit("web/0", 9).in_scope(9, "web/0").in_scope(9, "gone/1");
  model.contents.units["web/0"].principal = "web/0"; // its own principal
  model.contents.applications.erase("web");
  turn(model.contents.units["web/0"], Life::Dying, at_ten, "remove-unit");
  EXPECT_TRUE(has(text(model, EntityKind::Unit, "web/0"), "Goes when: "));
}

TEST(Explain, of_what_is_not_there_is_an_error) {
  const SampleModel model;
  const render::Index index(model.contents);
  for (const char* name : {"web/9", "", "\x1b", "99999999999999999999"})
    for (const auto kind :
         {EntityKind::Unit, EntityKind::Application, EntityKind::Machine, EntityKind::Relation})
      EXPECT_FALSE(explain::explain(index, {kind, name}, {})) << name;
}

TEST(ExplainJson, says_the_same_as_data) {
  const auto json = nlohmann::json::parse(render::to_json(
    explain::to_document(explained(stuck_model(), EntityKind::Application, "mysql"))));
  EXPECT_EQ(json["kind"], "application");
  EXPECT_EQ(json["life"], "dying");
  EXPECT_EQ(json["turn"]["sequence"], 812);
  EXPECT_EQ(json["waits-for"], "unit mysql/0: hook \"db-relation-departed\" failed");
  const auto& unit = json["kept-by"][0];
  EXPECT_EQ(unit["name"], "mysql/0");
  EXPECT_EQ(unit["hook-error"]["next-at"], at_ten + 422 * second);
  EXPECT_EQ(unit["remedies"][0]["command"], "orrery resolved mysql/0");
  EXPECT_EQ(unit["kept-by"][0]["running-hook"]["hook"], "stop");
  EXPECT_EQ(json["goes-when"][1]["action"], "leave");
  EXPECT_EQ(json["goes-when"][1]["relation-id"], 4);
  EXPECT_EQ(json["stays"][0], "machine 0 stays (dummy/3)");
}

} // namespace
} // namespace orrery::test
