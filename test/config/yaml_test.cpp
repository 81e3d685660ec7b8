#include "config/yaml.hpp"
#include "test/config/sample_directory.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace orrery::config {

namespace {

std::string error_of(const std::string& text, const Limits& limits = small_limits) {
  const auto parsed = parse_yaml(text, "f", limits);
  return parsed ? "no error" : parsed.error().text();
}

std::string repeat(const std::string& text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i)
    result += text;
  return result;
}

using Mapping = std::map<std::string, std::string>;

} // namespace

TEST(Yaml, a_text_that_ends_inside_quotes_is_refused) {
  for (const std::string text : {"a: \"x", "a: \"x\n", "a: \"x\nb: 1\n", "a: 'x\n", "a: 'it''s\n",
                                 "a: \"x\\\"\n", "- \"x\n\n  ", "a: !!str \"x\n",
                                 "\xef\xbb\xbf"
                                 "a: \"x\n",
                                 "a: 'x'\nb: &c 'y\n", "ä: \"x\n"}) {
    const auto told = error_of(text);
    EXPECT_NE(told.find("close the quotes"), std::string::npos) << text << ": " << told;
  }
  EXPECT_EQ(error_of("b: 1\na: \"x\n").substr(0, 6), "f:2:4:");
  for (const std::string text :
       {"a: \"x\"", "a: 'it''s'\n", "a: \"x\\\\\"\n", "a: \"x\n  y\"\n", "a: it's\n", "\"a\": b'\n",
        "\xef\xbb\xbf"
        "a: \"x\"\n",
        "a: |\n  \"x\n", "a: !!str 'x'\n", "'a': \"it's\"\n"})
    EXPECT_EQ(error_of(text), "no error") << text;
}

TEST(Yaml, tree_keeps_order_places_and_quotes) {
  const auto parsed = parse_yaml("b: 'x'\na:\n  - 1\n  - two\n", "f");
  ASSERT_TRUE(parsed) << parsed.error().text();
  const auto& root = parsed->root();
  ASSERT_EQ(root.members.size(), 2U);
  EXPECT_EQ(root.members[0].key, "b");
  EXPECT_TRUE(root.members[0].value.quoted);
  EXPECT_EQ(root.members[0].value.column, 4);
  EXPECT_EQ(root.members[1].line, 2);
  const auto& items = root.members[1].value.items;
  ASSERT_EQ(items.size(), 2U);
  EXPECT_FALSE(items[1].quoted);
  EXPECT_EQ(items[1].scalar, "two");
  EXPECT_EQ(items[1].line, 4);
  EXPECT_EQ(items[1].column, 5);
}

TEST(Yaml, absent_value_stands_at_its_key) {
  const auto parsed = parse_yaml("a: 1\nb:\nc: 2\n", "f");
  ASSERT_TRUE(parsed);
  const auto* b = parsed->root().find("b");
  ASSERT_NE(b, nullptr);
  EXPECT_EQ(b->value.kind, Node::Kind::Null);
  EXPECT_EQ(b->value.line, 2);
}

TEST(Yaml, alias_is_a_copy) {
  const auto parsed = parse_yaml("a: &x [1, 2]\nb: *x\n", "f");
  ASSERT_TRUE(parsed) << parsed.error().text();
  const auto& copy = parsed->root().members[1].value;
  EXPECT_EQ(copy.items.size(), 2U);
  EXPECT_EQ(copy.line, 2);
  EXPECT_EQ(copy.column, 4);
}

TEST(Yaml, duplicate_key_names_both_places) {
  EXPECT_EQ(error_of("x:\n  a: 1\n  b: 2\n  a: 3\n"),
            "f:4:3: the key \"a\" is here a second time, first at line 2, column 3: remove one of "
            "the two");
  EXPECT_EQ(error_of("{a: 1, \"a\": 2}"),
            "f:1:8: the key \"a\" is here a second time, first at line 1, column 2: remove one of "
            "the two");
}

TEST(Yaml, second_document_is_refused) {
  EXPECT_EQ(error_of("a: 1\n---\nb: 2\n"),
            "f:3:1: a second document begins here: one file holds one document: remove the `---`");
}

