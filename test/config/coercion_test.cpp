#include "config/charm.hpp"
#include "test/config/sample_directory.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

// Values of a charm's files as Juju's schema and yaml.v2 read them.
namespace orrery::config {

namespace {

class Coercion : public testing::Test {
protected:
  void SetUp() override { files_.write("metadata.yaml", "name: web\n"); }

  /// The default that an option of the type has, or the error.
  std::string kept(const std::string& type, const std::string& value) const {
    files_.write("config.yaml", "options: {x: {type: " + type + ", default: " + value + "}}\n");
    const auto charm = load_charm(files_.path());
    return charm ? charm->options.at("x").default_value : files_.local(charm.error().text());
  }

  test::SampleDirectory files_;
};

} // namespace

TEST_F(Coercion, text_is_a_boolean_as_go_reads_one) {
  for (const char* yes : {"T", "t", R"("T")", R"("1")", R"("TRUE")", "y", "On"})
    EXPECT_EQ(kept("boolean", yes), "true") << yes;
  for (const char* no : {"F", "f", R"("f")", R"("0")", "False", "off"})
    EXPECT_EQ(kept("boolean", no), "false") << no;
  EXPECT_TRUE(kept("boolean", "1").starts_with("config.yaml:1:")) << "a number";
}

TEST_F(Coercion, text_is_a_whole_number_of_the_base_that_it_names) {
  for (const auto& [text, number] :
       std::map<std::string, std::string>{{R"("0x1F")", "31"},
                                          {R"("-0X1f")", "-31"},
                                          {R"("010")", "8"},
                                          {R"("0b1")", "1"},
                                          {R"("0o7")", "7"},
                                          {R"("+1_000")", "1000"},
                                          {R"("0x_1F")", "31"},
                                          {R"("0")", "0"},
                                          {R"("-0x8000000000000000")", "-9223372036854775808"},
                                          {"010", "8"}})
    EXPECT_EQ(kept("int", text), number) << text;
  for (const char* none : {R"("08")", R"("1__0")", R"("_1")", R"("1_")", R"("0x")", R"(" 1")",
                           R"("+-1")", R"("1e3")", R"("0x8000000000000000")", R"("")"})
    EXPECT_TRUE(kept("int", none).starts_with("config.yaml:1:")) << none;
}

TEST_F(Coercion, remedies_are_true_of_yaml_1_1) {
  EXPECT_EQ(kept("boolean", R"("yes")"),
            "config.yaml:1:39: expected true or false, found \"yes\": leave out the quotes: "
            "default: yes");
  for (const char* text : {R"("")", R"("maybe")", "yEs"})
    EXPECT_TRUE(kept("boolean", text).ends_with(": write e.g. default: true")) << text;
  files_.write("metadata.yaml", "name: web\nprovides: {a: {interface: b, limit: \"few\"}}\n");
  EXPECT_TRUE(kept("int", "1").ends_with("found \"few\": write e.g. limit: 2"));
}

TEST_F(Coercion, a_second_document_is_not_looked_at_and_warned_of) {
  files_.write("metadata.yaml", "---\nname: web\n---\nname: [\n");
  files_.write("config.yaml", "options: {port: {type: int}}\n---\noptions: 5\n");
  const auto charm = load_charm(files_.path());
  ASSERT_TRUE(charm) << charm.error().text();
  EXPECT_EQ(charm->name, "web");
  EXPECT_EQ(charm->options.size(), 1U);
  const std::string rest = ":1: another document begins here, and is not read: one file holds one "
                           "document: remove the `---`";
  ASSERT_EQ(charm->warnings.size(), 2U);
  EXPECT_EQ(files_.local(charm->warnings[0]), "metadata.yaml:3" + rest);
  EXPECT_EQ(files_.local(charm->warnings[1]), "config.yaml:2" + rest);
  files_.write("metadata.yaml", "name: web\n...\n");
  files_.write("config.yaml", "options: {}\n");
  EXPECT_TRUE(load_charm(files_.path())->warnings.empty()) << "an end is no second document";
}

} // namespace orrery::config
