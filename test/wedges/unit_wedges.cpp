#include "test/wedges/wedge.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

namespace {

using protocol::DeleteUnit;
using protocol::RemoveApplication;
using protocol::RemoveUnit;
using protocol::SetConfig;
using protocol::SetUnitDead;

bool is_dying(Story& story, const std::string& unit) {
  const store::Contents all = story.world().contents();
  const auto found = all.units.find(unit);
  return found != all.units.end() && found->second.life == store::Life::Dying;
}

Wedge application_of_a_dying_unit() {
  return {
    "W02_an_application_whose_unit_is_dying_already",
    "remove-application with a unit that was Dying before: \"unit is not dead\" for ever",
    [](Story& story) { story.world().deploy(web_charm(), "web", 2); },
    {{"a unit is removed, and its stop hook hangs",
      [](Story& story) {
        story.world().hooks().hold("web/0", "stop");
        story.remove_in_order(RemoveUnit{"web/0", {}});
        story.so(story.world().hooks().is_running("web/0"), "stop runs");
        story.so(is_dying(story, "web/0"), "web/0 is Dying");
      }},
     {"its application is removed",
      [](Story& story) {
        EXPECT_TRUE(story.remove(RemoveApplication{"web", {}}).ok());
      }},
     {"the hook ends", [](Story& story) { story.world().hooks().release("web/0"); }}},
    [](Story& story) { story.expect_nothing_left(); },
  };
}

/// mysql/0 is busy, so that it has not entered the new relation's scope when it turns Dying.
Wedge dying_unit_begins_again() {
  return {
    "W04_a_unit_that_begins_again_while_dying",
    "a unit that restarted while Dying: \"cannot enter scope, unit or relation not alive\", again "
    "and again",
    [](Story& story) {
      story.world().deploy(database_charm(), "mysql");
      story.world().deploy(web_charm(), "shop");
      story.world().deploy(web_charm(), "web");
      story.relate("shop:db", "mysql:server");
    },
    {{"a unit is busy with a hook",
      [](Story& story) {
        story.world().hooks().clear();
        story.world().hooks().hold("mysql/0", "config-changed");
        story.ask(SetConfig{"mysql", {{"size", "2"}}, {}});
        story.so(story.world().hooks().is_running("mysql/0"), "config-changed runs");
      }},
     {"its application gets a relation",
      [](Story& story) {
        story.relate("web:db", "mysql:server");
        const auto relation = story.relation("web:db mysql:server");
        story.so(relation && !story.world().contents().scopes.contains({*relation, "mysql/0"}),
                 "it has not entered");
      }},
     {"it is removed",
      [](Story& story) {
        story.remove(RemoveUnit{"mysql/0", {}});
        story.so(story.way() != Way::Plain || is_dying(story, "mysql/0"), "it is Dying");
      }},
     {"it begins again, with all else", [](Story& story) { story.restart(); }},
     {"the hook ends", [](Story& story) { story.world().hooks().release("mysql/0"); }}},
    [](Story& story) {
      EXPECT_FALSE(story.world().has_unit("mysql/0"));
      EXPECT_LE(story.world().hooks_of("mysql/0").size(), 12U) << "again and again";
      if (story.is_undisturbed()) {
        EXPECT_EQ(story.world().hooks().count("mysql/0", "server-relation-joined"), 0U);
        EXPECT_EQ(story.world().contents().scopes.size(), 2U) << "shop/0 and web/0 wait";
      }
      EXPECT_EQ(story.world().status("web/0").workflow, "running");
    },
  };
}

/// web/0 stays in a scope, for its broken hook fails.
Wedge dead_in_scope() {
  return {
    "W07_a_unit_dead_while_in_scope",
    "a unit that was Dead and still in scopes: the references kept its record for ever",
    [](Story& story) {
      story.world().deploy(web_charm(), "web");
      story.world().deploy(database_charm(), "maria");
      story.world().deploy(database_charm(), "mysql");
      story.world().deploy(logger_charm(), "logger", 0);
      story.relate("web:db", "maria:server");
      story.relate("web:db", "mysql:server");
      story.relate("logger:info", "web:juju-info");
    },
    {{"a unit is removed, and cannot leave its scopes",
      [](Story& story) {
        story.world().hooks().fail("web/0", "db-relation-broken");
        story.remove_in_order(RemoveUnit{"web/0", {}});
        story.settle();
        story.so(is_dying(story, "web/0"), "web/0 is Dying");
      }},
     {"it is called Dead all the same",
      [](Story& story) {
        story.so(story.ask(SetUnitDead{"web/0"}).code == protocol::Code::InScope,
                 "refused while it is in scope");
        story.so(story.ask(DeleteUnit{"web/0"}).code == protocol::Code::NotDead,
                 "refused while it is not Dead");
      }},
     {"it is removed once more",
      [](Story& story) {
        story.remove(RemoveUnit{"web/0", {}});
      }}},
    [](Story& story) {
      const store::Contents all = story.world().contents();
      EXPECT_FALSE(all.units.contains("web/0"));
      EXPECT_FALSE(all.units.contains("logger/0"));
      EXPECT_EQ(all.scopes.size(), 2U) << "maria/0 and mysql/0";
      EXPECT_EQ(all.applications.at("web").relation_count, 3U);
    },
    true,
  };
}

} // namespace

std::vector<Wedge> wedges_of_units() {
  return {application_of_a_dying_unit(), dying_unit_begins_again(), dead_in_scope()};
}

} // namespace orrery::test