TEST(Yaml, syntax_errors_have_a_place_and_a_remedy) {
  EXPECT_EQ(error_of("a: 1\nb: 'x"), "f:2:6: illegal EOF in scalar: close the quotes");
  EXPECT_EQ(error_of("a: b: c"),
            "f:1:5: illegal map value: indent with spaces, and put text that holds `: ` in quotes");
  EXPECT_EQ(error_of("a: *x"),
            "f:1:4: the referenced anchor is not defined: define it earlier, or put text that "
            "begins with * in quotes");
  EXPECT_EQ(error_of("a: @x"),
            "f:1:4: unknown token: put text that begins with @, ` or % in quotes");
}

TEST(Yaml, keys_are_text) {
  const std::string remedy = ": use text as the key, or close the bracket";
  EXPECT_EQ(error_of("? [a]\n: b"), "f:1:3: a list or a mapping cannot be a key" + remedy);
  EXPECT_EQ(error_of("{a: 1"), "f:1:1: a list or a mapping cannot be a key" + remedy);
  EXPECT_EQ(error_of(": x"), "f:1:1: a key is missing: write `key: value`");
  EXPECT_EQ(error_of("a: &x 1\n*x : 2\n"), "f:2:1: an alias cannot be a key: write the key out");
  EXPECT_EQ(error_of("<<: {a: 1}"),
            "f:1:1: merge keys (<<) are not part of YAML 1.2: write the merged keys out");
}

TEST(Yaml, unknown_tags_are_refused) {
  EXPECT_EQ(error_of("a: !include b"), "f:1:4: the tag \"!include\" is not known: leave it out");
  EXPECT_EQ(error_of("a: !set {b}"), "f:1:4: the tag \"!set\" is not known: leave it out");
  const auto parsed = parse_yaml("a: !!str 5", "f");
  ASSERT_TRUE(parsed) << parsed.error().text();
  EXPECT_TRUE(parsed->root().members[0].value.quoted);
}

TEST(Yaml, bytes_that_yaml_does_not_allow_are_refused) {
  EXPECT_EQ(error_of("a: 1\nb: \x01"),
            "f:2:4: the control character 0x01 is not allowed in YAML: write it as an escape in "
            "double quotes, such as \"\\x1b\"");
  // The parser alone would take this one for the end of the text.
  EXPECT_EQ(error_of("a: 1 \x04\nb: 2").substr(0, 31), "f:1:6: the control character 0x");
  EXPECT_EQ(error_of("a: \xc0\xaf"), "f:1:4: the byte 0xc0 is not UTF-8: save the file as UTF-8");
  EXPECT_EQ(error_of("a: \xed\xa0\x80"),
            "f:1:4: the byte 0xed is not UTF-8: save the file as UTF-8");
  EXPECT_EQ(error_of("a: \xf4\x90\x80\x80"),
            "f:1:4: the byte 0xf4 is not UTF-8: save the file as UTF-8");
  EXPECT_EQ(error_of("a: \"\\0\""),
            "f:1:4: a value holds a NUL byte: no program could be given it");
  EXPECT_EQ(error_of("a: \xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80"), "no error");
}

TEST(YamlLimits, alias_bomb_is_refused) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 10; ++i) {
    const auto earlier = "*a" + std::to_string(i - 1);
    const auto name = std::string{"a"}.append(std::to_string(i));
    bomb.append(name).append(": &").append(name).append(" [").append(earlier);
    bomb.append(repeat(", " + earlier, 8)).append("]\n");
  }
  EXPECT_EQ(error_of(bomb),
            "f:4:10: the aliases up to here stand for more than 1000 values or 1048576 bytes: use "
            "fewer, or smaller ones");
}

