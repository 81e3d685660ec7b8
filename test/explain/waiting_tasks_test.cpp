// Tasks of a unit that is lost, as explain tells of them.
#include "cmd/engine/entity_references.hpp"
#include "cmd/views/explain/neighbourhood.hpp"
#include "test/agents/charms.hpp"
#include "test/explain/told.hpp"
#include "test/support/simulated_world.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

using explain::Neighbourhood;
using explain::Subject;
using store::EntityKind;

/// web/0 and web/1, each on a machine of its own, with two tasks each that cannot run now.
struct LostShop : SimulatedWorld {
  LostShop() {
    deploy(web_charm(), "web", 2);
    settle();
    for (const char* unit : {"web/0", "web/1"})
      provider().lose(this->unit(unit).machine);
    settle();
    for (const char* unit : {"web/0", "web/1", "web/0", "web/1"})
      tickets.push_back(exec(unit));
    settle();
  }

  [[nodiscard]] std::string told(const Subject& subject) {
    cmd::EntityReferences references(services(), at_once, [&] { run(); });
    const auto found = explain::read_neighbourhood(database(), references, subject);
    EXPECT_TRUE(found);
    const std::string text = test::told(*found, subject);
    EXPECT_EQ(text, test::told(Neighbourhood{contents(), {}}, subject)) << "all records say else";
    return text;
  }
  /// The line that tells of tasks which wait from the one of that ticket on.
  [[nodiscard]] std::string line(std::uint64_t ticket) const {
    return "  its tasks wait until that has passed, first task " + std::to_string(task(ticket).id)
           + "\n";
  }

  std::vector<std::uint64_t> tickets;
};

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(ExplainTasks, A16_tasks_of_a_lost_unit_wait_until_it_is_found) {
  LostShop world;
  const Subject unit{EntityKind::Unit, "web/0"};
  EXPECT_TRUE(says(world.told(unit), world.line(world.tickets[0]))) << world.told(unit);
  EXPECT_FALSE(says(world.told(unit), world.line(world.tickets[1]))) << "of another unit";
  const std::string all = world.told({EntityKind::Application, "web"});
  EXPECT_TRUE(says(all, world.line(world.tickets[0]))) << all;
  EXPECT_TRUE(says(all, world.line(world.tickets[1]))) << all;
  EXPECT_TRUE(says(all, "\"first-waiting-task\"")) << all;
  world.provider().find(world.unit("web/0").machine);
  world.settle();
  EXPECT_FALSE(says(world.told(unit), "tasks wait")) << world.told(unit);
}

TEST(ExplainTasks, A16_commands_on_a_machine_that_is_down_wait_until_it_is_there_again) {
  LostShop world;
  const std::string machine = std::to_string(world.unit("web/0").machine);
  const Subject subject{EntityKind::Machine, machine};
  EXPECT_FALSE(says(world.told(subject), "until it is there again")) << world.told(subject);
  const std::uint64_t ticket = world.exec("machine " + machine);
  (void)world.exec("machine " + machine);
  world.settle();
  EXPECT_TRUE(says(world.told(subject), "its tasks wait until it is there again, first task "
                                          + std::to_string(world.task(ticket).id) + "\n"))
    << world.told(subject);
  world.provider().find(world.unit("web/0").machine);
  world.settle();
  EXPECT_FALSE(says(world.told(subject), "tasks wait")) << world.told(subject);
}

TEST(ExplainTasks, A16_a_task_that_waits_for_a_hook_only_is_not_told_of) {
  SimulatedWorld world;
  world.deploy(web_charm(), "web");
  world.settle();
  world.hooks().played().play("web/0", "juju-exec");
  (void)world.exec("web/0");
  world.run();
  const Subject unit{EntityKind::Unit, "web/0"};
  EXPECT_FALSE(says(told(Neighbourhood{world.contents(), {}}, unit), "tasks wait"));
  world.hooks().played().end("web/0");
  world.settle();
}

} // namespace
} // namespace orrery::test
