#include "cmd/charms/deployment.hpp"
#include "cmd/verbs/dry_orchestrator.hpp"
#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace orrery::test {
namespace {

/// Two charms that fit, two applications with a unit each, and a failed hook of web/0.
void deploy_pair(Bench& bench) {
  bench.charm("web", "requires:\n  db: {interface: sql}\n");
  bench.charm("sql", "provides:\n  server: {interface: sql}\n");
  bench.file("sql/config.yaml", "options:\n  port: {type: int, default: 1}\n");
  ASSERT_EQ(bench.verb({"deploy", "./web"}), cmd::Exit::Fine) << bench.output.complained;
  ASSERT_EQ(bench.verb({"deploy", "./sql"}), cmd::Exit::Fine) << bench.output.complained;
  bench.orchestrator.change([](store::Contents& model) {
    for (const auto& [name, unit] : model.units)
      model.statuses[name].unit = name;
    model.statuses["web/0"].error.hook = "start";
    for (auto& [id, machine] : model.machines)
      machine.instance = "i";
  });
}

TEST(DryRunFlag, one_that_is_interrupted_says_so_and_ends_with_130) {
  Bench bench;
  deploy_pair(bench);
  bench.output.gone = true;
  EXPECT_EQ(bench.verb({"remove-application", "web", "--dry-run"}), cmd::Exit::Interrupted);
  EXPECT_EQ(bench.output.printed, "");
  EXPECT_EQ(bench.output.complained, "ERROR interrupted: nothing was changed\n");
}

TEST(DryRunFlag, every_verb_that_changes_something_writes_nothing) {
  Bench bench;
  deploy_pair(bench);
  bench.file("bundle.yaml", "applications:\n  web: {charm: ./web, num_units: 3}\n"
                            "  sql: {charm: ./sql}\nrelations: [['web:db', 'sql:server']]\n");
  const auto commands = bench.orchestrator.commands();
  const auto sequence = bench.orchestrator.contents()->sequence;
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"deploy", "./web", "other", "-n", "2"},
                                             {"deploy", "./bundle.yaml"},
                                             {"add-unit", "web", "-n", "3"},
                                             {"add-machine"},
                                             {"add-machine", "--constraints", "tags=a"},
                                             {"set-constraints", "sql", "tags=a"},
                                             {"set-model-constraints", "tags=a"},
                                             {"integrate", "web", "sql"},
                                             {"config", "sql", "port=7"},
                                             {"refresh", "sql", "--path", "./sql"},
                                             {"remove-unit", "web/0"},
                                             {"remove-unit", "web/0", "--force", "--no-wait"},
                                             {"remove-application", "web", "sql"},
                                             {"resolved", "web/0"}}) {
    auto dry = words;
    dry.push_back("--dry-run");
    EXPECT_EQ(bench.verb(dry), cmd::Exit::Fine) << words[0] << ": " << bench.output.complained;
    EXPECT_TRUE(has(bench.output.printed, "Dry run: nothing was changed.\nAt once:\n  "))
      << words[0] << ": " << bench.output.printed;
    dry.insert(dry.end(), {"--format", "json"});
    EXPECT_EQ(bench.verb(dry), cmd::Exit::Fine) << words[0];
    EXPECT_TRUE(nlohmann::json::parse(bench.output.printed)["complete"].get<bool>()) << words[0];
  }
  EXPECT_EQ(bench.orchestrator.commands(), commands);
  EXPECT_EQ(bench.orchestrator.contents()->sequence, sequence);
}

TEST(DryRunFlag, MD13_whether_a_command_is_disabled_is_read_without_a_copy_of_the_model) {
  Bench bench;
  deploy_pair(bench);
  bench.orchestrator.change([](store::Contents& model) { model.model_config.values["a"] = "b"; });
  const auto all = bench.orchestrator.contents();
  cmd::DryOrchestrator dry{bench.orchestrator, *all, 0, bench.directory};
  const auto read = dry.named({.kinds = "g"});
  ASSERT_TRUE(read);
  EXPECT_EQ(read->model_config, all->model_config);
  EXPECT_EQ(read->model, all->model);
  EXPECT_TRUE(read->units.empty() && read->machines.empty());
  EXPECT_EQ(dry.named({.applications = {"web"}, .kinds = "g"})->units.size(), all->units.size());
}

TEST(DryRunFlag, a_bundle_adds_no_more_units_than_are_foretold) {
  Bench bench;
  deploy_pair(bench);
  cmd::DryOrchestrator dry{bench.orchestrator, *bench.orchestrator.contents(), 0, bench.directory};
  for (std::uint32_t i = 0; i < cmd::foretold_at_once_max; ++i)
    ASSERT_TRUE(dry.run(protocol::AddUnit{"web", {}, {}}).ok()) << i;
  const auto refused = dry.run(protocol::AddUnit{"sql", {}, {}});
  EXPECT_FALSE(refused.ok());
  EXPECT_EQ(refused.text, "a dry run adds at most 10000 units in all: leave some out");
}

