#include "test/tools/world.hpp"

#include <gtest/gtest.h>

namespace orrery::hooks {
namespace {

using Words = std::vector<std::string>;

TEST(RelationGet, H5_is_fixed_at_first_sight) {
  World world;
  world.in_relation_hook("changed");
  EXPECT_EQ(world.call({"relation-get", "port"}).output, "3306\n");
  world.model[{1, "mysql/0"}]["port"] = "3307";
  EXPECT_EQ(world.call({"relation-get", "port"}).output, "3306\n");
  EXPECT_EQ(world.fetched, (std::vector<BagName>{{1, "mysql/0"}}));
}

TEST(RelationGet, H5_that_a_bag_is_missing_is_fixed_too) {
  World world;
  world.in_relation_hook("changed");
  EXPECT_EQ(world.call({"relation-get", "--app"}).output, "schema: shop\n");
  EXPECT_EQ(world.call({"relation-get", "-", "mysql/9"}).code, 1);
  world.model[{1, "mysql/9"}] = {{"host", "new"}};
  EXPECT_EQ(world.call({"relation-get", "-", "mysql/9"}).code, 1);
}

TEST(RelationGet, H6_own_settings_show_what_is_pending) {
  World world;
  world.in_relation_hook("changed");
  world.call({"relation-set", "a=1", "private-address="});
  EXPECT_EQ(world.call({"relation-get", "-", "web/0"}).output, "a: \"1\"\n");
  EXPECT_EQ(world.call({"relation-get", "--format=json", "private-address", "web/0"}).output,
            "null\n");
}

TEST(RelationGet, H6_the_leader_sees_what_is_pending_for_its_application) {
  World world;
  world.in_relation_hook("changed").leading();
  world.call({"relation-set", "--app", "pool=2"});
  EXPECT_EQ(world.call({"relation-get", "--app", "-", "web"}).output, "pool: \"2\"\nuser: web\n");
  EXPECT_EQ(world.call({"relation-get", "--app", "-", "web/0"}).output, "pool: \"2\"\nuser: web\n");
}

TEST(RelationGet, H7_works_in_every_hook_and_for_another_relation) {
  World world;
  EXPECT_EQ(world.call({"relation-get", "-r", "db:1", "host", "mysql/0"}).output, "127.77.0.5\n");
  EXPECT_EQ(world.call({"relation-get", "-r", "1", "host", "mysql/0"}).output, "127.77.0.5\n");
  world.in_relation_hook("changed");
  EXPECT_EQ(world.call({"relation-get", "-r", "ring:2", "rank", "web/1"}).output, "1\n");
}

TEST(RelationGet, H7_departed_units_stay_readable) {
  World world;
  world.in_relation_hook("departed");
  EXPECT_EQ(world.call({"relation-get", "host"}).output, "127.77.0.5\n");
  EXPECT_EQ(world.call({"relation-get", "host", "mysql/7"}).output, "gone\n");
}

TEST(RelationGet, S4_any_value_may_be_missing) {
  World world;
  world.in_relation_hook("changed");
  for (const auto& [format, output] :
       std::map<std::string, std::string>{{"smart", ""}, {"yaml", ""}, {"json", "null\n"}}) {
    const ToolReply reply = world.call({"relation-get", "--format", format, "private-address"});
    EXPECT_EQ(reply.code, 0);
    EXPECT_EQ(reply.output, output);
  }
}

TEST(RelationGet, S4_settings_are_a_map_in_every_format) {
  World world;
  world.in_relation_hook("joined");
  const std::string yaml = "host: 127.77.0.5\nport: \"3306\"\n";
  for (const Words& arguments :
       {Words{"relation-get"}, Words{"relation-get", "-"}, Words{"relation-get", ""},
        Words{"relation-get", "-", "mysql/0", "--format=yaml"}})
    EXPECT_EQ(world.call(arguments).output, yaml);
  EXPECT_EQ(world.call({"relation-get", "--format=json", "-", "mysql/0"}).output,
            "{\"host\":\"127.77.0.5\",\"port\":\"3306\"}\n");
  EXPECT_EQ(world.call({"relation-get", "--format=json", "-", "mysql/1"}).output, "{}\n");
}

TEST(RelationGet, falls_to_the_application_where_there_is_no_remote_unit) {
  for (const char* kind : {"created", "broken"}) {
    World world;
    world.in_relation_hook(kind);
    EXPECT_EQ(world.call({"relation-get", "schema"}).output, "shop\n");
  }
}

TEST(RelationGet, an_application_without_settings_has_an_empty_map) {
  World world;
  world.model.erase({1, "mysql"});
  const ToolReply reply =
    world.call({"relation-get", "-r1", "--app", "--format=json", "-", "mysql"});
  EXPECT_EQ(reply.code, 0);
  EXPECT_EQ(reply.output, "{}\n");
}

TEST(RelationGet, own_settings_are_empty_before_entering) {
  World world;
  world.model.erase({1, "web/0"});
  EXPECT_EQ(world.call({"relation-get", "-r1", "-", "web/0"}).output, "{}\n");
}

TEST(RelationGet, every_peer_reads_its_applications_settings) {
  World world;
  EXPECT_EQ(world.call({"relation-get", "-r2", "--app", "epoch", "web"}).output, "4\n");
}

TEST(RelationGet, output_goes_to_the_named_file) {
  World world;
  world.in_relation_hook("changed");
  for (const Words& flag : {Words{"-o", "f"}, Words{"--output=f"}}) {
    Words arguments{"relation-get", "port"};
    arguments.insert(arguments.end(), flag.begin(), flag.end());
    const ToolReply reply = world.call(arguments);
    EXPECT_EQ(reply.output, "3306\n");
    EXPECT_EQ(reply.output_file, "f");
  }
}

struct Wrong {
  Words arguments;
  int code;
  std::string error;
};

TEST(RelationGet, refuses_what_is_not_its_own_to_read) {
  const std::string not_for_web = " are not for web/0\n";
  const std::vector<Wrong> cases{
    {{"-", "postgresql/0"},
     1,
     "permission denied: settings of \"postgresql/0\" in relation \"db:1\"" + not_for_web},
    {{"-", "web/1"},
     1,
     "permission denied: settings of \"web/1\" in relation \"db:1\"" + not_for_web},
    {{"--app", "-", "web"},
     1,
     "permission denied: settings of \"web\" in relation \"db:1\"" + not_for_web},
    {{"--app", "-", "postgresql"},
     1,
     "permission denied: settings of \"postgresql\" in relation \"db:1\"" + not_for_web},
    {{"-", "mysql"},
     1,
     "expected unit name, got application name \"mysql\": use --app to read an application's "
     "settings\n"},
    {{"-", "mysql/9"},
     1,
     "cannot read settings for unit \"mysql/9\" in relation \"db:1\": settings not found, it has "
     "never entered this unit's scope of it\n"},
    {{"-", "Not A Name"}, 2, "invalid unit or application name \"Not A Name\"\n"},
    {{"k", "mysql/0", "x", "y"}, 2, "unrecognized args: [\"x\" \"y\"]\n"},
    {{"-r", "db:9"}, 2, "invalid value \"db:9\" for option -r: relation not found\n"},
    {{"-r", "db"},
     2,
     "invalid value \"db\" for option -r: invalid relation id, expected ID or NAME:ID\n"},
    {{"-r", "db:-1"},
     2,
     "invalid value \"db:-1\" for option -r: invalid relation id, expected ID or NAME:ID\n"},
    {{"--format", "xml"},
     2,
     "invalid value \"xml\" for option --format: unknown format \"xml\", expected one of [json "
     "smart yaml]\n"},
    {{"--bad"}, 2, "option provided but not defined: --bad\n"},
  };
  for (const Wrong& wrong : cases) {
    World world;
    world.in_relation_hook("changed");
    Words arguments{"relation-get"};
    arguments.insert(arguments.end(), wrong.arguments.begin(), wrong.arguments.end());
    const ToolReply reply = world.call(arguments);
    EXPECT_EQ(reply.code, wrong.code);
    EXPECT_EQ(reply.error, "ERROR " + wrong.error);
    EXPECT_EQ(reply.output, "");
  }
}

TEST(RelationGet, outside_a_relation_hook_it_wants_a_relation_and_a_unit) {
  World world;
  EXPECT_EQ(world.call({"relation-get"}).error, "ERROR no relation id specified\n");
  EXPECT_EQ(world.call({"relation-get"}).code, 2);
  EXPECT_EQ(world.call({"relation-get", "-r", "1"}).error,
            "ERROR no unit or application specified\n");
  EXPECT_EQ(world.call({"relation-get", "-r", "1"}).code, 2);
}

} // namespace
} // namespace orrery::hooks
