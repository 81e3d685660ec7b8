// Users' tasks that hold what is on its way out, as explain and status tell of them.
#include "cmd/engine/entity_references.hpp"
#include "cmd/views/explain/neighbourhood.hpp"
#include "cmd/views/explain/status_reading.hpp"
#include "cmd/views/render/reason.hpp"
#include "cmd/views/render/selector.hpp"
#include "test/agents/charms.hpp"
#include "test/explain/told.hpp"
#include "test/support/simulated_world.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

using explain::Neighbourhood;
using explain::Subject;
using store::EntityKind;

/// web and mysql, related, each on a machine of its own, on a host where hooks wait for their
/// places and turns; commands last until they are ended.
struct BusyShop : simulate::World {
  BusyShop() : World(options()) {
    begin();
    deploy(web_charm(), "web");
    deploy(database_charm(), "mysql");
    settle();
    relation = std::to_string(relate("web:db", "mysql:server"));
    settle();
    for (const char* unit : {"web/0", "mysql/0"})
      hooks().played().play(unit, "juju-exec");
    hooks().played().end_commands(false);
  }

  /// A command at a unit or a machine, which has begun as far as it can. @returns its task's id
  std::string busy(const std::string& whose) {
    const std::uint64_t ticket = start(simulate::exec_at(whose));
    run();
    return std::to_string(store::parse_id(answer(ticket)->created).value() + 1);
  }

  [[nodiscard]] std::string told(const Subject& subject) {
    cmd::EntityReferences references(services(), at_once, [&] { run(); });
    const auto found = explain::read_neighbourhood(database(), references, subject);
    EXPECT_TRUE(found);
    const std::string text = test::told(*found, subject);
    EXPECT_EQ(text, test::told(Neighbourhood{contents(), {}}, subject)) << "all records say else";
    return text;
  }

  /// The reason in status, where everything is shown and where that is chosen alone.
  [[nodiscard]] std::string reason(const Subject& subject) {
    cmd::EntityReferences references(services(), at_once, [&] { run(); });
    const auto all = explain::read_status(database(), references, {});
    const auto chosen = explain::read_status(
      database(), references,
      {render::parse_selectors({subject.kind == EntityKind::Relation ? "web" : subject.name})
         .value(),
       true});
    EXPECT_TRUE(all && chosen);
    const auto of = [&](const Neighbourhood& found) {
      return render::reason(render::Index(found.contents, found.omitted), subject.kind,
                            subject.name);
    };
    EXPECT_EQ(of(chosen->around), of(all->around));
    return of(all->around);
  }

  std::string relation;

private:
  static simulate::WorldOptions options() {
    simulate::WorldOptions options;
    options.shared_host = true;
    options.listener = [](const std::string& finding) { ADD_FAILURE() << finding; };
    return options;
  }
};

