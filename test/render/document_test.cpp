#include "cmd/views/render/document.hpp"
#include "cmd/views/render/json.hpp"
#include "cmd/views/render/yaml.hpp"
#include "config/yaml.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace {

using orrery::render::Document;
using orrery::render::to_json;
using orrery::render::to_yaml;

Document pair(const std::string& key, Document value) {
  Document document = Document::map();
  document.add(key, std::move(value));
  return document;
}

std::string yaml_of(const std::string& text) {
  return to_yaml(pair("k", text));
}

TEST(Json, is_one_line_in_the_order_of_the_document) {
  Document list = Document::list();
  list.push(1U).push(true).push("x").push(Document()).push(Document::map());
  Document document = pair("z", std::move(list));
  document.add("a", Document::number("0.5"));
  EXPECT_EQ(to_json(document), "{\"z\":[1,true,\"x\",null,{}],\"a\":0.5}\n");
}

TEST(Json, escapes_what_strings_must_not_hold) {
  EXPECT_EQ(to_json("a\"\\\n\x1b\xc2\x9b"), "\"a\\\"\\\\\\n\\u001b\\u009b\"\n");
  EXPECT_EQ(to_json("\xf3\xa0\x80\xa0"), "\"\\udb40\\udc20\"\n"); // two halves above U+FFFF
}

TEST(Json, replaces_bytes_that_are_no_utf8) {
  EXPECT_EQ(to_json("a\xff"), "\"a\xef\xbf\xbd\"\n");
}

TEST(Document, a_number_that_json_does_not_know_is_a_string) {
  for (const char* text : {"0", "-3", "1e+20", "2.5E-7", "10"})
    EXPECT_EQ(Document::number(text).kind(), Document::Kind::Number) << text;
  for (const char* text : {"", "inf", "nan", "01", "+1", "1.", ".5", "1e", "0x10", "1 "})
    EXPECT_EQ(Document::number(text).kind(), Document::Kind::String) << text;
}

TEST(Yaml, strings_that_look_like_something_else_are_quoted) {
  for (const char* text :
       {"",     "~",    "null",  "True",  "no",         "OFF", "y",    "8.0",   "12", "-1", "1e3",
        "0x1f", "0o17", "1_000", "10:30", "2026-08-22", ".5",  ".inf", "-.INF", "=",  "<<"})
    EXPECT_EQ(yaml_of(text), "k: \"" + std::string(text) + "\"\n");
}

TEST(Yaml, plain_strings_stay_plain) {
  for (const char* text : {"active", "127.0.1.1", "3.6.1", "mysql/0", "22 Aug 2026 10:00:00Z",
                           "3306/tcp", "a:b", "-x", "café"})
    EXPECT_EQ(yaml_of(text), "k: " + std::string(text) + "\n");
}

TEST(Yaml, indicators_are_quoted) {
  EXPECT_EQ(yaml_of("a: b"), "k: 'a: b'\n");
  EXPECT_EQ(yaml_of("it's #1 # x"), "k: 'it''s #1 # x'\n");
  EXPECT_EQ(yaml_of("- x"), "k: '- x'\n");
  EXPECT_EQ(yaml_of("*x"), "k: '*x'\n");
  EXPECT_EQ(yaml_of(" x"), "k: ' x'\n");
}

TEST(Yaml, several_lines_are_a_block) {
  EXPECT_EQ(yaml_of("one\n\n  two"), "k: |-\n  one\n\n    two\n");
  EXPECT_EQ(yaml_of("one\ntwo\n"), "k: |\n  one\n  two\n");
  EXPECT_EQ(yaml_of("one\n\n"), "k: \"one\\n\\n\"\n");
  EXPECT_EQ(yaml_of(" one\ntwo"), "k: \" one\\ntwo\"\n");
}

TEST(Yaml, nests_maps_and_lists) {
  Document list = Document::list();
  list.push(pair("a", "x").add("b", pair("c", 1U))).push("y").push(Document::list());
  EXPECT_EQ(to_yaml(pair("k", std::move(list)).add("e", Document::map())),
            "k:\n- a: x\n  b:\n    c: 1\n- \"y\"\n- []\ne: {}\n");
}

TEST(Yaml, and_json_give_every_string_back) {
  const std::string strings[] = {
    "",       " ",          "a\n",          "a\n\nb", "\n",
    "\na",    "a \nb",      "x: y\nz # w",  "'",      "\"",
    "\\n",    "\x1b[0m",    "a\tb",         "#",      "? x",
    "! x",    "%x",         "@x",           "`x",     "---",
    "...\nx", "--- a\nb",   "a\r\nb",       "{}",     "[]",
    "{a",     "a: ",        "a:",           ":",      "-",
    "|",      "> x",        "null\n",       "0.10",   "1:2",
    "é\nß",   "é\xc2\x85x", "\xe2\x80\xa8", "-\n-",
  };
  for (const std::string& text : strings) {
    const Document document = pair(text, text);
    const auto read = orrery::config::parse_yaml(to_yaml(document), "test");
    ASSERT_TRUE(read) << to_yaml(document) << read.error().text();
    ASSERT_EQ(read->root().members.size(), 1U) << to_yaml(document);
    const auto& member = read->root().members.front();
    EXPECT_EQ(member.key, text) << to_yaml(document);
    EXPECT_EQ(member.value.scalar, text) << to_yaml(document);
    EXPECT_TRUE(member.value.quoted
                || orrery::config::plain_kind(text) == orrery::config::PlainKind::Text)
      << to_yaml(document);
    EXPECT_EQ(nlohmann::json::parse(to_json(document)).begin().value(), text);
  }
}

} // namespace
