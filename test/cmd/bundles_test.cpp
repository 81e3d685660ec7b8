#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

/// A shop of two applications and a relation, with options of each type.
void make_shop(Bench& bench) {
  bench.charm("web", "requires:\n  db: {interface: sql}\n");
  bench.charm("sql", "provides:\n  server: {interface: sql}\n");
  bench.file("web/config.yaml", "options:\n"
                                "  port: {type: int, default: 80}\n"
                                "  title: {type: string, default: \"\"}\n"
                                "  loud: {type: boolean, default: false}\n");
  bench.file("shop.yaml", "applications:\n"
                          "  web:\n"
                          "    charm: ./web\n"
                          "    num_units: 2\n"
                          "    to: [sql, new]\n"
                          "    expose: true\n"
                          "    options: {port: 81, title: '0755', loud: true}\n"
                          "  sql: {charm: ./sql, num_units: 1, to: ['0']}\n"
                          "machines: {'0': {}}\n"
                          "relations: [['web:db', 'sql:server']]\n");
  ASSERT_EQ(bench.verb({"deploy", "./shop.yaml"}), cmd::Exit::Fine) << bench.output.complained;
}

/// The directory in which the model keeps a charm's files.
std::string kept(Bench& bench, const std::string& url) {
  return (bench.directory / "data" / bench.orchestrator.contents()->charms.at(url).directory)
    .string();
}

TEST(ExportBundle, CL11_the_keys_are_jujus_in_their_order) {
  Bench bench;
  make_shop(bench);
  EXPECT_EQ(bench.verb({"export-bundle"}), cmd::Exit::Fine) << bench.output.complained;
  EXPECT_EQ(bench.output.printed, "default-base: debian@12/stable\n"
                                  "applications:\n"
                                  "  sql:\n"
                                  "    charm: "
                                    + (bench.directory / "sql").string()
                                    + "\n"
                                      "    num_units: 1\n"
                                      "    to:\n"
                                      "    - \"0\"\n"
                                      "  web:\n"
                                      "    charm: "
                                    + (bench.directory / "web").string()
                                    + "\n"
                                      "    num_units: 2\n"
                                      "    to:\n"
                                      "    - \"0\"\n"
                                      "    - \"1\"\n"
                                      "    expose: true\n"
                                      "    options:\n"
                                      "      loud: true\n"
                                      "      port: 81\n"
                                      "      title: \"0755\"\n"
                                      "machines:\n"
                                      "  \"0\": {}\n"
                                      "  \"1\": {}\n"
                                      "relations:\n"
                                      "- - web:db\n"
                                      "  - sql:server\n");
}

TEST(ExportBundle, CL10_of_nothing_there_is_no_bundle) {
  Bench bench;
  EXPECT_EQ(bench.verb({"export-bundle"}), cmd::Exit::Failed);
  EXPECT_EQ(bench.output.complained, "ERROR nothing to export as there are no applications\n");
  EXPECT_EQ(bench.verb({"export-bundle", "--with-charms"}), cmd::Exit::Misused);
}

TEST(ExportBundle, CL12_what_nobody_has_set_is_left_out_unless_it_is_wanted) {
  Bench bench;
  bench.charm("web");
  bench.file("web/config.yaml", "options:\n  port: {type: int, default: 80}\n");
  ASSERT_EQ(bench.verb({"deploy", "./web", "-n", "0"}), cmd::Exit::Fine);
  ASSERT_EQ(bench.verb({"export-bundle"}), cmd::Exit::Fine);
  EXPECT_FALSE(has(bench.output.printed, "options"));
  ASSERT_EQ(bench.verb({"export-bundle", "--include-charm-defaults", "--include-series"}),
            cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "    options:\n      port: 80\n"));
  EXPECT_TRUE(has(bench.output.printed, "series: bookworm\n"));
}

