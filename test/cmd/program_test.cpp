#include "cmd/engine/program.hpp"
#include "cmd/server/server.hpp"
#include "test/cmd/fake_orchestrator.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace orrery::cmd {
namespace {

int serve_with(const Arguments& arguments) {
  return 70 + static_cast<int>(arguments.flags.size());
}

/// Runs the program; what it prints is in `out` and `err` afterwards.
struct Program : testing::Test, test::Bench {
  int run(const std::vector<std::string>& arguments) { return run_as("orrery", arguments); }
  int run_as(const std::string& name, const std::vector<std::string>& arguments) {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const auto exit = program(name, arguments, {{"serve", serve_with}});
    out = testing::internal::GetCapturedStdout();
    err = testing::internal::GetCapturedStderr();
    return exit;
  }
  std::string socket() const { return directory / "socket"; }
  std::string out;
  std::string err;
};

TEST_F(Program, without_an_orchestrator_it_says_how_to_start_one) {
  const auto text =
    "ERROR no orchestrator answers at " + socket()
    + ": start one with \"orrery serve\", or name its socket with --socket or ORRERY_SOCKET\n";
  EXPECT_EQ(run({"status", "--socket", socket()}), Exit::Failed);
  EXPECT_EQ(err, text);
  EXPECT_EQ(run({"--socket", socket(), "console", "-c", "status"}), Exit::DaemonLost);
  EXPECT_EQ(err, text);
}

TEST_F(Program, usage_needs_no_orchestrator) {
  EXPECT_EQ(run({"depoly"}), Exit::Misused);
  EXPECT_NE(err.find("did you mean \"deploy\"?"), std::string::npos) << err;
  EXPECT_EQ(run({"status", "--frmat", "json"}), Exit::Misused);
  EXPECT_EQ(run({"help"}), Exit::Fine);
  EXPECT_EQ(run({"deploy", "--help"}), Exit::Fine);
  EXPECT_NE(out.find("--num-units"), std::string::npos) << out;
  EXPECT_EQ(run({"--version"}), Exit::Fine);
  EXPECT_TRUE(out.starts_with("3.6.1-linux-")) << out;
}

TEST_F(Program, a_charm_is_checked_without_an_orchestrator) {
  const auto web = charm("web", "provides: 3\n").string();
  EXPECT_EQ(run({"charm", "check", web}), Exit::Failed);
  EXPECT_TRUE(out.starts_with(web + "/metadata.yaml:4:11: error: expected a mapping")) << out;
  EXPECT_EQ(run({"charm", "check", charm("db").string()}), Exit::Fine);
  EXPECT_EQ(out, "0 errors, 0 warnings\n");
  EXPECT_EQ(err, "");
}

TEST_F(Program, a_value_that_its_flag_does_not_list_is_misuse_without_an_orchestrator) {
  EXPECT_EQ(run({"status", "--format", "josn", "--socket", socket()}), Exit::Misused);
  EXPECT_EQ(err,
            "ERROR invalid value \"josn\" for flag --format: write tabular, yaml, json, short, "
            "oneline, line or summary\n");
  EXPECT_EQ(run({"models", "--format=", "--socket", socket()}), Exit::Misused);
}

TEST_F(Program, serve_gets_its_words) {
  EXPECT_EQ(run({"serve", "--data-directory", "x"}), 71);
  EXPECT_EQ(run({"--socket", "s", "serve", "--log-level=debug"}), 72);
  EXPECT_EQ(run({"serve", "--data-director", "x"}), Exit::Misused);
  EXPECT_NE(err.find("did you mean \"--data-directory\"?"), std::string::npos) << err;
  EXPECT_EQ(run({"help", "serve"}), Exit::Fine);
  EXPECT_NE(out.find("--accept-loss"), std::string::npos) << out;
}

TEST_F(Program, a_verb_of_later_says_so_and_needs_no_orchestrator) {
  EXPECT_EQ(run({"offer", "db/0", "ls", "--what", "ever"}), Exit::Failed);
  EXPECT_EQ(err, "ERROR \"offer\" comes with a later Orrery\n");
  EXPECT_EQ(run({"offer", "--help"}), Exit::Fine);
  EXPECT_NE(out.find("comes with a later Orrery"), std::string::npos) << out;
}

TEST_F(Program, called_juju_it_speaks_as_juju) {
  EXPECT_EQ(run_as("/usr/bin/juju", {"help", "deploy"}), Exit::Fine);
  EXPECT_TRUE(out.starts_with("Usage: juju deploy [flags] PATH")) << out;
  EXPECT_NE(out.find("\n  juju deploy ./bundle.yaml\n"), std::string::npos) << out;
  EXPECT_EQ(run_as("juju", {"depoly"}), Exit::Misused);
  EXPECT_EQ(err, "ERROR juju: \"depoly\" is not a juju command. See \"juju --help\".\n\n"
                 "Did you mean:\n\tdeploy\n");
  EXPECT_EQ(run_as("juju", {"version"}), Exit::Fine);
  EXPECT_TRUE(out.starts_with("3.6.1-linux-")) << out;
  const std::string version = out.substr(0, out.find('\n'));
  EXPECT_EQ(run_as("juju", {"version", "--all", "--format", "json"}), Exit::Fine);
  EXPECT_TRUE(out.starts_with("{\"version\":\"" + version + "\"")) << "clients compare the two";
  // Orrery's own words stay within reach.
  EXPECT_EQ(run_as("juju", {"serve", "--data-directory", "x"}), 71);
  EXPECT_EQ(run_as("juju", {"help", "explain"}), Exit::Fine);
}

TEST_F(Program, called_juju_it_takes_the_model_from_the_environment) {
  ServerOptions options;
  options.socket = socket();
  const auto server = Server::start(options, orchestrator);
  ASSERT_TRUE(server) << server.error();
  ::setenv("JUJU_MODEL", "elsewhere", 1);
  const auto as_juju = run_as("juju", {"models", "--socket", socket()});
  const auto refusal = err;
  const auto given = run_as("juju", {"models", "-m", "default", "--socket", socket()});
  const auto as_orrery = run({"models", "--socket", socket()});
  ::unsetenv("JUJU_MODEL");
  EXPECT_EQ(as_juju, Exit::Failed);
  EXPECT_EQ(refusal,
            "ERROR model orrery:admin/elsewhere not found: there is one model, \"default\"\n");
  EXPECT_EQ(given, Exit::Fine);
  EXPECT_EQ(as_orrery, Exit::Fine);
}

TEST_F(Program, what_it_repeats_is_safe_for_a_terminal) {
  EXPECT_EQ(run({"\x1b]0;x\x07"}), Exit::Misused);
  EXPECT_EQ(err, "ERROR unrecognized command: \\x1b]0;x\\x07. See \"orrery help\".\n");
  EXPECT_EQ(run({"status", "--\x1b[2J"}), Exit::Misused);
  EXPECT_EQ(err.find('\x1b'), std::string::npos) << err;
}

TEST_F(Program, verbs_and_scripts_reach_the_server) {
  ServerOptions options;
  options.socket = socket();
  const auto server = Server::start(options, orchestrator);
  ASSERT_TRUE(server) << server.error();
  EXPECT_EQ(run({"add-machine", "--socket", socket()}), Exit::Fine);
  EXPECT_EQ(out, "created machine 0\n");
  const auto script = file("s.orrery", "echo hello\nassert count machine == 7\n");
  EXPECT_EQ(run({"console", script, "--socket", socket()}), Exit::AssertFailed);
  EXPECT_EQ(out, "hello\n");
  EXPECT_NE(err.find("s.orrery:2:1: assert failed"), std::string::npos) << err;
  EXPECT_EQ(run({"console", "-c", "wait count machine == 7 timeout=10ms", "--socket", socket()}),
            Exit::TimedOut);
  EXPECT_EQ(run({"console", "nowhere.orrery", "--socket", socket()}), Exit::Misused);
}

} // namespace
} // namespace orrery::cmd
