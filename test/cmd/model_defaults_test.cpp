// model-defaults, and what model-config makes of them.
#include "test/cmd/fake_models.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

using cmd::Exit;

TEST(ModelDefaults, MD68_are_set_shown_and_reset_in_the_first_models_store) {
  ModelsBench bench;
  bench.models.put("api");
  bench.session.model = "admin/api";
  ASSERT_EQ(bench.verb({"model-defaults", "test-mode=1", "own=x"}), Exit::Fine)
    << bench.output.complained;
  EXPECT_TRUE(has(bench.output.complained, "WARNING key \"own\""));
  ASSERT_EQ(bench.verb({"model-defaults", "test-mode", "--format", "json"}), Exit::Fine);
  EXPECT_EQ(bench.output.printed, "{\"test-mode\":{\"default\":false,\"controller\":true}}\n");
  ASSERT_EQ(bench.verb({"model-defaults", "own"}), Exit::Fine);
  EXPECT_EQ(bench.output.printed, "Attribute  Default  Controller\nown        -        x\n");
  EXPECT_TRUE(bench.models.model("api").contents()->model_defaults.values.empty());
  EXPECT_EQ(bench.models.model("default").contents()->model_defaults.values,
            (store::Settings{{"own", "x"}, {"test-mode", "true"}}));
  ASSERT_EQ(bench.verb({"model-defaults", "--reset", "test-mode,own"}), Exit::Fine);
  EXPECT_TRUE(bench.models.model("default").contents()->model_defaults.values.empty());
}

TEST(ModelDefaults, MD68_what_is_wrong_changes_nothing) {
  ModelsBench bench;
  EXPECT_EQ(bench.verb({"model-defaults", "a", "b"}), Exit::Misused);
  EXPECT_EQ(bench.verb({"model-defaults", "a", "b=1"}), Exit::Misused);
  EXPECT_EQ(bench.verb({"model-defaults", "a=1", "--reset", "a"}), Exit::Misused);
  EXPECT_EQ(bench.verb({"model-defaults", "nothing-known"}), Exit::Failed);
  EXPECT_EQ(bench.output.complained,
            "ERROR there are no default model values for \"nothing-known\"\n");
  for (const auto* wrong : {"test-mode=2", "uuid=x", "firewall-mode=none"})
    EXPECT_EQ(bench.verb({"model-defaults", "ftp-proxy=x", wrong}), Exit::Failed) << wrong;
  EXPECT_TRUE(bench.models.model("default").contents()->model_defaults.values.empty());
  bench.session.right = cmd::Right::Admin;
  EXPECT_EQ(bench.verb({"model-defaults", "ftp-proxy=x"}), Exit::Failed);
  EXPECT_EQ(bench.verb({"model-defaults"}), Exit::Fine);
}

TEST(ModelDefaults, MD68_are_the_source_of_equal_values_and_what_a_reset_brings_back) {
  ModelsBench bench;
  bench.models.put("api").change([](store::Contents& contents) {
    contents.model_config.values = {{"ftp-proxy", "f"}, {"http-proxy", "mine"}};
  });
  bench.models.model("default").change([](store::Contents& contents) {
    contents.model_defaults.values = {{"ftp-proxy", "f"}, {"http-proxy", "p"}};
  });
  const auto shown = [&](const std::string& key) {
    EXPECT_EQ(bench.verb({"model-config", "-m", "api", key, "--format", "json"}), Exit::Fine);
    return bench.output.printed;
  };
  EXPECT_EQ(shown("ftp-proxy"), "{\"ftp-proxy\":{\"Value\":\"f\",\"Source\":\"controller\"}}\n");
  EXPECT_EQ(shown("http-proxy"), "{\"http-proxy\":{\"Value\":\"mine\",\"Source\":\"model\"}}\n");
  ASSERT_EQ(bench.verb({"model-config", "-m", "api", "--reset", "http-proxy"}), Exit::Fine);
  EXPECT_EQ(shown("http-proxy"), "{\"http-proxy\":{\"Value\":\"p\",\"Source\":\"controller\"}}\n");
}

} // namespace
} // namespace orrery::test
