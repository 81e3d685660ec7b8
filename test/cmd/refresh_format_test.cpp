// The verb refresh and Juju's two formats of charms.
#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

TEST(RefreshFormat, P15_a_charm_with_a_manifest_is_replaced_by_one_without_only_by_force) {
  Bench bench;
  bench.charm("db");
  bench.file("db/manifest.yaml", "bases: []\n");
  ASSERT_EQ(bench.verb({"deploy", "./db"}), cmd::Exit::Fine) << bench.output.complained;
  std::filesystem::remove(bench.directory / "db/manifest.yaml");
  const auto before = bench.orchestrator.commands();
  EXPECT_EQ(bench.verb({"refresh", "db", "--path", "./db"}), cmd::Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained,
                  "ERROR cannot downgrade from v2 charm format to v1: the charm has no manifest"))
    << bench.output.complained;
  EXPECT_EQ(bench.orchestrator.commands(), before) << "no revision is used";
  EXPECT_EQ(bench.verb({"refresh", "db", "--path", "./db", "--force"}), cmd::Exit::Fine)
    << bench.output.complained;
  EXPECT_EQ(bench.verb({"refresh", "db", "--path", "./db"}), cmd::Exit::Fine)
    << bench.output.complained;
}

} // namespace
} // namespace orrery::test
