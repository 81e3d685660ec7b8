#include "test/cmd/operation_bench.hpp"
#include "test/cmd/parts.hpp"

#include <chrono>
#include <thread>

namespace orrery::test {

namespace {

using store::TaskStatus;

struct Following : OperationBench {};

/// Ends task 2 a while after operation 1 was enqueued.
class Meanwhile {
public:
  explicit Meanwhile(FakeOrchestrator& orchestrator)
    : thread_{[&orchestrator] {
        while (!orchestrator.operation(1)->has_value())
          std::this_thread::sleep_for(std::chrono::milliseconds{1});
        std::this_thread::sleep_for(std::chrono::milliseconds{20});
        orchestrator.operate([](FakeOperations& operations) { operations.end(2); });
      }} {}
  ~Meanwhile() { thread_.join(); }
  Meanwhile(const Meanwhile&) = delete;
  Meanwhile& operator=(const Meanwhile&) = delete;

private:
  std::thread thread_;
};

} // namespace

TEST_F(Following, A41_several_are_listed_and_waited_for_in_turn) {
  EXPECT_EQ(run({"run", "db/0", "db/1", "backup"}), cmd::Exit::Fine);
  EXPECT_EQ(err(), "Running operation 1 with 2 tasks\n"
                   "  - task 2 on unit-db-0\n"
                   "  - task 3 on unit-db-1\n"
                   "\n"
                   "Waiting for task 2...\n"
                   "\n"
                   "Waiting for task 3...\n"
                   "\n");
}

TEST_F(Following, A41_what_one_logs_is_shown_as_it_comes) {
  bench.orchestrator.operate([](FakeOperations& operations) {
    operations.log("db/0", {"half", "all of it"});
  });
  EXPECT_EQ(run({"run", "db/0", "backup", "--utc"}), cmd::Exit::Fine);
  EXPECT_EQ(err(), "Running operation 1 with 1 task\n"
                   "  - task 2 on unit-db-0\n"
                   "\n"
                   "Waiting for task 2...\n"
                   "\n"
                   "10:00:01 half\n"
                   "10:00:01 all of it\n"
                   "\n\n");
  EXPECT_EQ(run({"run", "db/0", "db/1", "backup", "--utc"}), cmd::Exit::Fine);
  EXPECT_FALSE(has(err(), "half")) << "of several none is shown";
  EXPECT_EQ(run({"run", "db/0", "backup", "--quiet"}), cmd::Exit::Fine);
  EXPECT_EQ(err(), "");
  EXPECT_EQ(run({"exec", "-u", "db/0", "--", "x"}), cmd::Exit::Fine);
  EXPECT_EQ(err(), "");
  EXPECT_EQ(run({"exec", "-u", "db/0", "--verbose", "--utc", "--", "x"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(err(), "Running operation 10 with 1 task\n")) << err();
  EXPECT_TRUE(has(err(), "10:00:01 half\n")) << err();
}

TEST_F(Following, A41_the_end_is_seen_without_asking_again_and_again) {
  hold("db/0");
  {
    const Meanwhile ended{bench.orchestrator};
    EXPECT_EQ(run({"run", "db/0", "backup"}), cmd::Exit::Fine);
  }
  EXPECT_TRUE(has(err(), "Waiting for task 2...\n")) << err();
  EXPECT_EQ(out(), "\n");
}

TEST_F(Following, A48_time_runs_out_for_the_first_that_is_not_done_and_all_behind_it) {
  hold("db/0");
  EXPECT_EQ(run({"run", "db/0", "db/1", "backup", "--wait", "10ms"}), cmd::Exit::Failed);
  EXPECT_TRUE(
    err().ends_with("ERROR timed out waiting for results from: unit db/0, unit db/1\n"
                    "note: task 2 on db/0 is pending and goes on: see 'orrery show-task 2'\n"))
    << err();
  EXPECT_EQ(run({"run", "db/1", "db/0", "backup", "--wait", "0.01s"}), cmd::Exit::Failed);
  EXPECT_TRUE(
    err().ends_with("ERROR timed out waiting for results from: unit db/0\n"
                    "note: task 6 on db/0 is pending and goes on: see 'orrery show-task 6'\n"))
    << err();
  hold("0");
  bench.session.program = "juju";
  EXPECT_EQ(run({"exec", "-u", "db/0", "--machine", "0", "--wait", "10ms", "--", "x"}),
            cmd::Exit::Failed);
  EXPECT_EQ(err(), "ERROR timed out waiting for results from: machine 0, unit db/0\n"
                   "note: task 8 on db/0 is pending and goes on until its limit: see 'juju "
                   "show-task 8'\n"
                   "note: task 9 on 0 is pending and goes on until its limit: see 'juju "
                   "show-task 9'\n");
  EXPECT_EQ(out(), "") << "nothing has ended";
}

TEST_F(Following, A48_what_has_ended_by_then_is_shown) {
  hold("db/0");
  ends("db/1", TaskStatus::Completed, R"({"return-code":0,"rows":"7","stdout":"done\n"})");
  EXPECT_EQ(run({"run", "db/0", "db/1", "backup", "--wait", "10ms"}), cmd::Exit::Failed);
  EXPECT_EQ(out(), "db/1:\n  id: \"3\"\n  output: |\n    rows: \"7\"\n  status: completed\n")
    << "whose it is";
  EXPECT_EQ(run({"run", "db/0", "db/1", "backup", "--wait", "10ms", "--format", "json"}),
            cmd::Exit::Failed);
  EXPECT_TRUE(out().starts_with(R"({"db/1":{"id":"6",)")) << out();
  EXPECT_FALSE(has(out(), "db/0")) << out();
  EXPECT_EQ(run({"exec", "-a", "db", "--wait", "10ms", "--", "x"}), cmd::Exit::Failed);
  EXPECT_EQ(out(), "db/1:\ndone\n\n");
}

TEST_F(Following, A48_many_that_go_on_are_one_line) {
  hold("db/0");
  std::vector<std::string> words{"run"};
  words.insert(words.end(), 12, "db/0");
  words.insert(words.end(), {"backup", "--quiet", "--wait", "10ms"});
  EXPECT_EQ(run(words), cmd::Exit::Failed);
  EXPECT_TRUE(has(err(), "note: task 11 on db/0 is pending and goes on: see 'orrery show-task 11'\n"
                         "note: so do 2 others: see 'orrery show-operation 1'\n"))
    << err();
}

TEST_F(Following, A48_a_negative_wait_has_no_limit) {
  hold("db/0");
  const Meanwhile ended{bench.orchestrator};
  EXPECT_EQ(run({"run", "db/0", "backup", "--wait", "-1s"}), cmd::Exit::Fine);
}

TEST_F(Following, A48_who_goes_leaves_what_was_begun) {
  hold("db/0");
  bench.output.gone = true;
  EXPECT_EQ(run({"exec", "-u", "db/0", "--", "x"}), cmd::Exit::Failed);
  EXPECT_EQ(err(), "ERROR interrupted waiting for results; what was begun goes on: see orrery "
                   "show-operation 1\n");
}

TEST_F(Following, A49_in_the_background_only_the_ids_are_told) {
  hold("db/0");
  EXPECT_EQ(run({"run", "db/0", "backup", "--background", "--format", "json"}), cmd::Exit::Fine);
  EXPECT_EQ(out(), "");
  EXPECT_EQ(err(), "Scheduled operation 1 with task 2\n"
                   "Check operation status with 'orrery show-operation 1'\n"
                   "Check task status with 'orrery show-task 2'\n");
  EXPECT_EQ(run({"run", "db/0", "db/1", "backup", "--background", "--format", "json"}),
            cmd::Exit::Fine);
  EXPECT_EQ(out(), "db/0:\n  id: \"4\"\ndb/1:\n  id: \"5\"\n");
  EXPECT_EQ(err(), "Scheduled operation 3 with 2 tasks\n"
                   "Check operation status with 'orrery show-operation 3'\n"
                   "Check task status with 'orrery show-task <id>'\n");
  bench.session.program = "juju";
  EXPECT_EQ(run({"exec", "-u", "db/0", "--background", "--", "x"}), cmd::Exit::Fine);
  EXPECT_EQ(err(), "Scheduled operation 6 with task 7\n"
                   "Check operation status with 'juju show-operation 6'\n"
                   "Check task status with 'juju show-task 7'\n");
}

TEST_F(Following, A45_one_whose_program_failed_fails_the_verb_behind_its_results) {
  ends("db/0", TaskStatus::Failed, R"({"return-code":3,"stdout":"out\n"})", "exit status 3");
  EXPECT_EQ(run({"run", "db/0", "backup", "--quiet"}), cmd::Exit::Failed);
  EXPECT_EQ(out(), "Action id 2 failed: exit status 3\n\nout\n");
  EXPECT_EQ(err(), "ERROR the following task failed:\n"
                   " - id \"2\" with return code 3\n"
                   "\n"
                   "use 'orrery show-task' to inspect the failure\n");
  ends("db/1", TaskStatus::Failed, R"({"return-code":1})", "exit status 1");
  EXPECT_EQ(run({"run", "db/0", "db/1", "backup", "--quiet"}), cmd::Exit::Failed);
  EXPECT_EQ(err(), "ERROR the following tasks failed:\n"
                   " - id \"4\" with return code 3\n"
                   " - id \"5\" with return code 1\n"
                   "\n"
                   "use 'orrery show-task' to inspect the failures\n");
}

TEST_F(Following, A45_no_other_end_fails_it) {
  const std::vector<std::pair<TaskStatus, std::string>> others{
    {TaskStatus::Failed, R"({"return-code":0})"}, // action-fail
    {TaskStatus::Failed, ""},                     // not implemented
    {TaskStatus::Cancelled, ""},
    {TaskStatus::Aborted, R"({"return-code":-1})"}};
  for (const auto& [status, results] : others) {
    ends("db/0", status, results, "why");
    EXPECT_EQ(run({"run", "db/0", "backup", "--quiet"}), cmd::Exit::Fine);
    EXPECT_EQ(err(), "");
  }
}

} // namespace orrery::test
