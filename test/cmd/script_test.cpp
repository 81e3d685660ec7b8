#include "cmd/conditions/duration.hpp"
#include "cmd/console/parser.hpp"

#include <gtest/gtest.h>

namespace orrery::cmd::console {
namespace {

/// The words of a one-statement script, variables as $NAME.
std::vector<std::string> words(const std::string& text) {
  const auto block = parse(text);
  std::vector<std::string> found;
  if (!block || block->size() != 1)
    return {"not one statement"};
  for (const auto& word : block->front().words) {
    found.emplace_back();
    for (const auto& piece : word.pieces)
      found.back() += (piece.variable ? "$" : "") + piece.text;
  }
  return found;
}

using Words = std::vector<std::string>;

TEST(Script, words_quotes_and_variables) {
  EXPECT_EQ(words("echo a  b # c"), (Words{"echo", "a", "b"}));
  EXPECT_EQ(words("echo 'a $b; {' \"x\\n\\\"y\\$ $v\""), (Words{"echo", "a $b; {", "x\n\"y$ $v"}));
  EXPECT_EQ(words("echo pre${v}post a\\ b ''"), (Words{"echo", "pre$vpost", "a b", ""}));
  EXPECT_EQ(words("echo a \\\n b"), (Words{"echo", "a", "b"}));
  EXPECT_EQ(words("\xef\xbb\xbf"
                  "echo a\r\n"),
            (Words{"echo", "a"}))
    << "as some editors write files";
  EXPECT_EQ(words("echo unit[app=db life=alive] x#y"),
            (Words{"echo", "unit[app=db life=alive]", "x#y"}));
}

TEST(Script, the_programs_name_may_stand_before_a_verb_as_in_a_shell) {
  EXPECT_EQ(words("orrery status db"), (Words{"status", "db"}));
  EXPECT_EQ(words("juju status"), (Words{"status"}));
  EXPECT_EQ(words("echo orrery status"), (Words{"echo", "orrery", "status"}));
  EXPECT_TRUE(parse("repeat 2 { orrery resolved db/0 }"));
  EXPECT_FALSE(parse("'orrery' status")) << "a quoted word is no program's name";
  EXPECT_FALSE(parse("orrery"));
}

TEST(Script, semicolons_and_blocks) {
  const auto block = parse("repeat 2 { echo a; repeat 3 {echo b} }; echo c\n\n;echo d");
  ASSERT_TRUE(block) << block.error().text;
  ASSERT_EQ(block->size(), 3U);
  EXPECT_EQ(block->front().block.size(), 2U);
  EXPECT_EQ(block->front().block[1].block.size(), 1U);
}

struct Wrong {
  std::string text;
  Position at;
  std::string says;
  bool incomplete;
};

TEST(Script, every_error_has_its_place) {
  const std::vector<Wrong> table{
    {"echo a\n  depoly x", {2, 3}, "did you mean \"deploy\"", false},
    {"echo 'a", {1, 6}, "a ' that is not closed", true},
    {"echo \"a\nb", {1, 6}, "a \" that is not closed", true},
    {"repeat 2 {\n echo a", {1, 10}, "not closed", true},
    {"echo a }", {1, 8}, "closes nothing", false},
    {"}", {1, 1}, "closes nothing", false},
    {"echo $", {1, 6}, "without a variable's name", false},
    {"echo \"\\q\"", {1, 7}, "unknown escape \\q", false},
    {"echo unit[app=db", {1, 10}, "without \"]\"", false},
    {"repeat 2", {1, 1}, "wants a block", false},
    {"echo { echo }", {1, 1}, "takes no block", false},
    {"status { echo }", {1, 1}, "takes no block", false},
    {"{ echo }", {1, 1}, "must follow its command", false},
    {"repeat 2 { echo } echo", {1, 19}, "end of the line", false},
    {"let x 3 4", {1, 7}, "expected \"=\"", false},
    {"let x", {1, 1}, "not complete", false},
    {"for x in unit { echo }", {1, 5}, "variable like $x", false},
    {"for $x at unit { echo }", {1, 8}, "expected \"in\"", false},
    {"expect eror \"x\" { echo }", {1, 8}, "expected \"error\"", false},
    {"set a b c", {1, 9}, "too many words", false},
    {"ploy x", {1, 1}, "unknown command \"ploy\"", false},
    {"zzzzzz", {1, 1}, "\"help\" lists them", false},
    {"$x a", {1, 1}, "begin with a verb", false},
    {"echo a \\", {1, 8}, "ends after a backslash", true},
  };
  for (const auto& wrong : table) {
    const auto block = parse(wrong.text);
    ASSERT_FALSE(block) << wrong.text;
    EXPECT_EQ(block.error().at, wrong.at)
      << wrong.text << " at " << block.error().at.line << ":" << block.error().at.column;
    EXPECT_NE(block.error().text.find(wrong.says), std::string::npos)
      << wrong.text << ": " << block.error().text;
    EXPECT_EQ(block.error().incomplete, wrong.incomplete) << wrong.text;
  }
}

TEST(Script, depth_is_bounded) {
  std::string text;
  for (int i = 0; i < 100'000; ++i)
    text += "repeat 1 {";
  const auto block = parse(text);
  ASSERT_FALSE(block);
  EXPECT_EQ(block.error().text, "blocks lie deeper than 64");
}

TEST(Script, a_description_shows_the_line_with_a_caret) {
  EXPECT_EQ(describe({"f", "echo a\necho \xc3\xa4\tb"}, {2, 9}, "wrong"),
            "f:2:9: wrong\n  echo \xc3\xa4 b\n         ^\n");
  EXPECT_EQ(describe({"f", ""}, {1, 1}, "wrong"), "f:1:1: wrong\n  \n  ^\n");
  EXPECT_EQ(describe({"f", "a"}, {9, 1}, "wrong").substr(0, 12), "f:9:1: wrong");
}

TEST(Duration, units_and_bounds) {
  EXPECT_EQ(parse_duration("30s"), std::chrono::seconds{30});
  EXPECT_EQ(parse_duration("500ms"), std::chrono::milliseconds{500});
  for (const auto* text : {"", "30", "s", "-1s", "1.5s", "1001h", "99999999999h", "1 s"})
    EXPECT_FALSE(parse_duration(text)) << text;
  EXPECT_EQ(parse_duration("1000h"), std::chrono::hours{1000});
  EXPECT_FALSE(parse_duration("3600001s"));
}

} // namespace
} // namespace orrery::cmd::console
