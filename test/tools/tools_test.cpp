#include "test/tools/case.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::hooks {
namespace {

using Words = std::vector<std::string>;

TEST(Tools, are_named_in_order) {
  const Words names{"action-fail",
                    "action-get",
                    "action-log",
                    "action-set",
                    "application-version-set",
                    "close-port",
                    "config-get",
                    "credential-get",
                    "goal-state",
                    "is-leader",
                    "juju-log",
                    "juju-reboot",
                    "leader-get",
                    "leader-set",
                    "network-get",
                    "open-port",
                    "opened-ports",
                    "relation-get",
                    "relation-ids",
                    "relation-list",
                    "relation-model-get",
                    "relation-set",
                    "resource-get",
                    "secret-add",
                    "secret-get",
                    "secret-grant",
                    "secret-ids",
                    "secret-info-get",
                    "secret-remove",
                    "secret-revoke",
                    "secret-set",
                    "state-delete",
                    "state-get",
                    "state-set",
                    "status-get",
                    "status-set",
                    "storage-add",
                    "storage-get",
                    "storage-list",
                    "unit-get"};
  Words working;
  for (const std::string& name : tool_names())
    if (World{}.call({name, "x"}).error.find("is not here yet") == std::string::npos)
      working.push_back(name);
  EXPECT_EQ(working, names);
  EXPECT_TRUE(std::is_sorted(tool_names().begin(), tool_names().end()));
}

TEST(Tools, of_juju_that_are_lacking_refuse_with_exit_code_1) {
  World world;
  for (const char* name : {"payload-register", "pod-spec-set"})
    EXPECT_EQ(world.call({name, "--any", "x"}).code, 1) << name;
}

TEST(Tools, all_have_help_and_refuse_unknown_flags) {
  for (const std::string& name : tool_names()) {
    World world;
    const ToolReply help = world.call({name, "--help"});
    EXPECT_EQ(help.code, 0);
    EXPECT_EQ(help.output.rfind("Usage: " + name, 0), 0U) << help.output;
    EXPECT_EQ(help.error, "");
    if (world.call({name, "x"}).error.find("is not here yet") != std::string::npos)
      continue; // refuses all
    check(world, {{{name, "--nonsense"}, 2, "", "option provided but not defined: --nonsense"}});
  }
}

TEST(Tools, that_print_take_no_unknown_format) {
  for (const char* name :
       {"config-get", "is-leader", "leader-get", "network-get", "opened-ports", "relation-get",
        "relation-ids", "relation-list", "status-get", "storage-list", "unit-get"}) {
    World world;
    check(world, {{{name, "--format=xml"},
                   2,
                   "",
                   "invalid value \"xml\" for option --format: unknown format \"xml\", expected "
                   "one of [json smart "
                   "yaml]"}});
  }
}

TEST(Tools, unknown_ones_are_refused) {
  World world;
  check(world,
        {{{"secret-eat", "x"}, 1, "", "unknown hook tool \"secret-eat\": Orrery has no such tool"},
         {{}, 1, "", "unknown hook tool \"\": Orrery has no such tool"}});
}

TEST(Tools, are_found_by_the_last_part_of_their_path) {
  World world;
  EXPECT_EQ(world.call({"/units/web-0/tools/is-leader"}).output, "False\n");
}

TEST(RelationIds, lists_the_relations_of_an_endpoint) {
  World world;
  world.sight.relations[12] = {12, "db", "postgresql", false, {}};
  check(world, {{{"relation-ids", "db"}, 0, "db:1\ndb:12\n", ""},
                {{"relation-ids", "db", "--format=json"}, 0, "[\"db:1\",\"db:12\"]\n", ""},
                {{"relation-ids", "--format", "yaml", "ring"}, 0, "- ring:2\n", ""},
                {{"relation-ids", "website"}, 0, "", ""},
                {{"relation-ids", "website", "--format=json"}, 0, "[]\n", ""},
                {{"relation-ids", "website", "--format=yaml"}, 0, "[]\n", ""},
                {{"relation-ids"}, 2, "", "no relation name specified"},
                {{"relation-ids", "db", "x"}, 2, "", "unrecognized args: [\"x\"]"}});
  world.in_relation_hook("changed");
  check(world, {{{"relation-ids"}, 0, "db:1\ndb:12\n", ""}});
}

TEST(RelationIds, H7_after_broken_the_relation_is_gone) {
  World world;
  world.sight.relations.erase(1);
  check(world, {{{"relation-ids", "db", "--format=json"}, 0, "[]\n", ""},
                {{"relation-list", "-r", "db:1"},
                 2,
                 "",
                 "invalid value \"db:1\" for option -r: relation not found"}});
}

TEST(RelationList, lists_the_units_of_the_other_side) {
  World world;
  check(world,
        {{{"relation-list", "-r", "db:1"}, 0, "mysql/0\nmysql/1\n", ""},
         {{"relation-list", "-r", "1", "--format=json"}, 0, "[\"mysql/0\",\"mysql/1\"]\n", ""},
         {{"relation-list", "-r", "1", "--format=yaml"}, 0, "- mysql/0\n- mysql/1\n", ""},
         {{"relation-list", "--app", "-r1"}, 0, "mysql\n", ""},
         {{"relation-list", "--app", "-r1", "--format=json"}, 0, "\"mysql\"\n", ""},
         {{"relation-list"}, 2, "", "no relation id specified"},
         {{"relation-list", "-r1", "x"}, 2, "", "unrecognized args: [\"x\"]"}});
  world.sight.relations[1].members.clear();
  check(world, {{{"relation-list", "-r1"}, 0, "", ""},
                {{"relation-list", "-r1", "--format=json"}, 0, "[]\n", ""}});
}

TEST(RelationList, H3_the_departing_unit_is_a_member_no_more) {
  World world;
  world.in_relation_hook("departed");
  EXPECT_EQ(world.call({"relation-list"}).output, "mysql/1\n");
  EXPECT_EQ(world.call({"relation-list", "-r", "ring:2"}).output, "web/1\n");
}

TEST(RelationList, H3_in_departed_of_the_unit_itself_the_remote_one_is_gone) {
  World world;
  world.in_relation_hook("departed");
  world.sight.departing_unit = "web/0";
  EXPECT_EQ(world.call({"relation-list"}).output, "mysql/1\n");
}

TEST(JujuLog, joins_its_words_at_their_level) {
  World world;
  check(world, {{{"juju-log", "a", "b c"}, 0, "", ""},
                {{"juju-log", "-l", "warning", "x"}, 0, "", ""},
                {{"juju-log", "--log-level", "ERROR", "--", "two\nlines"}, 0, "", ""},
                {{"juju-log", "--log-level=CRITICAL", "x"}, 0, "", ""},
                {{"juju-log", "--debug", "-l", "ERROR", "x"}, 0, "", ""},
                {{"juju-log", "-l", "LOUD", "x"}, 0, "", ""},
                {{"juju-log", "-l", "TRACE", "--", "--x"}, 0, "", ""},
                {{"juju-log"}, 2, "", "no message specified"}});
  const std::vector<Effect> wanted{
    Log{"INFO", "a b c"}, Log{"WARNING", "x"}, Log{"ERROR", "two\nlines"}, Log{"ERROR", "x"},
    Log{"DEBUG", "x"},    Log{"INFO", "x"},    Log{"TRACE", "--x"}};
  EXPECT_EQ(world.effects, wanted);
}

TEST(JujuLog, names_the_relation_in_its_hooks) {
  World world;
  world.in_relation_hook("joined").call({"juju-log", "hello"});
  EXPECT_EQ(world.effects, (std::vector<Effect>{Log{"INFO", "db:1: hello"}}));
}

TEST(UnitGet, shows_the_address) {
  World world;
  check(world, {{{"unit-get", "private-address"}, 0, "127.77.0.4\n", ""},
                {{"unit-get", "public-address", "--format=json"}, 0, "\"127.77.0.4\"\n", ""},
                {{"unit-get", "--format=yaml", "private-address"}, 0, "127.77.0.4\n", ""},
                {{"unit-get"}, 2, "", "no setting specified"},
                {{"unit-get", "name"},
                 2,
                 "",
                 "unknown setting \"name\", expected private-address or public-address"},
                {{"unit-get", "private-address", "x"}, 2, "", "unrecognized args: [\"x\"]"}});
  world.sight.address.clear();
  check(world, {{{"unit-get", "private-address"},
                 1,
                 "",
                 "no private-address set: machine 3 has no address yet"}});
}

TEST(IsLeader, says_whether_the_unit_leads) {
  World world;
  check(world, {{{"is-leader"}, 0, "False\n", ""},
                {{"is-leader", "--format=json"}, 0, "false\n", ""},
                {{"is-leader", "x"}, 2, "", "unrecognized args: [\"x\"]"}});
  world.leading();
  check(world, {{{"is-leader"}, 0, "True\n", ""},
                {{"is-leader", "--format=json"}, 0, "true\n", ""},
                {{"is-leader", "--format=yaml"}, 0, "true\n", ""}});
}

TEST(ApplicationVersionSet, is_told_at_once) {
  World world;
  check(world, {{{"application-version-set", "--", "1.2"}, 0, "", ""},
                {{"application-version-set"}, 2, "", "no version specified"},
                {{"application-version-set", "1", "2"}, 2, "", "unrecognized args: [\"2\"]"},
                {{"application-version-set", std::string(1025, '1')},
                 1,
                 "",
                 "version is longer than 1024 bytes: shorten it"}});
  EXPECT_EQ(world.effects, (std::vector<Effect>{SetVersion{"1.2"}}));
}

} // namespace
} // namespace orrery::hooks
