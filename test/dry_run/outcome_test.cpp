#include "actors/foretell/dry_run.hpp"
#include "test/support/world.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::test {

namespace {

using Kind = rules::Effect::Kind;

constexpr store::Milliseconds now = 1'000;

/// web/0 on machine 1 and db/0 on machine 2, related; each machine has its instance.
World related() {
  World world;
  world.machine(0).managing().machine(1).machine(2);
  world.application("web").requiring("db", "sql").unit("web/0").on_machine(1);
  world.application("db").providing("server", "sql").unit("db/0").on_machine(2);
  world.relation("web:db db:server").entered_by("web/0").entered_by("db/0");
  return world;
}

store::Contents with_instances(const World& world) {
  store::Contents contents = world.contents();
  for (auto& [id, machine] : contents.machines) {
    machine.instance = "i" + std::to_string(id);
    machine.status = {"started", "", now};
  }
  for (auto& [name, application] : contents.applications)
    application.leader = name + "/0";
  return contents;
}

bool tells(const std::vector<rules::Effect>& effects, const std::string& name, Kind kind) {
  return std::any_of(effects.begin(), effects.end(), [&](const rules::Effect& effect) {
    return effect.name == name && effect.kind == kind;
  });
}

bool tells(const std::vector<foretell::DryStep>& steps, const std::string& name, Kind kind) {
  return std::any_of(steps.begin(), steps.end(), [&](const foretell::DryStep& step) {
    return tells(step.effects, name, kind);
  });
}

/// Why it waits; empty if it does not.
std::string why_of(const foretell::DryOutcome& outcome, const std::string& name) {
  for (const foretell::DryWait& wait : outcome.waits)
    if (wait.name == name)
      return wait.why;
  return {};
}

} // namespace

TEST(DryRun, A3_what_goes_at_once_and_what_follows_is_told_apart) {
  foretell::DryRun dry(with_instances(related()), now);
  EXPECT_EQ(dry.run(protocol::RemoveApplication{"web"}).verdict, protocol::Verdict::Done);
  const foretell::DryOutcome outcome = dry.settle();
  ASSERT_EQ(outcome.commands.size(), 1U);
  const auto& at_once = outcome.commands[0].effects;
  EXPECT_EQ(at_once.size(), 2U);
  EXPECT_TRUE(tells(at_once, "application web", Kind::Turned));
  EXPECT_TRUE(tells(at_once, "relation 0 (web:db db:server)", Kind::Turned));
  EXPECT_TRUE(tells(outcome.then, "unit web/0", Kind::Turned));
  EXPECT_TRUE(tells(outcome.then, "unit web/0", Kind::Removed));
  EXPECT_TRUE(tells(outcome.then, "application web", Kind::Removed));
  EXPECT_TRUE(tells(outcome.then, "relation 0 (web:db db:server)", Kind::Removed));
  EXPECT_FALSE(tells(outcome.then, "unit db/0", Kind::Removed));
  EXPECT_TRUE(outcome.waits.empty());
  EXPECT_TRUE(outcome.complete);
  EXPECT_EQ(dry.contents().applications.count("web"), 0U);
}

TEST(DryRun, S1_who_enters_and_who_leaves_is_told) {
  World world;
  world.machine(0).managing().machine(1);
  world.application("web").requiring("db", "sql").unit("web/0").on_machine(1);
  world.application("db").providing("server", "sql");
  foretell::DryRun coming(with_instances(world), now);
  EXPECT_EQ(coming.run(protocol::AddRelation{"web", "db", "db", "server"}).verdict,
            protocol::Verdict::Done);
  const foretell::DryOutcome came = coming.settle();
  EXPECT_TRUE(tells(came.then, "unit web/0", Kind::Entered));
  EXPECT_FALSE(tells(came.then, "unit web/0", Kind::Left));

  foretell::DryRun going(with_instances(related()), now);
  EXPECT_EQ(going.run(protocol::RemoveUnit{"web/0", {}}).verdict, protocol::Verdict::Done);
  const foretell::DryOutcome went = going.settle();
  EXPECT_TRUE(tells(went.then, "unit web/0", Kind::Left));
  EXPECT_FALSE(tells(went.then, "unit web/0", Kind::Entered));
}

