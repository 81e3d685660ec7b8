// charm check: all that deploy would say of a charm, and what it ends with.
#include "cmd/charms/charm_check.hpp"
#include "cmd/charms/charm_tree.hpp"
#include "cmd/session/this_host.hpp"
#include "cmd/verbs/dispatch.hpp"
#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

namespace orrery::test {
namespace {

namespace fs = std::filesystem;

class CharmCheck : public ::testing::Test {
protected:
  /// Checks a charm. @returns what is printed, with paths below the bench's directory
  std::string check(int code, const std::string& charm = "./web") {
    EXPECT_EQ(bench.verb({"charm", "check", charm}), code) << bench.output.complained;
    EXPECT_EQ(bench.output.complained, "");
    return local(bench.output.printed);
  }
  std::string local(std::string text) const {
    const std::string prefix = bench.directory.string() + "/";
    for (auto at = text.find(prefix); at != std::string::npos; at = text.find(prefix))
      text.erase(at, prefix.size());
    return text;
  }
  /// Deploys the same charm, which is refused. @returns what is said
  std::string refusal() {
    EXPECT_EQ(bench.verb({"deploy", "./web"}), cmd::Exit::Failed);
    return local(bench.output.complained);
  }

  Bench bench;
};

TEST_F(CharmCheck, says_nothing_of_a_good_charm_but_the_sum) {
  bench.charm("web", "provides: {site: http}\n");
  EXPECT_EQ(check(cmd::Exit::Fine), "0 errors, 0 warnings\n");
  EXPECT_EQ(bench.orchestrator.commands(), 0U);
}

TEST_F(CharmCheck, MD69_tells_of_a_bundles_constraints_that_cannot_be_had_here) {
  const std::string foreign = cmd::this_host().architecture == "s390x" ? "amd64" : "s390x";
  bench.charm("web");
  bench.file("shop.yaml", "applications:\n  web: {charm: ./web, constraints: arch=" + foreign
                            + "}\nmachines:\n  '0': {constraints: arch=" + foreign + "}\n");
  const auto said = check(cmd::Exit::Failed, "./shop.yaml");
  EXPECT_TRUE(has(said, "application \"web\": invalid constraint value: arch=" + foreign)) << said;
  EXPECT_TRUE(has(said, "machine \"0\": invalid constraint value: arch=" + foreign)) << said;
  EXPECT_EQ(bench.verb({"deploy", "./shop.yaml"}), cmd::Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "invalid constraint value: arch=" + foreign));
}

TEST_F(CharmCheck, says_all_by_file_and_line) {
  bench.charm("web", "devices: {gpu: {}}\nrequires: {db: {interface: sql, limit: x}}\n"
                     "provides: {Site: http}\nprovdes: {}\n");
  bench.file("web/config.yaml", "options:\n  port: {type: number}\n  mode: {default: 5}\n");
  bench.file("web/actions.yaml", "Backup: {}\n");
  bench.file("web/hooks/start", "#!/bin/sh\n");
  EXPECT_EQ(
    check(cmd::Exit::Failed),
    "web/metadata.yaml:4:11: warning: device \"gpu\": Orrery does not have this yet, and "
    "deploys the charm without it\n"
    "web/metadata.yaml:5:40: error: expected a whole number, found \"x\": write e.g. limit: 2\n"
    "web/metadata.yaml:6:12: error: \"Site\" is no endpoint name: use lower-case letters, digits "
    "and inner - or _\n"
    "web/metadata.yaml:7:1: warning: metadata has no key \"provdes\", which is ignored: did you "
    "mean provides?\n"
    "web/config.yaml:2:16: error: expected a type, found \"number\": write one of string, int, "
    "float, boolean, secret\n"
    "web/config.yaml:3:19: error: expected text, found the number 5: put it in quotes: default: "
    "\"5\"\n"
    "web/actions.yaml:1:1: error: bad action name Backup: use lower-case letters, digits and inner "
    "dashes\n"
    "web/hooks/start: warning: is not executable: the units' copy is made so\n"
    "5 errors, 3 warnings\n");
}

TEST_F(CharmCheck, warns_and_ends_well_where_deploy_warns) {
  bench.charm("web");
  bench.file("web/hooks/starts", "#!/bin/sh\n");
  EXPECT_EQ(check(cmd::Exit::Fine),
            "web/hooks/starts: warning: is never run: no hook is called so: did you mean start?\n"
            "0 errors, 1 warning\n");
  EXPECT_EQ(bench.verb({"deploy", "./web", "-n", "0"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.complained, "hooks/starts: is never run: no hook is called so"));
}

TEST_F(CharmCheck, what_cannot_run_here_is_an_error_for_each_reason) {
  bench.charm("web", "assumes: [k8s-api, juju >= 9]\n");
  EXPECT_EQ(check(cmd::Exit::Failed),
            "web/metadata.yaml:4:11: error: the charm cannot run here: it assumes \"k8s-api\", "
            "which Orrery does not have: deploy it all the same with --force\n"
            "web/metadata.yaml:4:20: error: the charm cannot run here: it assumes \"juju >= 9\", "
            "and this is as Juju 3.6.1: deploy it all the same with --force\n"
            "2 errors, 0 warnings\n");
  EXPECT_TRUE(has(refusal(), "it assumes \"k8s-api\", which Orrery does not have; it assumes"));
}

TEST_F(CharmCheck, names_all_that_a_charms_directory_may_not_hold) {
  const fs::path web = bench.charm("web");
  fs::create_directory(web / "src");
  fs::create_symlink("/bin/sh", web / "src" / "a");
  fs::create_symlink("../../b", web / "src" / "b");
  ASSERT_EQ(::mkfifo((web / "src" / "c").c_str(), 0600), 0);
  const std::string told = check(cmd::Exit::Failed);
  EXPECT_TRUE(has(told, "web/src/a: error: is a link that leads out of the charm (to "
                        "\"/bin/sh\"): copy what it points to into the charm\n"));
  EXPECT_TRUE(has(told, "web/src/b: error: is a link that leads out of the charm"));
  EXPECT_TRUE(has(told, "web/src/c: error: is neither a file, a directory nor a link"));
  EXPECT_TRUE(has(told, "\n3 errors, 0 warnings\n"));
  EXPECT_TRUE(has(refusal(), "ERROR web/src/"));
}

TEST_F(CharmCheck, says_once_what_two_rules_refuse) {
  const fs::path web = bench.charm("web");
  fs::create_directory(web / "hooks");
  fs::create_symlink("/bin/sh", web / "hooks" / "install");
  EXPECT_EQ(check(cmd::Exit::Failed),
            "web/hooks/install: error: is a link to " + fs::canonical("/bin/sh").string()
              + ", outside the charm: link it to a file in the charm\n1 error, 0 warnings\n");
}

TEST_F(CharmCheck, says_first_what_deploy_says_of_a_charm_with_one_fault) {
  for (const std::string extra :
       {"summary: [\n", "provides: 3\n", "subordinate: true\n", "requires: {juju-db: sql}\n"}) {
    bench.charm("web", extra);
    const std::string told = check(cmd::Exit::Failed);
    const std::string mark = " error: ";
    std::string first = told.substr(0, told.find('\n') + 1);
    ASSERT_NE(first.find(mark), std::string::npos) << told;
    EXPECT_EQ(refusal(), "ERROR " + first.replace(first.find(mark), mark.size(), " ")) << extra;
  }
}

TEST_F(CharmCheck, says_of_a_bundle_what_deploy_says_of_it_and_of_its_charms) {
  bench.charm("web", "requires: {db: sql}\n");
  bench.file("web/config.yaml", "options:\n  port: {type: int}\n");
  bench.charm("db", "provides: {Sql: sql}\n");
  bench.file("bundle.yaml", "tag: [x]\napplications:\n"
                            "  db: {charm: ./db}\n"
                            "  web: {charm: ./web, options: {prot: 1}}\n"
                            "  again: {charm: ./web, options: {port: x}}\n"
                            "relations:\n- [web:db, again:db]\n- [web, db]\n");
  const std::string all = check(cmd::Exit::Failed, "./bundle.yaml");
  EXPECT_TRUE(all.starts_with("bundle.yaml:1:1: warning: ")) << all;
  for (const char* part :
       {"db/metadata.yaml:4:12: error: \"Sql\" is no endpoint name",
        "bundle.yaml:4: error: application \"web\": charm \"web\" has no option \"prot\"",
        "bundle.yaml:5: error: application \"again\": ",
        "bundle.yaml:7: error: relation [web:db, again:db]: "})
    EXPECT_TRUE(has(all, part)) << part << "\n" << all;
  EXPECT_FALSE(has(all, "relation [web, db]")) << "of db its charm is told already";
  EXPECT_EQ(check(cmd::Exit::Failed, "."), all) << "a directory with a bundle";
}

TEST_F(CharmCheck, says_of_a_bundle_that_cannot_be_read_where) {
  bench.charm("web");
  bench.file("bundle.yaml", "applications:\n  web: {charm: ./web, num_units: x}\n");
  const std::string all = check(cmd::Exit::Failed, "./bundle.yaml");
  EXPECT_TRUE(has(all, "bundle.yaml:2:34: error: ")) << all;
  EXPECT_TRUE(has(all, "1 error, 0 warnings\n"));
}

TEST_F(CharmCheck, finds_nothing_in_a_bundle_that_deploys) {
  bench.charm("web", "requires: {db: sql}\n");
  bench.charm("db", "provides: {sql: sql}\n");
  bench.file("bundle.yaml", "applications:\n  db: {charm: ./db, num_units: 1}\n"
                            "  web: {charm: ./web, num_units: 1, to: [db]}\n"
                            "relations:\n- [web, db]\n");
  EXPECT_EQ(check(cmd::Exit::Fine, "./bundle.yaml"), "0 errors, 0 warnings\n");
  EXPECT_EQ(bench.verb({"deploy", "./bundle.yaml"}), cmd::Exit::Fine) << bench.output.complained;
}

TEST_F(CharmCheck, warns_of_a_relation_that_a_bundle_writes_in_two_ways_and_deploy_makes_it_once) {
  bench.charm("web", "requires: {db: sql}\n");
  bench.charm("db", "provides: {db: sql}\n");
  bench.file("bundle.yaml", "applications:\n  db: {charm: ./db, num_units: 1}\n"
                            "  web: {charm: ./web, num_units: 1}\n"
                            "relations:\n- [\"web:db\", \"db:db\"]\n- [db, \"web:db\"]\n");
  const std::string doubled = "relation [db, web:db]: this relation is here a second time, first "
                              "at line 5: it is made once\n";
  EXPECT_EQ(check(cmd::Exit::Fine, "./bundle.yaml"),
            "bundle.yaml:6: warning: " + doubled + "0 errors, 1 warning\n");
  EXPECT_EQ(bench.verb({"deploy", "./bundle.yaml"}), cmd::Exit::Fine) << bench.output.complained;
  EXPECT_TRUE(has(bench.output.complained, "bundle.yaml:6: " + doubled)) << bench.output.complained;
  EXPECT_EQ(bench.orchestrator.contents()->relations.size(), 1U);
  EXPECT_EQ(bench.verb({"deploy", "./bundle.yaml"}), cmd::Exit::Fine) << "what is there stays";
  EXPECT_EQ(bench.orchestrator.contents()->relations.size(), 1U);
}

TEST_F(CharmCheck, ends_with_1_where_there_is_no_charm) {
  EXPECT_EQ(bench.verb({"charm", "check", "./nowhere"}), cmd::Exit::Failed);
  EXPECT_EQ(bench.output.printed, "");
  EXPECT_EQ(local(bench.output.complained),
            "ERROR no charm or bundle was found at nowhere: give a charm's directory or archive, "
            "or a bundle's file\n");
  fs::create_directory(bench.directory / "web");
  EXPECT_EQ(check(cmd::Exit::Failed),
            "web: error: there is neither metadata.yaml nor charmcraft.yaml: give the directory of "
            "a charm\n1 error, 0 warnings\n");
}

TEST_F(CharmCheck, refuses_other_words) {
  EXPECT_EQ(bench.verb({"charm"}), cmd::Exit::Misused);
  EXPECT_EQ(bench.verb({"charm", "proof", "./web"}), cmd::Exit::Misused);
  EXPECT_TRUE(has(bench.output.complained, "write charm check DIR")) << bench.output.complained;
  EXPECT_EQ(bench.verb({"charm", "check", "./web", "./db"}), cmd::Exit::Misused);
  EXPECT_EQ(bench.verb({"charm", "check", "--format", "xml"}), cmd::Exit::Misused);
}

TEST_F(CharmCheck, tells_programs_the_same) {
  bench.charm("web", "provides: {site: \"\"}\n");
  bench.file("web/dispatch", "#!/bin/sh\n");
  ASSERT_EQ(bench.verb({"charm", "check", "./web", "--format", "json"}), cmd::Exit::Failed);
  const auto told = nlohmann::json::parse(bench.output.printed);
  const std::string web = (bench.directory / "web").string();
  EXPECT_EQ(told,
            (nlohmann::json{{"errors", 1},
                            {"warnings", 1},
                            {"remarks",
                             {{{"severity", "error"},
                               {"file", web + "/metadata.yaml"},
                               {"line", 4},
                               {"column", 18},
                               {"text", "the interface is empty: write e.g. interface: http"}},
                              {{"severity", "warning"},
                               {"file", web + "/dispatch"},
                               {"text", "is not executable: the units' copy is made so"}}}}}));
}

TEST_F(CharmCheck, needs_no_orchestrator_and_begins_where_the_user_is) {
  const fs::path before = fs::current_path();
  fs::current_path(bench.charm("web", "provides: 3\n"));
  cmd::Session session;
  session.output = &bench.output;
  EXPECT_EQ(cmd::run_command_line(session, {"charm", "check"}), cmd::Exit::Failed);
  fs::current_path(before);
  EXPECT_TRUE(bench.output.printed.starts_with("./metadata.yaml:4:11: error: expected a mapping"))
    << bench.output.printed;
}

TEST(CharmTrees, of_many_faults_no_more_are_told_than_there_may_be_entries) {
  const Bench bench;
  const fs::path web = bench.charm("web");
  for (int i = 0; i < 10; ++i)
    fs::create_symlink("/bin/sh", web / std::to_string(i));
  cmd::CharmLimits limits;
  limits.entries = 5;
  EXPECT_LE(cmd::walk_charm(web, limits).faults.size(), 6U);
  EXPECT_EQ(cmd::walk_charm(web).faults.size(), 10U);
  EXPECT_EQ(cmd::walk_charm(web).entries.size(), 1U);
}

} // namespace
} // namespace orrery::test
