#include "actors/hooks/tools/format.hpp"
#include "config/yaml.hpp"

#include <gtest/gtest.h>

namespace orrery::hooks {
namespace {

struct Shown {
  Value value;
  std::string smart;
  std::string yaml;
  std::string json;
};

TEST(Format, shows_each_kind_of_value) {
  const std::vector<Shown> cases{
    {Value{}, "", "", "null\n"},
    {Value::of(""), "", "\"\"\n", "\"\"\n"},
    {Value::of("x y"), "x y\n", "x y\n", "\"x y\"\n"},
    {Value::of("true"), "true\n", "\"true\"\n", "\"true\"\n"},
    {Value::boolean(true), "True\n", "true\n", "true\n"},
    {Value::boolean(false), "False\n", "false\n", "false\n"},
    {Value::number("42"), "42\n", "42\n", "42\n"},
    {Value::number("-0.5"), "-0.5\n", "-0.5\n", "-0.5\n"},
    {Value::list(std::vector<std::string>{}), "", "[]\n", "[]\n"},
    {Value::list(std::vector<std::string>{"a/0", "b/1"}), "a/0\nb/1\n", "- a/0\n- b/1\n",
     "[\"a/0\",\"b/1\"]\n"},
    {Value::map(store::Settings{}), "{}\n", "{}\n", "{}\n"},
    {Value::map({{"a", "1"}, {"b", "x"}}), "a: \"1\"\nb: x\n", "a: \"1\"\nb: x\n",
     "{\"a\":\"1\",\"b\":\"x\"}\n"},
    {Value::map({{"k", Value{}}, {"l", Value::list(std::vector<std::string>{"x"})}}),
     "k: null\nl:\n- x\n", "k: null\nl:\n- x\n", "{\"k\":null,\"l\":[\"x\"]}\n"},
    {Value::list(
       std::vector<Value>{Value::map({{"a", "x"}, {"b", "y"}}), Value::map({{"c", "z"}})}),
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
  store::Settings settings;
  for (std::size_t i = 0; i < awkward.size(); ++i)
    settings[std::to_string(i)] = awkward[i];
  for (const std::string& text :
       {yaml_text(Value::map(settings)), json_text(Value::map(settings))}) {
    const auto back = config::parse_mapping(text, "test");
    ASSERT_TRUE(back) << back.error().text();
    EXPECT_EQ(*back, settings) << text;
  }
}

TEST(Format, awkward_keys_come_back_from_yaml) {
  for (const std::string& key : awkward) {
    if (key.empty())
      continue;
    const auto back = config::parse_mapping(yaml_text(Value::map({{key, "v"}})), "test");
    ASSERT_TRUE(back) << back.error().text();
    EXPECT_EQ(back->count(key), 1U) << in_quotes(key);
  }
}

TEST(Format, texts_that_look_like_other_types_are_quoted) {
  for (const char* text :
       {"yes", "Off", "y", "null", "12", "1.5", "0x1f", "1:30", "2001-01-01", ".inf"})
    EXPECT_EQ(yaml_text(Value::of(text)), in_quotes(text) + '\n');
  for (const char* text :
       {"10.0.0.1", "web/0", "10.0.0.0/8", "3.6.1-debian", "yesterday", "http://x:80/"})
    EXPECT_EQ(yaml_text(Value::of(text)), std::string(text) + '\n');
}

TEST(Format, a_text_that_would_end_the_document_comes_back) {
  const auto back = config::parse_yaml(yaml_text(Value::of("...")), "test");
  ASSERT_TRUE(back) << back.error().text();
  EXPECT_EQ(back->root().scalar, "...");
}

TEST(Format, bytes_that_are_no_text_become_the_replacement_character) {
  EXPECT_EQ(json_text(Value::of("a\xff"
                                "b\xc3")),
            "\"a\xef\xbf\xbd"
            "b\xef\xbf\xbd\"");
}

} // namespace
} // namespace orrery::hooks
