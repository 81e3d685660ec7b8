#include "cmd/verbs/task_output.hpp"
#include "test/cmd/fake_orchestrator.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

namespace {

/// db with two units, db/1 leads it; machines 0 and 1.
struct Exec : testing::Test {
  Exec() {
    bench.charm("redis");
    EXPECT_EQ(bench.verb({"deploy", "./redis", "db", "-n", "2"}), cmd::Exit::Fine);
    bench.orchestrator.change(
      [](store::Contents& contents) { contents.applications.at("db").leader = "db/1"; });
  }
  int exec(std::vector<std::string> words) {
    words.insert(words.begin(), "exec");
    return bench.verb(words);
  }
  std::string places() {
    std::string names;
    for (const cmd::TaskPlace& place : bench.orchestrator.ordered().places)
      names += (names.empty() ? "" : " ") + name_of(place);
    return names;
  }
  cmd::TaskOutcome outcome(const std::string& unit, int code) {
    cmd::TaskOutcome task;
    task.place.unit = unit;
    task.state = cmd::TaskOutcome::State::Ended;
    task.code = code;
    return task;
  }
  Bench bench;
};

} // namespace

TEST_F(Exec, names_places_in_many_ways) {
  EXPECT_EQ(exec({"--unit", "db/1,db/0", "-u", "db/0", "--", "true"}), cmd::Exit::Fine);
  EXPECT_EQ(places(), "db/0 db/1");
  EXPECT_EQ(exec({"-a", "db", "--", "true"}), cmd::Exit::Fine);
  EXPECT_EQ(places(), "db/0 db/1");
  EXPECT_EQ(exec({"--unit", "db/leader", "--machine", "0", "--", "true"}), cmd::Exit::Fine);
  EXPECT_EQ(places(), "0 db/1");
  EXPECT_EQ(exec({"--all", "--", "true"}), cmd::Exit::Fine);
  EXPECT_EQ(places(), "0 1");
}

