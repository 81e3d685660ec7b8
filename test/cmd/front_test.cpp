#include "cmd/client/front.hpp"
#include "cmd/verbs/verbs.hpp"
#include "test/cmd/served.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

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

TEST_F(Front, a_model_in_the_environment_is_for_the_engine) {
  ::setenv("JUJU_MODEL", "default", 1);
  const auto as_juju = type({"models"}, "/usr/bin/juju");
  const auto as_orrery = type({"models"});
  ::unsetenv("JUJU_MODEL");
  EXPECT_EQ(as_juju, std::nullopt);
  EXPECT_EQ(as_orrery, Exit::Fine);
}

TEST(FrontVerbs, the_engine_has_those_that_are_no_request) {
  std::vector<std::string> local{"console", "scp"}; // they are many requests
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
