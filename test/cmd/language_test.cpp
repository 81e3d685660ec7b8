#include "cmd/console/checking.hpp"
#include "cmd/console/interpreter.hpp"
#include "cmd/console/parse_only.hpp"
#include "cmd/console/parser.hpp"
#include "test/cmd/fake_orchestrator.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>

namespace orrery::test {
namespace {

using nlohmann::json;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

/// A bench with application db and units db/0 to db/2.
struct Language : testing::Test, Bench {
  Language() {
    store::Charm charm;
    charm.name = "db";
    charm.url = "local:db-0";
    (void)orchestrator.run(protocol::CreateApplication{"db", charm, {}});
    for (int i = 0; i < 3; ++i)
      (void)orchestrator.run(protocol::AddUnit{"db", std::nullopt});
  }

  int run(const std::string& text, const cmd::console::RunOptions& options = {}) {
    output.printed.clear();
    output.complained.clear();
    cmd::console::Interpreter interpreter{session};
    return interpreter.run({"test", text, options.directory}, options);
  }

  [[nodiscard]] std::string read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream{directory / name}.rdbuf();
    return text.str();
  }

  [[nodiscard]] std::vector<json> lines(const std::string& text) const {
    std::vector<json> found;
    std::istringstream stream{text};
    for (std::string line; std::getline(stream, line);)
      found.push_back(json::parse(line));
    return found;
  }
};

cmd::console::RunOptions as_json() {
  cmd::console::RunOptions options;
  options.json = true;
  return options;
}

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

TEST_F(Language, snapshots_are_compared) {
  EXPECT_EQ(run("save snapshot s1; diff s1 now; remove-unit db/0; add-unit db; save snapshot s2; "
                "diff s1 s2"),
            cmd::Exit::Fine)
    << output.complained;
  EXPECT_TRUE(has(output.printed, "saved snapshot s1 at seq=5\nnothing differs\n"));
  EXPECT_TRUE(has(output.printed, "~ unit db/0\n    life: \"alive\" -> \"dying\"\n"))
    << output.printed;
  EXPECT_TRUE(has(output.printed, "+ unit db/3\n")) << output.printed;
  EXPECT_TRUE(has(output.printed, "    unit_count: \"3\" -> \"4\"\n")) << output.printed;
  EXPECT_EQ(run("save snapshot a; remove-unit db/1; diff a now --format json"), cmd::Exit::Fine);
  const auto told = lines(output.printed.substr(output.printed.find('{')));
  EXPECT_EQ(told[0]["count"], 1);
  EXPECT_EQ(told[0]["differences"][0]["fields"][0]["after"], "dying");
}

TEST_F(Language, snapshots_are_bounded_and_named) {
  EXPECT_EQ(run("save snapshot now"), cmd::Exit::Misused);
  EXPECT_EQ(run("save snapshot 'a b'"), cmd::Exit::Misused);
  EXPECT_EQ(run("save snapshot first; diff firs now"), cmd::Exit::Misused);
  EXPECT_TRUE(has(output.complained, "did you mean \"first\"")) << output.complained;
  std::string script;
  for (int i = 0; i < 16; ++i)
    script += "save snapshot s" + std::to_string(i) + ";";
  EXPECT_EQ(run(script + "save snapshot s3"), cmd::Exit::Fine);
  EXPECT_EQ(run(script + "save snapshot s16"), cmd::Exit::Misused);
}

TEST_F(Language, source_looks_beside_the_file_that_names_it) {
  file("scripts/a.orrery", "source more/b.orrery");
  file("scripts/more/b.orrery", "source c.orrery");
  file("scripts/more/c.orrery", "echo here");
  EXPECT_EQ(run("source scripts/a.orrery"), cmd::Exit::Fine) << output.complained;
  cmd::console::RunOptions options;
  options.directory = "scripts/more";
  EXPECT_EQ(run("source c.orrery", options), cmd::Exit::Fine) << output.complained;
  EXPECT_EQ(output.printed, "here\n");
}

TEST_F(Language, settings_of_a_session) {
  EXPECT_EQ(run("set echo on; echo a; set echo off; echo b"), cmd::Exit::Fine);
  EXPECT_EQ(output.complained, "+ echo a\n+ set echo off\n");
  EXPECT_EQ(run("set echo of"), cmd::Exit::Misused);
  EXPECT_EQ(run("set tmeout 3s"), cmd::Exit::Misused);
  EXPECT_TRUE(has(output.complained, "did you mean \"timeout\"")) << output.complained;
}

TEST_F(Language, echo_shows_values_and_is_not_what_an_error_is_found_in) {
  cmd::console::RunOptions options;
  options.echo = true;
  EXPECT_EQ(run("let x = 'a b'; expect error marker { echo marker }", options),
            cmd::Exit::AssertFailed);
  EXPECT_TRUE(has(output.complained, "+ let x = \"a b\"\n")) << output.complained;
}

TEST_F(Language, json_is_one_object_a_command) {
  EXPECT_EQ(run("add-unit db; echo a; expect error 'not found' { add-unit nope }\nadd-unit gone",
                as_json()),
            cmd::Exit::Failed);
  const auto told = lines(output.printed);
  ASSERT_EQ(told.size(), 5U) << output.printed;
  EXPECT_EQ(told[0]["command"], "add-unit db");
  EXPECT_EQ(told[0]["ok"], true);
  EXPECT_EQ(told[0]["seq"], 6);
  EXPECT_TRUE(told[0]["took_ms"].is_number());
  EXPECT_EQ(told[1]["output"], "a\n");
  EXPECT_EQ(told[2]["expected"], true);
  EXPECT_EQ(told[2]["ok"], false);
  EXPECT_EQ(told[3]["ok"], true);
  EXPECT_EQ(told[4]["error"]["code"], 1);
  EXPECT_EQ(told[4]["line"], 2);
  EXPECT_TRUE(has(told[4]["error"]["text"].get<std::string>(), "\"gone\" not found"));
  EXPECT_EQ(output.complained, "");
}

TEST_F(Language, json_tells_errors_of_the_script_too) {
  for (const auto* text : {"depoly x", "repeat x { echo a }", "echo $x", "source nowhere"}) {
    EXPECT_EQ(run(text, as_json()), cmd::Exit::Misused) << text;
    const auto told = lines(output.printed);
    ASSERT_EQ(told.size(), 1U) << text << output.printed;
    EXPECT_EQ(told[0]["error"]["code"], 2) << text;
    EXPECT_EQ(output.complained, "") << text;
  }
}

TEST_F(Language, a_trace_has_every_command_its_answer_and_its_time) {
  cmd::console::RunOptions options;
  options.trace = "t.jsonl";
  EXPECT_EQ(run("add-unit db\nassert 1 == 2", options), cmd::Exit::AssertFailed);
  const auto told = lines(read("t.jsonl"));
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[0]["words"], (json{"add-unit", "db"}));
  EXPECT_EQ(told[0]["output"], "added unit db/3\nok seq=6\n");
  EXPECT_TRUE(told[1]["at_ms"].is_number());
  EXPECT_EQ(told[1]["exit"], 3);
  EXPECT_TRUE(has(output.printed, "added unit db/3\n")) << "shown as well";
  options.trace = "no/such/t.jsonl";
  EXPECT_EQ(run("add-unit db", options), cmd::Exit::Failed);
  EXPECT_TRUE(has(output.complained, "cannot write")) << output.complained;
}

