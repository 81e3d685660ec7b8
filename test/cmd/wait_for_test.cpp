#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace orrery::test {
namespace {

/// With an application `cache` of one unit.
void deploy_cache(Bench& bench) {
  bench.charm("redis");
  ASSERT_EQ(bench.verb({"deploy", "./redis", "cache"}), cmd::Exit::Fine);
}

TEST(WaitFor, CL18_the_present_is_looked_at_first) {
  Bench bench;
  deploy_cache(bench);
  EXPECT_EQ(bench.verb({"wait-for", "application", "cache", "--query",
                        R"(life=="alive" && len(units)==1 && name=="cache")"}),
            cmd::Exit::Fine);
  EXPECT_EQ(bench.output.complained, "Application \"cache\" is running\n");
  EXPECT_EQ(bench.output.printed, "properties:\n  life: alive\n  name: cache\n");
  EXPECT_EQ(
    bench.verb({"wait-for", "unit", "cache/0", "--query", R"(life=="alive")", "--summary=false"}),
    cmd::Exit::Fine);
  EXPECT_EQ(bench.output.complained + bench.output.printed, "");
}

TEST(WaitFor, CL18_units_that_were_gone_through_are_listed) {
  Bench bench;
  deploy_cache(bench);
  EXPECT_EQ(bench.verb({"wait-for", "model", "default", "--query",
                        R"(forEach(units, u => u.life=="alive"))"}),
            cmd::Exit::Fine)
    << bench.output.complained;
  EXPECT_EQ(bench.output.printed, "properties:\nunits:\n  cache/0:\n    life: alive\n");
}

TEST(WaitFor, CL19_what_does_not_come_in_time_is_said) {
  Bench bench;
  deploy_cache(bench);
  EXPECT_EQ(bench.verb(
              {"wait-for", "application", "cache", "--query", "len(units)==2", "--timeout", "1ms"}),
            cmd::Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained,
                  "ERROR timed out waiting for \"cache\" to reach goal state\n"
                  "len(units)==2: len(units) is 1\n"))
    << bench.output.complained;
  EXPECT_EQ(bench.verb({"wait-for", "unit", "cache/7", "--timeout", "0"}), cmd::Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "unit \"cache/7\" not found, waiting...\n"));
}

TEST(WaitFor, CL19_what_is_removed_meanwhile_ends_it) {
  Bench bench;
  deploy_cache(bench);
  std::thread remover([&] {
    while (bench.orchestrator.contents()->units.contains("cache/0"))
      bench.orchestrator.change([](store::Contents& model) { model.units.erase("cache/0"); });
  });
  // Whether the first look still finds it is left open; the history says that it was there.
  bench.orchestrator.remember(
    {{store::EntityKind::Unit, 0, "cache/0"}, store::Life::Dead, true, {}});
  EXPECT_EQ(bench.verb({"wait-for", "unit", "cache/0", "--query", R"(life=="dead")"}),
            cmd::Exit::Fine)
    << bench.output.complained;
  remover.join();
  EXPECT_TRUE(has(bench.output.complained, "unit \"cache/0\" has been removed\n"));
}

TEST(WaitFor, CL19_wrong_words_are_usage_errors_and_wrong_queries_failures) {
  Bench bench;
  for (const auto& words : std::vector<std::vector<std::string>>{{"wait-for", "uint", "db/0"},
                                                                 {"wait-for", "unit", "db"},
                                                                 {"wait-for", "application", "Db"},
                                                                 {"wait-for", "machine", "x"},
                                                                 {"wait-for", "unit"}})
    EXPECT_EQ(bench.verb(words), cmd::Exit::Misused) << words.back();
  EXPECT_EQ(bench.verb({"wait-for", "unit", "db"}), cmd::Exit::Misused);
  EXPECT_EQ(bench.output.complained, "ERROR \"db\" is not valid unit name\n");
  EXPECT_EQ(bench.verb({"wait-for", "model", "default", "--query", "life=="}), cmd::Exit::Failed);
  EXPECT_EQ(bench.output.complained,
            "ERROR Cannot parse query: the query ends too early\nlife==\n      ^\n");
  EXPECT_EQ(bench.verb({"wait-for", "model", "default", "--query", "nonsense"}), cmd::Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "ERROR unknown identifier \"nonsense\" of a model"));
}

} // namespace
} // namespace orrery::test
