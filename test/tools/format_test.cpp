#include "actors/hooks/tools/format.hpp"
#include "config/yaml.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace orrery::hooks {
namespace {

using config::Data;

struct Shown {
  Data value;
  std::string smart;
  std::string yaml;
  std::string json;
};

TEST(Format, shows_each_kind_of_value) {
  const std::vector<Shown> cases{
    {Data(), "", "", "null\n"},
    {"", "", "\"\"\n", "\"\"\n"},
    {"x y", "x y\n", "x y\n", "\"x y\"\n"},
    {"true", "true\n", "\"true\"\n", "\"true\"\n"},
    {Data(true), "True\n", "true\n", "true\n"},
    {Data(false), "False\n", "false\n", "false\n"},
    {Data::number("42"), "42\n", "42\n", "42\n"},
    {Data::number("-0.5"), "-0.5\n", "-0.5\n", "-0.5\n"},
    {Data::list(), "", "[]\n", "[]\n"},
    {Data::list(std::vector<std::string>{"a/0", "b/1"}), "a/0\nb/1\n", "- a/0\n- b/1\n",
     "[\"a/0\",\"b/1\"]\n"},
    {Data::map(), "{}\n", "{}\n", "{}\n"},
    {Data::map({{"a", "1"}, {"b", "x"}}), "a: \"1\"\nb: x\n", "a: \"1\"\nb: x\n",
     "{\"a\":\"1\",\"b\":\"x\"}\n"},
    {Data::map().add("k", Data()).add("l", Data::list({"x"})), "k: null\nl:\n- x\n",
     "k: null\nl:\n- x\n", "{\"k\":null,\"l\":[\"x\"]}\n"},
    {Data::list().push(Data::map({{"a", "x"}, {"b", "y"}})).push(Data::map().add("c", "z")),
     "- a: x\n  b: \"y\"\n- c: z\n", "- a: x\n  b: \"y\"\n- c: z\n",
     "[{\"a\":\"x\",\"b\":\"y\"},{\"c\":\"z\"}]\n"},
  };
  for (const Shown& shown : cases) {
    SCOPED_TRACE(shown.json);
    EXPECT_EQ(formatted(shown.value, Format::Smart), shown.smart);
    EXPECT_EQ(formatted(shown.value, Format::Yaml), shown.yaml);
    EXPECT_EQ(formatted(shown.value, Format::Json), shown.json);
  }
}

/// Texts that a careless writer of YAML or JSON gets wrong.
const std::vector<std::string> awkward{
  "",
  " ",
  " x",
  "x ",
  "y",
  "Yes",
  "NO",
  "on",
  "~",
  "null",
  "NULL",
  ".inf",
  "-.INF",
  ".nan",
  "1",
  "-1",
  "+1.5",
  "1e3",
  "0x1f",
  "0o17",
  "1_000",
  "1:30",
  "2001-01-01",
  "2001-01-01T10:00:00Z",
  "10.0.0.1",
  "10.0.0.0/8",
  "::1",
  "fe80::1",
  "-",
  "- a",
  "-a",
  "?",
  ": x",
  "a: b",
  "a:",
  "a #b",
  "#a",
  "a#b",
  "[a]",
  "{a: b}",
  "a, b",
  "&a",
  "*a",
  "!a",
  "|",
  ">",
  "'",
  "it's",
  "\"",
  "a\"b",
  "a\\b",
  "%a",
  "@a",
  "`a",
  "<<",
  "=",
  "line\nline",
  "\n",
  "tail\n",
  "tab\tx",
  "\t",
  "\r\n",
  "\x01",
  "\x7f",
  "\xc2\x85",
  "\xc2\xa3",
  "gr\xc3\xbc\xc3\x9f",
  "\xe2\x80\xa8",
  "\xef\xbb\xbf",
  "\xf0\x9f\x98\x80",
  "--- a",
  "---",
  "...",
};

TEST(Format, awkward_texts_come_back_from_yaml_and_json) {
  std::map<std::string, std::string> settings;
  for (std::size_t i = 0; i < awkward.size(); ++i)
    settings[std::to_string(i)] = awkward[i];
  for (const std::string& text : {yaml_text(Data::map(settings)), json_text(Data::map(settings))}) {
    const auto back = config::parse_mapping(text, "test");
    ASSERT_TRUE(back) << back.error().text();
    EXPECT_EQ(*back, settings) << text;
  }
}

TEST(Format, awkward_keys_come_back_from_yaml) {
  for (const std::string& key : awkward) {
    if (key.empty())
      continue;
    const auto back = config::parse_mapping(yaml_text(Data::map().add(key, "v")), "test");
    ASSERT_TRUE(back) << back.error().text();
    EXPECT_EQ(back->count(key), 1U) << in_quotes(key);
  }
}

TEST(Format, texts_that_look_like_other_types_are_quoted) {
  for (const char* text :
       {"yes", "Off", "y", "null", "12", "1.5", "0x1f", "1:30", "2001-01-01", ".inf"})
    EXPECT_EQ(yaml_text(text), in_quotes(text) + '\n');
  for (const char* text :
       {"10.0.0.1", "web/0", "10.0.0.0/8", "3.6.1-debian", "yesterday", "http://x:80/"})
    EXPECT_EQ(yaml_text(text), std::string(text) + '\n');
}

TEST(Format, a_text_that_would_end_the_document_comes_back) {
  const auto back = config::parse_yaml(yaml_text("..."), "test");
  ASSERT_TRUE(back) << back.error().text();
  EXPECT_EQ(back->root().scalar, "...");
}

TEST(Format, bytes_that_are_no_text_become_the_replacement_character) {
  EXPECT_EQ(json_text("a\xff"
                      "b\xc3"),
            "\"a\xef\xbf\xbd"
            "b\xef\xbf\xbd\"");
}

} // namespace
} // namespace orrery::hooks
