#include "config/action_parameters.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace orrery::config {
namespace {

using Words = std::vector<std::string>;

std::string value_or_error(const tl::expected<std::string, std::string>& result) {
  return result ? *result : "ERROR " + result.error();
}

std::string read(Words words, bool only_texts = false) {
  return value_or_error(read_parameters({std::move(words), only_texts, std::nullopt, ""}));
}

std::string read_file(const std::string& file, Words words = {}) {
  return value_or_error(read_parameters({std::move(words), false, file, "p.yaml"}));
}

/// Checks a JSON value for the parameter `n` with this schema: `taken`, or the error behind
/// `validation failed: (root).n : `.
std::string of_n(const std::string& schema, const std::string& value) {
  const auto checked =
    check_parameters(R"({"properties":{"n":)" + schema + "}}", R"({"n":)" + value + "}");
  const std::string before = "validation failed: (root).n : ";
  if (checked)
    return "taken";
  return checked.error().starts_with(before) ? checked.error().substr(before.size())
                                             : checked.error();
}

std::string check(const std::string& schema, const std::string& given) {
  return value_or_error(check_parameters(schema, given));
}

TEST(ParameterWords, A39_values_are_yaml_1_1) {
  EXPECT_EQ(read({"n=5", "b=y", "l=[1,2]", "m={a: 1}", "s=", "t=010", "z=~", "f=1.5"}),
            R"({"b":true,"f":1.5,"l":[1,2],"m":{"a":1},"n":5,"s":"","t":8,"z":null})");
  EXPECT_EQ(read({"s=a=b", "q='5'", "c=#x", "w=5.0"}), R"({"c":"#x","q":"5","s":"a=b","w":5})");
  EXPECT_EQ(read({}), "{}");
}

TEST(ParameterWords, A39_as_texts_if_that_is_asked_for) {
  EXPECT_EQ(read({"n=5", "b=y", "l=[1", "s="}, true), R"({"b":"y","l":"[1","n":"5","s":""})");
}

TEST(ParameterWords, A39_keys_have_the_form_of_action_names) {
  EXPECT_EQ(read({"x"}), "ERROR argument \"x\" must be of the form key.key.key...=value");
  for (const auto& [word, key] : std::vector<std::pair<std::string, std::string>>{
         {"Foo=1", "Foo"}, {"a.B=1", "B"}, {"a_b=1", "a_b"}, {"a..b=1", ""}, {"=1", ""}})
    EXPECT_EQ(read({word}), "ERROR key \"" + key
                              + "\" must start and end with lowercase alphanumeric, and contain "
                                "only lowercase alphanumeric and hyphens");
  EXPECT_EQ(read_file("Foo_1: 2"), R"({"Foo_1":2})") << "through a file";
}

TEST(ParameterWords, A39_words_are_merged_deep_into_the_file) {
  EXPECT_EQ(read_file("a: {b: 3, c: 2}\nd: 1\n", {"a.b=1"}), R"({"a":{"b":1,"c":2},"d":1})");
  EXPECT_EQ(read_file("a: 5\n", {"a.b=1"}), R"({"a":{"b":1}})") << "a scalar in the way goes";
  EXPECT_EQ(read({"a.b=1", "a.b.c=2", "a.d=3"}), R"({"a":{"b":{"c":2},"d":3}})");
  EXPECT_EQ(read({"a.b=1", "a=2"}), R"({"a":2})");
}

TEST(ParameterWords, A39_a_file_is_a_mapping_with_text_for_keys) {
  const std::string wanted = "ERROR params must contain a YAML map with string keys";
  for (const auto* file : {"[1]", "5", "{1: 2}", "a: {yes: 2}", "a: [{1: 2}]"})
    EXPECT_EQ(read_file(file), wanted) << file;
  EXPECT_EQ(read({"a={1: 2}"}), wanted);
  EXPECT_EQ(read_file(""), "{}");
  EXPECT_TRUE(read_file("a: [").starts_with("ERROR p.yaml:1:")) << read_file("a: [");
  EXPECT_TRUE(read({"a=[1"}).starts_with("ERROR a:1:")) << read({"a=[1"});
}

TEST(ParameterWords, A39_are_not_nested_without_a_bound) {
  std::string word = "a";
  for (int i = 0; i < 100'000; ++i)
    word += ".a";
  EXPECT_TRUE(read({word + "=1"}).ends_with("names mappings nested deeper than 64"));
}

TEST(Parameters, A36_types) {
  EXPECT_EQ(of_n(R"({"type":"integer"})", "5"), "taken");
  EXPECT_EQ(of_n(R"({"type":"integer"})", "5.0"), "taken");
  EXPECT_EQ(of_n(R"({"type":"integer"})", "5.5"), "must be of type integer, given 5.5");
  EXPECT_EQ(of_n(R"({"type":"integer"})", "\"5\""), "must be of type integer, given \"5\"");
  EXPECT_EQ(of_n(R"({"type":"number"})", "5"), "taken");
  EXPECT_EQ(of_n(R"({"type":"number"})", "true"), "must be of type number, given true");
  EXPECT_EQ(of_n(R"({"type":"boolean"})", "1"), "must be of type boolean, given 1");
  EXPECT_EQ(of_n(R"({"type":["integer","null"]})", "[]"),
            "must be of type [integer,null], given []");
  EXPECT_EQ(of_n("null", "5"), "taken");
}

TEST(Parameters, A36_what_may_be_given_where_nothing_is_said) {
  EXPECT_EQ(check(R"({"properties":{}})", R"({"x":1})"), R"({"x":1})");
  EXPECT_EQ(of_n(R"({"format":"date"})", "\"never\""), "taken") << "format is not checked";
  EXPECT_EQ(of_n(R"({"enum":[],"anyOf":[]})", "1"), "taken");
}

struct Wrong {
  std::string schema;
  std::string value;
  std::string error; ///< `, given VALUE` goes without saying.
};

TEST(Parameters, A37_each_keyword_has_its_words) {
  const std::vector<Wrong> cases{
    {R"({"enum":["a","b"]})", "\"c\"", "must match one of the enum values [\"a\",\"b\"]"},
    {R"({"pattern":"^a+$"})", "\"b\"", "does not match pattern '^a+$'"},
    {R"({"minLength":2})", "\"ä\"", "string length must be greater or equal to 2"},
    {R"({"maxLength":1})", "\"ab\"", "string length must be lower or equal to 1"},
    {R"({"maximum":9})", "10", "must be lower than or equal to 9"},
    {R"({"exclusiveMaximum":true,"maximum":9})", "9", "must be lower than 9"},
    {R"({"minimum":1.5})", "1", "must be greater than or equal to 1.5"},
    {R"({"exclusiveMinimum":true,"minimum":1})", "1", "must be greater than 1"},
    {R"({"multipleOf":7})", "7.5", "must be a multiple of 7"},
    {R"({"minItems":2})", "[1]", "array must have at least 2 items"},
    {R"({"maxItems":1})", "[1,2]", "array must have at the most 1 items"},
    {R"({"uniqueItems":true})", "[1,1]", "array items must be unique"},
    {R"({"additionalItems":false,"items":[{}]})", "[1,2]", "no additional item allowed on array"},
    {R"({"properties":{},"minProperties":1})", "{}", "must have at least 1 properties"},
    {R"({"maxProperties":0})", R"({"a":1})", "must have at the most 0 properties"},
    {R"({"required":["b"]})", R"({"a":1})", "\"b\" property is missing and required"},
    {R"({"additionalProperties":false})", R"({"x":1})", "additional property \"x\" is not allowed"},
    {R"({"additionalProperties":false,"patternProperties":{"^x":{}}})", R"({"x1":1,"y":1})",
     "additional property \"y\" is not allowed"},
    {R"({"dependencies":{"a":["b"]}})", R"({"a":1})", "has a dependency on b"},
    {R"({"dependencies":{"a":{"required":["c"]}}})", R"({"a":1})",
     "\"c\" property is missing and required"},
    {R"({"not":{"type":"string"}})", "\"\"", "must not validate the schema (not)"},
  };
  for (const Wrong& one : cases)
    EXPECT_EQ(of_n(one.schema, one.value), one.error + ", given " + one.value) << one.schema;
}

TEST(Parameters, A37_errors_name_their_places_and_are_joined) {
  EXPECT_EQ(check(R"({"type":"object","properties":{"n":{"type":"integer"}},"required":["b"]})",
                  R"({"n":"x"})"),
            "ERROR validation failed: (root) : \"b\" property is missing and required, given "
            R"({"n":"x"}; (root).n : must be of type integer, given "x")");
  EXPECT_EQ(check(R"({"properties":{"l":{"items":{"type":"string"}},"m":{"properties":{"k":)"
                  R"({"type":"null"}}}},"patternProperties":{"^x":{"maximum":1}}})",
                  R"({"l":["a",2],"m":{"k":1},"x":2})"),
            "ERROR validation failed: (root).l.1 : must be of type string, given 2; "
            "(root).m.k : must be of type null, given 1; "
            "(root).x : must be lower than or equal to 1, given 2");
}

TEST(Parameters, A37_of_alternatives_the_nearest_one_is_explained) {
  EXPECT_EQ(check(R"({"anyOf":[{"required":["a","b"]},{"required":["c"]}]})", "{}"),
            "ERROR validation failed: (root) : must validate at least one schema (anyOf), given "
            "{}; (root) : \"c\" property is missing and required, given {}");
  EXPECT_EQ(check(R"({"oneOf":[{"required":["a"]},{"required":["b"]}]})", R"({"a":1,"b":2})"),
            "ERROR validation failed: (root) : must validate one and only one schema (oneOf), "
            R"(given {"a":1,"b":2})");
  EXPECT_EQ(check(R"({"allOf":[{"required":["a"]},{"required":["b"]}]})", R"({"a":1})"),
            "ERROR validation failed: (root) : \"b\" property is missing and required, given "
            R"({"a":1}; (root) : must validate all the schemas (allOf), given {"a":1})");
}

TEST(Parameters, A37_long_values_and_many_errors_are_cut) {
  EXPECT_LT(of_n(R"({"type":"string"})", R"(["aaaa)" + std::string(5000, 'b') + "\"]").size(),
            1100U);
  std::string many = "[0";
  for (int i = 0; i < 1000; ++i)
    many += ",0";
  const auto error = of_n(R"({"items":{"type":"string"}})", many + "]");
  EXPECT_NE(error.find("(root).n.19"), std::string::npos);
  EXPECT_EQ(error.find("(root).n.20"), std::string::npos);
}

TEST(Parameters, A36_no_pattern_is_matched_with_a_long_text) {
  const std::string schema = R"({"pattern":"^(a|b)*$"})";
  EXPECT_EQ(of_n(schema, "\"" + std::string(2048, 'a') + "\""), "taken");
  EXPECT_NE(of_n(schema, "\"" + std::string(100'000, 'a') + "\"").find("more than 2048 bytes"),
            std::string::npos);
  EXPECT_EQ(of_n("{}", "\"" + std::string(100'000, 'a') + "\""), "taken");
  EXPECT_NE(of_n(R"({"pattern":"("})", "\"a\"").find("the pattern ( cannot be read"),
            std::string::npos);
  std::string many = "[\"a\"";
  for (int i = 0; i < 100; ++i)
    many += ",\"" + std::string(200, 'a') + "\"";
  EXPECT_NE(of_n(R"({"items":{"pattern":"a"}})", many + "]").find("16384 bytes in all"),
            std::string::npos);
}

TEST(Parameters, A36_no_pattern_takes_time_that_doubles_with_each_character) {
  const std::string text = std::string(2046, 'a') + "b";
  for (const char* const pattern : {"^(a+)+$", "^(a|aa)*$", "(a+a+)+$", "^(?:a?){30}a{30}$"}) {
    const std::string quoted = "\"" + std::string(pattern) + "\"";
    EXPECT_NE(of_n("{\"pattern\":" + quoted + "}", "\"" + text + "\"").find("does not match"),
              std::string::npos)
      << pattern;
    EXPECT_EQ(of_n(R"({"properties":{},"patternProperties":{)" + quoted + R"(:{"type":"null"}}})",
                   "{\"" + text + "\":1}"),
              "taken")
      << pattern;
  }
}

TEST(Parameters, A36_properties_that_a_pattern_names_are_those_of_each_mapping) {
  const std::string schema = R"({"patternProperties":{"^x":{"type":"integer"},"y$":{"minimum":3}},)"
                             R"("properties":{"xy":{"maximum":5}},"additionalProperties":)"
                             R"({"patternProperties":{"^x":{"type":"string"}}}})";
  EXPECT_EQ(of_n(schema, R"({"x1":1,"xy":4,"a":{"x1":"s","xy":"t"}})"), "taken");
  for (const char* const wrong :
       {R"({"x1":"s"})", R"({"xy":2})", R"({"xy":6})", R"({"xy":"s"})", R"({"a":{"x1":1}})"})
    EXPECT_NE(of_n(schema, wrong), "taken") << wrong;
}

TEST(Parameters, A38_what_is_given_is_validated_before_defaults_come_in) {
  EXPECT_EQ(check(R"({"properties":{"n":{"default":1}},"required":["n"]})", "{}"),
            "ERROR validation failed: (root) : \"n\" property is missing and required, given {}");
  EXPECT_EQ(check(R"({"properties":{"n":{"default":"x","type":"integer"}}})", "{}"), R"({"n":"x"})")
    << "a default is not validated";
}

TEST(Parameters, A38_defaults_come_in_where_a_key_is_absent) {
  const std::string schema = R"({"properties":{"n":{"default":5},"e":{"properties":{"x":{}}},)"
                             R"("m":{"properties":{"x":{"default":1},"y":{}}},"z":null}})";
  EXPECT_EQ(check(schema, "{}"), R"({"m":{"x":1},"n":5})");
  EXPECT_EQ(check(schema, R"({"m":{"y":2},"n":null})"), R"({"m":{"x":1,"y":2},"n":null})");
  EXPECT_EQ(check(schema, R"({"m":3})"), R"({"m":3,"n":5})");
  EXPECT_TRUE(check(R"({"properties":{"m":{}}})", R"({"m":{"a":1}})")
                .starts_with("ERROR schema error caused a panic: "));
}

} // namespace
} // namespace orrery::config