TEST_F(Exec, what_is_not_there_is_refused_before_anything_runs) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
    {{"--unit", "db/0,db/7", "--", "true"},
     "ERROR unit \"db/7\" not found; did you mean \"db/0\"?\n"},
    {{"-a", "nobody", "--", "true"},
     "ERROR application \"nobody\" not found: \"status\" lists what there is\n"},
    {{"--machine", "9", "--", "true"},
     "ERROR machine \"9\" not found: \"status\" lists what there is\n"},
    {{"--unit", "", "--", "true"}, "ERROR no place to run it: nothing was named\n"}};
  for (const auto& [words, complaint] : cases) {
    EXPECT_EQ(exec(words), cmd::Exit::Failed);
    EXPECT_EQ(bench.output.complained, complaint);
  }
  for (const auto& words :
       std::vector<std::vector<std::string>>{{"--", "true"},
                                             {"--all", "--unit", "db/0", "--", "true"},
                                             {"--all"},
                                             {"--all", "--wait", "soon", "--", "true"},
                                             {"--all", "--timeout", "0s", "--", "true"},
                                             {"--all", "--", std::string(100'001, 'x')}})
    EXPECT_EQ(exec(words), cmd::Exit::Misused) << bench.output.complained;
  EXPECT_TRUE(bench.orchestrator.ordered().places.empty());
}

TEST_F(Exec, a_single_word_is_a_script_and_several_are_quoted) {
  EXPECT_EQ(exec({"--unit", "db/0", "--", "echo a; echo b"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "echo a; echo b\n");
  EXPECT_EQ(exec({"--unit", "db/0", "--", "echo", "it's", "$x", "", "-n"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "echo 'it'\\''s' '$x' '' -n\n");
}

TEST_F(Exec, shows_one_as_it_printed_and_several_as_yaml) {
  cmd::TaskOutcome loud = outcome("db/0", 0);
  loud.out = "out\n";
  loud.errors = "err\n";
  bench.orchestrator.end_task(loud);
  EXPECT_EQ(exec({"--unit", "db/0", "--", "x"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "out\n");
  EXPECT_EQ(bench.output.complained, "err\n");
  EXPECT_EQ(exec({"-a", "db", "--", "x"}), cmd::Exit::Fine);
  EXPECT_TRUE(bench.output.printed.starts_with("db/0:\n  id: \"1\"\n")) << bench.output.printed;
  EXPECT_EQ(exec({"--unit", "db/0", "--format", "json", "--", "x"}), cmd::Exit::Fine);
  EXPECT_EQ(
    bench.output.printed,
    R"({"db/0":{"id":"1","results":{"return-code":0,"stderr":"err\n","stdout":"out\n"},)"
    R"("status":"completed","timing":{"completed":"2026-08-19 10:00:00 +0000 UTC",)"
    R"("enqueued":"2026-08-19 10:00:00 +0000 UTC","started":"2026-08-19 10:00:00 +0000 UTC"},)"
    R"("unit":"db/0"}})"
    "\n");
  EXPECT_EQ(exec({"--machine", "0", "--format", "json", "--", "x"}), cmd::Exit::Fine);
  EXPECT_NE(bench.output.printed.find(R"("machine":"0")"), std::string::npos);
}

TEST_F(Exec, a_failed_task_is_said_in_jujus_words_and_the_results_stay) {
  bench.orchestrator.end_task(outcome("db/0", 2));
  cmd::TaskOutcome lost = outcome("db/1", 0);
  lost.state = cmd::TaskOutcome::State::Failed;
  lost.message = "nobody acts for it now";
  EXPECT_EQ(exec({"--unit", "db/0", "--format", "json", "--", "x"}), cmd::Exit::Failed);
  EXPECT_EQ(bench.output.complained,
            "ERROR the following task failed:\n - id \"1\" with return code 2\n");
  EXPECT_NE(bench.output.printed.find(R"("return-code":2)"), std::string::npos);
  EXPECT_NE(bench.output.printed.find(R"("status":"failed")"), std::string::npos);
  bench.orchestrator.end_task(lost);
  EXPECT_EQ(exec({"-a", "db", "--", "x"}), cmd::Exit::Failed);
  EXPECT_EQ(bench.output.complained,
            "ERROR the following tasks failed:\n - id \"1\" with return code 2\n"
            " - id \"2\" on db/1: nobody acts for it now\n");
}

TEST_F(Exec, who_goes_leaves_what_was_begun) {
  bench.output.gone = true;
  EXPECT_EQ(exec({"--unit", "db/0", "--", "x"}), cmd::Exit::Failed);
  EXPECT_EQ(
    bench.output.complained,
    "ERROR interrupted waiting for results; what was begun goes on:\n - id \"1\" on db/0\n");
}

TEST_F(Exec, flags_say_how_long_and_how_many_at_once) {
  EXPECT_EQ(exec({"--all", "--wait", "5s", "--timeout", "2m", "--parallel=false", "--", "x"}),
            cmd::Exit::Fine);
  const cmd::TaskOrder& order = bench.orchestrator.ordered();
  EXPECT_EQ(order.patience, std::chrono::seconds(5));
  EXPECT_EQ(order.deadline, std::chrono::minutes(2));
  EXPECT_FALSE(order.in_parallel);
  EXPECT_EQ(exec({"--all", "--background", "--", "x"}), cmd::Exit::Failed);
  EXPECT_EQ(bench.output.complained, "ERROR --background of \"exec\" comes with a later Orrery\n");
}

TEST(Tasks, all_together_keep_a_bounded_output) {
  EXPECT_EQ(cmd::kept_output(1), 1U << 20);
  EXPECT_EQ(cmd::kept_output(1024), 16U << 10);
  EXPECT_EQ(cmd::kept_output(1'000'000), 1U << 10);
}

} // namespace orrery::test
