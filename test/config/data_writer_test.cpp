// Both styles of JSON and YAML: the text they share, and where they differ.
#include "config/json_writer.hpp"
#include "config/yaml_scalar.hpp"
#include "config/yaml_writer.hpp"

#include <gtest/gtest.h>

namespace orrery::config {
namespace {

/// Writes one value of each shape, deeply nested.
void write_all_shapes(DataWriter& to) {
  to.begin_map();
  to.key("list");
  to.begin_list();
  to.begin_list();
  to.text("x");
  to.begin_map();
  to.add("k", "v");
  to.key("inner");
  to.begin_list();
  to.word("1");
  to.end_list();
  to.end_map();
  to.end_list();
  to.begin_map();
  to.end_map();
  to.begin_list();
  to.end_list();
  to.end_list();
  to.key("map");
  to.begin_map();
  to.add_word("yes", true);
  to.add_text("left out", "");
  to.key("nothing");
  to.word("null");
  to.end_map();
  to.end_map();
}

TEST(DataWriter, layout_is_one_in_all_styles) {
  for (const TextStyle style : {TextStyle::Plain, TextStyle::Juju}) {
    std::string json;
    JsonWriter to_json(json, style);
    write_all_shapes(to_json);
    EXPECT_EQ(json, R"({"list":[["x",{"k":"v","inner":[1]}],{},[]],)"
                    R"("map":{"yes":true,"nothing":null}})");
    std::string yaml;
    YamlWriter to_yaml(yaml, style);
    write_all_shapes(to_yaml);
    EXPECT_EQ(yaml, "list:\n- - x\n  - k: v\n    inner:\n    - 1\n- {}\n- []\n"
                    "map:\n  \"yes\": true\n  nothing: null\n");
  }
}

struct Quoted {
  std::string text;
  std::string plain; ///< In JSON.
  std::string juju;
};

TEST(DataWriter, juju_escapes_less_and_a_carriage_return_shortly) {
  for (const auto& [text, plain, juju] : std::vector<Quoted>{
         {"a\"\\\n\t\x01\xff", R"("a\"\\\n\t\u0001�")", R"("a\"\\\n\t\u0001�")"},
         {"\r", R"("\u000d")", R"("\r")"},
         {"\xe2\x80\xae", R"("\u202e")", "\"\xe2\x80\xae\""}, // written from right to left
         {"\xef\xbf\xbe", "\"\xef\xbf\xbe\"", R"("\ufffe")"},
         {"\xf3\xa0\x80\xa0", R"("\udb40\udc20")", "\"\xf3\xa0\x80\xa0\""},
       }) {
    EXPECT_EQ(json_quoted(text, TextStyle::Plain), plain);
    EXPECT_EQ(json_quoted(text, TextStyle::Juju), juju);
  }
}

TEST(DataWriter, juju_quotes_more_and_keeps_a_text_on_one_line) {
  for (const auto& [text, plain, juju] : std::vector<Quoted>{
         {"x y", "x y", "x y"},
         {"a: b", "'a: b'", "'a: b'"},
         {"it's", "it's", "it's"},
         {"", "\"\"", "\"\""},
         {"No", "\"No\"", "\"No\""},
         {"+.inf", "\"+.inf\"", "\"+.inf\""},
         {"+yes", "+yes", "\"+yes\""},
         {"-x", "-x", "'-x'"},
         {"0xz", "0xz", "\"0xz\""},
         {"1,5", "\"1,5\"", "1,5"},
         {"12 30", "12 30", "\"12 30\""},
         {"\xc2\xa3", "\xc2\xa3", "\"\xc2\xa3\""}, // a sign of money
         {"one\ntwo", "|-\n  one\n  two", "\"one\\ntwo\""},
         {"---", "'---'", "'---'"},
         {"...", "'...'", "'...'"},
       }) {
    EXPECT_EQ(yaml_scalar(text, 2, TextStyle::Plain), plain);
    EXPECT_EQ(yaml_scalar(text, 2, TextStyle::Juju), juju);
  }
}

} // namespace
} // namespace orrery::config
