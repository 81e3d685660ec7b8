// The verb refresh: what is taken, numbered and kept, and what is said.
#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

constexpr const char* added = "Added local charm \"db\", revision 1, to the model\n";

/// An application db of the charm db, revision 0, with two units.
class Refresh : public testing::Test {
protected:
  void SetUp() override {
    bench.charm("db");
    bench.file("db/config.yaml", "options:\n  port: {type: int, default: 1}\n");
    ASSERT_EQ(bench.verb({"deploy", "./db", "-n", "2"}), cmd::Exit::Fine)
      << bench.output.complained;
    bench.orchestrator.change([](store::Contents& model) {
      for (const auto& [name, unit] : model.units)
        model.statuses[name].unit = name;
    });
    before = bench.orchestrator.commands();
  }
  /// A refresh that must fail before anything is asked of the orchestrator.
  std::string complaint(const std::vector<std::string>& words, int exit = cmd::Exit::Failed) {
    EXPECT_EQ(bench.verb(words), exit) << bench.output.complained;
    EXPECT_EQ(bench.output.printed, "");
    EXPECT_EQ(bench.orchestrator.commands(), before);
    return bench.output.complained;
  }
  /// A refresh that must succeed; what it says.
  std::string said(std::vector<std::string> more = {}) {
    std::vector<std::string> words{"refresh", "db", "--path", "./db"};
    words.insert(words.end(), more.begin(), more.end());
    EXPECT_EQ(bench.verb(words), cmd::Exit::Fine) << bench.output.complained;
    EXPECT_EQ(bench.output.printed, "") << "P3: standard output stays empty";
    return bench.output.complained;
  }
  void fail(const std::string& unit, const store::HookError& error) {
    bench.orchestrator.change(
      [&](store::Contents& model) { model.statuses.at(unit).error = error; });
  }
  store::Contents model() { return *bench.orchestrator.contents(); }
  store::Application application() { return model().applications.at("db"); }

  Bench bench;
  std::size_t before = 0;
};

TEST_F(Refresh, P1_a_local_charm_needs_a_path) {
  EXPECT_EQ(complaint({"refresh", "db"}),
            "ERROR refreshing a local charm requires either --path or --switch\n");
  EXPECT_EQ(complaint({"refresh", "db", "--revision", "3"}),
            "ERROR refreshing a local charm requires either --path or --switch\n");
  EXPECT_TRUE(has(complaint({"refresh", "db", "--switch", "ch:db"}), "--path"))
    << bench.output.complained;
}

TEST_F(Refresh, P1_flags_that_exclude_each_other) {
  const auto misused = cmd::Exit::Misused;
  EXPECT_EQ(complaint({"refresh", "db", "--switch", "db", "--revision", "3"}, misused),
            "ERROR --switch and --revision are mutually exclusive\n");
  EXPECT_EQ(complaint({"refresh", "db", "--path", "./db", "--revision", "3"}, misused),
            "ERROR --path and --revision are mutually exclusive\n");
  EXPECT_EQ(complaint({"refresh", "db", "--switch", "db", "--path", "./db"}, misused),
            "ERROR --switch and --path are mutually exclusive\n");
}

TEST_F(Refresh, P1_the_application_is_named) {
  EXPECT_TRUE(has(complaint({"refresh"}, cmd::Exit::Misused), "missing arguments: refresh"));
  EXPECT_EQ(complaint({"refresh", "No_Name", "--path", "./db"}),
            "ERROR invalid application name \"No_Name\"\n");
  EXPECT_TRUE(has(complaint({"refresh", "bd", "--path", "./db"}), "application \"bd\" not found"));
}

TEST_F(Refresh, P2_the_charm_bears_the_name_of_the_old_one) {
  bench.charm("other");
  EXPECT_EQ(complaint({"refresh", "db", "--path", "./other"}),
            "ERROR cannot refresh \"db\" to \"other\"\n");
}

TEST_F(Refresh, P2_a_path_that_leads_nowhere_is_named) {
  const auto text = complaint({"refresh", "db", "--path", "./nope"});
  EXPECT_TRUE(has(text, "no charm was found at " + (bench.directory / "nope").string())) << text;
}

