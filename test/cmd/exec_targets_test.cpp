#include "test/cmd/operation_bench.hpp"

namespace orrery::test {

namespace {

struct ExecTargets : OperationBench {
  int exec(std::vector<std::string> words) {
    words.insert(words.begin(), "exec");
    words.insert(words.end(), {"--", "true"});
    return run(words);
  }
};

} // namespace

TEST_F(ExecTargets, A61_units_come_once_in_the_order_of_their_text_and_then_machines) {
  bench.orchestrator.change([](store::Contents& contents) {
    store::Unit unit = contents.units.at("db/0");
    unit.name = "db/10";
    contents.units[unit.name] = unit;
    unit.name = "db/2";
    contents.units[unit.name] = unit;
  });
  EXPECT_EQ(exec({"--unit", "db/1,db/0", "-u", "db/0"}), cmd::Exit::Fine);
  EXPECT_EQ(receivers(), "db/0 db/1");
  for (const char* flag : {"-a", "--application", "--app"}) {
    EXPECT_EQ(exec({flag, "db", "-u", "db/leader"}), cmd::Exit::Fine);
    EXPECT_EQ(receivers(), "db/0 db/1 db/10 db/2") << flag;
  }
  EXPECT_EQ(exec({"--machine", "1,0,1", "--unit", "db/leader"}), cmd::Exit::Fine);
  EXPECT_EQ(receivers(), "db/1 1 0");
  EXPECT_EQ(asked().summary, "juju-exec run on unit-db-1,machine-1,machine-0");
  EXPECT_EQ(exec({"--all"}), cmd::Exit::Fine);
  EXPECT_EQ(receivers(), "0 1");
}

TEST_F(ExecTargets, A59_flags_that_name_none_or_too_many_are_misuse) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
    {{}, "You must specify a target, either through --all, --machine, --application or --unit"},
    {{"--unit", ""},
     "You must specify a target, either through --all, --machine, --application or --unit"},
    {{"--all", "-u", "db/0"}, "You cannot specify --all and individual units"},
    {{"--all", "-a", "db"}, "You cannot specify --all and individual applications"},
    {{"--all", "--machine", "0"}, "You cannot specify --all and individual machines"},
    {{"-u", "db//0,db/1,x", "-a", "No_Name", "--machine", "five"},
     "The following exec targets are not valid:\n"
     "  \"five\" is not a valid machine id\n"
     "  \"No_Name\" is not a valid application name\n"
     "  \"db//0\" is not a valid unit name\n"
     "  \"x\" is not a valid unit name"}};
  for (const auto& [words, complaint] : cases) {
    EXPECT_EQ(exec(words), cmd::Exit::Misused) << complaint;
    EXPECT_EQ(err(), "ERROR " + complaint + "\n");
  }
  EXPECT_TRUE(asked().receivers.empty());
}

TEST_F(ExecTargets, A61_an_unknown_application_or_leader_stops_all_of_it) {
  EXPECT_EQ(exec({"-u", "db/0", "-a", "nobody"}), cmd::Exit::Failed);
  EXPECT_EQ(err(), "ERROR application \"nobody\" not found: \"status\" lists what there is\n");
  EXPECT_EQ(exec({"-a", "dbb"}), cmd::Exit::Failed);
  EXPECT_EQ(err(), "ERROR application \"dbb\" not found; did you mean \"db\"?\n");
  bench.orchestrator.change(
    [](store::Contents& contents) { contents.applications.at("db").leader.clear(); });
  EXPECT_EQ(exec({"-u", "db/0,db/leader"}), cmd::Exit::Failed);
  EXPECT_EQ(err(), "ERROR could not determine leader for \"db\"\n");
  bench.orchestrator.change([](store::Contents& contents) { contents.units.clear(); });
  EXPECT_EQ(exec({"-a", "db"}), cmd::Exit::Failed);
  EXPECT_EQ(err(), "ERROR application \"db\" has no units\n");
  EXPECT_TRUE(asked().receivers.empty());
}

TEST_F(ExecTargets, A61_an_unknown_unit_or_machine_does_not) {
  EXPECT_EQ(exec({"-u", "db/0,db/7", "--machine", "9", "--verbose"}), cmd::Exit::Fine);
  EXPECT_EQ(receivers(), "db/0");
  EXPECT_EQ(asked().fail,
            "error(s) enqueueing action(s): \"unit-db-7\" not found, \"machine-9\" not found");
  EXPECT_EQ(err(), "Running operation 1 with 1 task\n"
                   "  - task 2 on unit-db-0\n"
                   "\n"
                   "Some actions could not be scheduled:\n"
                   "\"unit-db-7\" not found\n"
                   "\"machine-9\" not found\n"
                   "\n\n"
                   "Waiting for task 2...\n"
                   "\n");
  EXPECT_EQ(exec({"-u", "db/7"}), cmd::Exit::Fine);
  EXPECT_EQ(out(), "");
  EXPECT_EQ(err(), "Operation 3 failed to schedule any tasks:\n\"unit-db-7\" not found\n");
}

} // namespace orrery::test