TEST_F(Language, a_junit_file_has_a_testcase_for_what_was_claimed_and_what_failed) {
  cmd::console::RunOptions options;
  options.junit = "report.xml";
  EXPECT_EQ(run("set on-error continue; echo a; assert 1 == 1; wait unit db/9 gone\n"
                "expect error 'not found' { add-unit nope }; assert '<' == '\x1b'; add-unit nope",
                options),
            cmd::Exit::AssertFailed);
  const auto told = read("report.xml");
  EXPECT_EQ(count(told, "<testcase "), 5U) << told;
  EXPECT_EQ(count(told, "<failure "), 2U) << told;
  EXPECT_TRUE(has(told, "tests=\"0000000005\" failures=\"0000000002\"")) << told;
  EXPECT_TRUE(has(told, "name=\"line 2: assert &lt; == \\x1b\"")) << told;
  EXPECT_TRUE(told.ends_with("</testsuite>\n</testsuites>\n")) << told;
}

TEST_F(Language, flags_and_conditions_are_checked_before_anything_runs) {
  const auto before = orchestrator.commands();
  for (const auto* text :
       {"add-unit db; add-unit db --nm 3", "add-unit db; repeat 2 { assert count unt == 3 }",
        "add-unit db; if any unit[ap=x] { echo a }", "add-unit db; every 1x for 3s { echo a }",
        "add-unit db; wait unit db/0 gon", "add-unit db; let x = pick uint",
        "add-unit db; for $x in uint { echo a }", "add-unit db; remove-unit"})
    EXPECT_EQ(run(text), cmd::Exit::Misused) << text;
  EXPECT_EQ(orchestrator.commands(), before);
  EXPECT_EQ(run("expect error 'flag' { add-unit db --nm 3 }"), cmd::Exit::Fine)
    << output.complained;
}