TEST_F(Refresh, P3_the_charm_gets_its_number_and_the_application_the_charm) {
  EXPECT_EQ(said(), added);
  EXPECT_EQ(application().charm, "local:db-1");
  EXPECT_EQ(model().charms.at("local:db-1").revision, 1U);
  EXPECT_EQ(bench.verb({"upgrade-charm", "db", "--path", "./db"}), cmd::Exit::Fine);
  EXPECT_EQ(application().charm, "local:db-2") << "the name of Juju 2.9";
}

TEST_F(Refresh, P3_a_refusal_leaves_the_number_used) {
  bench.orchestrator.refuse_refresh(protocol::Code::IsSubordinate,
                                    "cannot change an application's subordinacy");
  EXPECT_EQ(bench.verb({"refresh", "db", "--path", "./db"}), cmd::Exit::Failed);
  EXPECT_EQ(bench.output.complained,
            std::string(added)
              + "ERROR updating charm config: cannot upgrade application \"db\" to charm "
                "\"local:db-1\": cannot change an application's subordinacy\n");
  EXPECT_EQ(application().charm, "local:db-0");
  EXPECT_EQ(model().charm_sequences.at("db").next, 2U);
}

TEST_F(Refresh, P4_the_same_files_get_a_revision_of_their_own_in_the_same_directory) {
  (void)said();
  const auto charms = model().charms;
  EXPECT_EQ(charms.at("local:db-1").directory, charms.at("local:db-0").directory);
  bench.file("db/README", "changed");
  (void)said();
  EXPECT_NE(model().charms.at("local:db-2").directory, charms.at("local:db-1").directory);
}

TEST_F(Refresh, P4_the_file_revision_says_the_least) {
  bench.file("db/revision", "7\n");
  EXPECT_EQ(said(), "Added local charm \"db\", revision 7, to the model\n");
  bench.file("db/revision", "3\n");
  EXPECT_EQ(said(), "Added local charm \"db\", revision 8, to the model\n");
}

TEST_F(Refresh, P4_a_first_deploy_goes_by_the_file_and_never_back) {
  bench.charm("web");
  bench.file("web/revision", "5\n");
  ASSERT_EQ(bench.verb({"deploy", "./web"}), cmd::Exit::Fine);
  EXPECT_EQ(model().applications.at("web").charm, "local:web-5");
  bench.orchestrator.change([](store::Contents& contents) {
    contents.charms.erase("local:web-5");
    contents.applications.erase("web");
    contents.charm_sequences["web"] = {"web", 9};
  });
  ASSERT_EQ(bench.verb({"deploy", "./web"}), cmd::Exit::Fine);
  EXPECT_EQ(model().applications.at("web").charm, "local:web-9");
}

TEST_F(Refresh, P4_deploy_shares_the_newest_record_of_its_content) {
  (void)said();
  ASSERT_EQ(bench.verb({"deploy", "./db", "second"}), cmd::Exit::Fine);
  EXPECT_EQ(model().applications.at("second").charm, "local:db-1");
}

TEST_F(Refresh, P6_options_and_trust_travel_with_the_charm) {
  bench.file("options.yaml", "db: {port: 0755, word: 0755}\n");
  bench.file("db/config.yaml", "options:\n  port: {type: int}\n  word: {type: string}\n");
  EXPECT_EQ(said({"--config", "options.yaml", "--trust"}), added);
  EXPECT_EQ(model().configs.at("db").values, (store::Settings{{"port", "493"}, {"word", "0755"}}));
  EXPECT_TRUE(application().trusted);
  (void)said({"--config", "word=x"});
  EXPECT_TRUE(application().trusted) << "it stays as it is where nothing is said";
  (void)said({"--trust=false"});
  EXPECT_FALSE(application().trusted);
}

TEST_F(Refresh, P7_storage_is_a_directive) {
  EXPECT_EQ(complaint({"refresh", "db", "--path", "./db", "--storage", "x"}, cmd::Exit::Misused),
            "ERROR expected <store>=<constraints>, got \"x\"\n");
}

