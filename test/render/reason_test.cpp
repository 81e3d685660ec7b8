#include "cmd/views/render/reason.hpp"
#include "test/render/sample_model.hpp"

#include <gtest/gtest.h>

namespace {

using orrery::render::reason;
using orrery::store::EntityKind;
using orrery::store::Life;
using orrery::store::TaskStatus;
namespace store = orrery::store;
using orrery::test::SampleModel;

SampleModel dying_unit() {
  SampleModel model;
  model.machine(0).application("web").unit("web/0", 0).contents.units["web/0"].life = Life::Dying;
  return model;
}

std::string of_unit(const SampleModel& model) {
  return reason(model.contents, EntityKind::Unit, "web/0");
}

TEST(Reason, is_empty_for_what_lives_or_is_not_there) {
  SampleModel model;
  model.machine(0).application("web").unit("web/0", 0).relation(4, "", "web:ring", "ring");
  EXPECT_EQ(of_unit(model), "");
  EXPECT_EQ(reason(model.contents, EntityKind::Machine, "0"), "");
  EXPECT_EQ(reason(model.contents, EntityKind::Application, "web"), "");
  EXPECT_EQ(reason(model.contents, EntityKind::Relation, "4"), "");
  EXPECT_EQ(reason(model.contents, EntityKind::Machine, "x"), "");
  EXPECT_EQ(reason(model.contents, EntityKind::Unit, "web/9"), "");
}

TEST(Reason, of_a_unit_names_the_first_thing_in_the_way) {
  SampleModel model = dying_unit();
  EXPECT_EQ(of_unit(model), "waits for its agent to run its last hooks");
  model.subordinate("log").unit_below("log/0", "web/0");
  EXPECT_EQ(of_unit(model), "still has subordinate log/0");
  model.application("db").relation(4, "web:db", "db:server", "sql").in_scope(4, "web/0");
  EXPECT_EQ(of_unit(model), "still in scope of relation 4 (web:db db:server)");
  model.in_scope(9, "web/0").contents.relations.erase(9);
  EXPECT_EQ(of_unit(model), "still in scope of relations 4 (web:db db:server), 9");
  model.agent("web/0", "lost");
  EXPECT_EQ(of_unit(model), "its agent is lost");
  model.failed("web/0", {"stop", 0, false, "", 5, 5, 0, ""});
  EXPECT_EQ(of_unit(model), "hook \"stop\" failed");
  model.contents.units["web/0"].life = Life::Dead;
  EXPECT_EQ(of_unit(model), "waits for the agent of machine 0 to remove it");
}

/// A command, or an action, as it stands.
void add_task(SampleModel& model, store::TaskId id, const std::string& unit, TaskStatus status) {
  store::Operation& operation = model.contents.operations[id - 1];
  operation.id = id - 1;
  operation.action = "backup";
  store::Task& task = model.contents.tasks[id];
  task.id = id;
  task.operation = operation.id;
  task.unit = unit;
  task.status = status;
}

TEST(Reason, A15_of_a_dying_unit_names_the_task_that_it_runs_or_is_to_run) {
  SampleModel model = dying_unit();
  model.contents.statuses["web/0"].workflow = "running";
  add_task(model, 12, "web/0", TaskStatus::Pending);
  EXPECT_EQ(of_unit(model), "task 12 (action backup) waits for its turn on machine 0: cancel-task "
                            "12 ends it");
  model.contents.operations[11].group = "disk";
  EXPECT_EQ(of_unit(model), "task 12 (action backup) waits for its turn in execution group disk on "
                            "machine 0: cancel-task 12 ends it");
  add_task(model, 12, "web/0", TaskStatus::Running);
  EXPECT_EQ(of_unit(model), "task 12 (action backup) runs: cancel-task 12 ends it");
  add_task(model, 12, "web/0", TaskStatus::Aborting);
  EXPECT_EQ(of_unit(model), "task 12 (action backup) is being cancelled");
  model.contents.statuses["web/0"].workflow = "new";
  add_task(model, 12, "web/0", TaskStatus::Pending);
  EXPECT_EQ(of_unit(model), "waits for its agent to run its last hooks") << "it runs none any more";
}

TEST(Reason, A11_of_a_dying_unit_names_the_task_behind_which_its_hooks_wait) {
  SampleModel model = dying_unit();
  model.contents.statuses["web/0"].workflow = "running";
  model.unit("web/1", 0);
  add_task(model, 12, "web/1", TaskStatus::Running);
  EXPECT_EQ(of_unit(model), "its hooks wait for task 12 (action backup) of web/1, on the same "
                            "machine: cancel-task 12 ends it");
  model.contents.operations[11].parallel = true;
  EXPECT_EQ(of_unit(model), "waits for its agent to run its last hooks");
  model.contents.operations[11].parallel = false;
  model.agent("web/1", "executing", "running action backup in a debug session of ann");
  EXPECT_EQ(of_unit(model), "waits for its agent to run its last hooks") << "it keeps no turn (D4)";
}

TEST(Reason, D4_of_a_dying_relation_names_the_hook_that_somebody_debugs) {
  SampleModel model;
  model.application("web").application("db").relation(4, "web:db", "db:server", "sql");
  model.machine(0).unit("web/0", 0).in_scope(4, "web/0").contents.relations[4].life = Life::Dying;
  model.agent("web/0", "executing", "running db-relation-broken hook in a debug session of ann");
  EXPECT_EQ(reason(model.contents, EntityKind::Relation, "4"),
            "unit web/0: hook \"db-relation-broken\" is in a debug session of ann");
}

TEST(Reason, A60_of_a_dying_machine_names_its_commands) {
  SampleModel model;
  model.machine(3).contents.machines[3].life = Life::Dying;
  add_task(model, 12, "", TaskStatus::Pending);
  model.contents.tasks[12].machine = 3;
  model.contents.machines[3].status.value = "down";
  EXPECT_EQ(reason(model.contents, EntityKind::Machine, "3"), "waits for its agent to stop");
  model.contents.tasks[12].status = TaskStatus::Running;
  EXPECT_EQ(reason(model.contents, EntityKind::Machine, "3"),
            "task 12 (action backup) runs: cancel-task 12 ends it");
}

TEST(Reason, of_a_machine_names_its_units_then_its_instance) {
  SampleModel model;
  model.machine(3).application("web");
  auto& machine = model.contents.machines[3];
  for (const char* unit : {"web/0", "web/1", "web/2", "web/10", "web/11"})
    model.unit(unit, 3);
  machine.draining = true;
  const std::string hosts = "still hosts web/0, web/1, web/2 and 2 more";
  EXPECT_EQ(reason(model.contents, EntityKind::Machine, "3"), hosts);
  machine.life = Life::Dying;
  EXPECT_EQ(reason(model.contents, EntityKind::Machine, "3"), hosts);
  model.contents.units.clear();
  EXPECT_EQ(reason(model.contents, EntityKind::Machine, "3"), "waits for its agent to stop");
  machine.status.message = "what is left of web/0 is not removed: busy";
  EXPECT_EQ(reason(model.contents, EntityKind::Machine, "3"),
            "waits for its agent to stop: what is left of web/0 is not removed: busy");
  machine.life = Life::Dead;
  EXPECT_EQ(reason(model.contents, EntityKind::Machine, "3"),
            "waits for the provisioner to release instance sb-3");
}

TEST(Reason, of_an_application_counts_its_references) {
  SampleModel model;
  auto& web = model.application("web").contents.applications["web"];
  web.life = Life::Dying;
  web.unit_count = 1;
  EXPECT_EQ(reason(model.contents, EntityKind::Application, "web"), "still has 1 unit");
  web.relation_count = 2;
  EXPECT_EQ(reason(model.contents, EntityKind::Application, "web"),
            "still has 1 unit and 2 relations");
  web.unit_count = 0;
  EXPECT_EQ(reason(model.contents, EntityKind::Application, "web"), "still has 2 relations");
}

TEST(Reason, of_a_relation_names_the_units_in_scope) {
  SampleModel model;
  model.application("web").application("db").relation(4, "web:db", "db:server", "sql");
  model.in_scope(4, "web/0").in_scope(4, "db/0").contents.relations[4].life = Life::Dying;
  EXPECT_EQ(reason(model.contents, EntityKind::Relation, "4"), "still in scope: db/0, web/0");
}

} // namespace
