#include "test/wedges/wedge.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

namespace {

using protocol::AddUnit;
using protocol::CreateApplication;
using protocol::RemoveApplication;
using protocol::RemoveMachine;
using protocol::RemoveUnit;

bool has_machine(Story& story, store::MachineId id) {
  return story.world().contents().machines.contains(id);
}

/// There is no verb that destroys a model: the removal of everything stands for it.
Wedge everything_at_once() {
  return {
    "W01_everything_removed_at_once",
    "destroy-model waited for ever for units to leave scope",
    [](Story& story) {
      story.world().deploy(web_charm(), "web", 2);
      story.world().deploy(database_charm(), "mysql");
      story.world().deploy(ring_charm(), "riak", 3, 0);
      story.world().deploy(logger_charm(), "logger", 0);
      story.relate("web:db", "mysql:server");
      story.relate("logger:info", "web:juju-info");
      story.relate("logger:logs", "web:site");
    },
    {{"all applications and machines are removed, each before the last has gone",
      [](Story& story) {
        for (const char* application : {"mysql", "web", "riak", "logger"})
          story.begin_removal(RemoveApplication{application, {}});
        for (const store::MachineId machine : {3U, 2U, 1U})
          story.begin_removal(RemoveMachine{machine, {}, true});
      }},
     {"and once more",
      [](Story& story) {
        for (const char* application : {"logger", "riak", "web", "mysql"})
          story.begin_removal(RemoveApplication{application, {}});
      }}},
    [](Story& story) {
      story.expect_nothing_left();
      EXPECT_EQ(story.world().contents().machines.size(), 1U);
    },
  };
}

/// Machine 1 can never be made.
Wedge removed_at_once() {
  return {
    "W05_deployed_and_removed_at_once",
    "deploy, then remove at once: the machine stayed allocating, because it \"hosts units\"",
    [](Story& story) { story.world().provider().fail("start 1", "no capacity"); },
    {{"an application with a unit is deployed, and removed at once",
      [](Story& story) {
        story.ask(CreateApplication{"web", web_charm(), {}});
        story.begin_unit("web");
        story.begin_removal(RemoveApplication{"web", {}});
      }},
     {"its machine is removed, still allocating",
      [](Story& story) {
        story.pass(10'000);
        EXPECT_FALSE(story.world().contents().applications.contains("web"));
        if (has_machine(story, 1)) {
          EXPECT_TRUE(story.remove(RemoveMachine{1, {}, false}).ok());
        }
      }}},
    [](Story& story) {
      EXPECT_FALSE(has_machine(story, 1));
      EXPECT_EQ(story.world().provider().instances(), std::set<std::string>{"i-0"});
      story.expect_nothing_left();
    },
  };
}

Wedge removed_while_pending() {
  return {
    "W06_a_unit_removed_while_its_machine_is_pending",
    "a unit removed while its machine was pending: nobody deploys what is Dying, so no agent ever "
    "set it Dead",
    [](Story& story) {
      story.world().provider().fail("start 1", "no capacity");
      story.world().deploy(database_charm(), "mysql", 1, 0);
      EXPECT_TRUE(story.world().run(CreateApplication{"web", web_charm(), {}}).ok());
      story.relate("web:db", "mysql:server");
      story.add_unit("web");
      story.world().run(protocol::AddMachine{}); // 2, a second one that waits for nothing
      story.world().provider().mend("start 1");
      story.world().settle();
      story.world().provider().fail("start 3", "no capacity");
    },
    {{"a unit is added whose machine cannot be made",
      [](Story& story) {
        story.add_unit("web");
        story.pass(60'000);
        story.so(has_machine(story, 3) && story.world().has_unit("web/1")
                   && story.world().contents().machines.at(3).instance.empty(),
                 "it waits for its machine");
      }},
     {"it is removed",
      [](Story& story) {
        story.remove(RemoveUnit{"web/1", {}});
        story.pass(120'000);
        EXPECT_FALSE(story.world().has_unit("web/1")) << "its machine is pending still";
        story.so(has_machine(story, 3), "the machine is there");
      }},
     {"the machine comes late", [](Story& story) { story.world().provider().mend("start 3"); }}},
    [](Story& story) {
      EXPECT_EQ(story.world().hooks_of("web/1"), std::vector<std::string>{});
      EXPECT_FALSE(story.world().provider().deployed().contains("web/1"));
      EXPECT_EQ(story.world().contents().applications.at("web").unit_count, 1U);
      EXPECT_EQ(story.world().contents().scopes.size(), 2U);
    },
  };
}

Wedge notes_lost() {
  return {
    "W11_a_unit_that_lost_its_disk",
    "a unit on new hardware did not know the scopes that its predecessor had entered, and left "
    "none",
    [](Story& story) {
      story.world().deploy(web_charm(), "web");
      story.world().deploy(database_charm(), "maria");
      story.world().deploy(database_charm(), "mysql");
      story.world().deploy(logger_charm(), "logger", 0);
      story.relate("web:db", "maria:server");
      story.relate("web:db", "mysql:server");
      story.relate("logger:info", "web:juju-info");
    },
    {{"a unit is removed, and is about to leave its scopes",
      [](Story& story) {
        story.world().hooks().hold("web/0", "db-relation-departed");
        story.remove(RemoveUnit{"web/0", {}});
        story.so(story.way() != Way::Plain || story.world().hooks().is_running("web/0"),
                 "it runs its first departed hook");
      }},
     {"the disk is lost", [](Story& story) { story.lose_disk(); }},
     {"its agent goes on",
      [](Story& story) {
        story.world().hooks().release("web/0");
        story.settle();
        EXPECT_FALSE(story.world().has_unit("web/0"));
      }},
     {"another unit comes, and loses its disk while it is alive",
      [](Story& story) {
        story.add_unit("web", 0);
        story.settle();
        story.lose_disk();
      }}},
    [](Story& story) {
      const store::Contents all = story.world().contents();
      EXPECT_EQ(all.scopes.size(), 6U) << "web/1, logger, maria/0, mysql/0";
      EXPECT_TRUE(all.scopes.contains({*story.relation("web:db mysql:server"), "web/1"}));
      EXPECT_EQ(story.world().status("web/1").workflow, "running");
      EXPECT_EQ(all.applications.at("logger").unit_count, 1U);
    },
  };
}

} // namespace

std::vector<Wedge> wedges_of_machines() {
  return {everything_at_once(), removed_at_once(), removed_while_pending(), notes_lost()};
}

} // namespace orrery::test
