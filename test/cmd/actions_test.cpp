#include "cmd/charms/charm_record.hpp"
#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace orrery::test {
namespace {

/// A model with `db`, whose charm has actions, and `web`, whose charm has none.
std::unique_ptr<Bench> actions_bench() {
  auto bench = std::make_unique<Bench>();
  bench->charm("redis");
  bench->file("redis/actions.yaml",
              "backup-10: {description: Later}\n"
              "backup-2:\n  description: |\n    Saves all\n\n    to a file\n  parallel: true\n"
              "  required: [to]\n  params:\n    to: {type: string, description: A path}\n"
              "    level: {default: 5, type: integer}\n    any:\n"
              "plain:\n");
  bench->charm("bare");
  EXPECT_EQ(bench->verb({"deploy", "./redis", "db"}), cmd::Exit::Fine) << bench->output.complained;
  EXPECT_FALSE(has(bench->output.complained, "without it")) << bench->output.complained;
  EXPECT_EQ(bench->verb({"deploy", "./bare", "web"}), cmd::Exit::Fine) << bench->output.complained;
  return bench;
}

TEST(CharmRecord, A34_has_the_actions_that_the_charm_declares) {
  config::CharmDeclaration declaration;
  declaration.name = "db";
  declaration.actions["backup"] = {"Saves", true, "disks", R"({"type":"object"})"};
  declaration.actions["plain"] = {"No description", false, "", "{}"};
  const auto charm = cmd::charm_record(declaration, "charms/db-1", "", {});
  EXPECT_EQ(charm.actions, (std::map<std::string, store::CharmAction>{
                             {"backup", {"Saves", true, "disks", R"({"type":"object"})"}},
                             {"plain", {"No description", false, "", "{}"}}}));
}

TEST(ListActions, A51_a_table_in_natural_order) {
  const auto bench = actions_bench();
  for (const auto* verb : {"actions", "list-actions"}) {
    ASSERT_EQ(bench->verb({verb, "db"}), cmd::Exit::Fine) << bench->output.complained;
    EXPECT_EQ(bench->output.printed, "Action     Description\n"
                                     "backup-2   Saves all\n"
                                     "           \n"
                                     "           to a file\n"
                                     "backup-10  Later\n"
                                     "plain      No description\n");
  }
}

TEST(ListActions, A51_names_and_descriptions_as_data) {
  const auto bench = actions_bench();
  ASSERT_EQ(bench->verb({"actions", "db", "--format", "json"}), cmd::Exit::Fine);
  EXPECT_EQ(bench->output.printed,
            "{\"backup-10\":\"Later\",\"backup-2\":\"Saves all\\n\\nto a file\\n\","
            "\"plain\":\"No description\"}\n");
  ASSERT_EQ(bench->verb({"actions", "db", "--format", "yaml"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench->output.printed, "backup-10: Later\nplain: No description\n"))
    << bench->output.printed;
}

TEST(ListActions, A51_schemas) {
  const auto bench = actions_bench();
  ASSERT_EQ(bench->verb({"actions", "db", "--schema", "--format", "json"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench->output.printed,
                  R"("plain":{"description":"No description","properties":{},"title":"plain",)"
                  R"("type":"object"})"))
    << bench->output.printed;
  EXPECT_FALSE(has(bench->output.printed, "parallel")) << bench->output.printed;
  ASSERT_EQ(bench->verb({"actions", "db", "--schema"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench->output.printed, "plain:\n  description: No description\n"
                                         "  properties: {}\n  title: plain\n  type: object\n"))
    << bench->output.printed;
  EXPECT_TRUE(has(bench->output.printed, "      default: 5\n")) << bench->output.printed;
  EXPECT_EQ(bench->verb({"actions", "db", "--schema", "--format", "tabular"}), cmd::Exit::Misused);
  EXPECT_EQ(bench->output.complained, "ERROR full schema not compatible with tabular output\n");
}

TEST(ListActions, A51_none_is_no_error) {
  const auto bench = actions_bench();
  EXPECT_EQ(bench->verb({"actions", "web"}), cmd::Exit::Fine);
  EXPECT_EQ(bench->output.printed, "");
  EXPECT_EQ(bench->output.complained, "No actions defined for web.\n");
  EXPECT_EQ(bench->verb({"actions", "web", "--format", "yaml"}), cmd::Exit::Fine);
  EXPECT_EQ(bench->output.printed, "{}\n");
  EXPECT_EQ(bench->output.complained, "");
}

TEST(ListActions, A51_of_an_application_that_is_not_there) {
  const auto bench = actions_bench();
  for (const auto* verb : {"actions", "show-action"}) {
    EXPECT_EQ(bench->verb(verb == std::string("actions")
                            ? std::vector<std::string>{verb, "nobody"}
                            : std::vector<std::string>{verb, "nobody", "backup-2"}),
              cmd::Exit::Failed);
    EXPECT_TRUE(has(bench->output.complained, "ERROR application \"nobody\" not found"))
      << bench->output.complained;
  }
}

TEST(ListActions, A51_are_those_of_the_applications_charm_where_units_lag_behind) {
  const auto bench = actions_bench();
  bench->orchestrator.change([](store::Contents& contents) {
    contents.charms["local:redis-1"].actions["new"].description = "Of the new charm";
    contents.applications.at("db").charm = "local:redis-1";
  });
  ASSERT_EQ(bench->verb({"actions", "db"}), cmd::Exit::Fine);
  EXPECT_EQ(bench->output.printed, "Action  Description\nnew     Of the new charm\n");
}

TEST(ShowAction, A52_tells_the_description_and_each_parameter) {
  const auto bench = actions_bench();
  ASSERT_EQ(bench->verb({"show-action", "db", "backup-2"}), cmd::Exit::Fine);
  EXPECT_EQ(bench->output.printed, "Saves all\n\nto a file\n\nArguments\n"
                                   "any:\n  type: null\n  description: null\n"
                                   "level:\n  type: integer\n  description: null\n  default: 5\n"
                                   "to:\n  type: string\n  description: A path\n\n");
  ASSERT_EQ(bench->verb({"show-action", "db", "plain"}), cmd::Exit::Fine);
  EXPECT_EQ(bench->output.printed, "No description\n\nArguments\n{}\n\n");
}

TEST(ShowAction, A52_an_unknown_one_is_refused) {
  const auto bench = actions_bench();
  EXPECT_EQ(bench->verb({"show-action", "db", "backup-3"}), cmd::Exit::Failed);
  EXPECT_TRUE(bench->output.complained.starts_with("ERROR unknown action \"backup-3\""))
    << bench->output.complained;
  EXPECT_EQ(bench->output.printed, "");
}

} // namespace
} // namespace orrery::test
