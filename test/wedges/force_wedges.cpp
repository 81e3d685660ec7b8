#include "test/wedges/wedge.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

namespace {

using protocol::RemoveApplication;
using protocol::RemoveMachine;
using protocol::RemoveRelation;
using protocol::RemoveUnit;

/// web/0 with a logger beside it, related to mysql/0 on machine 0.
void deploy_web_and_logger(Story& story) {
  story.world().deploy(web_charm(), "web");
  story.world().deploy(database_charm(), "mysql", 1, 0);
  story.world().deploy(logger_charm(), "logger", 0);
  story.relate("web:db", "mysql:server");
  story.relate("logger:info", "web:juju-info");
}

/// Whatever web/0 and its logger do to go fails for ever.
void fail_all_that_leads_away(Story& story) {
  for (const char* hook : {"db-relation-departed", "db-relation-broken", "stop", "remove"})
    story.world().hooks().fail("web/0", hook);
  for (const char* hook : {"info-relation-departed", "info-relation-broken", "stop", "remove"})
    story.world().hooks().fail("logger/0", hook);
}

bool is_stuck(Story& story) {
  const store::Contents all = story.world().contents();
  return all.units.contains("web/0") && all.units.at("web/0").life == store::Life::Dying
         && all.scopes.contains({*story.relation("web:db mysql:server"), "web/0"});
}

/// mysql has no unit any more; web/0's presence in the relation holds it.
void hold_mysql_by_web(Story& story) {
  story.world().hooks().fail("web/0", "db-relation-broken");
  story.remove_in_order(RemoveApplication{"mysql", {}});
  story.settle();
  const store::Contents all = story.world().contents();
  story.so(all.applications.contains("mysql") && all.applications.at("mysql").unit_count == 0
             && all.applications.at("mysql").relation_count == 1,
           "mysql is Dying, without units, in one relation");
}

Wedge application_held_by_one_relation() {
  return {
    "W03_an_application_without_units_held_by_a_relation",
    "an application Dying with no unit and one relation: its forced removal insisted that the "
    "relation's ends be Alive",
    [](Story& story) {
      story.world().deploy(web_charm(), "web");
      story.world().deploy(database_charm(), "mysql");
      story.relate("web:db", "mysql:server");
    },
    {{"it is removed, and the other side's broken hook fails", hold_mysql_by_web},
     {"it is removed again",
      [](Story& story) {
        story.remove(RemoveApplication{"mysql", {}});
      }}},
    [](Story& story) {
      const store::Contents all = story.world().contents();
      EXPECT_FALSE(all.applications.contains("mysql"));
      EXPECT_TRUE(all.relations.empty());
      EXPECT_EQ(all.units.at("web/0").life, store::Life::Alive) << "nobody asked for its removal";
      EXPECT_EQ(all.applications.at("web").relation_count, 0U);
    },
    true,
  };
}

/// A removal whose order has been tried already; @returns a step that says so.
template <typename Removal>
Step again(const char* what, Removal removal) {
  return {what, [removal](Story& story) {
            const protocol::Answer answer = story.remove(removal);
            story.so(story.way() == Way::Plain || answer.verdict == protocol::Verdict::Done
                       || answer.code == protocol::Code::NotFound,
                     "force is not a no-op because it is Dying already");
          }};
}

Wedge force_after_non_force() {
  return {
    "W09_force_after_an_orderly_removal",
    "force after a removal without it was a no-op: it was Dying already",
    deploy_web_and_logger,
    {{"everything is removed in order, and every hook fails",
      [](Story& story) {
        fail_all_that_leads_away(story);
        if (const auto relation = story.relation("web:db mysql:server"))
          story.remove_in_order(RemoveRelation{*relation, {}});
        story.remove_in_order(RemoveUnit{"web/0", {}});
        story.remove_in_order(RemoveApplication{"web", {}});
        story.remove_in_order(RemoveMachine{1, {}, true});
        story.settle();
        story.so(is_stuck(story), "all of it is Dying, and stays");
      }},
     {"the relation again", [](Story& story) { story.remove_relation("web:db mysql:server"); }},
     again("the unit again", RemoveUnit{"web/0", {}}),
     again("the application again", RemoveApplication{"web", {}}),
     again("the machine again", RemoveMachine{1, {}, true})},
    [](Story& story) {
      const store::Contents all = story.world().contents();
      EXPECT_FALSE(all.applications.contains("web"));
      EXPECT_FALSE(all.machines.contains(1));
      EXPECT_EQ(all.applications.at("mysql").unit_count, 1U);
      EXPECT_EQ(all.applications.at("logger").unit_count, 0U);
      EXPECT_TRUE(all.relations.empty());
    },
    true,
  };
}

Wedge model_with_a_held_application() {
  return {
    "W10_everything_forced_while_a_remote_unit_holds_an_application",
    "an application Dying, held by a remote unit's scope, while its model was destroyed by force",
    [](Story& story) {
      deploy_web_and_logger(story);
      fail_all_that_leads_away(story);
    },
    {{"the application is removed, and the remote unit's hooks fail", hold_mysql_by_web},
     {"then all the rest, application by application and machine by machine",
      [](Story& story) {
        for (const char* application : {"web", "logger", "mysql"})
          story.begin_removal(RemoveApplication{application, {}});
        story.begin_removal(RemoveMachine{1, {}, true});
      }}},
    [](Story& story) {
      story.expect_nothing_left();
      EXPECT_EQ(story.world().contents().machines.size(), 1U);
    },
    true,
  };
}

Wedge hook_in_error() {
  return {
    "W14_a_departure_held_up_by_a_hook_in_error",
    "a hook in error suspends the departure; force then left what it had held",
    deploy_web_and_logger,
    {{"every hook that leads away fails", fail_all_that_leads_away},
     {"the unit is removed",
      [](Story& story) {
        story.remove(RemoveUnit{"web/0", {}});
        if (story.way() == Way::Plain) {
          story.settle();
          story.so(is_stuck(story), "its departure waits for a person");
        }
      }}},
    [](Story& story) {
      const store::Contents all = story.world().contents();
      EXPECT_FALSE(all.units.contains("web/0"));
      EXPECT_FALSE(all.units.contains("logger/0"));
      EXPECT_EQ(story.helped() > 0, story.way() == Way::Plain);
      EXPECT_EQ(all.scopes.size(), 1U) << "mysql/0 stays";
      EXPECT_FALSE(story.world().provider().deployed().contains("web/0"));
      EXPECT_GE(story.world().hooks().count("mysql/0", "server-relation-departed"), 1U);
    },
    true,
  };
}

} // namespace

std::vector<Wedge> wedges_of_force() {
  return {application_held_by_one_relation(), force_after_non_force(),
          model_with_a_held_application(), hook_in_error()};
}

} // namespace orrery::test