TEST(DryRunFlag, a_charm_is_not_kept) {
  Bench bench;
  bench.charm("web");
  ASSERT_EQ(bench.verb({"deploy", "./web", "--dry-run"}), cmd::Exit::Fine)
    << bench.output.complained;
  EXPECT_EQ(bench.output.printed, "Dry run: nothing was changed.\nAt once:\n"
                                  "  application web is created\n"
                                  "  machine 0 is created\n"
                                  "  unit web/0 is created\n"
                                  "Then, if every hook succeeds:\n"
                                  "  set instance: machine 0 gets its instance\n"
                                  "  claim leadership: application web is led by web/0\n");
  EXPECT_FALSE(std::filesystem::exists(bench.directory / "data"));
}

TEST(DryRunFlag, what_goes_and_what_waits_is_told) {
  Bench bench;
  deploy_pair(bench);
  ASSERT_EQ(bench.verb({"remove-application", "web", "--dry-run"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed,
            "Dry run: nothing was changed.\nAt once:\n  application web turns dying\n"
            "Then, if every hook succeeds:\n  set dying: unit web/0 turns dying\n"
            "Would wait:\n  unit web/0: hook \"start\" has failed and waits for a person: "
            "resolved web/0\n  application web: still has 1 unit\n");
  ASSERT_EQ(bench.verb({"remove-application", "web", "--dry-run", "--format=json"}),
            cmd::Exit::Fine);
  const auto told = nlohmann::json::parse(bench.output.printed);
  EXPECT_EQ(told["commands"][0]["command"], "remove-application");
  EXPECT_EQ(told["commands"][0]["verdict"], "done");
  EXPECT_EQ(told["commands"][0]["changes"][0]["life"], "dying");
  EXPECT_EQ(told["then"][0]["step"], "set dying");
  EXPECT_EQ(told["waits"][0]["entity"], "unit web/0");
}

TEST(DryRunFlag, a_person_is_not_told_thousands_of_lines) {
  Bench bench;
  ASSERT_EQ(bench.verb({"add-machine", "-n", "205", "--dry-run"}), cmd::Exit::Fine);
  EXPECT_TRUE(
    has(bench.output.printed, "machine 199 is created\n  and 5 more: --format json tells all\n"))
    << bench.output.printed;
  ASSERT_EQ(bench.verb({"add-machine", "-n", "205", "--dry-run", "--format=json"}),
            cmd::Exit::Fine);
  EXPECT_EQ(nlohmann::json::parse(bench.output.printed)["commands"].size(), 205U);
}

TEST(DryRunFlag, a_refusal_fails_as_it_would) {
  Bench bench;
  deploy_pair(bench);
  EXPECT_EQ(bench.verb({"remove-machine", "0", "--dry-run"}), cmd::Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "machine 0 has units web/0 assigned"))
    << bench.output.complained;
  EXPECT_EQ(bench.output.printed, "") << "the error says all";
  EXPECT_EQ(bench.verb({"remove-unit", "web/7", "web/0", "--dry-run"}), cmd::Exit::Failed);
  EXPECT_TRUE(has(bench.output.printed, "remove-unit is refused")) << bench.output.printed;
  EXPECT_TRUE(has(bench.output.printed, "web/0")) << bench.output.printed;
}

TEST(DryRunFlag, the_format_goes_with_it) {
  Bench bench;
  deploy_pair(bench);
  EXPECT_EQ(bench.verb({"remove-unit", "sql/0", "--format", "json"}), cmd::Exit::Misused);
  EXPECT_EQ(bench.verb({"remove-unit", "sql/0", "--dry-run", "--format", "xml"}),
            cmd::Exit::Misused);
  EXPECT_EQ(bench.orchestrator.contents()->units.at("sql/0").life, store::Life::Alive);
  EXPECT_EQ(bench.verb({"config", "sql", "port", "--dry-run"}), cmd::Exit::Fine);
  EXPECT_FALSE(has(bench.output.printed, "Dry run")) << "it only reads";
}

TEST(DryRunFlag, nothing_to_do_is_a_document_too) {
  Bench bench;
  deploy_pair(bench);
  EXPECT_EQ(bench.verb({"retry-provisioning", "--all", "--dry-run", "--format=json"}),
            cmd::Exit::Fine);
  EXPECT_EQ(nlohmann::json::parse(bench.output.printed)["commands"].size(), 0U);
}

TEST(DryRunFlag, a_script_gets_no_sequence_number) {
  Bench bench;
  deploy_pair(bench);
  EXPECT_EQ(bench.script("remove-unit sql/0 --dry-run\n"), cmd::Exit::Fine)
    << bench.output.complained;
  EXPECT_FALSE(has(bench.output.printed, "ok seq=")) << bench.output.printed;
}

} // namespace
} // namespace orrery::test
