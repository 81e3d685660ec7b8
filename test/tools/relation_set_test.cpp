#include "test/tools/world.hpp"

#include <gtest/gtest.h>

namespace orrery::hooks {
namespace {

using Words = std::vector<std::string>;

TEST(RelationSet, H6_is_buffered_until_the_hook_succeeds) {
  World world;
  world.in_relation_hook("changed");
  const ToolReply reply = world.call({"relation-set", "a=1", "b=x=y"});
  EXPECT_EQ(reply.code, 0);
  EXPECT_EQ(reply.output + reply.error, "");
  EXPECT_TRUE(world.effects.empty());
  EXPECT_EQ(world.state.unit_changes,
            (std::map<store::RelationId, store::Settings>{{1, {{"a", "1"}, {"b", "x=y"}}}}));
  EXPECT_TRUE(world.state.application_changes.empty());
}

TEST(RelationSet, H6_later_calls_win_over_earlier_ones) {
  World world;
  world.in_relation_hook("changed");
  world.call({"relation-set", "a=1", "b=1"});
  world.call({"relation-set", "a=2"});
  world.call({"relation-set", "-r", "ring:2", "a=3"});
  EXPECT_EQ(world.state.unit_changes[1], (store::Settings{{"a", "2"}, {"b", "1"}}));
  EXPECT_EQ(world.state.unit_changes[2], (store::Settings{{"a", "3"}}));
}

TEST(RelationSet, S4_an_empty_value_deletes) {
  World world;
  world.in_relation_hook("changed");
  world.call({"relation-set", "private-address="});
  EXPECT_EQ(world.state.unit_changes[1], (store::Settings{{"private-address", ""}}));
}

TEST(RelationSet, S4_the_leader_sets_its_applications_settings) {
  World world;
  world.leading();
  EXPECT_EQ(world.call({"relation-set", "-r", "db:1", "--app", "a=1"}).code, 0);
  EXPECT_EQ(world.state.application_changes[1], (store::Settings{{"a", "1"}}));
  EXPECT_TRUE(world.state.unit_changes.empty());
}

TEST(RelationSet, S4_nobody_else_sets_the_applications_settings) {
  World world;
  const ToolReply reply = world.call({"relation-set", "-r", "db:1", "--app", "a=1"});
  EXPECT_EQ(reply.code, 1);
  EXPECT_EQ(reply.error, "ERROR cannot write relation settings: web/0 is not the leader of web\n");
  EXPECT_TRUE(world.state.application_changes.empty());
}

TEST(RelationSet, takes_no_pair_at_all) {
  World world;
  EXPECT_EQ(world.call({"relation-set", "-r", "1"}).code, 0);
  EXPECT_TRUE(world.state.unit_changes.empty());
}

TEST(RelationSet, reads_standard_input_only_if_asked) {
  World world;
  const ToolReply reply = world.call({"relation-set", "-r1", "--file", "-"});
  EXPECT_TRUE(reply.wants_input);
  EXPECT_EQ(reply.input_file, "");
  EXPECT_EQ(reply.code, 0);
  EXPECT_FALSE(world.call({"relation-set", "-r1", "a=1"}).wants_input);
}

TEST(RelationSet, names_the_file_that_its_caller_shall_read) {
  World world;
  const ToolReply reply = world.call({"relation-set", "-r1", "--file", "x/settings.yaml"});
  EXPECT_TRUE(reply.wants_input);
  EXPECT_EQ(reply.input_file, "x/settings.yaml");
}

TEST(RelationSet, takes_yaml_and_json_and_an_argument_wins) {
  for (const char* input :
       {"a: from file\nb: 2\nc: null\n", R"({"a": "from file", "b": 2, "c": ""})"}) {
    World world;
    const ToolReply reply = world.call({"relation-set", "-r1", "--file", "-", "a=given"}, input);
    EXPECT_EQ(reply.code, 0) << reply.error;
    EXPECT_EQ(world.state.unit_changes[1],
              (store::Settings{{"a", "given"}, {"b", "2"}, {"c", ""}}));
  }
}

TEST(RelationSet, input_that_is_no_map_changes_nothing) {
  for (const char* input : {"[1, 2]", "just text", "a: [1]", "a: {b: 1}", "{", "a: 1\na: 2\n"}) {
    World world;
    const ToolReply reply = world.call({"relation-set", "-r1", "--file=-", "k=v"}, input);
    EXPECT_EQ(reply.code, 1) << input;
    EXPECT_EQ(reply.error.rfind("ERROR standard input", 0), 0U) << reply.error;
    EXPECT_TRUE(world.state.unit_changes.empty());
  }
}

TEST(RelationSet, help_speaks_of_the_file) {
  World world;
  const ToolReply reply = world.call({"relation-set", "--help"});
  EXPECT_EQ(reply.code, 0);
  EXPECT_NE(reply.output.find("--file"), std::string::npos);
}

TEST(RelationSet, wrong_arguments_change_nothing) {
  const std::vector<std::pair<Words, std::string>> cases{
    {{"-r1", "a=1", "novalue"}, "expected \"key=value\", got \"novalue\""},
    {{"-r1", "a=1", "=v"}, "expected \"key=value\", got \"=v\""},
    {{"-r1", "a=1", "a=2"}, "key \"a\" specified more than once"},
    {{"a=1"}, "no relation id specified"},
    {{"-r", "db:7", "a=1"}, "invalid value \"db:7\" for option -r: relation not found"},
  };
  for (const auto& [given, text] : cases) {
    World world;
    Words arguments{"relation-set"};
    arguments.insert(arguments.end(), given.begin(), given.end());
    const ToolReply reply = world.call(arguments);
    EXPECT_EQ(reply.code, 2);
    EXPECT_EQ(reply.error, "ERROR " + text + "\n");
    EXPECT_TRUE(world.state.unit_changes.empty());
  }
}

TEST(RelationSet, text_that_is_not_utf8_is_refused) {
  World world;
  const ToolReply reply = world.call({"relation-set", "-r1", "a=\xff"});
  EXPECT_EQ(reply.code, 1);
  EXPECT_EQ(reply.error, "ERROR cannot write relation settings: \"a\" is not UTF-8 text: encode "
                         "it, for instance with base64\n");
  EXPECT_TRUE(world.state.unit_changes.empty());
}

TEST(RelationSet, one_hook_sets_at_most_a_mebibyte) {
  World world;
  const std::string half(500'000, 'x');
  EXPECT_EQ(world.call({"relation-set", "-r1", "a=" + half}).code, 0);
  EXPECT_EQ(world.call({"relation-set", "-r2", "a=" + half}).code, 0);
  const ToolReply reply = world.call({"relation-set", "-r1", "b=" + half});
  EXPECT_EQ(reply.code, 1);
  EXPECT_NE(reply.error.find("at most 1 MiB"), std::string::npos);
  EXPECT_FALSE(world.state.unit_changes[1].contains("b"));
}

TEST(RelationSet, S4_a_bag_is_at_most_a_mebibyte_over_all_hooks) {
  World world;
  world.model[{1, "web/0"}] = {{"old", std::string(1'000'000, 'x')}};
  const ToolReply reply = world.call({"relation-set", "-r1", "new=" + std::string(100'000, 'y')});
  EXPECT_EQ(reply.code, 1);
  EXPECT_NE(reply.error.find("would be larger than 1 MiB in all"), std::string::npos)
    << reply.error;
  EXPECT_TRUE(world.state.unit_changes.empty());
  EXPECT_EQ(world.call({"relation-set", "-r1", "old="}).code, 0);
  EXPECT_EQ(world.call({"relation-set", "-r1", "new=" + std::string(100'000, 'y')}).code, 0);
}

TEST(RelationSet, S4_a_bag_that_is_too_large_already_may_shrink) {
  World world;
  world.leading();
  const std::string much(900'000, 'x');
  world.model[{1, "web"}] = {{"a", much}, {"b", much}, {"c", much}};
  EXPECT_EQ(world.call({"relation-set", "-r1", "--app", "a=less"}).code, 0);
  EXPECT_EQ(world.call({"relation-set", "-r1", "--app", "d=more"}).code, 1);
}

} // namespace
} // namespace orrery::hooks