TEST_F(Refresh, P9_a_base_is_not_looked_at) {
  EXPECT_EQ(said({"--force-base"}), std::string{"note: --force-base has no effect here\n"} + added);
}

TEST_F(Refresh, P12_a_wrong_option_is_refused_in_its_own_words) {
  bench.orchestrator.refuse_refresh(protocol::Code::BadOption,
                                    "parsing config settings: unknown option \"x\"");
  EXPECT_EQ(bench.verb({"refresh", "db", "--path", "./db", "--config", "x=1"}), cmd::Exit::Failed);
  EXPECT_EQ(bench.output.complained,
            std::string(added) + "ERROR parsing config settings: unknown option \"x\"\n");
}

TEST_F(Refresh, P14_P19_what_cannot_run_here_gets_no_number) {
  bench.charm("db", "assumes: [k8s-api]\n");
  EXPECT_TRUE(has(complaint({"refresh", "db", "--path", "./db"}), "cannot run here"));
  bench.charm("db", "min-juju-version: 9.0.0\n");
  EXPECT_TRUE(has(complaint({"refresh", "db", "--path", "./db"}), "min-juju-version"));
  bench.file("db/config.yaml", "options: [\n");
  EXPECT_TRUE(has(complaint({"refresh", "db", "--path", "./db"}), "config.yaml"));
  bench.file("db/config.yaml", "options: {}\n");
  EXPECT_TRUE(has(said({"--force"}), added));
}

TEST_F(Refresh, P17_a_dying_application_gets_it) {
  bench.orchestrator.change(
    [](store::Contents& contents) { contents.applications.at("db").life = store::Life::Dying; });
  EXPECT_EQ(said(), added);
}

TEST_F(Refresh, P31_units_that_stay_behind_are_named_with_the_remedy) {
  fail("db/0", {"upgrade-charm", 0, false, "", 1, 5, 99, ""});
  fail("db/1", {"start", 0, false, "", 5, 5, 0, ""});
  const std::string remedy = "; orrery resolved db/";
  EXPECT_EQ(said(), std::string(added) + "db/0 keeps revision 0: hook \"upgrade-charm\" failed"
                      + remedy + "0, or refresh with --force-units\n"
                      + "db/1 keeps revision 0: hook \"start\" failed" + remedy
                      + "1, or refresh with --force-units\n");
}

TEST_F(Refresh, P31_a_unit_that_is_tried_again_says_when_it_follows) {
  fail("db/1", {"config-changed", 0, false, "", 1, 5, 99, ""});
  const auto text = said();
  EXPECT_FALSE(has(text, "db/0")) << text;
  EXPECT_TRUE(has(text, "db/1 keeps revision 0: hook \"config-changed\" failed; the new files come "
                        "after its next try"))
    << text;
}

TEST_F(Refresh, P31_by_force_nobody_in_error_stays_behind) {
  fail("db/0", {"upgrade-charm", 0, false, "", 5, 5, 0, ""});
  EXPECT_EQ(said({"--force-units"}), added);
  EXPECT_TRUE(application().force_units);
}

TEST_F(Refresh, P30_P31_one_in_conflict_waits_unless_it_is_forced) {
  fail("db/0", {std::string{store::failed_upgrade}, 0, false, "", 1, 1, 0, "no space left\n"});
  EXPECT_EQ(said(), std::string(added)
                      + "db/0 waits in its upgrade to revision 0: that failed; orrery resolved "
                        "db/0, or refresh with --force-units\n");
}

TEST_F(Refresh, P31_an_ended_program_is_tried_again_with_the_new_files) {
  fail("db/0", {"start", 0, false, "", 1, 5, 99, "", true});
  EXPECT_TRUE(has(said(), "the new files come after its next try"));
}

TEST_F(Refresh, P38_a_dying_unit_keeps_its_charm) {
  bench.orchestrator.change(
    [](store::Contents& contents) { contents.units.at("db/0").life = store::Life::Dying; });
  EXPECT_EQ(said(), std::string(added) + "db/0 keeps revision 0: it is being removed\n");
}

