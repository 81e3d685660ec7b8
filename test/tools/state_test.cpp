// What a hook keeps, what is wanted, and what it may ask of the cloud: tools that read the store.
#include "test/tools/case.hpp"

#include <gtest/gtest.h>

namespace orrery::hooks {
namespace {

TEST(StateGet, CS3_prints_one_key_or_all_and_what_is_missing_as_nothing) {
  World world;
  world.kept = {{"one", "1"}, {"two", "two words"}};
  check(world,
        {{{"state-get", "one"}, 0, "1\n", ""},
         {{"state-get", "one", "--format=json"}, 0, "\"1\"\n", ""},
         {{"state-get"}, 0, "one: \"1\"\ntwo: two words\n", ""},
         {{"state-get", "-", "--format=json"}, 0, "{\"one\":\"1\",\"two\":\"two words\"}\n", ""},
         {{"state-get", "none"}, 0, "", ""},
         {{"state-get", "none", "--format=json"}, 0, "\"\"\n", ""},
         {{"state-get", "--strict", "none"}, 1, "", "\"none\" not found"},
         {{"state-get", "a", "b"}, 2, "", "unrecognized args: [\"b\"]"}});
  EXPECT_EQ(world.read, std::vector<NeedStored>{NeedStored::Kept}) << "once a hook";
}

TEST(StateGet, CS3_of_nothing_prints_an_empty_map) {
  World world;
  check(world, {{{"state-get"}, 0, "{}\n", ""},
                {{"state-get", "--format=yaml"}, 0, "{}\n", ""},
                {{"state-get", "--format=json"}, 0, "{}\n", ""}});
}

TEST(StateSet, CS1_is_buffered_keeps_empty_values_and_the_same_hook_sees_it) {
  World world;
  world.kept = {{"old", "x"}};
  EXPECT_EQ(world.call({"state-set", "a=1", "b="}).code, 0);
  EXPECT_EQ(world.call({"state-set", "--file", "-", "a=2"}, "{\"a\": \"3\", \"c\": \"4\"}").code,
            0);
  EXPECT_EQ(world.call({"state-delete", "old"}).code, 0);
  EXPECT_EQ(world.call({"state-delete", "none"}).code, 0);
  EXPECT_EQ(world.call({"state-get", "a"}).output, "2\n");
  EXPECT_EQ(world.state.kept_after, (store::Settings{{"a", "2"}, {"b", ""}, {"c", "4"}}));
  EXPECT_EQ(world.state.kept, (store::Settings{{"old", "x"}}));
  EXPECT_TRUE(world.effects.empty());
}

TEST(StateSet, CS2_refuses_what_is_too_long_and_what_are_no_values) {
  World world;
  check(
    world,
    {{{"state-set", std::string(257, 'k') + "=1"}, 1, "", "max allowed key length (256) exceeded"},
     {{"state-set", "k=" + std::string(65'537, 'v')},
      1,
      "",
      "max allowed value length (65536) exceeded"},
     {{"state-set", "k"}, 2, "", "expected \"key=value\", got \"k\""},
     {{"state-set", "k=\xff"},
      1,
      "",
      "cannot write unit state: \"k\" is not UTF-8 text: encode it, for instance with "
      "base64"},
     {{"state-set"}, 0, "", ""},
     {{"state-delete"}, 2, "", "missing key"}});
  EXPECT_FALSE(world.state.kept_after);
  EXPECT_EQ(world.call({"state-set", "k=" + std::string(65'536, 'v')}).code, 0);
}

TEST(StateSet, CS2_a_unit_keeps_a_bounded_amount_and_the_tool_says_so) {
  World world;
  world.kept = {{"old", "12345"}};
  const std::string value(65'536, 'v');
  for (int i = 0; i < 31; ++i)
    ASSERT_EQ(world.call({"state-set", "k" + std::to_string(10 + i) + "=" + value}).code, 0);
  const std::string left = std::string(65'536 - 31 * 3 - 8 - 1, 'x');
  check(world, {{{"state-set", "l=" + left + "x"},
                 1,
                 "",
                 "max allowed size (2097152) exceeded by what web/0 would keep with state-set: "
                 "keep large data in files"},
                {{"state-set", "l=" + left}, 0, "", ""},
                {{"state-set", "l=" + left}, 0, "", ""}, // the same takes no more
                {{"state-set", "m="},
                 1,
                 "",
                 "max allowed size (2097152) exceeded by what web/0 would keep with state-set: "
                 "keep large data in files"},
                {{"state-delete", "old"}, 0, "", ""},
                {{"state-set", "m=1234567"}, 0, "", ""}});
  EXPECT_EQ(store::size_of(*world.state.kept_after), std::size_t{2} << 20);
  EXPECT_EQ(world.state.kept_size, std::size_t{2} << 20);
  EXPECT_EQ(world.state.kept, (store::Settings{{"old", "12345"}}));
}

TEST(StateSet, CS1_changes_what_is_the_hooks_own_in_place) {
  World world;
  world.kept = {{"a", "1"}};
  ASSERT_EQ(world.call({"state-set", "b=1"}).code, 0);
  const std::string* const before = &world.state.kept_after->at("a");
  ASSERT_EQ(world.call({"state-set", "b=2"}).code, 0);
  ASSERT_EQ(world.call({"state-delete", "b"}).code, 0);
  EXPECT_EQ(&world.state.kept_after->at("a"), before) << "copied once a hook, not at each call";
}

TEST(GoalState, GS1_prints_yaml_or_json_and_asks_each_time) {
  World world;
  check(world, {{{"goal-state"}, 0, "relations: {}\nunits: {}\n", ""},
                {{"goal-state", "--format=json"}, 0, "{\"relations\":{},\"units\":{}}\n", ""},
                {{"goal-state", "--format=smart"},
                 2,
                 "",
                 "invalid value \"smart\" for option --format: unknown format \"smart\", expected "
                 "one of [json yaml]"}});
  world.goal.units["web/0"] = {"active", 1'787'392'800'123};
  world.goal.relations["db"] = {{"mysql", {"joined", 0}},
                                {"mysql/0", {"dying", 1'787'392'800'000}}};
  EXPECT_EQ(world.call({"goal-state", "--format=json"}).output,
            "{\"relations\":{\"db\":{\"mysql\":{\"status\":\"joined\"},"
            "\"mysql/0\":{\"since\":\"2026-08-22 10:00:00Z\",\"status\":\"dying\"}}},"
            "\"units\":{\"web/0\":{\"since\":\"2026-08-22 10:00:00Z\",\"status\":\"active\"}}}\n");
  EXPECT_EQ(world.read.size(), 3U) << "each call asks anew (GS5)";
}

TEST(CredentialGet, TR3_is_for_trusted_applications_at_once) {
  World world;
  check(world,
        {{{"credential-get"},
          1,
          "",
          "cannot access cloud credentials: permission denied: orrery trust web allows it"}});
  world.trusted = true;
  check(world,
        {{{"credential-get"}, 0, "type: local\nname: local\ncredential:\n  authtype: empty\n", ""},
         {{"credential-get", "--format=json"},
          0,
          "{\"type\":\"local\",\"name\":\"local\",\"credential\":{\"auth-type\":\"empty\"}}\n",
          ""}});
}

TEST(RelationModelGet, prints_the_model_of_the_relation) {
  World world;
  world.sight.model_uuid = "0b7c6f6e-7a7b-4c54-8b0c-333333333333";
  check(world, {{{"relation-model-get", "-r", "db:1"},
                 0,
                 "uuid: \"0b7c6f6e-7a7b-4c54-8b0c-333333333333\"\n",
                 ""},
                {{"relation-model-get"}, 2, "", "no relation id specified"},
                {{"relation-model-get", "-r9"},
                 2,
                 "",
                 "invalid value \"9\" for option -r: relation not found"}});
}

} // namespace
} // namespace orrery::hooks
