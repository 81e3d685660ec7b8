// Verbs that show, add and choose among several models.
#include "test/cmd/fake_models.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

using cmd::Exit;

TEST(SeveralModels, MD40_are_listed_with_the_firsts_identity_as_the_controllers) {
  ModelsBench bench;
  bench.models.put("api");
  bench.session.model = "admin/api";
  ASSERT_EQ(bench.verb({"models", "--format", "json"}), Exit::Fine) << bench.output.complained;
  const auto& shown = bench.output.printed;
  EXPECT_LT(shown.find("\"name\":\"admin/api\""), shown.find("\"name\":\"admin/default\""));
  EXPECT_EQ(count(shown, "\"controller-uuid\":\"" + bench.models.uuid("default") + "\""), 2U);
  EXPECT_EQ(count(shown, "\"is-controller\":false"), 2U);
  EXPECT_TRUE(has(shown, "\"current-model\":\"api\"}")) << shown;
  EXPECT_FALSE(has(shown, "machines"));
}

TEST(SeveralModels, MD41_the_table_counts_and_marks_the_current_one) {
  ModelsBench bench;
  bench.models.put("api").change([](store::Contents& contents) {
    contents.machines[3].id = 3;
    contents.applications["db"].unit_count = 2;
  });
  bench.models.put("other", "bob");
  bench.session.model = "admin/api";
  ASSERT_EQ(bench.verb({"models"}), Exit::Fine);
  EXPECT_EQ(bench.output.printed,
            "Controller: orrery\n\n"
            "Model      Cloud/Region  Type     Status     Machines  Cores  Units  Access  Last "
            "connection\n"
            "api*       local         process  available         1      -      2  admin   just "
            "now\n"
            "default    local         process  available         0      -      -  admin   just "
            "now\n"
            "bob/other  local         process  available         0      -      -  admin   just "
            "now\n");
}

TEST(SeveralModels, MD41_one_that_is_current_no_more_marks_none) {
  ModelsBench bench;
  bench.models.put("api");
  bench.session.model = "admin/gone";
  bench.session.orchestrator = nullptr;
  ASSERT_EQ(bench.verb({"models"}), Exit::Fine) << bench.output.complained;
  EXPECT_FALSE(has(bench.output.printed, "*")) << bench.output.printed;
  ASSERT_EQ(bench.verb({"models", "--format", "json"}), Exit::Fine);
  EXPECT_FALSE(has(bench.output.printed, "current-model")) << bench.output.printed;
}

TEST(SeveralModels, MD43_any_is_shown_by_name_or_uuid) {
  ModelsBench bench;
  bench.models.put("api").change([](store::Contents& contents) { contents.machines[3].id = 3; });
  for (const auto& name : {std::string{"api"}, std::string{"admin/api"}, std::string{"orrery:api"},
                           bench.models.uuid("api")}) {
    ASSERT_EQ(bench.verb({"show-model", name, "--format", "json"}), Exit::Fine) << name;
    EXPECT_TRUE(bench.output.printed.starts_with("{\"api\":{\"name\":\"admin/api\""));
    EXPECT_TRUE(has(bench.output.printed, "\"machines\":{\"3\":"));
  }
  EXPECT_EQ(bench.verb({"show-model", "nobodys"}), Exit::Failed);
  EXPECT_EQ(bench.output.complained, "ERROR model orrery:admin/nobodys not found: models are "
                                     "\"api\", \"default\"\n");
  bench.session.model = "admin/gone";
  EXPECT_EQ(bench.verb({"show-model"}), Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "has been removed from the controller"));
}

TEST(SeveralModels, MD2_one_that_is_destroyed_says_so) {
  ModelsBench bench;
  bench.models.put("api");
  bench.models.let_go_after(100);
  ASSERT_TRUE(bench.models.destroy(bench.models.uuid("api"), {}));
  ASSERT_EQ(bench.verb({"show-model", "api", "--format", "json"}), Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "\"life\":\"dying\",\"status\":{\"current\":\"destroying\","
                                        "\"message\":\"cleaning up cloud resources\"}"))
    << bench.output.printed;
}