TEST_F(Refresh, P45_P46_status_and_show_unit_tell_both_charms) {
  bench.file("db/version", "2.0-abc\n");
  (void)said();
  ASSERT_EQ(bench.verb({"status", "--format", "yaml"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "charm: local:db-1\n")) << bench.output.printed;
  EXPECT_TRUE(has(bench.output.printed, "charm-rev: 1\n"));
  EXPECT_TRUE(has(bench.output.printed, "charm-version: 2.0-abc\n"));
  EXPECT_EQ(count(bench.output.printed, "upgrading-from: local:db-0\n"), 2U);
  EXPECT_FALSE(has(bench.output.printed, "upgrade-charm-skipped"));
  ASSERT_EQ(bench.verb({"show-unit", "db/0"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "charm: local:db-1\n")) << bench.output.printed;
  bench.orchestrator.change([](store::Contents& contents) {
    contents.units.at("db/0").charm = "local:db-1";
    contents.units.at("db/0").skipped_upgrade = std::string{"local:db-1"};
  });
  ASSERT_EQ(bench.verb({"status", "--format", "yaml"}), cmd::Exit::Fine);
  EXPECT_EQ(count(bench.output.printed, "upgrading-from: local:db-0\n"), 1U);
  EXPECT_EQ(count(bench.output.printed, "upgrade-charm-skipped: local:db-1\n"), 1U);
}

TEST_F(Refresh, P30_a_conflict_says_what_tries_again) {
  fail("db/0", {std::string{store::failed_upgrade}, 0, false, "", 0, 0, 0, "no space left\n"});
  ASSERT_EQ(bench.verb({"status"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "upgrade failed: orrery resolved db/0; no space left"))
    << bench.output.printed;
  for (const char* how : {"--retry", "--no-retry"}) {
    ASSERT_EQ(bench.verb({"resolved", "db/0", how}), cmd::Exit::Fine);
    EXPECT_EQ(bench.output.printed, "will retry the upgrade of db/0\n") << "D1: either way";
  }
  ASSERT_EQ(bench.verb({"explain", "unit", "db/0"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "upgrade failed")) << bench.output.printed;
  EXPECT_FALSE(has(bench.output.printed, "--no-retry")) << bench.output.printed;
}

TEST_F(Refresh, explain_says_why_a_unit_has_an_older_charm) {
  fail("db/0", {"upgrade-charm", 0, false, "", 5, 5, 0, ""});
  (void)said();
  ASSERT_EQ(bench.verb({"explain", "unit", "db/0"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "keeps revision 0: hook \"upgrade-charm\" failed; orrery "
                                        "resolved db/0, or refresh with --force-units"))
    << bench.output.printed;
  ASSERT_EQ(bench.verb({"explain", "unit", "db/1"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "gets revision 1 of its charm, has 0"))
    << bench.output.printed;
}

TEST_F(Refresh, deploy_of_what_is_there_names_refresh) {
  EXPECT_TRUE(has(complaint({"deploy", "./db"}), "\"orrery refresh db --path PATH\""));
  bench.charm("other");
  EXPECT_FALSE(has(complaint({"deploy", "./other", "db"}), "refresh"));
}

TEST_F(Refresh, a_bundle_takes_files_for_what_they_are_and_names_refresh_for_others) {
  bench.file("bundle.yaml", "applications:\n  db: {charm: ./db, num_units: 2}\n");
  (void)said();
  ASSERT_EQ(bench.verb({"deploy", "./bundle.yaml"}), cmd::Exit::Fine) << bench.output.complained;
  bench.file("db/README", "changed");
  EXPECT_EQ(bench.verb({"deploy", "./bundle.yaml"}), cmd::Exit::Failed);
  EXPECT_TRUE(
    has(bench.output.complained, "\"orrery refresh db --path " + (bench.directory / "db").string()))
    << bench.output.complained;
}

} // namespace
} // namespace orrery::test
