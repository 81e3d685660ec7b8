// Blocks that run or not, beside each other, and at their time.
#include "test/cmd/language.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

TEST_F(Language, if_takes_the_branch_that_its_condition_says) {
  const std::string chain =
    "if $n == 1 { echo one } else if $n == 2 { echo two } else { echo many }";
  EXPECT_EQ(run("for $n in unit { echo $n }; let n = 1; " + chain + "; let n = 2; " + chain
                + "; let n = 3; " + chain),
            cmd::Exit::Fine)
    << output.complained;
  EXPECT_EQ(output.printed, "db/0\ndb/1\ndb/2\none\ntwo\nmany\n");
  EXPECT_EQ(
    run("if count unit == 3 {\n  echo three\n} else {\n  echo other\n}\nif any unit.error { "
        "echo bad }; echo after"),
    cmd::Exit::Fine);
  EXPECT_EQ(output.printed, "three\nafter\n");
}

TEST_F(Language, if_stands_at_the_end_of_a_block_and_in_others) {
  EXPECT_EQ(run("repeat 2 { if 1 == 2 { echo a } else if 2 == 2 { echo b } }; echo c"),
            cmd::Exit::Fine)
    << output.complained;
  EXPECT_EQ(output.printed, "b\nb\nc\n");
}

TEST_F(Language, a_failing_block_of_an_if_fails) {
  EXPECT_EQ(run("if 1 == 1 { assert 1 == 2 } else { echo a }"), cmd::Exit::AssertFailed);
  EXPECT_EQ(run("if count unit[ap=db] == 3 { echo a }"), cmd::Exit::Misused);
  EXPECT_TRUE(has(output.complained, "test:1:10: ") || has(output.complained, "test:1:4: "))
    << output.complained;
}

TEST_F(Language, parallel_runs_so_many_branches_with_whole_lines) {
  EXPECT_EQ(run("parallel 8 { repeat 50 { echo branch $branch says something } }"), cmd::Exit::Fine)
    << output.complained;
  std::istringstream stream{output.printed};
  std::map<std::string, int> seen;
  for (std::string line; std::getline(stream, line);)
    ++seen[line];
  EXPECT_EQ(seen.size(), 8U);
  for (const auto& [line, times] : seen)
    EXPECT_EQ(times, 50) << line;
}

TEST_F(Language, parallel_without_a_number_runs_each_statement_beside_the_others) {
  // Each waits for what the other one does.
  EXPECT_EQ(run("parallel { { echo a } }"), cmd::Exit::Misused);
  EXPECT_EQ(run("parallel {\n  wait unit db/3 life=alive timeout=20s\n  add-unit db\n}"),
            cmd::Exit::Fine)
    << output.complained;
}

TEST_F(Language, parallel_ends_with_the_first_failure_and_its_code) {
  EXPECT_EQ(run("parallel {\n  wait unit db/9 life=alive timeout=1h\n  assert 1 == 2\n}"),
            cmd::Exit::AssertFailed);
  EXPECT_TRUE(has(output.complained, "test:3:3: assert failed")) << output.complained;
}

TEST_F(Language, branches_are_bounded) {
  EXPECT_EQ(run("parallel 65 { echo a }"), cmd::Exit::Misused);
  EXPECT_EQ(run("parallel 0 { echo a }"), cmd::Exit::Misused);
  EXPECT_EQ(run("parallel 9 { parallel 9 { wait unit db/0 gone timeout=20s } }"),
            cmd::Exit::Misused);
  EXPECT_TRUE(has(output.complained, "more than 64 branches at once")) << output.complained;
  EXPECT_EQ(run("repeat 40 { parallel 4 { parallel 2 { echo a } } }"), cmd::Exit::Fine);
}

TEST_F(Language, a_branch_keeps_its_variables_to_itself) {
  EXPECT_EQ(run("let x = outer; parallel 3 { let x = $branch; echo $x }; echo $x"),
            cmd::Exit::Fine);
  EXPECT_TRUE(output.printed.ends_with("outer\n")) << output.printed;
}

TEST_F(Language, the_same_seed_issues_the_same_commands) {
  const std::string script = "seed 42; repeat 5 { let u = pick unit; show-unit $u }\n"
                             "parallel 4 { repeat 5 { let u = pick unit; show-unit $u; parallel 2 "
                             "{ let v = pick unit } } }\n"
                             "every 1ms for 3ms { let u = pick unit }";
  const auto commands = [&](const std::string& text) {
    cmd::console::RunOptions options;
    options.trace = "trace.jsonl";
    EXPECT_EQ(run(text, options), cmd::Exit::Fine) << output.complained;
    std::map<std::string, std::vector<std::string>> found;
    for (const auto& line : lines(read("trace.jsonl")))
      found[line.value("branch", "")].push_back(line["words"].dump());
    return found;
  };
  const auto first = commands(script);
  EXPECT_EQ(first.size(), 13U); // the script itself, 4 branches, 2 in each of them
  EXPECT_NE(first.at("1"), first.at("2"));
  EXPECT_EQ(commands(script), first);
  EXPECT_NE(commands("seed 43" + script.substr(7)), first);
}

TEST_F(Language, at_waits_for_a_time_of_the_script) {
  const auto began = std::chrono::steady_clock::now();
  EXPECT_EQ(run("at 60ms { echo a }; at 10ms { echo late }"), cmd::Exit::Fine);
  EXPECT_GE(std::chrono::steady_clock::now() - began, std::chrono::milliseconds{60});
  EXPECT_EQ(output.printed, "a\nlate\n");
}

TEST_F(Language, every_runs_as_often_as_its_period_goes_into_the_span) {
  const auto began = std::chrono::steady_clock::now();
  EXPECT_EQ(run("every 10ms for 45ms { echo a }"), cmd::Exit::Fine);
  EXPECT_GE(std::chrono::steady_clock::now() - began, std::chrono::milliseconds{40});
  EXPECT_EQ(output.printed, "a\na\na\na\na\n");
  EXPECT_EQ(run("every 1s for 1h { assert 1 == 2 }"), cmd::Exit::AssertFailed);
  EXPECT_EQ(run("every 0s for 1h { echo a }"), cmd::Exit::Misused);
}

TEST_F(Language, a_client_that_goes_ends_what_waits_for_a_time) {
  output.gone = true;
  EXPECT_EQ(run("at 1h { echo a }"), cmd::Exit::Failed);
  EXPECT_EQ(run("every 1h for 10h { echo a }"), cmd::Exit::Failed);
  EXPECT_EQ(run("parallel 3 { at 1h { echo a } }"), cmd::Exit::Failed);
  EXPECT_EQ(output.printed, "");
}

} // namespace
} // namespace orrery::test
