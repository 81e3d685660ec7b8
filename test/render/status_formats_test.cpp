#include "cmd/views/render/status.hpp"
#include "config/yaml.hpp"
#include "test/render/sample_model.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace {

using nlohmann::json;
using orrery::render::StatusFormat;
using orrery::render::StatusOptions;
using orrery::store::Life;
using orrery::test::at_ten;
using orrery::test::documented_model;
using orrery::test::SampleModel;

const orrery::render::Host this_machine{"berlin", "amd64", 4, 8000};

std::string shown(const SampleModel& model, StatusFormat format) {
  StatusOptions options;
  options.format = format;
  options.now = at_ten;
  options.host = this_machine;
  return orrery::render::status(model.contents, options).out;
}

json parsed(const SampleModel& model) {
  return json::parse(shown(model, StatusFormat::Json));
}

constexpr const char* since = "22 Aug 2026 10:00:00Z";

TEST(StatusJson, a_model_has_its_keys) {
  const json status = parsed(documented_model());
  EXPECT_EQ(status["model"], (json{{"name", "default"},
                                   {"type", "iaas"},
                                   {"controller", "orrery"},
                                   {"cloud", "local"},
                                   {"version", "3.6.1"},
                                   {"model-status", {{"current", "available"}, {"since", since}}},
                                   {"sla", "unsupported"}}));
  EXPECT_EQ(status["controller"], (json{{"timestamp", "10:00:00Z"}}));
  EXPECT_EQ(status["storage"], json::object());
}

TEST(StatusJson, an_application_has_its_keys) {
  json mysql = parsed(documented_model())["applications"]["mysql"];
  EXPECT_EQ(mysql["units"].size(), 2U);
  mysql.erase("units");
  const json expected =
    json::parse(R"({"charm":"local:mysql-0","base":{"name":"debian","channel":"12"},
    "charm-origin":"local","charm-name":"mysql","charm-rev":0,"charm-channel":"","exposed":false,
    "application-status":{"current":"active","since":"22 Aug 2026 10:00:00Z"},
    "relations":{"cluster":[{"related-application":"mysql","interface":"mysql-ha","scope":"global"}],
                 "juju-info":[{"related-application":"logging","interface":"juju-info","scope":"container"}]},
    "version":"8.0","endpoint-bindings":{"":"alpha"}})");
  EXPECT_EQ(mysql, expected);
}

TEST(StatusJson, CL22_every_endpoint_is_bound_to_the_one_space) {
  SampleModel model = documented_model();
  orrery::store::Charm& charm = model.contents.charms["local:mysql-0"];
  charm.endpoints = {{"server", "mysql"}};
  charm.extra_bindings = {"admin"};
  EXPECT_EQ(parsed(model)["applications"]["mysql"]["endpoint-bindings"],
            (json{{"", "alpha"}, {"admin", "alpha"}, {"server", "alpha"}}));
}

TEST(StatusJson, a_subordinate_application_names_its_principals_and_has_no_units_of_its_own) {
  const json logging = parsed(documented_model())["applications"]["logging"];
  EXPECT_EQ(logging["subordinate-to"], (json{"mysql"}));
  EXPECT_FALSE(logging.contains("units"));
}

TEST(StatusJson, a_unit_has_its_keys) {
  const json unit = parsed(documented_model())["applications"]["mysql"]["units"]["mysql/0"];
  const json expected =
    json::parse(R"({"workload-status":{"current":"active","since":"22 Aug 2026 10:00:00Z"},
    "juju-status":{"current":"idle","since":"22 Aug 2026 10:00:00Z","version":"3.6.1"},
    "leader":true,"machine":"0","open-ports":["3306/tcp"],"public-address":"127.0.1.1",
    "subordinates":{"logging/0":{"workload-status":{"current":"active","since":"22 Aug 2026 10:00:00Z"},
      "juju-status":{"current":"idle","since":"22 Aug 2026 10:00:00Z","version":"3.6.1"},
      "public-address":"127.0.1.1"}}})");
  EXPECT_EQ(unit, expected);
}

