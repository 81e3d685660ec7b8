// Tools of actions and of users' commands: parameters, results, progress and failure.
#include "test/tools/case.hpp"

#include <gtest/gtest.h>

namespace orrery::hooks {
namespace {

World in_action(const std::string& parameters = {}) {
  World world;
  world.sight.hook = "backup";
  world.sight.action = ActionSight{1, 2, "backup", parameters};
  return world;
}

/// Runs action-set, which must succeed.
void set_results(World& world, const std::vector<std::string>& pairs) {
  std::vector<std::string> call{"action-set"};
  call.insert(call.end(), pairs.begin(), pairs.end());
  check(world, {{call, 0, "", ""}});
}

TEST(Actions, A24_their_tools_fail_outside_an_action) {
  World world;
  check(world, {{{"action-get", "x"}, 1, "", "not running an action"},
                {{"action-get"}, 1, "", "not running an action"},
                {{"action-set", "k=v"}, 1, "", "not running an action"},
                {{"action-set"}, 1, "", "not running an action"},
                {{"action-fail"}, 1, "", "not running an action"},
                {{"action-log", "x"}, 1, "", "not running an action"}});
  EXPECT_TRUE(world.state.results.empty());
  EXPECT_FALSE(world.state.failure);
  EXPECT_TRUE(world.effects.empty());
}

TEST(Actions, A24_wrong_arguments_are_said_first) {
  World world;
  check(world, {{{"action-get", "a", "b"}, 2, "", "unrecognized args: [\"b\"]"},
                {{"action-set", "k"}, 2, "", "argument \"k\" must be of the form key...=value"},
                {{"action-fail", "a", "b"}, 2, "", "unrecognized args: [\"b\"]"},
                {{"action-log"}, 2, "", "no message specified"}});
}

TEST(Actions, A24_their_tools_work_in_a_command_on_a_unit) {
  World world;
  world.sight.action = ActionSight{1, 2, "juju-exec", R"({"command":"true"})"};
  check(world, {{{"action-get", "command"}, 0, "true\n", ""},
                {{"action-set", "k=v"}, 0, "", ""},
                {{"action-fail", "no"}, 0, "", ""},
                {{"action-log", "x"}, 0, "", ""}});
  EXPECT_EQ(world.state.results, R"({"k":"v"})");
  EXPECT_EQ(world.state.failure, "no");
  EXPECT_EQ(world.effects, std::vector<Effect>{LogAction{"x"}});
}

TEST(Actions, A29_a_command_is_not_told_what_names_its_standard_input) {
  World world;
  world.sight.action = ActionSight{1, 2, "juju-exec", R"({"command":"true","stdin":"0123abcd"})"};
  check(world, {{{"action-get", "--format=json"}, 0, "{\"command\":\"true\"}\n", ""},
                {{"action-get", "--format=json", "stdin"}, 0, "null\n", ""}});
  world.sight.action = ActionSight{1, 2, "load", R"({"stdin":"rows.csv"})"};
  check(world, {{{"action-get", "stdin"}, 0, "rows.csv\n", ""}});
}

TEST(JujuReboot, A24_is_refused_in_an_action_alone) {
  World world = in_action();
  check(
    world,
    {{{"juju-reboot"}, 1, "", "juju-reboot is not supported when running an action."},
     {{"juju-reboot", "--now"}, 1, "", "juju-reboot is not supported when running an action."}});
  EXPECT_EQ(world.state.reboot, Reboot::No);
  World hook;
  check(hook, {{{"juju-reboot"}, 0, "", ""}});
  EXPECT_EQ(hook.state.reboot, Reboot::AfterHook);
}

TEST(ActionGet, A29_prints_all_parameters_or_one) {
  World world = in_action(R"({"n":5,"name":"db","deep":{"a":{"b":true}},"list":["x","y"]})");
  check(
    world,
    {{{"action-get", "n"}, 0, "5\n", ""},
     {{"action-get", "n", "--format=json"}, 0, "5\n", ""},
     {{"action-get", "name"}, 0, "db\n", ""},
     {{"action-get", "--format=json", "name"}, 0, "\"db\"\n", ""},
     {{"action-get", "deep.a.b"}, 0, "True\n", ""},
     {{"action-get", "deep.a", "--format=json"}, 0, "{\"b\":true}\n", ""},
     {{"action-get", "deep"}, 0, "a:\n  b: true\n", ""},
     {{"action-get", "list"}, 0, "x\ny\n", ""},
     {{"action-get"}, 0, "deep:\n  a:\n    b: true\nlist:\n- x\n- \"y\"\n\"n\": 5\nname: db\n", ""},
     {{"action-get", "--format=json"},
      0,
      "{\"deep\":{\"a\":{\"b\":true}},\"list\":[\"x\",\"y\"],\"n\":5,\"name\":\"db\"}\n",
      ""}});
}

TEST(ActionGet, A29_of_no_parameters_prints_an_empty_map) {
  for (const char* none : {"", "{}"}) {
    World world = in_action(none);
    check(world, {{{"action-get"}, 0, "{}\n", ""},
                  {{"action-get", "--format=yaml"}, 0, "{}\n", ""},
                  {{"action-get", "--format=json"}, 0, "{}\n", ""},
                  {{"action-get", "x"}, 0, "", ""}});
  }
}

TEST(ActionGet, A29_what_is_missing_is_null_or_nothing) {
  World world = in_action(R"({"text":"t","map":{"k":1},"null":null,"empty":"","list":[{"k":1}]})");
  for (const char* key : {"none", "none.k", "text.k", "map.none", "map.k.x", "null", "list.k",
                          "list.0", "", ".", "map.", "-"})
    check(world, {{{"action-get", key}, 0, "", ""},
                  {{"action-get", "--format=json", key}, 0, "null\n", ""}});
  check(world, {{{"action-get", "empty"}, 0, "", ""},
                {{"action-get", "--format=json", "empty"}, 0, "\"\"\n", ""}});
}

TEST(ActionGet, A29_numbers_keep_their_type) {
  World world = in_action(R"({"float":0.5,"text":"5","big":18446744073709551615,)"
                          R"("low":-9223372036854775808,"huge":1e20})");
  check(world, {{{"action-get", "float"}, 0, "0.5\n", ""},
                {{"action-get", "text", "--format=json"}, 0, "\"5\"\n", ""},
                {{"action-get", "text", "--format=yaml"}, 0, "\"5\"\n", ""},
                {{"action-get", "big"}, 0, "18446744073709551615\n", ""},
                {{"action-get", "low"}, 0, "-9223372036854775808\n", ""},
                {{"action-get", "huge"}, 0, "1.0e+20\n", ""},
                {{"action-get", "huge", "--format=json"}, 0, "1.0e+20\n", ""}});
}

TEST(ActionGet, parameters_nested_too_deeply_end_the_call_and_nothing_else) {
  constexpr std::size_t deep = 100'000;
  World world = in_action(R"({"a":)" + std::string(deep, '[') + std::string(deep, ']') + "}");
  EXPECT_EQ(world.call({"action-get", "a"}).code, 1);
  World shallow = in_action(R"({"a":)" + std::string(99, '[') + std::string(99, ']') + "}");
  EXPECT_EQ(shallow.call({"action-get", "a", "--format=json"}).output,
            std::string(99, '[') + std::string(99, ']') + "\n");
}

TEST(ActionSet, A28_results_are_texts_in_maps) {
  World world = in_action();
  set_results(world, {"outfile.size=10G", "foo.bar=2", "foo.baz.val=3", "0=a=b", "e=", "a-b.c="});
  EXPECT_EQ(world.state.results,
            R"({"0":"a=b","a-b":{"c":""},"e":"","foo":{"bar":"2","baz":{"val":"3"}},)"
            R"("outfile":{"size":"10G"}})");
  EXPECT_TRUE(world.effects.empty());
}

TEST(ActionSet, A28_later_results_join_and_replace_earlier_ones) {
  World world = in_action();
  set_results(world, {"a=2", "m.x=1"});
  set_results(world, {"a.b=1", "m.y=2"});
  EXPECT_EQ(world.state.results, R"({"a":{"b":"1"},"m":{"x":"1","y":"2"}})");
  set_results(world, {"m=flat", "a.b.c=3", "a.b=4"});
  EXPECT_EQ(world.state.results, R"({"a":{"b":"4"},"m":"flat"})");
  set_results(world, {});
  EXPECT_EQ(world.state.results, R"({"a":{"b":"4"},"m":"flat"})");
}

TEST(ActionSet, A28_a_wrong_key_sets_nothing_of_the_call) {
  World world = in_action();
  set_results(world, {"kept=1"});
  for (const char* part : {"Foo", "-a", "a-", "a_b", "", "ü", "a b"}) {
    const std::string wrong = "key \"" + std::string(part)
                              + "\" must start and end with lowercase alphanumeric, and contain "
                                "only lowercase alphanumeric and hyphens";
    check(world, {{{"action-set", "--", "ok=1", std::string(part) + "=1"}, 2, "", wrong},
                  {{"action-set", "ok=1", "a." + std::string(part) + ".b=1"}, 2, "", wrong}});
  }
  check(world,
        {{{"action-set", "ok=1", "k"}, 2, "", "argument \"k\" must be of the form key...=value"}});
  EXPECT_EQ(world.state.results, R"({"kept":"1"})");
}

TEST(ActionSet, A28_names_of_the_output_are_reserved_in_any_part) {
  World world = in_action();
  for (const std::string part : {"stdout", "stdout-encoding", "stderr", "stderr-encoding"}) {
    const std::string reserved = "cannot set reserved action key \"" + part + "\"";
    check(world, {{{"action-set", "ok=1", part + "=1"}, 2, "", reserved},
                  {{"action-set", "ok=1", "a." + part + "=1"}, 2, "", reserved},
                  {{"action-set", "ok=1", part + ".a=1"}, 2, "", reserved}});
  }
  EXPECT_TRUE(world.state.results.empty());
  set_results(world, {"return-code=7"});
  EXPECT_EQ(world.state.results, R"({"return-code":"7"})") << "overwritten when it ends";
}

TEST(ActionSet, A28_refuses_what_cannot_be_kept) {
  World world = in_action();
  set_results(world, {"k=1"});
  std::string deep = "a";
  for (int i = 0; i < 64; ++i)
    deep += ".a";
  check(world, {{{"action-set", "x=1", "k=\xff"},
                 1,
                 "",
                 "cannot set action results: the value of \"k\" is not UTF-8 text: encode it, for "
                 "instance with base64"},
                {{"action-set", "x=1", deep + "=1"},
                 1,
                 "",
                 "cannot set action results: a key has more than 64 parts"}});
  EXPECT_EQ(world.state.results, R"({"k":"1"})");
  set_results(world, {deep.substr(2) + "=1"});
}

TEST(ActionSet, A28_results_are_at_most_a_mebibyte_in_all) {
  World world = in_action();
  const std::string half(std::size_t{512} << 10U, 'x');
  set_results(world, {"a=" + half});
  const std::string before = world.state.results;
  check(world, {{{"action-set", "b=" + half},
                 1,
                 "",
                 "cannot set action results: they are longer than 1 MiB in all: write what is "
                 "long to a file"}});
  EXPECT_EQ(world.state.results, before);
  const std::string rest((std::size_t{1} << 20U) - before.size() - std::string(R"(,"b":"")").size(),
                         'x');
  check(world, {{{"action-set", "b=" + rest + "x"},
                 1,
                 "",
                 "cannot set action results: they are longer than 1 MiB in all: write what is "
                 "long to a file"}});
  set_results(world, {"b=" + rest});
  set_results(world, {"a=short"});
  set_results(world, {"c=" + half.substr(99)});
}

TEST(ActionFail, A27_the_last_text_counts) {
  World world = in_action();
  check(world, {{{"action-fail"}, 0, "", ""}});
  EXPECT_EQ(world.state.failure, "action failed without reason given, check action for errors");
  check(world, {{{"action-fail", "disk full"}, 0, "", ""}});
  check(world, {{{"action-fail", "--", "-1 is no size"}, 0, "", ""}});
  EXPECT_EQ(world.state.failure, "-1 is no size");
  check(world, {{{"action-fail", "a", "b", "c"}, 2, "", "unrecognized args: [\"b\" \"c\"]"}});
  EXPECT_EQ(world.state.failure, "-1 is no size");
  EXPECT_TRUE(world.effects.empty());
}

TEST(ActionLog, A8_is_told_at_once_with_its_words_joined) {
  World world = in_action();
  check(world, {{{"action-log", "half", "of  it", "done"}, 0, "", ""},
                {{"action-log", "--", "-x"}, 0, "", ""},
                {{"action-log", ""}, 0, "", ""},
                {{"action-log"}, 2, "", "no message specified"}});
  EXPECT_EQ(world.effects,
            (std::vector<Effect>{LogAction{"half of  it done"}, LogAction{"-x"}, LogAction{""}}));
  EXPECT_FALSE(world.state.failure);
  EXPECT_TRUE(world.state.results.empty());
}

TEST(ActionLog, A8_a_line_is_at_most_64_KiB) {
  World world = in_action();
  const std::string longest(std::size_t{64} << 10U, 'x');
  check(world, {{{"action-log", longest + "x"}, 1, "", "message is longer than 64 KiB: shorten it"},
                {{"action-log", longest}, 0, "", ""}});
  EXPECT_EQ(world.effects, std::vector<Effect>{LogAction{longest}});
}

} // namespace
} // namespace orrery::hooks
