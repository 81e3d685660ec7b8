#include "test/cmd/fake_orchestrator.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

TEST(LogLevel, is_shown_and_changed) {
  Bench bench;
  EXPECT_EQ(bench.verb({"log-level", "agent", "trace"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.verb({"log-level"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "Component  Level\nagent      trace\njournal    info\n");
  EXPECT_EQ(bench.verb({"log-level", "journal"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "info\n");
  EXPECT_EQ(bench.verb({"log-level", "error"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.orchestrator.log_levels().at("agent"), "error");
  EXPECT_EQ(bench.orchestrator.log_levels().at("journal"), "error");
}

TEST(LogLevel, refuses_what_it_does_not_know) {
  Bench bench;
  for (const std::vector<std::string>& words : {std::vector<std::string>{"log-level", "agnt"},
                                                {"log-level", "agnt", "info"},
                                                {"log-level", "agent", "loud"},
                                                {"log-level", "info", "info"}})
    EXPECT_EQ(bench.verb(words), cmd::Exit::Misused) << words.back();
  EXPECT_EQ(bench.verb({"log-level", "agnt"}), cmd::Exit::Misused);
  EXPECT_NE(bench.output.complained.find("\"agent\""), std::string::npos);
  EXPECT_EQ(bench.orchestrator.log_levels().at("agent"), "info");
}

} // namespace orrery::test
