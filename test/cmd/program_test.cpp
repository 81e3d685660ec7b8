#include "cmd/program.hpp"
#include "cmd/server.hpp"
#include "test/cmd/fake_orchestrator.hpp"

#include <gtest/gtest.h>

namespace orrery::cmd {
namespace {

int serve_with(const std::vector<std::string>& arguments) {
  return 70 + static_cast<int>(arguments.size());
}

/// Runs the program; what it prints is in `out` and `err` afterwards.
struct Program : testing::Test, test::Bench {
  int run(const std::vector<std::string>& arguments) {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const auto exit = program(arguments, serve_with);
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
    "ERROR no orchestrator answers at " + socket() + ": start one with \"orrery serve\"\n";
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
  EXPECT_EQ(out, "3.6.1\n");
}

TEST_F(Program, serve_gets_its_words) {
  EXPECT_EQ(run({"serve", "--data", "x"}), 72);
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