bool tells(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(HoldingTasks, A15_what_a_dying_unit_runs_is_named_with_what_ends_it) {
  BusyShop world;
  const std::string id = world.busy("web/0");
  world.run(protocol::RemoveUnit{"web/0", {}});
  const Subject unit{EntityKind::Unit, "web/0"};
  const std::string runs = "task " + id + " (command) runs";
  EXPECT_EQ(world.reason(unit), runs + ": cancel-task " + id + " ends it");
  const std::string text = world.told(unit);
  EXPECT_TRUE(tells(text, "  " + runs + ", since ")) << text;
  EXPECT_TRUE(tells(text, "  → orrery cancel-task " + id + "   ends that task\n")) << text;
  EXPECT_TRUE(tells(text, "Goes when: task " + id + " ended → ")) << text;
  EXPECT_TRUE(tells(text, "\"tasks\":[\"" + id + "\"]")) << text;
  world.hooks().played().end("web/0");
  world.settle();
  EXPECT_FALSE(world.contents().units.contains("web/0"));
}

TEST(HoldingTasks, A15_an_alive_unit_of_an_application_that_goes_is_held_by_what_it_runs) {
  BusyShop world;
  const std::string id = world.busy("web/0");
  world.run(protocol::RemoveApplication{"web", {}});
  world.run();
  ASSERT_EQ(world.unit("web/0").life, store::Life::Alive) << "its agent waits for the command";
  EXPECT_EQ(world.reason({EntityKind::Application, "web"}),
            "unit web/0: task " + id + " (command) runs: cancel-task " + id + " ends it");
  (void)world.told({EntityKind::Application, "web"});
  world.hooks().played().end("web/0");
  world.settle();
}

TEST(HoldingTasks, R8_a_unit_leaves_a_dying_relation_behind_the_command_that_it_runs) {
  BusyShop world;
  const std::string id = world.busy("mysql/0");
  world.run(protocol::RemoveRelation{*store::parse_id(world.relation), {}});
  world.run();
  const Subject relation{EntityKind::Relation, world.relation};
  EXPECT_EQ(world.reason(relation),
            "unit mysql/0: task " + id + " (command) runs: cancel-task " + id + " ends it");
  const std::string text = world.told(relation);
  EXPECT_TRUE(tells(text, "→ orrery cancel-task " + id + " ")) << text;
  EXPECT_TRUE(tells(text, "→ orrery remove-relation " + world.relation + " --force ")) << text;
  world.hooks().played().end("mysql/0");
  world.settle();
  EXPECT_TRUE(world.contents().relations.empty());
}

TEST(HoldingTasks, A60_commands_that_keep_a_dying_machine_are_named) {
  BusyShop world;
  const std::string machine = world.run(protocol::AddMachine{}).created;
  world.settle();
  const Subject subject{EntityKind::Machine, machine};
  const std::string first = world.busy("machine " + machine);
  world.run(protocol::RemoveMachine{*store::parse_id(machine), {}, false});
  world.run();
  ASSERT_TRUE(world.contents().machines.contains(*store::parse_id(machine)));
  EXPECT_EQ(world.reason(subject),
            "task " + first + " (command) runs: cancel-task " + first + " ends it");
  EXPECT_TRUE(tells(world.told(subject), "→ orrery cancel-task " + first + "   ends that task\n"));
  std::vector<std::string> ids{first};
  for (int i = 0; i < 4; ++i)
    ids.push_back(world.busy("machine " + machine));
  const std::string text = world.told(subject);
  EXPECT_TRUE(tells(text, "tasks " + ids[0] + ", " + ids[1] + ", " + ids[2]
                            + " and more (commands) run, since "))
    << text;
  const store::Contents contents = world.contents();
  for (const auto& [id, task] : contents.tasks)
    world.start(protocol::CancelTask{task.operation, id, "", task.machine});
  world.settle();
  EXPECT_FALSE(world.contents().machines.contains(*store::parse_id(machine)));
}

/// web/0 and db/0 on one machine, where hooks and commands take turns (A11).
struct SharedMachine : BusyShop {
  SharedMachine() {
    deploy(database_charm(), "db", 0);
    run(protocol::AddUnit{"db", unit("web/0").machine});
    settle();
    hooks().played().play("db/0", "juju-exec");
  }
};

TEST(HoldingTasks, A11_a_task_that_waits_for_its_turn_holds_a_dying_unit) {
  SharedMachine world;
  (void)world.busy("web/0");
  const std::string id = world.busy("db/0");
  world.run(protocol::RemoveUnit{"db/0", {}});
  world.run();
  const Subject unit{EntityKind::Unit, "db/0"};
  const std::string waits = "task " + id + " (command) waits for its turn on machine "
                            + std::to_string(world.unit("web/0").machine);
  EXPECT_EQ(world.reason(unit), waits + ": cancel-task " + id + " ends it");
  EXPECT_TRUE(tells(world.told(unit), "  " + waits + ", since ")) << world.told(unit);
  world.hooks().played().end("web/0");
  world.run();
  EXPECT_EQ(world.reason(unit), "task " + id + " (command) runs: cancel-task " + id + " ends it");
  world.hooks().played().end("db/0");
  world.settle();
  EXPECT_FALSE(world.contents().units.contains("db/0"));
}

TEST(HoldingTasks, A11_hooks_of_a_dying_unit_wait_for_the_task_that_has_their_turn) {
  SharedMachine world;
  const std::string ahead = world.busy("web/0");
  world.run(protocol::RemoveUnit{"db/0", {}});
  world.run();
  const Subject unit{EntityKind::Unit, "db/0"};
  const std::string waits =
    "its hooks wait for task " + ahead + " (command) of web/0, on the same machine";
  EXPECT_EQ(world.reason(unit), waits + ": cancel-task " + ahead + " ends it");
  EXPECT_TRUE(tells(world.told(unit), waits + ", since ")) << world.told(unit);
  world.hooks().played().end("web/0");
  world.settle();
  EXPECT_FALSE(world.contents().units.contains("db/0"));
}

} // namespace
} // namespace orrery::test
