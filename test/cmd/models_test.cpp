#include "cmd/session/this_host.hpp"
#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

/// A model with an identity and two machines.
struct ModelBench : Bench {
  ModelBench() {
    orchestrator.change([](store::Contents& contents) {
      contents.model.uuid = "0c0ffee0";
      contents.machines[0].id = 0;
      contents.machines[4].id = 4;
      contents.applications["db"].unit_count = 3;
      contents.applications["web"].unit_count = 2;
    });
  }
};

TEST(Models, there_is_one) {
  ModelBench bench;
  ASSERT_EQ(bench.verb({"models"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "Controller: orrery\n\n"
                                  "Model     Cloud/Region  Type     Status     Machines  Units\n"
                                  "default*  local         process  available         2      5\n");
  ASSERT_EQ(bench.verb({"models", "--format", "json"}), cmd::Exit::Fine);
  EXPECT_TRUE(bench.output.printed.starts_with(
    "{\"models\":[{\"name\":\"admin/default\",\"short-name\":\"default\","
    "\"model-uuid\":\"0c0ffee0\""))
    << bench.output.printed;
  EXPECT_TRUE(has(bench.output.printed, "\"current-model\":\"default\"}"));
  EXPECT_EQ(bench.verb({"models", "--format", "xml"}), cmd::Exit::Misused);
}

TEST(Models, one_is_shown_with_what_client_libraries_read) {
  ModelBench bench;
  ASSERT_EQ(bench.verb({"show-model", "--format", "json"}), cmd::Exit::Fine);
  for (const auto* key : {"name", "short-name", "model-uuid", "model-type", "controller-uuid",
                          "controller-name", "is-controller", "cloud", "life", "agent-version"})
    EXPECT_TRUE(has(bench.output.printed, "\"" + std::string{key} + "\":")) << key;
  const auto cores = std::to_string(cmd::this_host().cores);
  EXPECT_TRUE(has(bench.output.printed,
                  "\"machines\":{\"0\":{\"cores\":" + cores + "},\"4\":{\"cores\":" + cores + "}}"))
    << bench.output.printed;
  EXPECT_EQ(bench.verb({"show-model", "default"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "default:\n  name: admin/default\n"));
  EXPECT_EQ(bench.verb({"show-model", "other"}), cmd::Exit::Failed);
  EXPECT_EQ(bench.output.complained,
            "ERROR model other not found: there is one model, \"default\"\n");
}

TEST(Machines, are_listed_as_in_status) {
  ModelBench bench;
  ASSERT_EQ(bench.verb({"machines"}), cmd::Exit::Fine) << bench.output.complained;
  EXPECT_TRUE(bench.output.printed.starts_with("Machine  State")) << bench.output.printed;
  EXPECT_TRUE(has(bench.output.printed, "\n4 ")) << bench.output.printed;
  EXPECT_FALSE(has(bench.output.printed, "App")) << bench.output.printed;
  ASSERT_EQ(bench.verb({"show-machine", "--format", "json"}), cmd::Exit::Fine);
  const std::string shown = bench.output.printed;
  EXPECT_EQ(bench.verb({"list-machines", "--format", "json"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, shown);
  EXPECT_EQ(bench.verb({"machines", "4"}), cmd::Exit::Misused);
  EXPECT_EQ(bench.verb({"machines", "--format", "short"}), cmd::Exit::Misused);
}

TEST(Models, switching_stays_where_it_is) {
  ModelBench bench;
  ASSERT_EQ(bench.verb({"switch"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "orrery:admin/default\n");
  for (const auto* name : {"default", "admin/default", "orrery:default", "orrery"})
    EXPECT_EQ(bench.verb({"switch", name}), cmd::Exit::Fine) << name;
  EXPECT_EQ(bench.verb({"switch", "other"}), cmd::Exit::Failed);
}

} // namespace
} // namespace orrery::test
