// `hooks UNIT begins-with|ends-with|has HOOK...`, read from a unit's log.
#include "test/cmd/fake_orchestrator.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace orrery::test {
namespace {

struct HookHistory : testing::Test, Bench {
  HookHistory() {
    std::filesystem::create_directories(orchestrator.data_directory() / "logs");
    write("unit-db-0.log.1", {"agent: hook install done in 3 ms"});
    write("unit-db-0.log",
          {"agent: hook leader-elected done in 3 ms", "start: agent: hook stop done in 3 ms",
           "start: hook stop done in 3 ms",
           "agent: hook config-changed failed after 3 ms: exit code 1",
           "agent: hook config-changed stopped after 3 ms", "agent: hook done in 3 ms",
           "agent: hook config-changed done in 3 ms", "agent: hook start done in 3 ms"});
  }
  void write(const std::string& name, const std::vector<std::string>& lines) const {
    std::string text;
    for (const auto& line : lines)
      text += "2026-11-21T05:33:12Z INFO " + line + "\n";
    std::ofstream{orchestrator.data_directory() / "logs" / name} << text;
  }
  int claim(const std::string& text) {
    output.printed.clear();
    output.complained.clear();
    return script("assert hooks " + text);
  }
};

TEST_F(HookHistory, a_claim_that_is_so_holds) {
  for (const auto* text :
       {"db/0 begins-with install", "db/0 begins-with install leader-elected",
        "db/0 ends-with start", "db/0 ends-with config-changed start", "db/0 has install start",
        "db/0 has leader-elected", "db/0 ends-with install leader-elected config-changed start",
        "db/0 has inst* *elected"})
    EXPECT_EQ(claim(text), cmd::Exit::Fine) << text << ": " << output.complained;
  EXPECT_EQ(script("if hooks db/0 has stop { echo yes } else { echo no }"), cmd::Exit::Fine);
  EXPECT_EQ(output.printed, "no\n");
}

TEST_F(HookHistory, a_claim_that_is_not_so_fails_and_shows_what_ran) {
  for (const auto* text :
       {"db/0 begins-with leader-elected", "db/0 ends-with stop", "db/0 has start install",
        "db/0 has config-changed config-changed", "db/0 ends-with config-changed",
        "db/0 begins-with install leader-elected config-changed start stop"})
    EXPECT_EQ(claim(text), cmd::Exit::AssertFailed) << text;
  EXPECT_NE(
    output.complained.find("unit db/0 has run install leader-elected config-changed start\n"),
    std::string::npos)
    << output.complained;
  EXPECT_EQ(claim("db/7 has start"), cmd::Exit::AssertFailed);
  EXPECT_NE(output.complained.find("no hook of unit db/7"), std::string::npos) << output.complained;
}

TEST_F(HookHistory, a_link_in_the_place_of_a_log_is_not_followed) {
  const auto logs = orchestrator.data_directory() / "logs";
  std::filesystem::rename(logs / "unit-db-0.log", logs / "beside");
  std::filesystem::create_symlink("beside", logs / "unit-db-0.log");
  EXPECT_EQ(claim("db/0 has install"), cmd::Exit::Fine) << output.complained;
  EXPECT_EQ(claim("db/0 has start"), cmd::Exit::AssertFailed);
}

TEST_F(HookHistory, a_line_longer_than_what_is_read_at_a_time_is_one) {
  std::vector<std::string> lines(2, std::string(100'000, 'x'));
  lines.push_back("agent: hook remove done in 3 ms");
  write("unit-db-0.log", lines);
  EXPECT_EQ(claim("db/0 ends-with install remove"), cmd::Exit::Fine) << output.complained;
}

TEST_F(HookHistory, only_an_end_of_many_hooks_is_shown) {
  std::vector<std::string> many(30, "agent: hook update-status done in 1 ms");
  many.emplace_back("agent: hook stop done in 1 ms");
  write("unit-db-0.log", many);
  EXPECT_EQ(claim("db/0 ends-with start"), cmd::Exit::AssertFailed);
  EXPECT_NE(output.complained.find("has run ... update-status"), std::string::npos);
  EXPECT_NE(output.complained.find("update-status stop\n"), std::string::npos);
  EXPECT_EQ(output.complained.find("install"), std::string::npos) << output.complained;
  EXPECT_EQ(claim("db/0 begins-with start"), cmd::Exit::AssertFailed);
  EXPECT_NE(output.complained.find("has run install update-status"), std::string::npos);
  EXPECT_NE(output.complained.find("update-status ...\n"), std::string::npos) << output.complained;
}

TEST_F(HookHistory, what_is_no_claim_is_refused_before_anything_runs) {
  for (const auto* text :
       {"", "db/0", "db/0 ends-with", "db ends-with start", "db/0 ends-wit start"})
    EXPECT_EQ(script(std::string{"echo ran\nassert hooks "} + text), cmd::Exit::Misused) << text;
  EXPECT_EQ(output.printed, "");
  EXPECT_NE(output.complained.find("did you mean \"ends-with\"?"), std::string::npos)
    << output.complained;
}

} // namespace
} // namespace orrery::test
