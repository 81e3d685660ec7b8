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
                                    + kept(bench, "local:sql-0")
                                    + "\n"
                                      "    num_units: 1\n"
                                      "    to:\n"
                                      "    - \"0\"\n"
                                      "  web:\n"
                                      "    charm: "
                                    + kept(bench, "local:web-0")
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