TEST_F(Language, every_words_example_is_right) {
  for (const auto& keyword : cmd::console::keywords()) {
    const auto block = cmd::console::parse(keyword.example);
    ASSERT_TRUE(block) << keyword.name << ": " << block.error().text;
    EXPECT_EQ(block->front().words[0].literal(), keyword.name);
    EXPECT_TRUE(cmd::console::check_block(*block).empty()) << keyword.name;
  }
}

TEST_F(Language, parsing_only_tells_every_error_and_reads_what_is_included) {
  const auto try_it = [&](const std::string& text) {
    output.printed.clear();
    output.complained.clear();
    return cmd::console::parse_only({"test", text, directory}, {}, output);
  };
  file("good.orrery", "echo a; echo b");
  file("bad.orrery", "ecko a");
  EXPECT_EQ(try_it("source good.orrery; source good.orrery; add-unit $x"), cmd::Exit::Fine)
    << output.complained;
  EXPECT_TRUE(has(output.printed, "test: 5 commands")) << output.printed;
  EXPECT_EQ(try_it("add-unit --nm 3\nsource bad.orrery\nremove-unit"), cmd::Exit::Misused);
  EXPECT_EQ(count(output.complained, "ERROR "), 3U) << output.complained;
  EXPECT_TRUE(has(output.complained, "bad.orrery:1:1: ")) << output.complained;
  EXPECT_EQ(try_it("source nowhere.orrery"), cmd::Exit::Misused);
}

TEST_F(Language, a_wait_that_is_in_vain_explains) {
  EXPECT_EQ(run("wait unit db/0 gone timeout=20ms"), cmd::Exit::TimedOut);
  EXPECT_TRUE(has(output.complained, "unit db/0 is alive") || has(output.complained, "Alive"))
    << output.complained;
  const auto lines_of_it = count(output.complained, "\n");
  EXPECT_GT(lines_of_it, 5U) << output.complained;
}

TEST_F(Language, wait_settled_takes_names_of_applications) {
  EXPECT_EQ(run("wait settled db"), cmd::Exit::Fine) << output.complained;
  EXPECT_EQ(run("wait settled bd"), cmd::Exit::Failed);
  EXPECT_TRUE(has(output.complained, "application \"bd\" not found")) << output.complained;
  EXPECT_EQ(run("wait settled db/0"), cmd::Exit::Misused);
  orchestrator.unsettle();
  EXPECT_EQ(run("wait settled db timeout=20ms"), cmd::Exit::TimedOut);
}

TEST_F(Language, faults_are_refused_unless_they_are_allowed) {
  EXPECT_EQ(run("fault hook db/0 stop times=2 exit=1"), cmd::Exit::Failed);
  EXPECT_TRUE(has(output.complained, "--allow-faults")) << output.complained;
  for (const auto* text : {"fault", "fault hok db/0 stop", "fault hook db stop", "fault agent db/0",
                           "fault hook db/0 stop times=0", "fault hook db/0 stop exit=256",
                           "fault daemon crsh", "fault none of it"})
    EXPECT_EQ(run(text), cmd::Exit::Misused) << text;
}

} // namespace
} // namespace orrery::test
