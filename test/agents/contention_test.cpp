// A command of an agent that ends in "excessive contention" is tried again (L8): nothing that
// anybody observes has changed, so no observation would bring the agent there.
#include "test/agents/charms.hpp"
#include "test/agents/shorthand.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

namespace {

const rules::Who web = rules::unit("web/0", false);

} // namespace

TEST(Contention, L8_a_units_agent_tries_again) {
  for (const char* cause :
       {"enter scope", "clear resolved", "set dying", "leave scope", "set dead", "delete unit"}) {
    SimulatedWorld world;
    world.deploy(web_charm(), "web");
    world.deploy(database_charm(), "mysql");
    world.settle();
    world.contend(web, cause);
    world.hooks().fail("web/0", "db-relation-created");
    const store::RelationId relation = world.relate("web:db", "mysql:server");
    world.settle();
    EXPECT_TRUE(world.contents().scopes.contains({relation, "web/0"})) << cause;
    world.run(protocol::Resolve{"web/0", false});
    world.settle();
    EXPECT_EQ(world.unit("web/0").resolved, store::Resolved::None) << cause;
    EXPECT_EQ(world.hooks().count("web/0", "db-relation-changed"), 1U) << cause;
    world.run(protocol::RemoveApplication{"web", {}});
    world.settle();
    EXPECT_FALSE(world.contents().applications.contains("web")) << cause;
    EXPECT_EQ(world.contended(), 1) << cause;
  }
}

TEST(Contention, L8_who_removes_a_unit_that_never_ran_tries_again) {
  for (const char* cause : {"set dead", "delete unit"}) {
    SimulatedWorld world;
    world.provider().fail("deploy web/0", "no room");
    world.deploy(web_charm(), "web");
    world.run();
    world.contend(web, cause);
    world.run(protocol::RemoveUnit{"web/0", {}});
    world.settle();
    EXPECT_FALSE(world.has_unit("web/0")) << cause;
    EXPECT_EQ(world.contended(), 1) << cause;
  }
}

TEST(Contention, L8_the_forcer_tries_again) {
  for (const char* cause : {"set dying", "leave scope", "set dead"}) {
    SimulatedWorld world;
    world.deploy(web_charm(), "web");
    world.deploy(database_charm(), "mysql");
    world.relate("web:db", "mysql:server");
    world.settle();
    world.hooks().hold("web/0", "db-relation-departed");
    world.hooks().hold("web/0", "stop");
    world.contend(web, cause);
    world.run(protocol::RemoveUnit{"web/0", {}});
    world.run(protocol::RemoveApplication{"web", forced()});
    world.settle();
    EXPECT_FALSE(world.contents().applications.contains("web")) << cause;
  }
}

TEST(Contention, L8_a_machines_agent_tries_again) {
  for (const char* cause : {"set machine dying", "set machine dead"}) {
    SimulatedWorld world;
    world.deploy(web_charm(), "web");
    world.settle();
    const store::MachineId machine = world.unit("web/0").machine;
    world.contend(rules::machine(machine), cause);
    world.run(protocol::RemoveMachine{machine, {}, true});
    world.settle();
    EXPECT_FALSE(world.contents().machines.contains(machine)) << cause;
    EXPECT_EQ(world.contended(), cause == std::string("set machine dead") ? 1 : world.contended())
      << cause;
  }
}

TEST(Contention, L8_the_provisioner_tries_again) {
  for (const char* cause : {"set instance", "set machine dead", "delete machine"}) {
    SimulatedWorld world;
    world.provider().hold("start 1");
    world.run(protocol::AddMachine{});
    world.contend(rules::machine(1), cause);
    world.provider().release("start 1");
    world.settle();
    EXPECT_EQ(world.contents().machines.at(1).instance, "i-1") << cause;
    world.run(protocol::RemoveMachine{1, {}, false});
    world.settle();
    EXPECT_FALSE(world.contents().machines.contains(1)) << cause;
    EXPECT_EQ(world.contended(), 1) << cause;
  }
}

TEST(Contention, L8_the_provisioner_says_what_is_lost_and_what_failed_although_it_was_contended) {
  SimulatedWorld world;
  world.deploy(web_charm(), "web");
  world.settle();
  world.contend(rules::machine(1), "set machine status");
  world.provider().lose(1);
  world.settle();
  EXPECT_EQ(world.contended(), 1);
  EXPECT_EQ(world.contents().machines.at(1).status.value, "down");
  world.provider().hold("stop i-1");
  world.provider().fail("stop i-1", "cannot stop", 1);
  EXPECT_TRUE(world.run(protocol::RetryProvisioning{1}).ok());
  world.contend(rules::machine(1), "set machine status");
  world.provider().release("stop i-1");
  world.run();
  EXPECT_EQ(world.contended(), 2);
  EXPECT_EQ(world.contents().machines.at(1).status.message, "cannot stop");
  world.settle();
}

TEST(Contention, L8_a_lost_machine_is_made_again_although_its_steps_were_contended) {
  for (const char* cause : {"abandon instance", "clear instance"}) {
    SimulatedWorld world;
    world.deploy(web_charm(), "web");
    world.settle();
    world.provider().lose(1);
    world.settle();
    world.contend(rules::machine(1), cause);
    EXPECT_TRUE(world.run(protocol::RetryProvisioning{1}).ok());
    world.settle();
    EXPECT_EQ(world.contended(), 1) << cause;
    EXPECT_EQ(world.contents().machines.at(1).status.value, "started") << cause;
    EXPECT_EQ(world.status("web/0").agent.value, "idle") << cause;
  }
}

} // namespace orrery::test