TEST(YamlLimits, few_aliases_of_long_text_are_refused) {
  const auto text = "a: &x " + std::string(300'000, 'x') + "\nb: *x\nc: *x\nd: *x\ne: *x\n";
  EXPECT_EQ(error_of(text).substr(0, 32), "f:5:4: the aliases up to here st");
}

TEST(YamlLimits, alias_within_its_anchor_is_refused) {
  EXPECT_EQ(error_of("a: &x [*x]"),
            "f:1:8: an alias inside what it stands for has no end: write it out");
}

TEST(YamlLimits, anchors_on_everything_are_refused) {
  std::string text;
  for (int i = 0; i < 20'000; ++i)
    text.append("- &a").append(std::to_string(i)).append(" x\n");
  EXPECT_EQ(error_of(text),
            "f:10001:3: too much of the document has an anchor (&): give anchors only to small "
            "parts");
}

TEST(YamlLimits, deep_nesting_is_refused) {
  const std::string what = ": lists and mappings are nested deeper than 64: nest them less";
  EXPECT_EQ(error_of(repeat("[", 64) + repeat("]", 64)), "no error");
  EXPECT_EQ(error_of(repeat("[", 65) + repeat("]", 65)), "f:1:65" + what);
  EXPECT_EQ(error_of(repeat("[", 70'000) + repeat("]", 70'000)), "f:1:65" + what);
  EXPECT_EQ(error_of(repeat("- ", 100'000) + "x"), "f:1:129" + what);
  EXPECT_EQ(
    error_of("a: &x " + repeat("[", 40) + repeat("]", 40) + "\nb: " + repeat("[", 40) + "*x"
             + repeat("]", 40)),
    "f:2:44: with this alias, lists and mappings are nested deeper than 64: nest them less");
}

TEST(YamlLimits, brackets_without_end_are_refused_before_they_are_stored) {
  EXPECT_EQ(error_of(std::string(16U << 20U, '['), bundle_limits),
            "f:1:1: what follows here is too large for one value: shorten it, and write large "
            "lists and mappings as indented lines, not in brackets");
}

TEST(YamlLimits, long_scalar_is_refused) {
  EXPECT_EQ(error_of("a: " + std::string((1U << 20U) + 1, 'x'), bundle_limits),
            "f:1:4: a value of 1048577 bytes is too long: at most 1048576 bytes are allowed");
}

TEST(YamlLimits, many_values_are_refused) {
  EXPECT_EQ(error_of(repeat("- x\n", 100'000)),
            "f:100000:3: the document has more than 100000 values: split it up");
}

TEST(YamlLimits, large_text_is_refused) {
  EXPECT_EQ(error_of(std::string((1U << 20U) + 1, 'x')),
            "f: the text is larger than 1 MiB: make it smaller");
}

TEST(YamlFile, sparse_gibibyte_is_refused_unread) {
  const test::SampleDirectory files;
  const auto file = files.write("big.yaml", "a: \"");
  std::filesystem::resize_file(file, 1U << 30U);
  for (const auto& [limits, size] :
       {std::pair{small_limits, "1 MiB"}, std::pair{bundle_limits, "16 MiB"}}) {
    const auto read = read_yaml(file, limits);
    ASSERT_FALSE(read);
    EXPECT_EQ(files.local(read.error().text()), std::string{"big.yaml: the file is larger than "}
                                                  + size + ": such a file may have at most "
                                                  + size);
  }
}

TEST(YamlFile, pipe_device_and_directory_are_refused_without_waiting) {
  const test::SampleDirectory files;
  const auto pipe = files.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const auto& path : {pipe, std::filesystem::path{"/dev/zero"}, files.path()}) {
    const auto read = read_yaml(path);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().text(), path.string() + ": this is no regular file: give a file's path");
  }
}

TEST(ParseMapping, reads_yaml) {
  const auto read = parse_mapping("a: 1.50\nb:\nc: 'x'\nd: |\n  two\n  lines\ne: true\n0: \n", "f");
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(
    *read,
    (Mapping{
      {"0", ""}, {"a", "1.50"}, {"b", ""}, {"c", "x"}, {"d", "two\nlines\n"}, {"e", "true"}}));
}

TEST(ParseMapping, reads_json_with_its_escapes) {
  const auto read = parse_mapping(
    "{\"a\": \"\\ud83d\\ude00 \\\\ud83d \\/ \\u00e9\",\n\t\"b\":null,\"c\":-1}\n", "f");
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(*read, (Mapping{{"a", "\xf0\x9f\x98\x80 \\ud83d / \xc3\xa9"}, {"b", ""}, {"c", "-1"}}));
}

TEST(ParseMapping, nothing_is_empty) {
  for (const char* text : {"", "{}", "# only a remark\n", "null", "---\n"}) {
    const auto read = parse_mapping(text, "f");
    ASSERT_TRUE(read) << text << read.error().text();
    EXPECT_TRUE(read->empty()) << text;
  }
}

TEST(ParseMapping, refuses_what_is_no_mapping_of_scalars) {
  EXPECT_EQ(parse_mapping("[1]", "-").error().text(),
            "-:1:1: expected a mapping, found a list: write `key: value` lines or a JSON object");
  EXPECT_EQ(parse_mapping("a: 1\nb: [2]", "-").error().text(),
            "-:2:4: expected a single value, found a list: write e.g. b: text");
}

} // namespace orrery::config
