// Verbs of Juju's that mean nothing here, or not yet.
#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::test {
namespace {

TEST(Usage, CL_a_verb_that_can_mean_nothing_here_says_so_and_fails) {
  Bench bench;
  EXPECT_EQ(bench.verb({"bootstrap", "--any", "flag"}), cmd::Exit::Failed);
  EXPECT_TRUE(
    has(bench.output.complained, "a command of Juju's that Orrery does not have: there is"))
    << bench.output.complained;
  for (const char* name :
       {"add-cloud", "credentials", "spaces", "subnets", "upgrade-controller", "upgrade-model",
        "create-backup", "firewall-rules", "application-storage", "upgrade-series", "payloads"}) {
    bench.output.complained.clear();
    EXPECT_EQ(bench.verb({name}), cmd::Exit::Failed) << name;
    EXPECT_TRUE(has(bench.output.complained, std::string{"ERROR \""} + name)) << name;
    EXPECT_EQ(std::count(bench.output.complained.begin(), bench.output.complained.end(), '\n'), 1);
  }
}

TEST(AddMachine, CL_a_place_that_no_machine_here_can_have_is_refused_and_is_no_misuse) {
  const std::vector<std::vector<std::string>> all{
    {"add-machine", "ssh:ubuntu@10.0.0.3"},
    {"add-machine", "lxd:0", "--base", "ubuntu@24.04"},
    {"add-machine", "--private-key", "a"},
    {"add-machine", "ssh:10.0.0.3", "--private-key", "a", "--public-key", "b"}};
  for (const auto& words : all) {
    Bench bench;
    EXPECT_EQ(bench.verb(words), cmd::Exit::Failed) << words.back();
    EXPECT_TRUE(has(bench.output.complained, "machines are directories of this host"))
      << bench.output.complained;
    EXPECT_EQ(bench.orchestrator.commands(), 0U);
  }
}

TEST(SuspendRelation, CL21_only_relations_of_offers_are_suspended) {
  Bench bench;
  bench.orchestrator.change([](store::Contents& model) {
    model.relations[4].id = 4;
    model.relations[4].key = "web:db sql:server";
  });
  for (const char* verb : {"suspend-relation", "resume-relation"}) {
    EXPECT_EQ(bench.verb({verb, "4"}), cmd::Exit::Failed);
    EXPECT_EQ(bench.output.complained, "ERROR cannot set suspend status for \"web:db sql:server\" "
                                       "which is not associated with an offer\n");
    EXPECT_EQ(bench.verb({verb, "4", "x"}), cmd::Exit::Misused);
    EXPECT_EQ(bench.output.complained, "ERROR relation ID \"x\" not valid\n");
    EXPECT_EQ(bench.verb({verb, "9"}), cmd::Exit::Failed);
    EXPECT_TRUE(has(bench.output.complained, "not found"));
  }
  EXPECT_EQ(bench.orchestrator.commands(), 0U);
}

TEST(RemoveUnit, CL22_a_number_of_units_is_refused_as_usage) {
  Bench bench;
  EXPECT_EQ(bench.verb({"remove-unit", "db", "--num-units", "2"}), cmd::Exit::Misused);
  EXPECT_EQ(bench.output.complained, "ERROR --num-units for non k8s models not valid\n");
  EXPECT_EQ(bench.verb({"scale-application", "db", "3"}), cmd::Exit::Misused);
  EXPECT_TRUE(has(bench.output.complained, "only supported on k8s container models"));
}

} // namespace
} // namespace orrery::test