TEST(SeveralModels, MD24_none_is_selected_only_where_there_are_several) {
  ModelsBench bench;
  EXPECT_EQ(bench.verb({"status"}), Exit::Fine);
  bench.models.put("api");
  EXPECT_EQ(bench.verb({"status"}), Exit::Misused);
  EXPECT_EQ(bench.output.complained,
            "ERROR No selected model.\n\nUse \"orrery switch\" to select one of the following "
            "models:\n\n  - orrery:admin/api\n  - orrery:admin/default\n");
  EXPECT_EQ(bench.verb({"show-model"}), Exit::Misused);
  EXPECT_EQ(bench.verb({"wait-for", "unit", "db/0", "--timeout", "0s"}), Exit::Misused);
  EXPECT_EQ(bench.verb({"status", "-m", "api"}), Exit::Fine);
  EXPECT_EQ(bench.verb({"models"}), Exit::Fine);
  EXPECT_EQ(bench.verb({"whoami"}), Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "Model:       <no-current-model>\n"));
  EXPECT_EQ(bench.verb({"switch"}), Exit::Fine);
  EXPECT_EQ(bench.output.printed, "orrery\n");
  bench.session.model = "admin/api";
  EXPECT_EQ(bench.verb({"status"}), Exit::Fine);
}

TEST(SeveralModels, MD49_an_empty_one_is_named_as_it_was_typed) {
  ModelsBench bench;
  bench.models.put("api");
  bench.session.model = "admin/default";
  EXPECT_EQ(bench.verb({"status", "-m", "api"}), Exit::Fine);
  EXPECT_EQ(bench.output.complained, "Model \"api\" is empty.\n");
  EXPECT_EQ(bench.verb({"status"}), Exit::Fine);
  EXPECT_EQ(bench.output.complained, "Model \"admin/default\" is empty.\n");
}

TEST(SeveralModels, MD45_count_as_one_controllers) {
  ModelsBench bench;
  bench.models.put("api").change([](store::Contents& contents) { contents.machines[3].id = 3; });
  bench.models.model("default").change(
    [](store::Contents& contents) { contents.machines[0].id = 0; });
  ASSERT_EQ(bench.verb({"controllers", "--format", "json"}), Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "\"model-count\":2,\"machine-count\":2"))
    << bench.output.printed;
  ASSERT_EQ(bench.verb({"show-controller", "--format", "json"}), Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "\"models\":{\"api\":{\"uuid\":\""))
    << bench.output.printed;
  EXPECT_TRUE(has(bench.output.printed, "\"controller-machines\":{\"0\":"));
}

TEST(AddModel, MD30_says_what_was_added_on_standard_error) {
  ModelsBench bench;
  ASSERT_EQ(bench.verb({"add-model", "test", "local"}), Exit::Fine);
  EXPECT_EQ(bench.output.printed, "");
  EXPECT_EQ(bench.output.complained, "Added 'test' model for user 'admin'\n");
  EXPECT_EQ(bench.models.added->name, "test");
  EXPECT_EQ(bench.models.added->owner, "admin");
}

TEST(AddModel, MD32_refuses_names_places_and_what_is_there) {
  ModelsBench bench;
  EXPECT_EQ(bench.verb({"add-model"}), Exit::Misused);
  for (const auto* name : {"A", "a_b", "admin/a"}) {
    EXPECT_EQ(bench.verb({"add-model", name}), Exit::Misused) << name;
    EXPECT_TRUE(has(bench.output.complained,
                    "is not a valid name: model names may only contain lowercase letters, digits "
                    "and hyphens"))
      << bench.output.complained;
  }
  EXPECT_EQ(bench.verb({"add-model", "a", "local", "x"}), Exit::Misused);
  EXPECT_EQ(bench.verb({"add-model", "a", "aws/eu"}), Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "there is one cloud, \"local\""));
  EXPECT_EQ(bench.verb({"add-model", "a", "local/x"}), Exit::Failed);
  EXPECT_EQ(bench.verb({"add-model", "a", "--owner", "bob"}), Exit::Failed);
  EXPECT_EQ(bench.output.complained, "ERROR user \"bob\" not found\n");
  EXPECT_EQ(bench.verb({"add-model", "default"}), Exit::Failed);
  EXPECT_EQ(bench.output.complained, "ERROR failed to create new model: model \"default\" for "
                                     "admin already exists\n");
  EXPECT_FALSE(bench.models.added);
}

