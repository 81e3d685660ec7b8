#include "test/tools/case.hpp"

#include <gtest/gtest.h>

namespace orrery::hooks {
namespace {

World told() {
  World world;
  world.sight.leader_settings = {{"primary", "web/0"}, {"token", "t"}};
  return world;
}

TEST(LeaderGet, prints_one_key_or_all) {
  World world = told();
  check(world,
        {{{"leader-get", "primary"}, 0, "web/0\n", ""},
         {{"leader-get"}, 0, "primary: web/0\ntoken: t\n", ""},
         {{"leader-get", "-"}, 0, "primary: web/0\ntoken: t\n", ""},
         {{"leader-get", "--format=json", "-"}, 0, "{\"primary\":\"web/0\",\"token\":\"t\"}\n", ""},
         {{"leader-get", "none"}, 0, "", ""},
         {{"leader-get", "--format=json", "none"}, 0, "null\n", ""}});
}

TEST(LeaderGet, refuses_what_is_no_key) {
  World world = told();
  check(world, {{{"leader-get", "a=b"}, 2, "", "invalid key \"a=b\""},
                {{"leader-get", "a", "b"}, 2, "", "unrecognized args: [\"b\"]"}});
}

TEST(LeaderSet, takes_effect_at_once_and_the_same_hook_sees_it) {
  World world = told();
  world.leading();
  EXPECT_EQ(world.call({"leader-set", "token=", "mode=slow", "primary=web/1"}).code, 0);
  EXPECT_EQ(world.effects, (std::vector<Effect>{SetLeaderSettings{
                             {{"token", ""}, {"mode", "slow"}, {"primary", "web/1"}}}}));
  EXPECT_EQ(world.call({"leader-get"}).output, "mode: slow\nprimary: web/1\n");
  EXPECT_TRUE(world.state.unit_changes.empty());
  EXPECT_TRUE(world.state.application_changes.empty());
}

TEST(LeaderSet, of_nothing_does_nothing) {
  World world = told();
  world.leading();
  check(world, {{{"leader-set"}, 0, "", ""}});
  EXPECT_TRUE(world.effects.empty());
}

TEST(LeaderSet, S4_is_for_the_leader_alone) {
  World world = told();
  check(world, {{{"leader-set", "a=1"},
                 1,
                 "",
                 "cannot write leadership settings: web/0 is not the leader of web"}});
  EXPECT_TRUE(world.effects.empty());
}

TEST(LeaderSet, refuses_what_are_no_settings) {
  World world = told();
  world.leading();
  check(world, {{{"leader-set", "a"}, 2, "", "expected \"key=value\", got \"a\""},
                {{"leader-set", "a=1", "a=2"}, 2, "", "key \"a\" specified more than once"},
                {{"leader-set", "a=\xff"},
                 1,
                 "",
                 "cannot write leadership settings: \"a\" is not UTF-8 text: encode it, for "
                 "instance with base64"}});
  EXPECT_TRUE(world.effects.empty());
}

} // namespace
} // namespace orrery::hooks
