#include "cmd/charms/host_constraints.hpp"
#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

config::Constraints given(const std::string& text) {
  return config::parse_constraints(text).value();
}

render::Host small_host() {
  return {"berlin", "amd64", 4, 8000};
}

TEST(HostConstraints, MD69_another_architecture_cannot_be_had) {
  EXPECT_EQ(cmd::misfit(given("arch=amd64 cores=99"), small_host()), "");
  EXPECT_EQ(cmd::misfit(given("arch= cores=1"), small_host()), "");
  EXPECT_EQ(cmd::misfit(given("arch=arm64"), small_host()),
            "invalid constraint value: arch=arm64: valid values are: [amd64], for all machines are "
            "on this host");
  EXPECT_EQ(cmd::misfit(given("arch=arm64"), {}), "") << "nobody has looked";
}

TEST(HostConstraints, MD69_what_the_host_has_less_of_is_told) {
  EXPECT_TRUE(cmd::shortages(given("cores=4 mem=8000M root-disk=9P"), small_host()).empty());
  const auto told = cmd::shortages(given("cores=5 mem=8001"), small_host());
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[0], "cores=5 is more than this host's 4: machines share what there is");
  EXPECT_EQ(told[1], "mem=8001M is more than this host's 8000M: machines share what there is");
}

TEST(ConstraintsVerb, MD69_one_line_or_data_of_an_application) {
  Bench bench;
  bench.charm("web");
  ASSERT_EQ(
    bench.verb({"deploy", "./web", "--constraints", "mem=1G", "--constraints", "cores=1 tags=a,b"}),
    cmd::Exit::Fine)
    << bench.output.complained;
  ASSERT_EQ(bench.verb({"constraints", "web"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "cores=1 mem=1024M tags=a,b\n");
  ASSERT_EQ(bench.verb({"get-constraints", "web", "--format", "json"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "{\"cores\":1,\"mem\":1024,\"tags\":[\"a\",\"b\"]}\n");
  ASSERT_EQ(bench.verb({"show-application", "web", "--format", "json"}), cmd::Exit::Fine);
  EXPECT_TRUE(
    has(bench.output.printed, "\"constraints\":{\"cores\":1,\"mem\":1024,\"tags\":[\"a\",\"b\"]}"))
    << bench.output.printed;
  ASSERT_EQ(bench.verb({"set-constraints", "web", "cpu-cores=1"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.complained,
            "WARNING constraint \"cpu-cores\" is deprecated in favor of \"cores\".\n");
  ASSERT_EQ(bench.verb({"constraints", "web"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "cores=1\n") << "those that are not named go";
  ASSERT_EQ(bench.verb({"set-constraints", "web"}), cmd::Exit::Fine);
  ASSERT_EQ(bench.verb({"constraints", "web"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "\n");
  EXPECT_EQ(bench.verb({"constraints", "wbe"}), cmd::Exit::Failed);
}

TEST(ConstraintsVerb, MD69_of_the_model) {
  Bench bench;
  ASSERT_EQ(bench.verb({"model-constraints", "--format", "json"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "{}\n");
  ASSERT_EQ(bench.verb({"set-model-constraints", "root-disk=1G", "mem=512"}), cmd::Exit::Fine)
    << bench.output.complained;
  ASSERT_EQ(bench.verb({"model-constraints"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "mem=512M root-disk=1024M\n");
  ASSERT_EQ(bench.verb({"set-model-constraints"}), cmd::Exit::Fine);
  ASSERT_EQ(bench.verb({"get-model-constraints"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "\n");
}

TEST(ConstraintsVerb, MD69_what_is_wrong_changes_nothing) {
  Bench bench;
  bench.charm("web");
  const auto before = bench.orchestrator.commands();
  EXPECT_EQ(bench.verb({"deploy", "./web", "--constraints", "flavour=x"}), cmd::Exit::Failed);
  EXPECT_EQ(bench.output.complained, "ERROR unknown constraint \"flavour\"\n");
  EXPECT_EQ(bench.verb({"add-machine", "--constraints", "cores=two"}), cmd::Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "ERROR bad \"cores\" constraint: "));
  EXPECT_EQ(bench.verb({"set-constraints", "web", "flavour=x"}), cmd::Exit::Misused);
  EXPECT_TRUE(has(bench.output.complained, "unknown constraint \"flavour\""));
  EXPECT_EQ(bench.verb({"set-model-constraints", "mem=1G", "mem=2G"}), cmd::Exit::Misused);
  EXPECT_TRUE(has(bench.output.complained, "bad \"mem\" constraint: already set"));
  EXPECT_EQ(bench.orchestrator.commands(), before);
}

TEST(ConstraintsVerb, MD69_a_subordinate_and_a_bundle_take_none_of_deploys) {
  Bench bench;
  bench.charm("logger", "subordinate: true\n"
                        "requires:\n  host: {interface: juju-info, scope: container}\n");
  EXPECT_EQ(bench.verb({"deploy", "./logger", "--constraints", "cores=1"}), cmd::Exit::Failed);
  EXPECT_EQ(bench.output.complained,
            "ERROR cannot use --constraints with subordinate application\n");
  bench.file("shop.yaml", "applications: {logger: {charm: ./logger, constraints: cores=1}}\n");
  EXPECT_EQ(bench.verb({"deploy", "./shop.yaml", "--constraints", "cores=1"}), cmd::Exit::Failed);
  EXPECT_TRUE(
    has(bench.output.complained, "--constraints, --attach-storage or --resource: write them into"));
  EXPECT_EQ(bench.verb({"deploy", "./shop.yaml"}), cmd::Exit::Fine) << bench.output.complained;
  EXPECT_TRUE(has(bench.output.complained,
                  "WARNING application \"logger\": constraints do not apply to subordinate"))
    << bench.output.complained;
}

TEST(ConstraintsVerb, MD69_a_dry_run_says_what_becomes_of_them) {
  Bench bench;
  bench.charm("web");
  ASSERT_EQ(bench.verb({"deploy", "./web", "-n", "0", "--constraints", "tags=a"}), cmd::Exit::Fine);
  ASSERT_EQ(bench.verb({"set-constraints", "web", "mem=1M", "--dry-run"}), cmd::Exit::Fine)
    << bench.output.complained;
  EXPECT_TRUE(
    has(bench.output.printed, "application web has constraints \"mem=1M\", had \"tags=a\"\n"))
    << bench.output.printed;
  ASSERT_EQ(bench.verb({"set-model-constraints", "mem=1M", "--dry-run"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "model default has constraints \"mem=1M\", had \"\"\n"))
    << bench.output.printed;
  EXPECT_EQ(bench.orchestrator.contents()->model_config.constraints.text(), "");
}

TEST(AddMachineVerb, MD69_machines_keep_what_they_were_made_for) {
  Bench bench;
  ASSERT_EQ(bench.verb({"add-machine", "-n", "2", "--constraints", "cores=1 mem=1G"}),
            cmd::Exit::Fine);
  for (const store::MachineId id : {0U, 1U})
    EXPECT_EQ(bench.orchestrator.contents()->machines.at(id).constraints.text(),
              "cores=1 mem=1024M");
  ASSERT_EQ(bench.verb({"show-machine", "1", "--format", "json"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, " cores=1 mem=1024M\"")) << bench.output.printed;
}

} // namespace
} // namespace orrery::test
