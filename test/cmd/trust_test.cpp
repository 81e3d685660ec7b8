// Trust as a setting that every application has beside the options of its charm (TR1).
#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

class TrustSetting : public testing::Test {
protected:
  void SetUp() override { bench.charm("db"); }
  bool trusted_after(const std::vector<std::string>& deploy) {
    EXPECT_EQ(bench.verb(deploy), cmd::Exit::Fine) << bench.output.complained;
    return bench.orchestrator.contents()->applications.at(deploy.at(2)).trusted;
  }
  std::string read(const std::string& application) {
    EXPECT_EQ(bench.verb({"config", application, "trust"}), cmd::Exit::Fine)
      << bench.output.complained;
    return bench.output.printed;
  }

  Bench bench;
};

TEST_F(TrustSetting, TR1_deploy_takes_it_among_the_options_and_config_reads_it) {
  bench.file("options.yaml", "trust: yes\n");
  EXPECT_TRUE(trusted_after({"deploy", "./db", "one", "--config", "trust=true"}));
  EXPECT_EQ(read("one"), "true\n");
  EXPECT_FALSE(trusted_after({"deploy", "./db", "two", "--config", "trust=false"}));
  EXPECT_EQ(read("two"), "false\n");
  EXPECT_TRUE(trusted_after({"deploy", "./db", "three", "--config", "options.yaml"}));
  EXPECT_TRUE(trusted_after({"deploy", "./db", "four", "--config", "trust=false", "--trust"}));
  EXPECT_FALSE(trusted_after({"deploy", "./db", "five"}));
}

TEST_F(TrustSetting, TR1_config_reads_a_file_as_deploy_does) {
  bench.file("yes.yaml", "trust: yes\n");
  bench.file("no.yaml", "trust: off\n");
  bench.file("wrong.yaml", "trust: 7\nanother: 0x7\n");
  EXPECT_FALSE(trusted_after({"deploy", "./db", "one"}));
  const auto set = [&](const std::vector<std::string>& words) {
    std::vector<std::string> typed{"config", "one"};
    typed.insert(typed.end(), words.begin(), words.end());
    return bench.verb(typed);
  };
  EXPECT_EQ(set({"--file", "yes.yaml"}), cmd::Exit::Fine) << bench.output.complained;
  EXPECT_EQ(read("one"), "true\n");
  EXPECT_EQ(set({"--file", "no.yaml"}), cmd::Exit::Fine) << bench.output.complained;
  EXPECT_EQ(read("one"), "false\n");
  EXPECT_EQ(set({"--file", "no.yaml", "trust=true"}), cmd::Exit::Fine) << bench.output.complained;
  EXPECT_EQ(read("one"), "true\n") << "a word wins";
  EXPECT_EQ(set({"--file", "wrong.yaml"}), cmd::Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "trust")) << bench.output.complained;
  EXPECT_EQ(read("one"), "true\n");
}

TEST_F(TrustSetting, TR1_refresh_takes_it_among_the_options) {
  EXPECT_FALSE(trusted_after({"deploy", "./db", "one"}));
  const auto refreshed = [&](const std::vector<std::string>& words) {
    std::vector<std::string> typed{"refresh", "one", "--path", "./db"};
    typed.insert(typed.end(), words.begin(), words.end());
    EXPECT_EQ(bench.verb(typed), cmd::Exit::Fine) << bench.output.complained;
    return bench.orchestrator.contents()->applications.at("one").trusted;
  };
  EXPECT_TRUE(refreshed({"--config", "trust=true"}));
  EXPECT_TRUE(refreshed({}));
  EXPECT_FALSE(refreshed({"--config", "trust=true", "--trust=false"})) << "the flag wins";
  EXPECT_EQ(bench.verb({"refresh", "one", "--path", "./db", "--config", "trust=perhaps"}),
            cmd::Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "trust")) << bench.output.complained;
}

TEST_F(TrustSetting, TR1_a_bundle_may_have_it_among_the_options) {
  const auto deployed = [&](const std::string& options) {
    bench.file("b.yaml", "applications:\n  one: {charm: ./db, options: {" + options + "}}\n");
    return bench.verb({"deploy", "./b.yaml"});
  };
  const auto trusted = [&] {
    return bench.orchestrator.contents()->applications.at("one").trusted;
  };
  EXPECT_EQ(deployed("trust: yes"), cmd::Exit::Fine) << bench.output.complained;
  EXPECT_TRUE(trusted());
  EXPECT_EQ(bench.verb({"diff-bundle", "./b.yaml"}), cmd::Exit::Fine) << bench.output.complained;
  EXPECT_EQ(bench.output.printed, "{}\n");
  EXPECT_EQ(deployed("trust: no"), cmd::Exit::Fine) << bench.output.complained;
  EXPECT_FALSE(trusted());
  EXPECT_EQ(deployed("trust: perhaps"), cmd::Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "\"one\"")) << bench.output.complained;
}

TEST_F(TrustSetting, TR1_what_is_no_boolean_deploys_nothing) {
  EXPECT_EQ(bench.verb({"deploy", "./db", "--config", "trust=perhaps"}), cmd::Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "trust")) << bench.output.complained;
  EXPECT_TRUE(bench.orchestrator.contents()->applications.empty());
}

TEST_F(TrustSetting, TR1_an_option_of_that_name_is_the_charms) {
  bench.file("db/config.yaml", "options: {trust: {type: string, default: none}}\n");
  EXPECT_FALSE(trusted_after({"deploy", "./db", "db", "--config", "trust=somebody"}));
  EXPECT_EQ(read("db"), "somebody\n");
}

} // namespace
} // namespace orrery::test
