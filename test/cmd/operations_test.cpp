#include "test/cmd/operation_bench.hpp"
#include "test/cmd/parts.hpp"

namespace orrery::test {

namespace {

using store::TaskStatus;

/// 1: backup on both units, done. 4: a command on machine 0. 6: backup on db/1, waits.
struct Operations : OperationBench {
  Operations() {
    ends("db/1", TaskStatus::Failed, R"({"return-code":0,"why":{"b":"2","a":"1"}})", "disk full");
    bench.orchestrator.operate(
      [](FakeOperations& operations) { operations.log("db/1", {"trying"}); });
    EXPECT_EQ(run({"run", "db/0", "db/1", "backup", "--quiet"}), cmd::Exit::Fine);
    EXPECT_EQ(run({"exec", "--machine", "0", "--", "ls"}), cmd::Exit::Fine);
    hold("db/1");
    EXPECT_EQ(run({"run", "db/leader", "backup", "n=1", "--background"}), cmd::Exit::Fine);
  }
  /// The ids that `operations` lists.
  std::string ids(std::vector<std::string> flags) {
    flags.insert(flags.begin(), "operations");
    EXPECT_EQ(run(flags), cmd::Exit::Fine) << err();
    std::string found;
    for (std::size_t line = out().find('\n'); line + 1 < out().size();
         line = out().find('\n', line + 1)) {
      const auto from = out().find_first_not_of(' ', line + 1);
      found += (found.empty() ? "" : " ") + out().substr(from, out().find(' ', from) - from);
    }
    return found;
  }
};

} // namespace

TEST_F(Operations, A53_a_table_of_what_ran_on_units) {
  EXPECT_EQ(run({"operations", "--utc"}), cmd::Exit::Fine);
  EXPECT_EQ(out(), "ID  Status   Started              Finished             Task IDs  Summary\n"
                   " 1  failed   2026-08-22T10:00:01  2026-08-22T10:00:02  2,3       "
                   "backup run on unit-db-0,unit-db-1\n"
                   " 6  pending                                            7         "
                   "backup run on db/leader\n");
  EXPECT_EQ(err(), "");
  EXPECT_EQ(run({"list-operations", "--utc", "--units", "db/0"}), cmd::Exit::Fine);
  EXPECT_EQ(out(), "ID  Status  Started              Finished             Task IDs  Summary\n"
                   " 1  failed  2026-08-22T10:00:01  2026-08-22T10:00:02  2,3       "
                   "backup run on unit-db-0,unit-db-1\n");
}

TEST_F(Operations, A53_five_tasks_are_named_of_more) {
  std::vector<std::string> words{"run", "--background"};
  words.insert(words.end(), 6, "db/1");
  words.emplace_back("backup");
  EXPECT_EQ(run(words), cmd::Exit::Fine);
  EXPECT_EQ(run({"operations"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(out(), "  9,10,11,12,13...  backup run on ")) << out();
}

TEST_F(Operations, A53_what_is_asked_for_is_named_by_flags) {
  EXPECT_EQ(ids({"--apps", "db"}), "1 6");
  EXPECT_EQ(ids({"--units", "db/0,db/7"}), "1");
  EXPECT_EQ(ids({"--applications", "db", "--status", "pending,running"}), "6");
  EXPECT_EQ(ids({"--actions", "backup", "--status", "failed"}), "1");
  EXPECT_EQ(ids({"--machines", "0", "--units", "db/0"}), "1 4") << "receivers are one list";
  EXPECT_EQ(run({"operations", "--actions", "restore"}), cmd::Exit::Fine);
  EXPECT_EQ(out(), "");
  EXPECT_EQ(err(), "no matching operations\n");
}

TEST_F(Operations, A53_more_than_the_limit_come_in_batches) {
  EXPECT_EQ(run({"operations", "--limit", "1", "--utc"}), cmd::Exit::Fine);
  EXPECT_TRUE(
    out().starts_with("Displaying operation results 1 to 1.\n"
                      "Run the command again with --offset=1 --limit=1 to see the next batch.\n"
                      "ID  Status  Started "))
    << out();
  EXPECT_EQ(run({"operations", "--limit", "1", "--offset", "1"}), cmd::Exit::Fine);
  EXPECT_TRUE(out().starts_with("Displaying operation results 2 to 2.\nID  Status ")) << out();
  EXPECT_EQ(ids({"--limit", "2"}), "1 6") << "all of them: no batch is named";
  for (int i = 0; i < 49; ++i)
    EXPECT_EQ(run({"run", "db/0", "backup", "--quiet"}), cmd::Exit::Fine);
  EXPECT_EQ(run({"operations"}), cmd::Exit::Fine);
  EXPECT_TRUE(out().starts_with("Displaying operation results 1 to 50.\n"
                                "Run the command again with --offset=50 --limit=50 "))
    << out();
}

TEST_F(Operations, A54_machines_are_listed_if_they_or_commands_are_asked_for) {
  EXPECT_EQ(ids({"--machines", "0"}), "4");
  EXPECT_EQ(ids({"--actions", "juju-exec"}), "4");
  bench.orchestrator.change([](store::Contents& contents) { contents.units.erase("db/1"); });
  EXPECT_EQ(ids({}), "1") << "none of a unit that is gone";
  EXPECT_EQ(ids({"--units", "db/1"}), "1 6") << "unless that is named";
}

TEST_F(Operations, A54_words_that_can_be_none_are_refused) {
  EXPECT_EQ(run({"operations", "--apps", "dbb"}), cmd::Exit::Failed);
  EXPECT_EQ(err(), "ERROR application \"dbb\" not found; did you mean \"db\"?\n");
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
    {{"--apps", "No_Name"}, "invalid application name \"No_Name\""},
    {{"--units", "db"}, "invalid unit name \"db\""},
    {{"--machines", "x"}, "invalid machine id \"x\""},
    {{"--status", "done"},
     "\"done\" is not a valid task status, want one of [pending running completed failed "
     "cancelled aborting aborted error]"}};
  for (const auto& [flags, complaint] : cases) {
    EXPECT_EQ(run({"operations", flags[0], flags[1]}), cmd::Exit::Misused);
    EXPECT_EQ(err(), "ERROR " + complaint + "\n");
  }
}

TEST_F(Operations, A54_as_data_they_come_by_their_ids_without_results_and_logs) {
  EXPECT_EQ(run({"operations", "--utc", "--format", "json"}), cmd::Exit::Fine);
  EXPECT_EQ(
    out(),
    R"({"1":{"summary":"backup run on unit-db-0,unit-db-1","status":"failed",)"
    R"("action":{"name":"backup","parameters":{"n":5}},)"
    R"("timing":{"enqueued":"2026-08-22 10:00:00 +0000 UTC",)"
    R"("started":"2026-08-22 10:00:01 +0000 UTC","completed":"2026-08-22 10:00:02 +0000 UTC"},)"
    R"("tasks":{"2":{"host":"db/0","status":"completed",)"
    R"("timing":{"enqueued":"2026-08-22 10:00:00 +0000 UTC",)"
    R"("started":"2026-08-22 10:00:01 +0000 UTC","completed":"2026-08-22 10:00:02 +0000 UTC"}},)"
    R"("3":{"host":"db/1","status":"failed",)"
    R"("timing":{"enqueued":"2026-08-22 10:00:00 +0000 UTC",)"
    R"("started":"2026-08-22 10:00:01 +0000 UTC","completed":"2026-08-22 10:00:02 +0000 UTC"},)"
    R"("message":"disk full"}}},)"
    R"("6":{"summary":"backup run on db/leader","status":"pending",)"
    R"("action":{"name":"backup","parameters":{"n":1}},)"
    R"("timing":{"enqueued":"2026-08-22 10:00:00 +0000 UTC"},)"
    R"("tasks":{"7":{"host":"db/1","status":"pending",)"
    R"("timing":{"enqueued":"2026-08-22 10:00:00 +0000 UTC"}}}}})"
    "\n");
}

TEST_F(Operations, A55_one_of_them_with_all_that_its_tasks_have_left) {
  EXPECT_EQ(run({"show-operation", "1", "--utc"}), cmd::Exit::Fine);
  EXPECT_EQ(out(), "summary: backup run on unit-db-0,unit-db-1\n"
                   "status: failed\n"
                   "action:\n"
                   "  name: backup\n"
                   "  parameters:\n"
                   "    \"n\": 5\n"
                   "timing:\n"
                   "  enqueued: \"2026-08-22 10:00:00 +0000 UTC\"\n"
                   "  started: \"2026-08-22 10:00:01 +0000 UTC\"\n"
                   "  completed: \"2026-08-22 10:00:02 +0000 UTC\"\n"
                   "tasks:\n"
                   "  \"2\":\n"
                   "    host: db/0\n"
                   "    status: completed\n"
                   "    timing:\n"
                   "      enqueued: \"2026-08-22 10:00:00 +0000 UTC\"\n"
                   "      started: \"2026-08-22 10:00:01 +0000 UTC\"\n"
                   "      completed: \"2026-08-22 10:00:02 +0000 UTC\"\n"
                   "    results:\n"
                   "      return-code: 0\n"
                   "  \"3\":\n"
                   "    host: db/1\n"
                   "    status: failed\n"
                   "    timing:\n"
                   "      enqueued: \"2026-08-22 10:00:00 +0000 UTC\"\n"
                   "      started: \"2026-08-22 10:00:01 +0000 UTC\"\n"
                   "      completed: \"2026-08-22 10:00:02 +0000 UTC\"\n"
                   "    log:\n"
                   "    - \"2026-08-22 10:00:01 +0000 UTC trying\"\n"
                   "    message: disk full\n"
                   "    results:\n"
                   "      return-code: 0\n"
                   "      why:\n"
                   "        a: \"1\"\n"
                   "        b: \"2\"\n");
}

TEST_F(Operations, A55_tasks_that_were_given_different_things_name_their_action) {
  EXPECT_EQ(run({"run", "db/9", "db/0", "db/0", "backup", "--quiet"}), cmd::Exit::Fine);
  bench.orchestrator.operate([](FakeOperations& operations) {
    operations.all().at(8).tasks[1].task.parameters = R"({"n":6})";
  });
  EXPECT_EQ(run({"show-operation", "8", "--utc", "--format", "json"}), cmd::Exit::Fine);
  EXPECT_TRUE(out().starts_with(
    R"({"summary":"backup run on unit-db-9,unit-db-0,unit-db-0","status":"completed",)"
    R"("fail":"error(s) enqueueing action(s): \"unit-db-9\" not found","timing":{)"))
    << out();
  EXPECT_TRUE(has(out(), R"("tasks":{"10":{"name":"backup","host":"db/0","status":"completed")"))
    << out();
  EXPECT_TRUE(has(out(), R"("9":{"name":"backup","host":"db/0")")) << out();
}

TEST_F(Operations, A55_what_names_a_commands_standard_input_is_not_shown) {
  bench.orchestrator.operate([](FakeOperations& operations) {
    operations.all().at(4).operation.parameters =
      R"({"command":"cat","timeout":300000000000,"stdin":"0123abcd"})";
  });
  EXPECT_EQ(run({"show-operation", "4", "--format", "json"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(out(), R"("parameters":{"command":"cat","timeout":300000000000})")) << out();
  EXPECT_EQ(run({"operations", "--machines", "0", "--format", "yaml"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(out(), "command: cat\n")) << out();
  EXPECT_FALSE(has(out(), "0123abcd")) << out();
}

TEST_F(Operations, A56_an_id_that_none_has_is_not_found) {
  EXPECT_EQ(run({"show-operation", "9"}), cmd::Exit::Failed);
  EXPECT_EQ(err(), "ERROR operation \"9\" not found\n");
  EXPECT_EQ(run({"show-operation", "2"}), cmd::Exit::Failed) << "a task";
  EXPECT_EQ(run({"show-operation", "x"}), cmd::Exit::Failed);
  EXPECT_EQ(err(), "ERROR operation ID \"x\" not valid\n");
}

TEST_F(Operations, A56_it_waits_if_that_is_asked_for) {
  EXPECT_EQ(run({"show-operation", "6", "--wait", "10ms"}), cmd::Exit::Failed);
  EXPECT_EQ(out(), "");
  EXPECT_EQ(err(), "ERROR timeout reached\n");
  EXPECT_EQ(run({"show-operation", "6", "--wait", "-1s"}), cmd::Exit::Fine) << "it does not wait";
  EXPECT_EQ(run({"show-operation", "6", "--wait", "1s", "--watch"}), cmd::Exit::Misused);
  EXPECT_EQ(err(), "ERROR specify either --watch or --wait but not both\n");
  bench.output.gone = true;
  EXPECT_EQ(run({"show-operation", "6", "--watch"}), cmd::Exit::Failed);
  EXPECT_EQ(err(), "ERROR interrupted while waiting; the work itself goes on\n");
  bench.orchestrator.operate([](FakeOperations& operations) { operations.end(7); });
  EXPECT_EQ(run({"show-operation", "6", "--watch"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(out(), "status: failed\n"));
}

} // namespace orrery::test