TEST(DryRun, A7_the_removal_of_an_application_names_the_transaction_that_takes_it) {
  foretell::DryRun dry(with_instances(related()), now);
  (void)dry.run(protocol::RemoveApplication{"web"});
  const foretell::DryOutcome outcome = dry.settle();
  const auto last = std::find_if(outcome.then.begin(), outcome.then.end(), [](const auto& step) {
    return tells(step.effects, "application web", Kind::Removed);
  });
  ASSERT_NE(last, outcome.then.end());
  EXPECT_TRUE(last->command == "delete unit" || last->command == "leave scope") << last->command;
}

TEST(DryRun, U6_a_failed_hook_is_named_with_what_it_keeps) {
  store::Contents contents = with_instances(related());
  contents.statuses["db/0"].error.hook = "server-relation-changed";
  contents.statuses["db/0"].error.attempt = 5;
  foretell::DryRun dry(std::move(contents), now);
  (void)dry.run(protocol::RemoveApplication{"web"});
  const foretell::DryOutcome outcome = dry.settle();
  std::vector<std::string> waits;
  for (const foretell::DryWait& wait : outcome.waits)
    waits.push_back(wait.name + ": " + wait.why);
  EXPECT_EQ(waits, (std::vector<std::string>{
                     "unit db/0: hook \"server-relation-changed\" has failed and waits for a "
                     "person: resolved db/0",
                     "relation 0 (web:db db:server): still in scope: db/0",
                     "application web: still has 1 relation"}));
  EXPECT_TRUE(tells(outcome.then, "unit web/0", Kind::Removed));
}

/// A task at a unit, or at machine 2.
void add_task(store::Contents& contents, store::TaskId id, const std::string& unit, bool runs) {
  store::Operation& operation = contents.operations[id - 1];
  operation.id = id - 1;
  operation.action = runs ? "backup" : std::string(store::command_action);
  store::Task& task = contents.tasks[id];
  task.id = id;
  task.operation = operation.id;
  task.unit = unit;
  task.machine = unit.empty() ? 2 : 0;
  task.status = runs ? store::TaskStatus::Running : store::TaskStatus::Pending;
}

TEST(DryRun, A15_tasks_behind_which_something_goes_are_named) {
  store::Contents contents = with_instances(related());
  contents.statuses["web/0"].workflow = contents.statuses["db/0"].workflow = "running";
  add_task(contents, 12, "web/0", true);
  add_task(contents, 14, "db/0", false);
  foretell::DryRun relation(contents, now);
  (void)relation.run(protocol::RemoveRelation{0, {}});
  const std::string behind = "goes behind task 12 (action backup), which runs: cancel-task 12 ends "
                             "it";
  foretell::DryOutcome outcome = relation.settle();
  EXPECT_EQ(why_of(outcome, "unit web/0"), behind) << "it leaves the relation";
  EXPECT_EQ(outcome.waits.size(), 1U) << "a task that waits holds no hook of an Alive unit";
  EXPECT_TRUE(tells(outcome.then, "relation 0 (web:db db:server)", Kind::Removed));

  foretell::DryRun unit(contents, now);
  (void)unit.run(protocol::RemoveUnit{"db/0", {}});
  EXPECT_EQ(why_of(unit.settle(), "unit db/0"),
            "goes behind task 14 (command), which waits: cancel-task 14 ends it");

  foretell::DryRun forced(contents, now);
  (void)forced.run(protocol::RemoveUnit{"web/0", {true, 0, false}});
  EXPECT_EQ(why_of(forced.settle(), "unit web/0"), "") << "force goes past it";

  contents.units["db/0"].life = store::Life::Dying;
  foretell::DryRun other(contents, now);
  (void)other.run(protocol::RemoveUnit{"web/0", {}});
  outcome = other.settle();
  EXPECT_EQ(why_of(outcome, "unit web/0"), behind);
  EXPECT_EQ(why_of(outcome, "unit db/0"), "") << "without the command, too";
}

