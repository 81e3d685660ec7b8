#include "test/tools/case.hpp"

#include <gtest/gtest.h>

namespace orrery::hooks {
namespace {

TEST(StatusSet, takes_effect_at_once_and_is_seen) {
  World world;
  check(world, {{{"status-get"}, 0, "active\n", ""},
                {{"status-set", "blocked", "needs a database"}, 0, "", ""},
                {{"status-get"}, 0, "blocked\n", ""},
                {{"status-set", "--application=False", "active", "--", ""}, 0, "", ""}});
  const std::vector<Effect> wanted{SetUnitStatus{"blocked", "needs a database"},
                                   SetUnitStatus{"active", ""}};
  EXPECT_EQ(world.effects, wanted);
}

TEST(StatusSet, takes_four_words) {
  const std::string expected = "\", expected one of [maintenance blocked waiting active]";
  World world;
  check(world, {{{"status-set", "maintenance"}, 0, "", ""},
                {{"status-set", "waiting", "--", "-x"}, 0, "", ""},
                {{"status-set", "error", "x"}, 2, "", "invalid status \"error" + expected},
                {{"status-set", "unknown"}, 2, "", "invalid status \"unknown" + expected},
                {{"status-set", ""}, 2, "", "invalid status \"" + expected},
                {{"status-set"}, 2, "", "invalid args, require <status> [message]"},
                {{"status-set", "active", "a", "b"}, 2, "", "unrecognized args: [\"b\"]"},
                {{"status-set", "active", std::string((64 << 10) + 1, 'x')},
                 1,
                 "",
                 "status message is longer than 64 KiB: shorten it"}});
  EXPECT_EQ(world.effects.size(), 2U);
}

TEST(StatusSet, of_the_application_is_for_its_leader) {
  World world;
  check(world, {{{"status-set", "--application", "active"},
                 1,
                 "",
                 "setting application status: this unit is not the leader"}});
  EXPECT_TRUE(world.effects.empty());
  EXPECT_FALSE(world.state.application_status);
  world.leading();
  check(world, {{{"status-set", "--application=True", "active", "all well"}, 0, "", ""},
                {{"status-get", "--application"}, 0, "active\n", ""}});
  EXPECT_EQ(world.effects, (std::vector<Effect>{SetApplicationStatus{"active", "all well"}}));
  EXPECT_FALSE(world.state.status);
}

TEST(StatusGet, shows_the_shapes_that_charms_read) {
  World world;
  world.leading();
  world.sight.application_status = {"waiting", "for quorum", 1};
  check(
    world,
    {{{"status-get", "--format=json"}, 0, "{\"status\":\"active\"}\n", ""},
     {{"status-get", "--format=yaml"}, 0, "status: active\n", ""},
     {{"status-get", "--include-data"}, 0, "message: ready\nstatus: active\nstatus-data: {}\n", ""},
     {{"status-get", "--include-data", "--format=json", "--application=False"},
      0,
      "{\"message\":\"ready\",\"status\":\"active\",\"status-data\":{}}\n",
      ""},
     {{"status-get", "--application=true"}, 0, "waiting\n", ""},
     {{"status-get", "--include-data", "--format=json", "--application=true"},
      0,
      "{\"application-status\":{\"message\":\"for "
      "quorum\",\"status\":\"waiting\",\"status-data\":{},"
      "\"units\":{\"web/0\":{\"message\":\"ready\",\"status\":\"active\",\"status-data\":{}}}}}\n",
      ""},
     {{"status-get", "x"}, 2, "", "unrecognized args: [\"x\"]"}});
}

TEST(StatusGet, of_an_application_that_set_none_is_the_most_severe_of_its_units) {
  World world;
  world.leading();
  world.sight.application_status = {};
  world.statuses = {{"web/0", {"active", "", 1}}, {"web/1", {"waiting", "", 1}}};
  check(world, {{{"status-set", "blocked"}, 0, "", ""},
                {{"status-get", "--application"}, 0, "blocked\n", ""},
                {{"status-set", "active"}, 0, "", ""},
                {{"status-get", "--application"}, 0, "waiting\n", ""},
                {{"status-set", "--application", "maintenance"}, 0, "", ""},
                {{"status-get", "--application"}, 0, "maintenance\n", ""}});
}

TEST(StatusGet, of_the_application_tells_all_its_units_as_they_are_and_the_own_as_the_hook_set_it) {
  World world;
  world.leading();
  world.statuses = {{"web/0", {"active", "ready", 1}}, {"web/1", {"blocked", "no disk", 1}}};
  check(world, {{{"status-set", "waiting", "for web/1"}, 0, "", ""},
                {{"status-get", "--application", "--include-data", "--format=yaml"},
                 0,
                 "application-status:\n  message: no disk\n  status: blocked\n  status-data: {}\n"
                 "  units:\n"
                 "    web/0:\n      message: for web/1\n      status: waiting\n"
                 "      status-data: {}\n"
                 "    web/1:\n      message: no disk\n      status: blocked\n"
                 "      status-data: {}\n",
                 ""},
                {{"status-get", "--application", "--format=json"},
                 0,
                 "{\"application-status\":{\"status\":\"blocked\",\"units\":{\"web/0\":"
                 "{\"status\":\"waiting\"},\"web/1\":{\"status\":\"blocked\"}}}}\n",
                 ""}});
}

TEST(StatusGet, of_what_was_never_set_is_unknown) {
  World world;
  world.leading();
  world.sight.status = {};
  check(world, {{{"status-get"}, 0, "unknown\n", ""},
                {{"status-get", "--application"}, 0, "unknown\n", ""}});
  world.sight.leader = false;
  check(world, {{{"status-get", "--application"},
                 1,
                 "",
                 "finding application status: this unit is not the leader"}});
}

} // namespace
} // namespace orrery::hooks
