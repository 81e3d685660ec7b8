#include "test/tools/case.hpp"

#include <gtest/gtest.h>

namespace orrery::hooks {
namespace {

World configured() {
  using store::OptionType;
  World world;
  world.sight.options = {{"title", {OptionType::String, "", true, "Shop"}},
                         {"workers", {OptionType::Int, "", true, "4"}},
                         {"ratio", {OptionType::Float, "", true, "0.5"}},
                         {"debug", {OptionType::Boolean, "", true, "false"}},
                         {"secret", {OptionType::String, "", false, ""}}};
  world.sight.config = {{"workers", "8"}, {"debug", "true"}, {"stale", "1"}};
  return world;
}

TEST(ConfigGet, shows_values_and_defaults_with_their_types) {
  World world = configured();
  const std::string json = R"({"debug":true,"ratio":0.5,"title":"Shop","workers":8})";
  const std::string all = R"({"debug":true,"ratio":0.5,"secret":null,"title":"Shop","workers":8})";
  const std::string yaml = "debug: true\nratio: 0.5\ntitle: Shop\nworkers: 8\n";
  check(world, {{{"config-get", "--format=json"}, 0, json + "\n", ""},
                {{"config-get", "--format=json", "--all"}, 0, all + "\n", ""},
                {{"config-get", "-a", "--format=json"}, 0, all + "\n", ""},
                {{"config-get", "--all=False", "--format=json"}, 0, json + "\n", ""},
                {{"config-get"}, 0, yaml, ""},
                {{"config-get", "--format=yaml"}, 0, yaml, ""},
                {{"config-get", "--all", "--format=yaml"},
                 0,
                 "debug: true\nratio: 0.5\nsecret: null\ntitle: Shop\nworkers: 8\n",
                 ""}});
}

TEST(ConfigGet, shows_one_key) {
  World world = configured();
  check(world, {{{"config-get", "title"}, 0, "Shop\n", ""},
                {{"config-get", "workers"}, 0, "8\n", ""},
                {{"config-get", "ratio"}, 0, "0.5\n", ""},
                {{"config-get", "debug"}, 0, "True\n", ""},
                {{"config-get", "debug", "--format=yaml"}, 0, "true\n", ""},
                {{"config-get", "debug", "--format=json"}, 0, "true\n", ""},
                {{"config-get", "workers", "--format=json"}, 0, "8\n", ""},
                {{"config-get", "title", "--format=json"}, 0, "\"Shop\"\n", ""},
                {{"config-get", "secret"}, 0, "", ""},
                {{"config-get", "secret", "--format=json"}, 0, "null\n", ""},
                {{"config-get", "unknown"}, 0, "", ""},
                {{"config-get", "unknown", "--format=json"}, 0, "null\n", ""},
                {{"config-get", "--all", "title"},
                 2,
                 "",
                 "cannot use argument --all together with key \"title\""},
                {{"config-get", "a", "b"}, 2, "", "unrecognized args: [\"b\"]"}});
}

TEST(ConfigGet, SE58_a_secret_option_is_the_uri_and_never_a_content) {
  World world;
  world.sight.options = {{"token", {store::OptionType::Secret, "", false, ""}},
                         {"spare", {store::OptionType::Secret, "", true, ""}}};
  world.sight.config = {{"token", "secret:9m4e2mr0ui3e8a215n4g"}};
  check(world, {{{"config-get", "token"}, 0, "secret:9m4e2mr0ui3e8a215n4g\n", ""},
                {{"config-get", "--format=json"},
                 0,
                 "{\"spare\":\"\",\"token\":\"secret:9m4e2mr0ui3e8a215n4g\"}\n",
                 ""}});
}

TEST(ConfigGet, without_options_shows_an_empty_map) {
  World world;
  check(world, {{{"config-get"}, 0, "{}\n", ""}, {{"config-get", "--format=json"}, 0, "{}\n", ""}});
}

} // namespace
} // namespace orrery::hooks
