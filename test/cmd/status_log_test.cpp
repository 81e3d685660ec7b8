#include "cmd/logs/log_line.hpp"
#include "test/cmd/fake_orchestrator.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

namespace {

struct StatusLog : testing::Test {
  StatusLog() {
    bench.file("data/logs/unit-db-0.log.1",
               "2026-08-20T10:00:00Z INFO status: juju-unit executing running install hook\n"
               "2026-08-20T10:00:00Z INFO status: workload maintenance installing charm software\n"
               "2026-08-20T10:00:01Z INFO install: status: workload active faked\n");
    bench.file("data/logs/unit-db-0.log",
               "2026-08-21T10:00:00Z INFO status: juju-unit idle\n"
               "2026-08-21T10:00:01Z INFO status: juju-unit idle\n"
               "2026-08-22T10:00:02Z INFO status: workload active ready \\x1b[2J\n");
    bench.orchestrator.change([](store::Contents& all) { all.model.uuid = "uuid-of-shop"; });
    const std::string mine = " model=shop uuid=uuid-of-shop\n";
    const std::string others = " model=shop uuid=other-uuid-of-shop\n";
    const std::string machine = "Z info status: a machine's status machine=3 ";
    const std::string all = "Z info status: an application's status has changed application=db ";
    bench.file(
      "data/logs/orrery.log",
      "2026-08-20T10:00:00.000" + machine + "status=old message=\"before models were named\"\n"
        + "2026-08-21T10:00:00.123" + machine + "status=pending message=\"\"" + mine
        + "2026-08-21T10:00:00.124" + machine + "status=started message=\"\"" + others
        + "2026-08-21T10:00:01.000Z info status: a machine's status machine=30 status=down "
        + "message=\"\"" + mine
        + "2026-08-21T10:00:02.000Z warning agent: said machine=3 status=faked message=\"\"" + mine
        + "2026-08-21T10:00:03.000" + machine
        + "status=down message=\"its directory is \\\"gone\\\"\"" + mine + "2026-08-21T10:00:04.000"
        + all + "status=active message=\"all well\"" + mine + "2026-08-21T10:00:05.000" + all
        + "status=blocked message=\"theirs uuid=uuid-of-shop\"" + others);
  }
  std::string told(std::vector<std::string> words) {
    words.insert(words.begin(), {"show-status-log", "--utc"});
    EXPECT_EQ(bench.verb(words), cmd::Exit::Fine) << bench.output.complained;
    return bench.output.printed;
  }
  Bench bench;
};

} // namespace

TEST_F(StatusLog, of_a_unit_is_in_its_log_and_what_says_the_same_again_is_left_out) {
  EXPECT_EQ(told({"db/0"}),
            "Time                  Type       Status       Message\n"
            "2026-08-20 10:00:00Z  juju-unit  executing    running install hook\n"
            "2026-08-20 10:00:00Z  workload   maintenance  installing charm software\n"
            "2026-08-21 10:00:00Z  juju-unit  idle         \n"
            "2026-08-22 10:00:02Z  workload   active       ready \\x1b[2J\n");
}

TEST_F(StatusLog, of_machines_and_applications_is_that_of_the_model_alone) {
  EXPECT_EQ(told({"3"}), "Time                  Type     Status   Message\n"
                         "2026-08-21 10:00:00Z  machine  pending  \n"
                         "2026-08-21 10:00:03Z  machine  down     its directory is \"gone\"\n");
  EXPECT_EQ(
    told({"db", "--format", "json"}),
    R"([{"status":"active","message":"all well","since":"2026-08-21 10:00:04Z","type":"application"}])"
    "\n");
}

TEST_F(StatusLog, of_some_only) {
  EXPECT_EQ(told({"db/0", "--type", "workload", "-n", "1", "--format", "yaml"}),
            "- status: active\n  message: ready \\x1b[2J\n  since: \"2026-08-22 10:00:02Z\"\n  "
            "type: workload\n");
  EXPECT_EQ(told({"db/0", "--from-date", "2026-08-22"}),
            "Time                  Type      Status  Message\n"
            "2026-08-22 10:00:02Z  workload  active  ready \\x1b[2J\n");
}

TEST_F(StatusLog, says_what_is_wrong) {
  for (const auto& words : std::vector<std::vector<std::string>>{
         {"db", "--type", "unit"},
         {"db/0", "--type", "machine"},
         {"db/0", "--type", "workld"},
         {"db/0", "-n", "0"},
         {"db/0", "--from-date", "yesterday"},
         {"db/0", "--days", "1", "--from-date", "2026-08-22"}}) {
    auto line = words;
    line.insert(line.begin(), "show-status-log");
    EXPECT_EQ(bench.verb(line), cmd::Exit::Misused) << words.back();
  }
  EXPECT_EQ(bench.verb({"show-status-log", "db/7"}), cmd::Exit::Failed);
  EXPECT_EQ(bench.output.complained,
            "ERROR no status history of db/7, as far as the logs go back\n");
}

TEST(LogFields, are_read_back_as_they_were_written) {
  const auto fields =
    cmd::log_fields(R"(hook failed unit=db/0 try=2 why="a \"b\\c\" =d\x0a" empty="" last=x)");
  EXPECT_EQ(
    fields,
    (std::map<std::string, std::string>{
      {"unit", "db/0"}, {"try", "2"}, {"why", R"(a "b\c" =d\x0a)"}, {"empty", ""}, {"last", "x"}}));
  EXPECT_TRUE(cmd::log_fields("no field at all").empty());
  EXPECT_EQ(cmd::log_fields("cut why=\"no end").at("why"), "no end");
}

} // namespace orrery::test
