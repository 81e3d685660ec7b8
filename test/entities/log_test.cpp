#include "test/support/heard.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

namespace {

/// What was said, without the time.
std::string said(Heard& heard) {
  const std::string text = heard.take();
  return text.size() > 25 ? text.substr(25) : text;
}

} // namespace

TEST(Log, a_line_has_level_component_text_and_fields) {
  Heard heard;
  runtime::set_log_level("info");
  runtime::log("agent")->warn("hook failed{}{}", runtime::field("unit", "db/0"),
                              runtime::field("seq", 7));
  EXPECT_EQ(said(heard), "warning agent: hook failed unit=db/0 seq=7\n");
}

TEST(Log, fields_that_are_not_one_word_are_quoted) {
  EXPECT_EQ(runtime::field("why", "no room"), R"( why="no room")");
  EXPECT_EQ(runtime::field("why", R"(a"b\c)"), R"( why="a\"b\\c")");
  EXPECT_EQ(runtime::field("why", ""), R"( why="")");
}

TEST(Log, what_others_said_cannot_begin_a_line_or_drive_a_terminal) {
  Heard heard;
  runtime::set_log_level("info");
  runtime::log("agent")->error("a\nb\x1b[2J\xff é");
  EXPECT_EQ(said(heard), "error agent: a\\x0ab\\x1b[2J\\xff é\n");
}

TEST(Log, each_component_has_a_level_that_changes_while_it_runs) {
  Heard heard;
  runtime::set_log_level("info");
  EXPECT_TRUE(runtime::set_log_level("agent", "debug"));
  EXPECT_EQ(runtime::log_levels().at("agent"), "debug");
  EXPECT_EQ(runtime::log_levels().at("journal"), "info");
  runtime::log("agent")->debug("small");
  EXPECT_EQ(said(heard), "debug agent: small\n");
  runtime::log("journal")->debug("small");
  EXPECT_EQ(said(heard), "");
  EXPECT_FALSE(runtime::set_log_level("agnt", "debug"));
  EXPECT_FALSE(runtime::set_log_level("agent", "loud"));
  EXPECT_EQ(runtime::log_levels().at("agent"), "debug");
  EXPECT_FALSE(runtime::log_levels().contains("agnt"));
}

} // namespace orrery::test