TEST(ExportBundle, CL12_a_charm_is_named_by_where_it_came_from_while_it_is_there_as_it_was) {
  Bench bench;
  make_shop(bench);
  ASSERT_EQ(bench.verb({"export-bundle"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.complained, "");
  EXPECT_FALSE(has(bench.output.printed, kept(bench, "local:web-0")));
  ASSERT_EQ(bench.verb({"export-bundle", "--kept-charms"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "    charm: " + kept(bench, "local:web-0") + "\n"));
  EXPECT_EQ(bench.output.complained, "");
  bench.file("web/config.yaml", "options:\n  port: {type: int, default: 81}\n");
  std::filesystem::remove_all(bench.directory / "sql");
  ASSERT_EQ(bench.verb({"export-bundle"}), cmd::Exit::Fine);
  for (const auto* name : {"web", "sql"}) {
    const std::string url = "local:" + std::string{name} + "-0";
    EXPECT_TRUE(has(bench.output.printed, "    charm: " + kept(bench, url) + "\n")) << name;
    EXPECT_TRUE(has(bench.output.complained, "WARNING charm " + url + " is no longer at "
                                               + (bench.directory / name).string()))
      << bench.output.complained;
  }
  EXPECT_TRUE(has(bench.output.complained, "--with-charms"));
  bench.orchestrator.change([](store::Contents& model) { // as a program of before has left it
    model.charms.at("local:web-0").source.clear();
  });
  ASSERT_EQ(bench.verb({"export-bundle"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.complained, "it is not known where charm local:web-0"));
}

TEST(ExportBundle, CL12_deployed_unedited_after_all_was_removed_it_makes_the_same_model) {
  Bench bench;
  make_shop(bench);
  ASSERT_EQ(bench.verb({"export-bundle"}), cmd::Exit::Fine);
  const auto exported = bench.output.printed;
  bench.file("exported.yaml", exported);
  bench.orchestrator.change([](store::Contents& model) {
    model.charms.clear();
    model.applications.clear();
    model.configs.clear();
    model.units.clear();
    model.machines.clear();
    model.relations.clear();
  });
  std::filesystem::remove_all(bench.directory / "data" / "charms");
  ASSERT_EQ(bench.verb({"deploy", "./exported.yaml"}), cmd::Exit::Fine) << bench.output.complained;
  EXPECT_EQ(bench.verb({"diff-bundle", "./exported.yaml"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "{}\n") << bench.output.complained;
}

TEST(ExportBundle, CL13_constraints_have_the_form_of_bundles_where_somebody_gave_them) {
  Bench bench;
  bench.charm("web");
  bench.file("shop.yaml", "applications:\n"
                          "  web: {charm: ./web, num_units: 1, to: ['0'],\n"
                          "        constraints: mem=1G cores=1}\n"
                          "machines: {'0': {constraints: cores=1 root-disk=2G}}\n");
  ASSERT_EQ(bench.verb({"deploy", "./shop.yaml"}), cmd::Exit::Fine) << bench.output.complained;
  EXPECT_EQ(bench.orchestrator.contents()->machines.at(0).constraints,
            store::RareText(std::string("cores=1 root-disk=2048M")));
  ASSERT_EQ(bench.verb({"export-bundle"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "    constraints: cpu-cores=1 mem=1024\n"))
    << bench.output.printed;
  EXPECT_TRUE(has(bench.output.printed, "  \"0\":\n    constraints: cpu-cores=1 root-disk=2048\n"))
    << bench.output.printed;
  bench.file("exported.yaml", bench.output.printed);
  ASSERT_EQ(bench.verb({"diff-bundle", "./exported.yaml"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "{}\n") << "what they say counts, not how (CL16)";
}

/// Deploys `web` with those words in its bundle, again if it is there.
void deploy_web(Bench& bench, const std::string& words) {
  bench.file("web.yaml", "applications:\n  web: {charm: ./web" + words + "}\n");
  ASSERT_EQ(bench.verb({"deploy", "./web.yaml"}), cmd::Exit::Fine) << bench.output.complained;
}

TEST(DeployBundle, CL15_again_it_sets_trust_and_constraints_that_it_has_a_word_on) {
  Bench bench;
  bench.charm("web");
  deploy_web(bench, "");
  const auto web = [&] { return bench.orchestrator.contents()->applications.at("web"); };
  deploy_web(bench, ", trust: true, constraints: cores=1");
  EXPECT_TRUE(web().trusted);
  EXPECT_EQ(web().constraints.text(), "cores=1");
  EXPECT_TRUE(has(bench.output.printed, "trusts web\n")) << bench.output.printed;
  ASSERT_EQ(bench.verb({"diff-bundle", "./web.yaml"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "{}\n");
  const auto before = bench.orchestrator.commands();
  deploy_web(bench, ", trust: true, constraints: cores=1");
  EXPECT_EQ(bench.orchestrator.commands(), before) << "it is so already";
  deploy_web(bench, "");
  EXPECT_TRUE(web().trusted) << "what it does not name stays";
  ASSERT_EQ(bench.verb({"diff-bundle", "./web.yaml"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed,
                  "    constraints:\n      bundle: \"\"\n      model: cores=1\n"
                  "    trust:\n      bundle: false\n      model: true\n"))
    << bench.output.printed;
  deploy_web(bench, ", trust: false, constraints: ''");
  EXPECT_FALSE(web().trusted);
  EXPECT_EQ(web().constraints.text(), "");
}

TEST(DiffBundle, CL16_an_exported_model_is_the_same_and_deployed_again_changes_nothing) {
  Bench bench;
  make_shop(bench);
  EXPECT_EQ(bench.verb({"diff-bundle", "./shop.yaml"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "{}\n") << "a placement beside a unit names its machine";
  ASSERT_EQ(bench.verb({"export-bundle"}), cmd::Exit::Fine);
  const auto exported = bench.output.printed;
  bench.file("exported.yaml", exported);
  EXPECT_EQ(bench.verb({"diff-bundle", "./exported.yaml"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "{}\n") << bench.output.complained;
  const auto before = bench.orchestrator.commands();
  EXPECT_EQ(bench.verb({"deploy", "./exported.yaml"}), cmd::Exit::Fine) << bench.output.complained;
  EXPECT_EQ(bench.orchestrator.commands(), before + 1) << "but that it is exposed is said again";
  ASSERT_EQ(bench.verb({"export-bundle"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, exported);
}

TEST(DiffBundle, CL15_each_difference_has_both_sides) {
  Bench bench;
  make_shop(bench);
  bench.charm("extra");
  ASSERT_EQ(bench.verb({"deploy", "./extra", "-n", "0"}), cmd::Exit::Fine);
  bench.file("other/metadata.yaml", "name: web\nsummary: s\ndescription: d\n"
                                    "requires:\n  db: {interface: sql}\n");
  bench.file("other/config.yaml", "options:\n  port: {type: int, default: 80}\n");
  bench.file("other.yaml", "applications:\n"
                           "  web: {charm: ./other, num_units: 3, options: {port: 82}}\n"
                           "  late: {charm: ./sql}\n"
                           "machines: {'7': {}}\n"
                           "relations: [['web:db', 'late:server']]\n");
  EXPECT_EQ(bench.verb({"diff-bundle", "./other.yaml"}), cmd::Exit::Fine)
    << bench.output.complained;
  for (const char* part :
       {"  extra:\n    missing: bundle\n", "  late:\n    missing: model\n",
        "  sql:\n    missing: bundle\n", "    num_units:\n      bundle: 3\n      model: 2\n",
        "    expose:\n      bundle: false\n      model: true\n",
        "      port:\n        bundle: 82\n        model: 81\n", "      model: local:web-0\n",
        "machines:\n  \"7\":\n    missing: model\n",
        "  bundle-additions:\n  - - late:server\n    - web:db\n",
        "  model-additions:\n  - - sql:server\n    - web:db\n"})
    EXPECT_TRUE(has(bench.output.printed, part)) << part << bench.output.printed;
}

TEST(DiffBundle, CL15_machines_are_compared_by_their_constraints) {
  Bench bench;
  bench.charm("web");
  const auto shop = [](const std::string& machine) {
    return "applications:\n  web: {charm: ./web, num_units: 1, to: ['0']}\nmachines: {'0': "
           + machine + "}\n";
  };
  bench.file("shop.yaml", shop("{constraints: cores=2}"));
  bench.file("bare.yaml", shop("{}"));
  bench.file("large.yaml", shop("{constraints: cores=4}"));
  ASSERT_EQ(bench.verb({"deploy", "./shop.yaml"}), cmd::Exit::Fine) << bench.output.complained;
  ASSERT_EQ(bench.verb({"diff-bundle", "./shop.yaml"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "{}\n");
  ASSERT_EQ(bench.verb({"diff-bundle", "./large.yaml"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "machines:\n  \"0\":\n    constraints:\n      bundle: cores=4\n"
                                  "      model: cores=2\n");
  ASSERT_EQ(bench.verb({"diff-bundle", "./bare.yaml"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "      model: cores=2\n")) << bench.output.printed;
  bench.orchestrator.change([](store::Contents& model) {
    model.model_config.constraints = std::string("mem=1024M");
    model.machines.at(0).constraints = std::string("cores=2 mem=1024M");
  });
  ASSERT_EQ(bench.verb({"diff-bundle", "./shop.yaml"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "{}\n") << "as it would be made now";
}

TEST(DiffBundle, CL15_machines_may_be_told) {
  Bench bench;
  make_shop(bench);
  bench.file("two.yaml", "applications:\n  sql: {charm: ./sql, num_units: 1, to: ['3']}\n"
                         "machines: {'3': {}}\n");
  ASSERT_EQ(bench.verb({"diff-bundle", "./two.yaml"}), cmd::Exit::Fine);
  EXPECT_FALSE(has(bench.output.printed, "machines:")) << bench.output.printed;
  ASSERT_EQ(bench.verb({"diff-bundle", "./two.yaml", "--map-machines", "existing,3=99"}),
            cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "machines:\n  \"0\":\n    missing: bundle\n"
                                        "  \"3\":\n    missing: model\n"))
    << bench.output.printed;
  EXPECT_EQ(bench.verb({"diff-bundle", "./two.yaml", "--map-machines", "3"}), cmd::Exit::Misused);
  EXPECT_EQ(bench.verb({"diff-bundle", "./nowhere.yaml"}), cmd::Exit::Failed);
}

} // namespace
} // namespace orrery::test
