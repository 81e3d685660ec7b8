#include "test/wedges/wedge.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::test {

namespace {

using protocol::CreateApplication;
using protocol::FlushHook;
using protocol::RemoveApplication;
using protocol::RemoveUnit;

const char* const web_mysql = "web:db mysql:server";

void deploy_many(Story& story) {
  story.world().deploy(web_charm(), "web", story.many(), 0);
  story.world().deploy(database_charm(), "mysql", 1, 0);
  story.relate("web:db", "mysql:server");
}

std::vector<std::string> units_of(Story& story, const std::string& application) {
  std::vector<std::string> names;
  for (const auto& [name, unit] : story.world().contents().units)
    if (unit.application == application)
      names.push_back(name);
  return names;
}

/// Some command that may be asked of web and mysql, as they are.
void do_something(Story& story) {
  const std::string application = story.random(2) == 0 ? "web" : "mysql";
  const std::vector<std::string> units = units_of(story, application);
  if (!story.world().contents().applications.contains(application)) {
    story.ask(
      CreateApplication{application, application == "web" ? web_charm() : database_charm(), {}});
    return;
  }
  switch (story.random(8)) {
  case 0:
    story.begin_removal(RemoveApplication{application, {}});
    break;
  case 1:
  case 2:
    if (!units.empty())
      story.begin_removal(RemoveUnit{units[story.random(units.size())], {}});
    break;
  case 3:
    story.remove_relation(web_mysql);
    break;
  case 4:
  case 5:
    if (units.size() < 4)
      (void)story.add_unit(application, 0);
    break;
  default:
    if (story.world().contents().applications.size() == 2 && !story.relation(web_mysql))
      story.relate("web:db", "mysql:server");
  }
}

Wedge counts_that_drift() {
  const auto some_commands = [](Story& story) {
    for (int i = story.is_undisturbed() ? 20 : 2; i > 0; --i) {
      do_something(story);
      story.end_step(); // counts all anew
    }
  };
  return {
    "W08_counts_after_every_command_of_a_walk",
    "a reference count that had drifted, 0 with a unit there: \"excessive contention\" for ever",
    [](Story& story) { deploy_many(story); },
    {{"some commands", some_commands},
     {"a hook fails for a while",
      [](Story& story) {
        for (const std::string& unit : units_of(story, "web"))
          story.world().hooks().fail(unit, "db-relation-departed", 2);
      }},
     {"some more", some_commands},
     {"and some", some_commands}},
    [](Story& story) {
      for (const auto& [name, application] : story.world().contents().applications)
        EXPECT_EQ(application.life, store::Life::Alive) << name << " is stuck";
    },
  };
}

Wedge settings_of_a_removed_relation() {
  return {
    "W12_settings_of_a_removed_relation",
    "settings of a removed relation were left to a part of the system that did not exist",
    deploy_many,
    {{"the relation is removed",
      [](Story& story) {
        story.ask(FlushHook{
          "web/0", {{story.relation(web_mysql).value_or(0), {{"old", "yes"}}}}, {}, {}, {}});
        story.remove_relation(web_mysql);
        story.settle();
        EXPECT_TRUE(story.world().contents().bags.empty());
      }},
     {"and made again", [](Story& story) { story.relate("web:db", "mysql:server"); }},
     {"its units go, and leave their settings",
      [](Story& story) {
        for (const std::string& unit : units_of(story, "web"))
          story.begin_removal(RemoveUnit{unit, {}});
        story.settle();
        story.so(story.world().contents().bags.size() == static_cast<std::size_t>(story.many()) + 1,
                 "settings outlive those who wrote them");
      }},
     {"an end of it is removed",
      [](Story& story) {
        story.begin_removal(RemoveApplication{"mysql", {}});
      }}},
    [](Story& story) {
      const store::Contents all = story.world().contents();
      EXPECT_TRUE(all.relations.empty());
      EXPECT_TRUE(all.bags.empty());
      EXPECT_TRUE(all.cleanups.empty());
      EXPECT_EQ(all.applications.at("web").unit_count, 0U);
    },
  };
}

/// mysql/0 looks away the whole time, in a hook.
Wedge mass_removal() {
  return {
    "W13_a_mass_removal_before_a_slow_observer",
    "a mass removal overran the log of events: observers were silently dead",
    deploy_many,
    {{"a unit is slow, and all those that it observes are removed at once",
      [](Story& story) {
        story.world().hooks().hold("mysql/0", "server-relation-departed");
        for (const std::string& unit : units_of(story, "web"))
          story.begin_removal(RemoveUnit{unit, {}});
      }},
     {"nobody waits for it",
      [](Story& story) {
        story.pass(600'000); // what a crash has killed is tried again
        EXPECT_EQ(units_of(story, "web"), std::vector<std::string>{});
        story.so(story.world().hooks().is_running("mysql/0"), "it looks away");
      }},
     {"it looks again, and a new unit comes",
      [](Story& story) {
        story.world().hooks().release("mysql/0");
        story.add_unit("web", 0);
        story.settle();
      }},
     {"which changes its settings",
      [](Story& story) {
        const std::string unit = units_of(story, "web").front();
        story.world().hooks().clear();
        story.ask(FlushHook{unit, {{*story.relation(web_mysql), {{"new", "yes"}}}}, {}, {}, {}});
        story.settle();
        EXPECT_GE(story.world().hooks().count("mysql/0", "server-relation-changed"), 1U);
      }}},
    [](Story& story) {
      const std::vector<std::string> units = units_of(story, "web");
      ASSERT_EQ(units.size(), 1U);
      EXPECT_EQ(story.world().hooks().last_sight("mysql/0", "server-relation-changed").remote_unit,
                units.front());
      EXPECT_EQ(story.world().status("mysql/0").workflow, "running");
      EXPECT_EQ(story.world().contents().scopes.size(), 2U);
    },
  };
}

} // namespace

std::vector<Wedge> wedges_of_records() {
  return {counts_that_drift(), settings_of_a_removed_relation(), mass_removal()};
}

} // namespace orrery::test
