#include "test/cmd/fake_orchestrator.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>

namespace orrery {
namespace {

using test::Bench;

void add_instance(check::Observed& observed) {
  observed.directories.instances.insert("process-99");
}

TEST(Check, counts_what_it_looked_at) {
  Bench bench;
  EXPECT_EQ(bench.verb({"check"}), cmd::Exit::Fine) << bench.output.complained;
  EXPECT_EQ(bench.output.printed,
            "all invariants hold, and notes, processes and directories agree: 0 applications, 0 "
            "units, 0 machines, 0 relations, notes of 0 units, 0 keepers, 0 instances at seq=1\n");
}

TEST(Check, a_difference_that_stays_is_an_error) {
  Bench bench;
  bench.orchestrator.show(add_instance);
  EXPECT_EQ(bench.verb({"check"}), cmd::Exit::Failed);
  EXPECT_TRUE(bench.output.printed.starts_with("instance process-99\n  records: no machine has it"))
    << bench.output.printed;
  EXPECT_EQ(bench.output.complained, "ERROR 1 difference\n");
  EXPECT_EQ(bench.verb({"check", "--format", "json"}), cmd::Exit::Failed);
  const auto report = nlohmann::json::parse(bench.output.printed);
  EXPECT_EQ(report["differences"][0]["entity"], "instance process-99");
}

TEST(Check, of_the_records_alone_sees_nothing_else) {
  Bench bench;
  bench.orchestrator.show(add_instance);
  EXPECT_EQ(bench.verb({"check", "invariants"}), cmd::Exit::Fine) << bench.output.complained;
  EXPECT_EQ(bench.script("check invariants\n"), cmd::Exit::Fine) << bench.output.complained;
  EXPECT_NE(bench.script("check\n"), cmd::Exit::Fine);
}

TEST(Check, a_broken_history_is_an_error_like_a_broken_invariant) {
  Bench bench;
  bench.orchestrator.show(
    [](check::Observed& observed) { observed.broken_history = {"history of unit db/0: wrong"}; });
  EXPECT_EQ(bench.verb({"check"}), cmd::Exit::Failed);
  EXPECT_EQ(bench.output.printed, "history of unit db/0: wrong\n");
  EXPECT_EQ(bench.output.complained, "ERROR 1 invariant does not hold\n");
}

TEST(Check, SE4_a_key_of_secrets_that_seals_nothing_is_an_error) {
  Bench bench;
  ASSERT_EQ(bench.verb({"add-secret", "one", "password=x"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.verb({"check"}), cmd::Exit::Fine) << bench.output.printed;
  const auto key = bench.orchestrator.data_directory() / store::SecretVault::file_name;
  const auto away = bench.orchestrator.data_directory() / "away";
  std::filesystem::rename(key, away);
  EXPECT_EQ(bench.verb({"check"}), cmd::Exit::Failed);
  EXPECT_NE(bench.output.printed.find("put the file back from a backup"), std::string::npos)
    << bench.output.printed;
  EXPECT_EQ(bench.verb({"add-secret", "two", "password=x"}), cmd::Exit::Failed);
  std::filesystem::rename(away, key);
  EXPECT_EQ(bench.verb({"check"}), cmd::Exit::Fine) << bench.output.printed;
}

TEST(Check, what_differs_in_motion_is_no_error) {
  Bench bench;
  bench.orchestrator.change([](store::Contents& model) {
    model.charms["local:db-1"].url = "local:db-1";
    model.machines[0].instance = "process-0";
    model.model.next_machine = 1;
    model.model.next_application = 1;
    store::Application& db = model.applications["db"];
    db.name = "db";
    db.charm = "local:db-1";
    db.unit_count = db.next_unit = 1;
    store::Unit& unit = model.units["db/0"];
    unit.name = "db/0";
    unit.application = "db";
    unit.charm = "local:db-1";
    model.statuses["db/0"].unit = "db/0";
    model.statuses["db/0"].agent.value = "failed"; // it is tried again
  });
  bench.orchestrator.show(
    [](check::Observed& observed) { observed.directories.instances.insert("process-0"); });
  EXPECT_EQ(bench.verb({"check"}), cmd::Exit::Fine) << bench.output.complained;
  EXPECT_TRUE(bench.output.printed.starts_with(
    "in motion: unit db/0: alive on machine 0; machine-0 has not noted it as deployed\n"))
    << bench.output.printed;
}

TEST(Check, refuses_what_it_cannot_check) {
  Bench bench;
  EXPECT_EQ(bench.verb({"check", "everything"}), cmd::Exit::Misused);
  EXPECT_EQ(bench.verb({"check", "--format", "xml"}), cmd::Exit::Misused);
}

} // namespace
} // namespace orrery