TEST(AddModel, MD33_another_user_who_is_there_may_be_its_owner) {
  ModelsBench bench;
  bench.models.model("default").change([](store::Contents& contents) {
    contents.users["bob"].name = "bob";
    contents.users["gone"].name = "gone";
    contents.users["gone"].removed = true;
  });
  EXPECT_EQ(bench.verb({"add-model", "a", "--owner", "gone"}), Exit::Failed);
  EXPECT_EQ(bench.output.complained, "ERROR user \"gone\" not found\n");
  EXPECT_EQ(bench.verb({"add-model", "a", "--owner", "b/b"}), Exit::Failed);
  EXPECT_FALSE(bench.models.added);
  ASSERT_EQ(bench.verb({"add-model", "a", "--owner", "Bob"}), Exit::Fine)
    << bench.output.complained;
  EXPECT_EQ(bench.models.added->owner, "bob");
  EXPECT_EQ(bench.output.complained, "Added 'a' model for user 'bob'\n");
}

TEST(AddModel, MD33_needs_the_right) {
  ModelsBench bench;
  bench.session.right = cmd::Right::Admin;
  EXPECT_EQ(bench.verb({"add-model", "a"}), Exit::Failed);
  EXPECT_EQ(bench.output.complained,
            "You do not have permission to add a model.\nYou may ask an administrator to grant you "
            "access with \"orrery grant\".\nERROR permission denied\n");
  EXPECT_FALSE(bench.models.added);
}

TEST(AddModel, MD34_the_given_values_are_over_the_defaults_of_that_moment) {
  ModelsBench bench;
  bench.models.model("default").change([](store::Contents& contents) {
    contents.model_defaults.values = {{"http-proxy", "p"}, {"ftp-proxy", "f"}};
  });
  const auto file = bench.file("c.yaml", "test-mode: true\nhttp-proxy: y\n");
  ASSERT_EQ(bench.verb({"add-model", "a", "--config", file, "--config", "http-proxy=x", "--config",
                        "own=1"}),
            Exit::Fine)
    << bench.output.complained;
  EXPECT_EQ(bench.models.added->config,
            (store::Settings{
              {"ftp-proxy", "f"}, {"http-proxy", "x"}, {"own", "1"}, {"test-mode", "true"}}));
  EXPECT_TRUE(has(bench.output.complained, "WARNING key \"own\" is not defined"));
}

TEST(AddModel, MD34_a_value_that_is_wrong_adds_nothing) {
  ModelsBench bench;
  for (const auto* wrong : {"test-mode=2", "uuid=x", "nowhere.yaml"})
    EXPECT_EQ(bench.verb({"add-model", "a", "--config", wrong}), Exit::Failed) << wrong;
  EXPECT_FALSE(bench.models.added);
}

TEST(SeveralModels, all_complete_a_models_name) {
  ModelsBench bench;
  bench.models.put("api");
  bench.models.put("other", "bob");
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
         {"complete", "--", "destroy-model", ""}, {"complete", "--", "use", ""}}) {
    ASSERT_EQ(bench.verb(words), Exit::Fine) << bench.output.complained;
    EXPECT_EQ(bench.output.printed, "api\nbob/other\ndefault\n");
  }
}

TEST(SwitchWithin, MD27_a_script_is_told_of_use) {
  ModelsBench bench;
  bench.models.put("api");
  bench.session.model = "admin/default";
  EXPECT_EQ(bench.verb({"switch", "default"}), Exit::Fine);
  EXPECT_EQ(bench.verb({"switch", "api"}), Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "use api")) << bench.output.complained;
}

} // namespace
} // namespace orrery::test
