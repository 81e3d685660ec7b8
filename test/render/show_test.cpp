#include "cmd/views/render/show.hpp"
#include "test/render/sample_model.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace {

using nlohmann::json;
using orrery::render::DataFormat;
using orrery::render::Output;
using orrery::store::Life;
using orrery::store::OptionType;
using orrery::store::ScopeKind;
using orrery::test::documented_model;
using orrery::test::SampleModel;

SampleModel shown_shop() {
  SampleModel model;
  model.machine(0)
    .application("db")
    .application("web")
    .unit("db/0", 0)
    .unit("web/0", 0)
    .unit("web/1", 0);
  model.relation(4, "web:db", "db:server", "sql").in_scope(4, "web/0").in_scope(4, "db/0");
  model.bag(4, "db/0", {{"host", "127.0.1.1"}, {"port", "3306"}})
    .bag(4, "web/0", {{"user", "web"}});
  return model.bag(4, "db", {{"ready", "yes"}});
}

TEST(ShowUnit, has_its_relations_and_what_their_units_set) {
  const Output output =
    orrery::render::show_unit(shown_shop().contents, {}, {"web/0"}, DataFormat::Yaml);
  EXPECT_EQ(output.out, R"(web/0:
  machine: "0"
  opened-ports: []
  public-address: 127.0.1.1
  charm: local:web-0
  leader: false
  life: alive
  relation-info:
  - relation-id: 4
    endpoint: db
    related-endpoint: server
    application-data:
      ready: "yes"
    local-unit:
      in-scope: true
      data:
        user: web
    related-units:
      db/0:
        in-scope: true
        data:
          host: 127.0.1.1
          port: "3306"
)");
  EXPECT_EQ(output.code, 0);
}

TEST(ShowUnit, S11_a_departing_unit_is_not_in_scope) {
  SampleModel model = shown_shop();
  model.contents.scopes[{4, "db/0"}].departing = true;
  const json shown =
    json::parse(orrery::render::show_unit(model.contents, {}, {"web/0"}, DataFormat::Json).out);
  const json related = shown["web/0"]["relation-info"][0]["related-units"];
  EXPECT_EQ(related["db/0"]["in-scope"], false);
  EXPECT_EQ(related["db/0"]["data"]["port"], "3306");
}

TEST(ShowUnit, a_peer_sees_the_others_but_not_itself) {
  SampleModel model;
  model.machine(0).application("db").unit("db/0", 0).unit("db/1", 0).relation(1, "", "db:ring",
                                                                              "ring");
  model.in_scope(1, "db/0").in_scope(1, "db/1").bag(1, "db", {{"k", "v"}});
  const json info =
    json::parse(orrery::render::show_unit(model.contents, {}, {"db/0"}, DataFormat::Json)
                  .out)["db/0"]["relation-info"][0];
  EXPECT_EQ(info["related-units"],
            (json{{"db/1", {{"in-scope", true}, {"data", json::object()}}}}));
  EXPECT_EQ(info["application-data"], (json{{"k", "v"}}));
}

TEST(ShowUnit, S3_in_a_container_relation_only_units_of_the_same_principal_are_related) {
  SampleModel model;
  model.machine(0).application("web").subordinate("log").unit("web/0", 0).unit("web/1", 0);
  model.unit_below("log/0", "web/0").unit_below("log/1", "web/1");
  model.relation(2, "log:host", "web:juju-info", "juju-info", ScopeKind::Container);
  model.in_scope(2, "web/0").in_scope(2, "web/1").in_scope(2, "log/0").in_scope(2, "log/1");
  const json shown = json::parse(
    orrery::render::show_unit(model.contents, {}, {"log/1", "web/0"}, DataFormat::Json).out);
  EXPECT_EQ(shown["log/1"]["relation-info"][0]["related-units"].size(), 1U);
  EXPECT_TRUE(shown["log/1"]["relation-info"][0]["related-units"].contains("web/1"));
  EXPECT_TRUE(shown["web/0"]["relation-info"][0]["related-units"].contains("log/0"));
}

TEST(ShowUnit, names_each_that_is_missing_and_shows_the_others) {
  const Output output = orrery::render::show_unit(
    shown_shop().contents, {}, {"web/9", "db/0", "db/0", "x\x1b"}, DataFormat::Json);
  EXPECT_EQ(json::parse(output.out).size(), 1U);
  EXPECT_EQ(output.err,
            "ERROR unit \"web/9\" not found; did you mean \"web/0\"?\n"
            "ERROR invalid unit name \"x\\x1b\": write APPLICATION/NUMBER, e.g. db/0\n");
  EXPECT_EQ(output.code, 1);
  EXPECT_EQ(orrery::render::show_unit(shown_shop().contents, {}, {"web/9"}, DataFormat::Json).out,
            "");
}