TEST(StatusJson, MD69_a_machines_constraints_have_the_hosts_architecture_unless_they_name_one) {
  SampleModel model = documented_model();
  model.contents.machines.at(1).constraints = std::string("cores=2 mem=4096M");
  EXPECT_EQ(parsed(model)["machines"]["1"]["constraints"], "arch=amd64 cores=2 mem=4096M");
  model.contents.machines.at(1).constraints = std::string("arch=arm64");
  EXPECT_EQ(parsed(model)["machines"]["1"]["constraints"], "arch=arm64");
}

TEST(StatusJson, a_machine_has_its_keys) {
  const json machine = parsed(documented_model())["machines"]["1"];
  const json expected =
    json::parse(R"({"juju-status":{"current":"started","since":"22 Aug 2026 10:00:00Z",
    "version":"3.6.1"},"dns-name":"127.0.1.2","ip-addresses":["127.0.1.2"],"instance-id":"sb-1",
    "hostname":"berlin","display-name":"sb-1","constraints":"arch=amd64",
    "hardware":"arch=amd64 cores=4 mem=8000M",
    "network-interfaces":{"lo":{"ip-addresses":["127.0.1.2"],"mac-address":"","space":"alpha",
                                "is-up":true}},
    "machine-status":{"current":"running","message":"running","since":"22 Aug 2026 10:00:00Z"},
    "modification-status":{"current":"idle","since":"22 Aug 2026 10:00:00Z"},
    "base":{"name":"debian","channel":"12"}})");
  EXPECT_EQ(machine, expected);
}

TEST(StatusJson, a_machine_without_instance_is_pending) {
  SampleModel model;
  model.machine(0);
  auto& machine = model.contents.machines[0];
  machine.instance = machine.address = "";
  machine.status = {"error", "no room", at_ten};
  const json shown_machine = parsed(model)["machines"]["0"];
  EXPECT_EQ(shown_machine["instance-id"], "pending");
  for (const char* key : {"hostname", "display-name", "network-interfaces", "hardware"})
    EXPECT_FALSE(shown_machine.contains(key)) << key;
  EXPECT_EQ(shown_machine["machine-status"]["current"], "provisioning error");
  EXPECT_EQ(shown_machine["machine-status"]["message"], "no room");
  EXPECT_FALSE(shown_machine.contains("ip-addresses"));
}

TEST(StatusJson, life_is_there_only_when_it_ends_with_what_it_waits_on) {
  SampleModel model;
  model.machine(0).application("web").unit("web/0", 0);
  EXPECT_EQ(shown(model, StatusFormat::Json).find("life"), std::string::npos);
  EXPECT_EQ(shown(model, StatusFormat::Json).find("waiting-on"), std::string::npos);
  model.contents.machines[0].life = model.contents.applications["web"].life = Life::Dying;
  model.contents.units["web/0"].life = Life::Dead;
  const json status = parsed(model);
  const json web = status["applications"]["web"];
  EXPECT_EQ(web["life"], "dying");
  EXPECT_EQ(web["waiting-on"], "still has 1 unit");
  EXPECT_EQ(web["units"]["web/0"]["juju-status"]["life"], "dead");
  EXPECT_EQ(web["units"]["web/0"]["waiting-on"], "waits for the agent of machine 0 to remove it");
  EXPECT_EQ(status["machines"]["0"]["juju-status"]["life"], "dying");
  EXPECT_EQ(status["machines"]["0"]["waiting-on"], "still hosts web/0");
}

TEST(StatusJson, an_empty_model_is_still_a_document) {
  const json status = parsed(SampleModel{});
  EXPECT_EQ(status["applications"], json::object());
  EXPECT_EQ(status["machines"], json::object());
}

TEST(StatusJson, hostile_text_stays_inside_its_string) {
  SampleModel model;
  model.machine(0)
    .application("web")
    .unit("web/0", 0)
    .workload("web/0", "active", "\",\"x\":\x1b[2J\xff\n");
  EXPECT_EQ(shown(model, StatusFormat::Json).find('\x1b'), std::string::npos);
  EXPECT_EQ(parsed(model)["applications"]["web"]["units"]["web/0"]["workload-status"]["message"],
            "\",\"x\":\x1b[2J\xef\xbf\xbd\n");
}

