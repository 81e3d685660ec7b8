#include "config/actions.hpp"
#include "config/charm.hpp"
#include "config/names.hpp"
#include "test/config/sample_directory.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace orrery::config {
namespace {

/// A charm with an actions.yaml.
Result<CharmDeclaration> charm_with(const std::string& actions, const std::string& name = "web") {
  const test::SampleDirectory files;
  files.write("metadata.yaml", "name: " + name + "\n");
  files.write("actions.yaml", actions);
  return load_charm(files.path());
}

std::string fault_of_actions(const std::string& actions, const std::string& name = "web") {
  const auto charm = charm_with(actions, name);
  return charm ? "no error" : charm.error().what;
}

/// The schema of the one action, or the error.
std::string schema_of(const std::string& actions) {
  const auto charm = charm_with(actions);
  return charm ? charm->actions.begin()->second.schema : charm.error().text();
}

TEST(ActionNames, A34_begin_and_end_with_a_letter_or_a_digit) {
  for (const auto* name : {"a", "7", "backup", "dump-2", "a--b", "0-0"})
    EXPECT_TRUE(is_action_name(name)) << name;
  for (const auto* name : {"", "-", "-a", "a-", "Backup", "a_b", "a.b", "\xc3\xa4"})
    EXPECT_FALSE(is_action_name(name)) << name;
}

TEST(Actions, A34_are_read_with_what_they_are_run_by) {
  const auto charm = charm_with("backup:\n  description: Saves all\n  parallel: yes\n"
                                "  execution-group: disks\nplain: {}\nbare:\n");
  ASSERT_TRUE(charm) << charm.error().text();
  ASSERT_EQ(charm->actions.size(), 3U);
  const auto& backup = charm->actions.at("backup");
  EXPECT_EQ(backup.description, "Saves all");
  EXPECT_TRUE(backup.parallel);
  EXPECT_EQ(backup.execution_group, "disks");
  for (const auto* name : {"plain", "bare"}) {
    const auto& action = charm->actions.at(name);
    EXPECT_EQ(action.description, "No description") << name;
    EXPECT_FALSE(action.parallel) << name;
    EXPECT_EQ(action.execution_group, "") << name;
  }
  EXPECT_TRUE(charm->lacking.empty());
}

TEST(Actions, A34_none_in_an_empty_file) {
  for (const auto* text : {"", "{}", "# none\n"}) {
    const auto charm = charm_with(text);
    ASSERT_TRUE(charm) << text << charm.error().text();
    EXPECT_TRUE(charm->actions.empty()) << text;
  }
}

TEST(Actions, A34_of_charmcraft_are_the_same) {
  const test::SampleDirectory files;
  files.write("charmcraft.yaml", "name: web\nactions: {backup: {params: {to: {type: string}}}}\n");
  const auto charm = load_charm(files.path());
  ASSERT_TRUE(charm) << charm.error().text();
  EXPECT_EQ(charm->actions, charm_with("backup: {params: {to: {type: string}}}")->actions);
}

TEST(Actions, A34_bad_and_reserved_names_are_refused) {
  EXPECT_EQ(fault_of_actions("Backup: {}"), "bad action name Backup");
  EXPECT_EQ(fault_of_actions("juju-x: {}"),
            "cannot use action name juju-x: the \"juju-\" prefix is reserved");
  EXPECT_EQ(fault_of_actions("juju: {}"),
            "cannot use action name juju: \"juju\" is a reserved name");
  EXPECT_EQ(fault_of_actions("juju-x: {}", "juju-web"), "no error");
}

TEST(Actions, A34_references_and_keys_that_are_no_text_are_refused) {
  EXPECT_EQ(fault_of_actions("a: {params: {b: {items: [{$ref: x}]}}}"),
            "an action's schema may not have \"$ref\"");
  EXPECT_EQ(fault_of_actions("a: {$schema: x}"), "an action's schema may not have \"$schema\"");
  EXPECT_EQ(fault_of_actions("a: {params: {5: {type: string}}}"), "the key 5 is no text");
  EXPECT_EQ(fault_of_actions("a: {params: {on: {type: string}}}"), "the key on is no text")
    << "YAML 1.1";
  EXPECT_EQ(fault_of_actions("a: {params: {\"y\": {type: string}}}"), "no error");
  EXPECT_EQ(fault_of_actions("a: {dependencies: {b: {1.5: c}}}"), "the key 1.5 is no text");
}

TEST(Actions, A34_a_schema_that_is_none_is_refused) {
  for (const auto* text : {"a: {params: {m: {type: bool}}}", "a: {params: {m: {required: true}}}",
                           "a: {params: {m: {multipleOf: 0}}}", "a: {additionalProperties: 5}",
                           "a: {params: {m: {enum: x}}}"})
    EXPECT_TRUE(fault_of_actions(text).starts_with("invalid params schema for action schema a: "))
      << text << fault_of_actions(text);
}

TEST(Actions, A35_the_schema_has_defaults_and_what_was_copied) {
  EXPECT_EQ(schema_of("backup:"),
            R"({"description":"No description","properties":{},"title":"backup","type":"object"})");
  EXPECT_EQ(schema_of("backup:\n  description: Saves\n  title: Save\n  parallel: true\n"
                      "  execution-group: g\n  required: [to]\n  additionalProperties: no\n"
                      "  minProperties: 0x1\n  params:\n    to: {type: string, default: \"5\"}\n"
                      "    m: {type: integer, default: 010, maximum: 9.0}\n    z:\n"),
            R"({"additionalProperties":false,"description":"Saves","minProperties":1,)"
            R"("properties":{"m":{"default":8,"maximum":9,"type":"integer"},)"
            R"("to":{"default":"5","type":"string"},"z":null},"required":["to"],)"
            R"("title":"Save","type":"object"})");
}

TEST(Actions, A35_values_are_read_as_yaml_1_1) {
  EXPECT_EQ(schema_of("a: {params: {b: {default: [y, off, 0b11, 1_000, 1.5, ~, 2026-08-22, x]}}}"),
            R"({"description":"No description","properties":{"b":{"default":)"
            R"([true,false,3,1000,1.5,null,"2026-08-22","x"]}},"title":"a","type":"object"})");
  EXPECT_EQ(fault_of_actions("a: {params: {b: {default: .inf}}}"),
            "\".inf\" is no number that JSON has");
}

TEST(Actions, A36_patterns_that_cannot_be_matched_in_bounded_time_are_refused) {
  for (const auto& [pattern, why] : std::vector<std::pair<std::string, std::string>>{
         {"^(?=a)", "it looks ahead"},
         {"(a)\\1", "it refers to a group (\\1)"},
         {"(a{100}){100}", "has more than 2048 steps"},
         {"a)(b", "cannot be read"}}) {
    for (const std::string& schema : {"params: {n: {pattern: '" + pattern + "'}}",
                                      "patternProperties: {'" + pattern + "': {}}"}) {
      const auto charm = charm_with("backup: {" + schema + "}\n");
      ASSERT_FALSE(charm) << schema;
      EXPECT_NE(charm.error().text().find(why), std::string::npos) << charm.error().text();
    }
  }
  EXPECT_TRUE(charm_with("backup: {params: {n: {pattern: '^[a-f0-9]{8}(-[a-f0-9]{4}){3}$'}}}\n"));
}

} // namespace
} // namespace orrery::config
