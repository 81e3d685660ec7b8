#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

/// web is Dying: the hook of its one unit has failed.
void let_web_fail(Bench& bench) {
  bench.charm("web");
  ASSERT_EQ(bench.verb({"deploy", "./web"}), cmd::Exit::Fine) << bench.output.complained;
  bench.orchestrator.change([](store::Contents& model) {
    model.applications.at("web").life = store::Life::Dying;
    model.units.at("web/0").life = store::Life::Dying;
    model.statuses["web/0"].unit = "web/0";
    model.statuses["web/0"].error = {"stop", 0, false, "", 5, 5, 0, "no\n"};
  });
}

TEST(Explain, needs_no_kind_where_only_one_thing_has_that_name) {
  Bench bench;
  bench.charm("redis");
  ASSERT_EQ(bench.verb({"deploy", "./redis", "db"}), cmd::Exit::Fine);
  bench.orchestrator.change([](store::Contents& contents) {
    contents.machines[70].id = 70;
    contents.machines[71].id = 71;
    contents.relations[71].id = 71;
    contents.relations[72].id = 72;
  });
  for (const auto& [name, said] :
       std::vector<std::pair<std::string, std::string>>{{"db", "pplication db is Alive"},
                                                        {"db/0", "nit db/0 is Alive"},
                                                        {"70", "achine 70 is Alive"},
                                                        {"72", "elation 72"}}) {
    bench.output.printed.clear();
    EXPECT_EQ(bench.verb({"explain", name}), cmd::Exit::Fine) << bench.output.complained;
    EXPECT_NE(bench.output.printed.find(said), std::string::npos) << bench.output.printed;
  }
  EXPECT_EQ(bench.verb({"explain", "71"}), cmd::Exit::Failed);
  EXPECT_NE(bench.output.complained.find("write explain machine 71 or explain relation 71"),
            std::string::npos);
  EXPECT_EQ(bench.verb({"explain", "73"}), cmd::Exit::Failed);
  EXPECT_NE(bench.output.complained.find("neither a machine nor a relation 73"), std::string::npos);
  EXPECT_EQ(bench.verb({"explain", "unit"}), cmd::Exit::Misused);
  EXPECT_EQ(bench.verb({"explain", "nobody"}), cmd::Exit::Failed);
}

TEST(Explain, a_relation_is_named_as_status_writes_it) {
  Bench bench;
  bench.charm("web", "requires:\n  db: {interface: sql}\n");
  bench.charm("sql", "provides:\n  server: {interface: sql}\n");
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
         {"deploy", "./web"}, {"deploy", "./sql"}, {"integrate", "web", "sql"}})
    ASSERT_EQ(bench.verb(words), cmd::Exit::Fine) << bench.output.complained;
  ASSERT_EQ(bench.verb({"explain", "relation", "web:db", "sql:server"}), cmd::Exit::Fine)
    << bench.output.complained;
  const std::string told = bench.output.printed;
  EXPECT_TRUE(has(told, "is Alive")) << told;
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"explain", "web:db", "sql:server"},
                                             {"explain", "web:db sql:server"},
                                             {"explain", "relation", "sql:server web:db"}}) {
    EXPECT_EQ(bench.verb(words), cmd::Exit::Fine) << bench.output.complained;
    EXPECT_EQ(bench.output.printed, told) << words.back();
  }
  EXPECT_EQ(bench.verb({"explain", "web:db", "sql:server", "web:db"}), cmd::Exit::Misused);
  EXPECT_EQ(bench.verb({"explain", "web:db", "nobody"}), cmd::Exit::Failed);
}

TEST(ExplainVerb, names_what_stops_an_application_and_the_commands_that_help) {
  Bench bench;
  let_web_fail(bench);
  EXPECT_EQ(bench.verb({"explain", "app", "web"}), cmd::Exit::Fine) << bench.output.complained;
  EXPECT_TRUE(has(bench.output.printed, "hook \"stop\" failed")) << bench.output.printed;
  EXPECT_TRUE(has(bench.output.printed, "orrery resolved web/0")) << bench.output.printed;
  EXPECT_TRUE(has(bench.output.printed, "orrery remove-unit web/0 --force")) << "the verb has it";
  EXPECT_EQ(bench.verb({"explain", "unit", "web/0", "--format", "json"}), cmd::Exit::Fine);
  EXPECT_TRUE(bench.output.printed.starts_with("{\"kind\":\"unit\"")) << bench.output.printed;
}

TEST(ExplainVerb, status_and_a_wait_that_times_out_give_the_same_first_reason) {
  Bench bench;
  let_web_fail(bench);
  const std::string reason = "unit web/0: hook \"stop\" failed";
  EXPECT_EQ(bench.verb({"status"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "dying: " + reason)) << bench.output.printed;
  EXPECT_EQ(bench.script("wait app web gone timeout=10ms\n"), cmd::Exit::TimedOut);
  EXPECT_TRUE(has(bench.output.complained, reason)) << bench.output.complained;
  bench.orchestrator.unsettle();
  EXPECT_EQ(bench.script("wait settled timeout=10ms\n"), cmd::Exit::TimedOut);
  EXPECT_TRUE(has(bench.output.complained, reason)) << bench.output.complained;
}

TEST(ExplainVerb, what_is_not_there_or_makes_no_sense_is_an_error) {
  Bench bench;
  let_web_fail(bench);
  EXPECT_EQ(bench.verb({"explain", "app", "webb"}), cmd::Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "not found; did you mean \"web\"?"))
    << bench.output.complained;
  EXPECT_EQ(bench.verb({"explain", "unit", "\x1b[2J"}), cmd::Exit::Failed);
  EXPECT_EQ(bench.output.complained.find('\x1b'), std::string::npos) << "it drives the terminal";
  EXPECT_EQ(bench.verb({"explain", "machine", "99"}), cmd::Exit::Failed);
  EXPECT_EQ(bench.verb({"explain", "relation", "99"}), cmd::Exit::Failed);
  EXPECT_EQ(bench.verb({"explain", "relation", "web", "db"}), cmd::Exit::Failed);
  EXPECT_EQ(bench.verb({"explain", "unti", "web/0"}), cmd::Exit::Misused);
  EXPECT_EQ(bench.verb({"explain", "unit"}), cmd::Exit::Misused);
  EXPECT_EQ(bench.verb({"explain", "unit", "web/0", "web/1"}), cmd::Exit::Misused);
  EXPECT_EQ(bench.verb({"explain", "unit", "web/0", "--format", "yaml"}), cmd::Exit::Misused);
}

} // namespace
} // namespace orrery::test