TEST(ShowApplication, has_its_keys) {
  SampleModel model = documented_model();
  model.contents.charms["local:logging-0"].endpoints.push_back({"host", "juju-info"});
  model.contents.applications["logging"].life = Life::Dying;
  model.contents.applications["logging"].unit_count = 1;
  const Output output =
    orrery::render::show_application(model.contents, {}, {"logging"}, DataFormat::Yaml);
  EXPECT_EQ(output.out, R"(logging:
  charm: logging
  base: debian@12
  principal: false
  exposed: false
  remote: false
  life: dying
  waiting-on: still has 1 unit and 1 relation
  endpoint-bindings:
    "": alpha
    host: alpha
)");
  EXPECT_EQ(
    orrery::render::show_application(model.contents, {}, {"pg"}, DataFormat::Yaml),
    (Output{"", "ERROR application \"pg\" not found: \"status\" lists what there is\n", 1}));
}

TEST(ShowMachine, has_the_model_and_the_machines_asked_for) {
  const SampleModel model = documented_model();
  const json one =
    json::parse(orrery::render::show_machine(model.contents, {}, {"1"}, DataFormat::Json, {}).out);
  EXPECT_EQ(one["model"], "default");
  EXPECT_EQ(one["machines"].size(), 1U);
  EXPECT_EQ(one["machines"]["1"]["instance-id"], "sb-1");
  const json all =
    json::parse(orrery::render::show_machine(model.contents, {}, {}, DataFormat::Json, {}).out);
  EXPECT_EQ(all["machines"].size(), 2U);
  EXPECT_EQ(orrery::render::show_machine(model.contents, {}, {"7"}, DataFormat::Json, {}),
            (Output{"", "ERROR machine \"7\" not found: \"status\" lists what there is\n", 1}));
}

SampleModel configured() {
  SampleModel model;
  model.application("web").option("web", "port",
                                  {OptionType::Int, "Where it listens.", true, "80"});
  model.option("web", "title", {OptionType::String, "Two\nlines.", false, ""});
  model.option("web", "debug", {OptionType::Boolean, "", true, "false"});
  return model.option("web", "ratio", {OptionType::Float, "", true, "0.5"})
    .set("web", "port", "8080");
}

TEST(Config, lists_every_option_with_value_default_type_and_source) {
  EXPECT_EQ(orrery::render::show_config(configured().contents, "web", DataFormat::Yaml).out,
            R"(application: web
application-config:
  trust:
    default: false
    description: Does this application have access to trusted credentials
    source: default
    type: bool
    value: false
charm: web
settings:
  debug:
    default: false
    description: ""
    source: default
    type: boolean
    value: false
  port:
    default: 80
    description: Where it listens.
    source: user
    type: int
    value: 8080
  ratio:
    default: 0.5
    description: ""
    source: default
    type: float
    value: 0.5
  title:
    description: |-
      Two
      lines.
    source: unset
    type: string
)");
  const json shown =
    json::parse(orrery::render::show_config(configured().contents, "web", DataFormat::Json).out);
  EXPECT_EQ(shown["settings"]["port"]["value"], 8080);
  EXPECT_EQ(shown["settings"]["debug"]["value"], false);
}

TEST(Config, of_one_option_is_the_value_as_it_is) {
  SampleModel model = configured();
  model.set("web", "title", "a \"b\"\nc");
  EXPECT_EQ(orrery::render::show_config_value(model.contents, "web", "port"),
            (Output{"8080\n", "", 0}));
  EXPECT_EQ(orrery::render::show_config_value(model.contents, "web", "ratio"),
            (Output{"0.5\n", "", 0}));
  EXPECT_EQ(orrery::render::show_config_value(model.contents, "web", "title"),
            (Output{"a \"b\"\nc\n", "", 0}));
  EXPECT_EQ(orrery::render::show_config_value(configured().contents, "web", "title"),
            (Output{"", "", 0}));
}

TEST(Config, of_what_is_not_there_says_what_and_where_to_look) {
  EXPECT_EQ(
    orrery::render::show_config(configured().contents, "pg", DataFormat::Yaml),
    (Output{"", "ERROR application \"pg\" not found: \"status\" lists what there is\n", 1}));
  EXPECT_EQ(orrery::render::show_config_value(configured().contents, "web", "colour"),
            (Output{"",
                    "ERROR key \"colour\" not found in \"web\" application config or charm "
                    "settings: \"config web\" "
                    "lists them\n",
                    1}));
}

TEST(DataFormat, has_two_words) {
  EXPECT_EQ(orrery::render::parse_data_format("json"), DataFormat::Json);
  EXPECT_EQ(orrery::render::parse_data_format("yaml"), DataFormat::Yaml);
  EXPECT_EQ(orrery::render::parse_data_format("tabular"), std::nullopt);
}

} // namespace
