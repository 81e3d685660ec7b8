#include "cmd/client/client_files.hpp"
#include "cmd/client/front.hpp"
#include "cmd/verbs/verbs.hpp"
#include "test/cmd/served.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace orrery::cmd {
namespace {

/// What is typed where an orchestrator answers.
struct Front : testing::Test, Served {
  std::optional<int> type(std::vector<std::string> words, std::string_view called = "orrery") {
    words.insert(words.begin(), {"--socket", options.socket.string()});
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    auto exit = ask_at_once(called, std::move(words));
    out = testing::internal::GetCapturedStdout();
    err = testing::internal::GetCapturedStderr();
    return exit;
  }
  std::string out;
  std::string err;
};

TEST_F(Front, what_is_typed_is_done_by_who_answers) {
  EXPECT_EQ(type({"models"}), Exit::Fine);
  EXPECT_NE(out.find("default"), std::string::npos) << out;
  EXPECT_EQ(type({"remove-unit", "db/7"}), Exit::Failed);
  EXPECT_NE(err.find("db/7"), std::string::npos) << err;
}

TEST_F(Front, a_socket_is_named_in_both_ways) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(ask_at_once("orrery", {"--socket=" + options.socket.string(), "models"}), Exit::Fine);
  EXPECT_NE(testing::internal::GetCapturedStdout().find("default"), std::string::npos);
}

TEST_F(Front, wrong_words_are_told_by_who_answers) {
  EXPECT_EQ(type({"depoly"}), Exit::Misused);
  EXPECT_EQ(err,
            "ERROR unrecognized command: depoly; did you mean \"deploy\"? See \"orrery help\".\n");
  EXPECT_EQ(type({"status", "--frmat", "json"}), Exit::Misused);
  EXPECT_EQ(type({"status", "--help"}), Exit::Fine);
  EXPECT_NE(out.find("--relations"), std::string::npos) << out;
}

TEST_F(Front, called_juju_it_speaks_as_juju) {
  EXPECT_EQ(type({"models"}, "/usr/bin/juju"), Exit::Fine);
  EXPECT_EQ(type({"depoly"}, "juju"), Exit::Misused);
  EXPECT_NE(err.find("juju: \"depoly\" is not a juju command."), std::string::npos) << err;
  EXPECT_EQ(type({"status", "--help"}, "juju"), Exit::Fine);
  EXPECT_NE(out.find("juju status"), std::string::npos) << out;
}

TEST_F(Front, all_else_is_for_the_engine) {
  EXPECT_EQ(type({}), std::nullopt);
  EXPECT_EQ(type({"--version"}), std::nullopt);
  EXPECT_EQ(type({"version"}), std::nullopt);
  EXPECT_EQ(type({"models", "--socket", "elsewhere"}), std::nullopt);
  EXPECT_EQ(type({"models", "--socket=elsewhere"}), std::nullopt);
  EXPECT_EQ(ask_at_once("orrery", {"--socket", directory / "nobody", "models"}), std::nullopt);
}

TEST_F(Front, MD23_a_model_of_another_controller_is_for_the_engine) {
  EXPECT_EQ(type({"models", "-m", "other:default"}), std::nullopt);
  EXPECT_EQ(type({"models", "--model=other:default"}), std::nullopt);
  EXPECT_EQ(type({"models", "-m", "orrery:"}), std::nullopt);
  EXPECT_EQ(type({"models", "-m", "orrery:admin/default"}), Exit::Fine);
  EXPECT_EQ(type({"models", "-m", "admin/other"}), Exit::Failed);
}

TEST_F(Front, MD25_a_current_model_that_is_gone_is_told_and_what_is_the_processs_goes_on) {
  const auto files = directory / "juju";
  std::filesystem::create_directories(files);
  std::ofstream(files / "controllers.yaml")
    << "controllers:\n  orrery:\n    api-endpoints: [\"" << endpoint_of(options.socket) << "\"]\n";
  std::ofstream(files / "models.yaml")
    << "controllers:\n  orrery:\n    current-model: admin/gone\n";
  const auto* before = std::getenv("JUJU_DATA");
  const std::string usual = before == nullptr ? "" : before;
  ::setenv("JUJU_DATA", files.c_str(), 1);
  EXPECT_EQ(type({"status"}), Exit::Failed);
  EXPECT_EQ(err, "ERROR model \"admin/gone\" has been removed from the controller, run 'orrery "
                 "models' and switch to one of them.\n");
  EXPECT_EQ(type({"models"}), Exit::Fine);
  EXPECT_EQ(type({"status", "-m", "default"}), Exit::Fine);
  ::setenv("JUJU_DATA", usual.c_str(), 1);
}

TEST_F(Front, a_model_in_the_environment_is_for_the_engine) {
  ::setenv("JUJU_MODEL", "default", 1);
  const auto as_juju = type({"models"}, "/usr/bin/juju");
  const auto as_orrery = type({"models"});
  ::unsetenv("JUJU_MODEL");
  EXPECT_EQ(as_juju, std::nullopt);
  EXPECT_EQ(as_orrery, Exit::Fine);
}

TEST(FrontVerbs, the_engine_has_those_that_are_no_request) {
  // Of many requests, or of files of the user.
  std::vector<std::string> local{
    "add-model", "change-user-password", "console", "destroy-model", "login", "logout",
    "register",  "remove-user",          "scp",     "switch"};
  for (const auto& verb : verbs()) {
    if (!verb.local)
      continue;
    local.push_back(verb.name);
    local.insert(local.end(), verb.aliases.begin(), verb.aliases.end());
  }
  std::sort(local.begin(), local.end());
  EXPECT_EQ(std::vector<std::string>(engine_verbs.begin(), engine_verbs.end()), local);
}

} // namespace
} // namespace orrery::cmd
