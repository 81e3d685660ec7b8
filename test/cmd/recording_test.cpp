// What a script is answered with beside its output: echo, JSON, traces, JUnit.
#include "cmd/console/shown_words.hpp"
#include "test/cmd/language.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

using nlohmann::json;

cmd::console::RunOptions as_json() {
  cmd::console::RunOptions options;
  options.json = true;
  return options;
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

TEST_F(Language, SE4_no_record_has_the_content_of_a_secret) {
  cmd::console::RunOptions options;
  options.echo = true;
  options.trace = "t.jsonl";
  options.junit = "t.xml";
  EXPECT_EQ(run("let p = word\nadd-secret mine password=hunter2 token=\"hunter2 $p\"\n"
                "juju update-secret mine password#base64=aHVudGVyMg==\n"
                "add-secret mine password=hunter2",
                options),
            cmd::Exit::Failed);
  const std::string trace = read("t.jsonl");
  EXPECT_TRUE(has(trace, R"("words":["add-secret","mine","password=...","token=..."])")) << trace;
  EXPECT_TRUE(has(output.complained, "already exists")) << output.complained;
  for (const std::string& text : {trace, read("t.xml"), output.printed, output.complained}) {
    EXPECT_FALSE(has(text, "hunter2")) << text;
    EXPECT_FALSE(has(text, "aHVudGVy")) << text;
  }
}

TEST(ShownWords, SE4_values_of_secrets_and_strings_of_registrations_are_left_out) {
  using cmd::console::shown_words;
  using Words = std::vector<std::string>;
  EXPECT_EQ(shown_words({"config", "db", "a=b"}), (Words{"config", "db", "a=b"}));
  EXPECT_EQ(shown_words({"orrery", "add-secret", "s", "a=b=c", "--info", "x"}),
            (Words{"orrery", "add-secret", "s", "a=...", "--info", "x"}));
  EXPECT_EQ(shown_words({"register", "MEk"}), (Words{"register", "..."}));
  EXPECT_EQ(shown_words({"juju"}), Words{"juju"});
  EXPECT_EQ(shown_words({}), Words{});
  EXPECT_TRUE(cmd::console::may_give_secrets("expect error { add-secret a b=c }"));
  EXPECT_FALSE(cmd::console::may_give_secrets("secrets"));
}

} // namespace
} // namespace orrery::test
