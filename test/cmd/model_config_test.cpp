#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

TEST(ModelConfig, MD60_says_where_each_value_comes_from) {
  Bench bench;
  ASSERT_EQ(bench.verb({"model-config", "http-proxy=http://proxy:3128", "development=0"}),
            cmd::Exit::Fine);
  ASSERT_EQ(bench.verb({"model-config", "--format", "json"}), cmd::Exit::Fine);
  for (const auto* part : {R"("http-proxy":{"Value":"http://proxy:3128","Source":"model"})",
                           R"("development":{"Value":false,"Source":"default"})",
                           R"("num-provision-workers":{"Value":16,"Source":"default"})"})
    EXPECT_TRUE(has(bench.output.printed, part)) << part << bench.output.printed;
  ASSERT_EQ(bench.verb({"model-config", "--format", "yaml"}), cmd::Exit::Fine);
  EXPECT_TRUE(
    has(bench.output.printed, "http-proxy:\n  value: http://proxy:3128\n  source: model\n"))
    << bench.output.printed;
}

TEST(ModelConfig, MD61_a_table_of_all_and_the_bare_value_of_one) {
  Bench bench;
  ASSERT_EQ(bench.verb({"model-config"}), cmd::Exit::Fine);
  EXPECT_TRUE(bench.output.printed.starts_with("Attribute")) << bench.output.printed;
  EXPECT_TRUE(has(bench.output.printed, "\nautomatically-retry-hooks")) << bench.output.printed;
  for (const auto* name : {"\nname ", "\nuuid ", "\ntype ", "\nauthorized-keys "})
    EXPECT_FALSE(has(bench.output.printed, name)) << bench.output.printed;
  const std::vector<std::pair<std::string, std::string>> bare{
    {"automatically-retry-hooks", "True\n"},
    {"test-mode", "False\n"},
    {"update-status-hook-interval", "5m\n"},
    {"http-proxy", ""},
    {"name", "default\n"}};
  for (const auto& [key, value] : bare) {
    ASSERT_EQ(bench.verb({"model-config", key}), cmd::Exit::Fine) << key;
    EXPECT_EQ(bench.output.printed, value) << key;
  }
  ASSERT_EQ(bench.verb({"model-config", "mode", "--format", "json"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed,
            "{\"mode\":{\"Value\":\"requires-prompts\",\"Source\":\"default\"}}\n");
  EXPECT_EQ(bench.verb({"model-config", "http-proxi"}), cmd::Exit::Failed);
  EXPECT_TRUE(
    has(bench.output.complained,
        "ERROR \"http-proxi\" is not a key of the currently targeted model: \"default\""));
  EXPECT_TRUE(has(bench.output.complained, "http-proxy")) << bench.output.complained;
}

TEST(ModelConfig, MD61_the_version_and_the_series_are_always_there) {
  Bench bench;
  ASSERT_EQ(bench.verb({"model-config", "--format", "json"}), cmd::Exit::Fine);
  for (const auto* part : {R"("agent-version":{"Value":"3.6.1","Source":"model"})",
                           R"("default-series":{"Value":"","Source":"default"})"})
    EXPECT_TRUE(has(bench.output.printed, part)) << part << bench.output.printed;
}

TEST(ModelConfig, MD63_the_reset_of_an_unknown_key_succeeds_with_a_warning) {
  Bench bench;
  EXPECT_EQ(bench.verb({"model-config", "--reset", "my-own"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.complained, "WARNING key \"my-own\" is not defined in the current model "
                                     "configuration: possible misspelling\n");
}

TEST(ModelConfig, MD64_what_is_fixed_fails_and_its_reset_is_a_misuse) {
  Bench bench;
  EXPECT_EQ(bench.verb({"model-config", "agent-version=3"}), cmd::Exit::Failed);
  EXPECT_EQ(bench.verb({"model-config", "name=other"}), cmd::Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "cannot change name from \"default\" to \"other\""))
    << bench.output.complained;
  EXPECT_EQ(bench.verb({"model-config", "--reset", "name"}), cmd::Exit::Misused);
  EXPECT_TRUE(has(bench.output.complained, "\"name\" cannot be reset"));
}

TEST(ModelConfig, MD66_an_interval_beyond_the_range_that_is_documented_is_taken) {
  Bench bench;
  for (const auto* interval : {"10s", "61m", "100h"}) {
    const std::string set = std::string("update-status-hook-interval=") + interval;
    EXPECT_EQ(bench.verb({"model-config", set}), cmd::Exit::Fine) << interval;
    ASSERT_EQ(bench.verb({"model-config", "update-status-hook-interval"}), cmd::Exit::Fine);
    EXPECT_EQ(bench.output.printed, std::string(interval) + "\n");
  }
  EXPECT_EQ(bench.verb({"model-config", "update-status-hook-interval=soon"}), cmd::Exit::Failed);
  EXPECT_TRUE(
    has(bench.output.complained, "invalid update status hook interval in model configuration: "))
    << bench.output.complained;
}

TEST(ModelConfig, MD63_an_unknown_key_is_kept_with_a_warning) {
  Bench bench;
  ASSERT_EQ(bench.verb({"model-config", "my-own=1"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.complained, "WARNING key \"my-own\" is not defined in the current model "
                                     "configuration: possible misspelling\n");
  ASSERT_EQ(bench.verb({"model-config", "my-own"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "1\n");
  ASSERT_EQ(bench.verb({"model-config", "--reset", "my-own"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.complained, "") << "it is known now";
  EXPECT_EQ(bench.verb({"model-config", "my-own"}), cmd::Exit::Failed);
}

TEST(ModelConfig, MD65_a_file_then_resets_then_words) {
  Bench bench;
  bench.file("c.yaml", "agent-version: 3.6.1\nftp-proxy: f\nhttp-proxy: {value: h, source: model}\n"
                       "https-proxy: s\ntest-mode: yes\n");
  bench.file("d.yaml", "ftp-proxy: d\nmode: strict\n");
  EXPECT_EQ(bench.verb({"model-config", "--file", "c.yaml"}), cmd::Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "\"agent-version\" must be set via \"upgrade-model\""));
  EXPECT_TRUE(bench.orchestrator.contents()->model_config.values.empty()) << "all or nothing";
  ASSERT_EQ(bench.verb({"model-config", "--file", "d.yaml", "--file", "c.yaml",
                        "--ignore-read-only-fields", "--reset", "https-proxy", "http-proxy=w"}),
            cmd::Exit::Fine)
    << bench.output.complained;
  EXPECT_EQ(bench.orchestrator.contents()->model_config.values,
            (store::Settings{
              {"ftp-proxy", "f"}, {"http-proxy", "w"}, {"mode", "strict"}, {"test-mode", "true"}}));
}

TEST(ModelConfig, MD65_what_cannot_be_meant_is_a_misuse) {
  Bench bench;
  const std::vector<std::pair<std::vector<std::string>, std::string>> misuses{
    {{"mode=x", "--reset", "mode"}, "cannot set and reset key \"mode\" simultaneously"},
    {{"mode", "http-proxy"}, "cannot specify multiple keys to get"},
    {{"mode", "http-proxy=x"}, "cannot get value and set key=value pairs simultaneously"},
    {{"mode", "--reset", "http-proxy"}, "cannot get \"mode\" and change others simultaneously"},
    {{"--reset", "agent-version"}, "\"agent-version\" cannot be reset"}};
  for (auto [words, text] : misuses) {
    words.insert(words.begin(), "model-config");
    EXPECT_EQ(bench.verb(words), cmd::Exit::Misused) << text;
    EXPECT_TRUE(has(bench.output.complained, text)) << bench.output.complained;
  }
}

TEST(ModelConfig, MD67_a_level_of_trace_is_for_superusers) {
  Bench bench;
  bench.session.right = cmd::Right::Write;
  EXPECT_EQ(bench.verb({"model-config", "logging-config=unit=DEBUG"}), cmd::Exit::Fine);
  bench.file("levels.yaml", "logging-config: unit=TRACE\n");
  bench.file("levels.txt", "<root>=TRACE");
  const std::vector<std::vector<std::string>> forms{{"model-config", "logging-config=unit=TRACE"},
                                                    {"model-config", "--file", "levels.yaml"},
                                                    {"model-config", "logging-config=@levels.txt"}};
  for (const auto& form : forms) {
    EXPECT_EQ(bench.verb(form), cmd::Exit::Failed) << form.back();
    EXPECT_EQ(bench.output.complained,
              "ERROR only controller admins can set a model's logging level to TRACE\n");
  }
  bench.session.right = cmd::Right::Superuser;
  EXPECT_EQ(bench.verb(forms[0]), cmd::Exit::Fine);
  bench.session.right = cmd::Right::Read;
  EXPECT_EQ(bench.verb({"model-config", "mode"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.verb({"model-config", "mode=x"}), cmd::Exit::Failed);
}

TEST(ModelConfig, MD61_a_value_forges_no_row_of_the_table) {
  Bench bench;
  ASSERT_EQ(bench.verb({"model-config", "extra-info=a\nmode  model  b"}), cmd::Exit::Fine);
  ASSERT_EQ(bench.verb({"model-config"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "a\\nmode")) << bench.output.printed;
}

} // namespace
} // namespace orrery::test
