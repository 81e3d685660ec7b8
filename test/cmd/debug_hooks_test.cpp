// Words that say whose hooks are debugged (D4); the terminal itself is in end_to_end.
#include "test/cmd/operation_bench.hpp"
#include "test/cmd/parts.hpp"

namespace orrery::test {

namespace {

struct DebugHooks : OperationBench {};

} // namespace

TEST_F(DebugHooks, D4_a_leader_is_the_unit_that_leads_now) {
  for (const std::string verb : {"debug-hooks", "debug-code"}) {
    EXPECT_EQ(run({verb, "db/leader", "begin"}), cmd::Exit::Failed);
    EXPECT_TRUE(
      err().starts_with("ERROR unit \"db/1\" contains neither hook nor action \"begin\", "))
      << err();
  }
  EXPECT_EQ(run({"debug-hooks", "db/leader", "backup"}), cmd::Exit::Failed);
  EXPECT_TRUE(has(err(), "in a terminal")) << err();
}

TEST_F(DebugHooks, D4_a_leader_that_is_not_there_is_said) {
  EXPECT_EQ(run({"debug-hooks", "dbb/leader"}), cmd::Exit::Failed);
  EXPECT_EQ(err(), "ERROR application \"dbb\" not found; did you mean \"db\"?\n");
  bench.orchestrator.change(
    [](store::Contents& contents) { contents.applications.at("db").leader.clear(); });
  EXPECT_EQ(run({"debug-hooks", "db/leader"}), cmd::Exit::Failed);
  EXPECT_EQ(err(), "ERROR could not determine leader for \"db\"\n");
}

} // namespace orrery::test