/// A document as text with every scalar as a string.
std::string flat(const orrery::config::Node& node) {
  using Kind = orrery::config::Node::Kind;
  if (node.kind == Kind::Scalar)
    return "'" + node.scalar + "'";
  std::string out = node.kind == Kind::Mapping ? "{" : "[";
  for (const auto& member : node.members)
    out += member.key + "=" + flat(member.value) + " ";
  for (const auto& item : node.items)
    out += flat(item) + " ";
  return out + "}";
}

std::string flat(const std::string& text) {
  const auto read = orrery::config::parse_yaml(text, "test");
  return read ? flat(read->root()) : read.error().text();
}

TEST(StatusYaml, says_the_same_as_json) {
  SampleModel model = documented_model();
  model.workload("mysql/1", "waiting", "a: b\n# c");
  const std::string yaml = shown(model, StatusFormat::Yaml);
  EXPECT_TRUE(flat(yaml).starts_with("{model={name='default' ")) << flat(yaml);
  EXPECT_EQ(flat(yaml), flat(shown(model, StatusFormat::Json)));
  EXPECT_NE(yaml.find("\n    version: \"8.0\"\n"), std::string::npos);
  EXPECT_NE(yaml.find("\n  \"0\":\n    juju-status:\n      current: started\n"), std::string::npos);
  EXPECT_NE(yaml.find("\n          message: |-\n            a: b\n            # c\n"),
            std::string::npos)
    << yaml;
}

TEST(StatusShort, is_a_line_a_unit) {
  SampleModel model = documented_model();
  model.open("mysql/0", "udp", 53);
  EXPECT_EQ(shown(model, StatusFormat::Short),
            "- mysql/0: 127.0.1.1 (agent:idle, workload:active) 3306/tcp, 53/udp\n"
            "  - logging/0: 127.0.1.1 (agent:idle, workload:active)\n"
            "- mysql/1: 127.0.1.2 (agent:executing, workload:waiting)\n");
}

TEST(StatusSummary, counts) {
  SampleModel model = documented_model();
  model.contents.applications["mysql"].exposed = true;
  EXPECT_EQ(shown(model, StatusFormat::Summary), R"(Utilizing ports:  3306/tcp
     # Machines:  (2)
        started:  2

        # Units:  (3)
         active:  2
        waiting:  1

 # Applications:  (2)
        logging:  1/1
          mysql:  2/2  exposed
)");
}

TEST(StatusFormat, goes_out_in_pieces_none_of_which_is_long) {
  SampleModel model;
  model.machine(0).application("web");
  for (int i = 0; i < 3000; ++i)
    model.unit("web/" + std::to_string(i), 0);
  for (const auto format : {StatusFormat::Tabular, StatusFormat::Yaml, StatusFormat::Json,
                            StatusFormat::Short, StatusFormat::Graph}) {
    StatusOptions options;
    options.format = format;
    options.now = at_ten;
    options.host = this_machine;
    std::string all;
    std::size_t pieces = 0;
    const auto units = orrery::store::pack_units(model.contents);
    const auto output = orrery::render::status(model.contents, {}, units, options, [&](auto piece) {
      EXPECT_LE(piece.size(), 33'000U);
      all += piece;
      ++pieces;
    });
    EXPECT_EQ(output, orrery::render::Output{});
    EXPECT_GT(pieces, all.size() / 33'000);
    EXPECT_EQ(all, shown(model, format));
  }
}

TEST(StatusFormat, has_the_usual_words) {
  using orrery::render::parse_status_format;
  EXPECT_EQ(parse_status_format("oneline"), StatusFormat::Short);
  EXPECT_EQ(parse_status_format("line"), StatusFormat::Short);
  EXPECT_EQ(parse_status_format("json"), StatusFormat::Json);
  EXPECT_EQ(parse_status_format("xml"), std::nullopt);
}

} // namespace