TEST(DryRun, A60_commands_behind_which_a_machine_goes_are_named) {
  store::Contents contents = with_instances(related());
  contents.units.erase("db/0");
  contents.scopes.erase({0, "db/0"});
  contents.relations[0].unit_count = 1;
  contents.applications["db"].unit_count = 0;
  add_task(contents, 12, "", true);
  foretell::DryRun dry(contents, now);
  EXPECT_EQ(dry.run(protocol::RemoveMachine{2, {}, false}).verdict, protocol::Verdict::Done);
  EXPECT_EQ(why_of(dry.settle(), "machine 2"),
            "goes behind task 12 (action backup), which runs: cancel-task 12 ends it");
}

TEST(DryRun, nobody_waits_for_one_that_was_given_up) {
  World world;
  world.machine(0).managing();
  world.application("web");
  for (std::uint32_t i = 0; i < 1'000; ++i)
    world.unit("web/" + std::to_string(i)).on_machine(0);
  foretell::DryRun dry(with_instances(world), now);
  (void)dry.run(protocol::RemoveApplication{"web"});
  std::size_t asked = 0;
  const foretell::DryOutcome outcome = dry.settle([&] { return ++asked > 0; });
  EXPECT_FALSE(outcome.complete);
  EXPECT_TRUE(outcome.then.empty());
  EXPECT_LE(asked, 3U) << "once in each of the two futures, and at the end";
}

TEST(DryRun, M10_a_machine_that_is_drained_tells_who_keeps_it) {
  store::Contents contents = with_instances(related());
  contents.statuses["db/0"].error.hook = "server-relation-departed";
  contents.statuses["db/0"].error.attempt = 5;
  foretell::DryRun dry(std::move(contents), now);
  EXPECT_EQ(dry.run(protocol::RemoveMachine{2, {}, true}).verdict, protocol::Verdict::Done);
  const foretell::DryOutcome outcome = dry.settle();
  EXPECT_EQ(why_of(outcome, "machine 2"), "still hosts db/0");
}

TEST(DryRun, M4_M10_a_machine_that_is_to_go_waits_for_whoever_it_hosts) {
  for (const store::Life life : {store::Life::Alive, store::Life::Dying}) {
    store::Contents contents = with_instances(related());
    contents.machines[2].life = life;
    contents.machines[2].draining = true;
    const auto waits = foretell::waits_in(rules::DryModel(std::move(contents), now));
    ASSERT_EQ(waits.size(), 1U) << store::to_string(life);
    EXPECT_EQ(waits[0].name + ": " + waits[0].why, "machine 2: still hosts db/0");
  }
}

TEST(DryRun, U4_a_subordinate_that_cannot_go_keeps_its_principal) {
  World world;
  world.machine(0).managing().machine(1);
  world.application("web").unit("web/0").on_machine(1);
  world.subordinate("log").unit("log/0").subordinate_to("web/0");
  store::Contents contents = with_instances(world);
  contents.statuses["log/0"].error.hook = "stop";
  contents.statuses["log/0"].error.attempt = 5;
  foretell::DryRun dry(std::move(contents), now);
  (void)dry.run(protocol::RemoveUnit{"web/0", {}});
  const foretell::DryOutcome outcome = dry.settle();
  EXPECT_EQ(why_of(outcome, "unit web/0"), "still has subordinate log/0");
}

TEST(DryRun, U10_units_follow_an_application_that_has_nothing_else) {
  World world;
  world.machine(0).managing().machine(1);
  world.application("web").unit("web/0").on_machine(1);
  foretell::DryRun dry(with_instances(world), now);
  (void)dry.run(protocol::RemoveApplication{"web"});
  EXPECT_TRUE(tells(dry.settle().then, "unit web/0", Kind::Removed));
}

TEST(DryRun, W3_what_a_person_asks_of_a_failed_hook_is_told) {
  store::Contents contents = with_instances(related());
  contents.statuses["db/0"].error.hook = "start";
  contents.statuses["db/0"].error.attempt = 5;
  const auto told = [&](bool retry, const std::string& what) {
    rules::DryModel model(contents, now);
    const auto effects = model.run(protocol::Resolve{"db/0", retry}).effects;
    return std::any_of(effects.begin(), effects.end(), [&](const rules::Effect& effect) {
      return effect.name == "unit db/0" && effect.detail == what;
    });
  };
  EXPECT_TRUE(told(false, "takes its failed hook as done"));
  EXPECT_TRUE(told(true, "runs its failed hook again"));
  EXPECT_FALSE(told(true, "takes its failed hook as done"));
}

TEST(DryRun, M11_a_machine_that_is_made_again_is_told) {
  const auto told = [](const std::string& status, const std::string& instance) {
    store::Contents contents = with_instances(related());
    contents.machines[1].status = {status, "", now};
    contents.machines[1].instance = instance;
    rules::DryModel model(contents, now);
    const auto effects = model.run(protocol::RetryProvisioning{1}).effects;
    return effects.size() == 1 ? effects[0].name + " " + effects[0].detail : "";
  };
  EXPECT_EQ(told("down", "i1"), "machine 1 is made again, and its units begin anew");
  EXPECT_EQ(told("error", ""), "machine 1 is provisioned again at once");
}

TEST(DryRun, B6_nothing_waits_for_a_subordinate_where_it_has_no_place) {
  World world;
  world.machine(0).managing().machine(1).machine(2);
  world.application("web").unit("web/0").on_machine(1).application("db").unit("db/0").on_machine(2);
  world.subordinate("log").unit("log/0").subordinate_to("web/0");
  world.relation("log:info web:juju-info", store::ScopeKind::Container)
    .entered_by("web/0")
    .entered_by("log/0");
  world.relation("log:info db:juju-info", store::ScopeKind::Container).entered_by("db/0");
  store::Contents contents = with_instances(world);
  contents.statuses["log/0"].error.hook = "config-changed";
  EXPECT_TRUE(foretell::waits_in(rules::DryModel(contents, now)).empty());
  contents.scopes.erase({0, "log/0"}); // there it has one
  --contents.relations[0].unit_count;
  EXPECT_EQ(foretell::waits_in(rules::DryModel(contents, now)).size(), 1U);
}

TEST(DryRun, F3_force_goes_past_a_failed_hook) {
  store::Contents contents = with_instances(related());
  contents.statuses["db/0"].error.hook = "server-relation-changed";
  foretell::DryRun dry(std::move(contents), now);
  protocol::RemoveApplication removal{"web"};
  removal.how.force = true;
  (void)dry.run(removal);
  const foretell::DryOutcome outcome = dry.settle();
  EXPECT_TRUE(outcome.waits.empty());
  EXPECT_TRUE(tells(outcome.then, "application web", Kind::Removed));
  EXPECT_EQ(dry.contents().units.count("db/0"), 1U);
}

TEST(DryRun, a_hook_that_is_tried_again_is_expected_to_succeed) {
  store::Contents contents = with_instances(related());
  contents.statuses["web/0"].error.hook = "config-changed";
  contents.statuses["web/0"].error.next_at = now + 1;
  foretell::DryRun dry(std::move(contents), now);
  (void)dry.run(protocol::RemoveUnit{"web/0"});
  const foretell::DryOutcome outcome = dry.settle();
  EXPECT_TRUE(outcome.waits.empty());
  EXPECT_TRUE(tells(outcome.then, "unit web/0", Kind::Removed));
}

TEST(DryRun, a_unit_whose_agent_failed_stays) {
  store::Contents contents = with_instances(related());
  contents.statuses["web/0"].agent = {"failed", "agent failed again and again", now};
  foretell::DryRun dry(std::move(contents), now);
  (void)dry.run(protocol::RemoveUnit{"web/0"});
  const foretell::DryOutcome outcome = dry.settle();
  ASSERT_EQ(outcome.waits.size(), 1U);
  EXPECT_EQ(outcome.waits[0].name, "unit web/0");
  EXPECT_EQ(outcome.waits[0].why, "its agent is failed: agent failed again and again");
}

/// The same with a machine 1 that the provider cannot make, and nobody in scope yet.
store::Contents without_instance() {
  World world;
  world.machine(0).managing().machine(1);
  world.application("web").unit("web/0").on_machine(1);
  store::Contents contents = with_instances(world);
  contents.machines[1].instance.clear();
  contents.machines[1].status = {"error", "no space", now};
  return contents;
}

TEST(DryRun, U10_U11_a_unit_that_was_never_deployed_goes_all_the_same) {
  foretell::DryRun dry(without_instance(), now);
  (void)dry.run(protocol::RemoveApplication{"web"});
  const foretell::DryOutcome outcome = dry.settle();
  EXPECT_TRUE(tells(outcome.then, "unit web/0", Kind::Removed));
  EXPECT_TRUE(tells(outcome.then, "application web", Kind::Removed));
  EXPECT_TRUE(outcome.waits.empty());
}

TEST(DryRun, M8_a_machine_that_was_never_made_goes_without_an_instance) {
  foretell::DryRun dry(without_instance(), now);
  (void)dry.run(protocol::RemoveUnit{"web/0"});
  protocol::RemoveMachine removal{1};
  removal.drain = true;
  (void)dry.run(removal);
  const foretell::DryOutcome outcome = dry.settle();
  EXPECT_TRUE(tells(outcome.then, "unit web/0", Kind::Removed));
  EXPECT_TRUE(tells(outcome.then, "machine 1", Kind::Removed));
}

TEST(DryRun, M8_an_instance_that_cannot_be_released_keeps_its_machine) {
  store::Contents contents = without_instance();
  contents.units.clear();
  contents.statuses.clear();
  contents.applications.clear();
  contents.configs.clear();
  contents.machines[1].instance = "i1";
  contents.machines[1].life = store::Life::Dying;
  contents.machines[1].status = {"started", "", now};
  contents.machines[2].id = 2;
  contents.machines[2].instance = "i2";
  contents.machines[2].life = store::Life::Dead;
  contents.machines[2].status = {"error", "instance i2: busy", now};
  rules::DryModel model(std::move(contents), now);
  EXPECT_TRUE(foretell::let_settle(model).complete);
  EXPECT_EQ(model.contents().machines.count(1), 0U);
  const auto waits = foretell::waits_in(model);
  ASSERT_EQ(waits.size(), 1U);
  EXPECT_EQ(waits[0].why, "its status is error: instance i2: busy");
}

TEST(DryRun, what_happens_anyway_is_left_out) {
  World world = related();
  world.application("old").unit("old/0").on_machine(1).dying();
  store::Contents contents = with_instances(world);
  contents.statuses["db/0"].error.hook = "server-relation-changed";
  foretell::DryRun dry(std::move(contents), now);
  (void)dry.run(protocol::SetConfig{"web", {}, {}});
  const foretell::DryOutcome outcome = dry.settle();
  EXPECT_TRUE(outcome.then.empty());
  EXPECT_TRUE(outcome.waits.empty());
  EXPECT_EQ(dry.contents().units.count("old/0"), 0U) << "it goes all the same";
}

TEST(DryRun, a_refusal_and_a_no_op_change_nothing) {
  foretell::DryRun dry(with_instances(related()), now);
  EXPECT_EQ(dry.run(protocol::RemoveMachine{1}).code, protocol::Code::HasAssignedUnits);
  EXPECT_EQ(dry.run(protocol::SetConfig{"web", {}, {}}).verdict, protocol::Verdict::Nothing);
  const foretell::DryOutcome outcome = dry.settle();
  for (const foretell::DryCommand& command : outcome.commands)
    EXPECT_TRUE(command.effects.empty());
  EXPECT_TRUE(outcome.then.empty());
}

TEST(DryRun, ST25_storage_that_a_failed_hook_keeps_is_told_with_its_unit) {
  World world = World{}.machine(0).managing().machine(1).application("web").storing("data", 0, 3);
  world.unit("web/0").on_machine(1).with_storage("data/0");
  store::Contents contents = with_instances(world);
  store::HookError& error = contents.statuses["web/0"].error;
  error.hook = "data-storage-detaching";
  error.attempt = error.attempts_max = 3;
  contents.attachments.at("data/0").life = store::Life::Dying;
  contents.units.at("web/0").life = store::Life::Alive;
  foretell::DryRun dry(std::move(contents), now);
  EXPECT_TRUE(dry.run(protocol::RemoveStorage{"data/0", "web/0", true}).ok());
  EXPECT_NE(
    why_of(dry.settle(), "unit web/0").find(", and keeps storage data/0 (its data goes then)"),
    std::string::npos);
}

} // namespace orrery::test
