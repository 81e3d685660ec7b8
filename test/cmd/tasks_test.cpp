#include "test/cmd/operation_bench.hpp"
#include "test/cmd/parts.hpp"

namespace orrery::test {

namespace {

using store::TaskStatus;

/// Task 2 of db/0 has failed, 4 of db/1 waits, 6 is a command on machine 0.
struct Tasks : OperationBench {
  Tasks() {
    ends("db/0", TaskStatus::Failed, R"({"return-code":3,"stdout":"out\n"})", "exit status 3");
    EXPECT_EQ(run({"run", "db/0", "backup", "--quiet"}), cmd::Exit::Failed);
    hold("db/1");
    EXPECT_EQ(run({"run", "db/1", "backup", "--background"}), cmd::Exit::Fine);
    EXPECT_EQ(run({"exec", "--machine", "0", "--", "ls"}), cmd::Exit::Fine);
  }
  void set_status(store::TaskId operation, TaskStatus status) {
    bench.orchestrator.operate([&](FakeOperations& operations) {
      operations.all().at(operation).tasks.front().task.status = status;
    });
  }
};

} // namespace

TEST_F(Tasks, A57_plain_is_what_run_prints_and_a_failure_fails_nothing) {
  EXPECT_EQ(run({"show-task", "2"}), cmd::Exit::Fine);
  EXPECT_EQ(out(), "Action id 2 failed: exit status 3\n\nout\n");
  EXPECT_EQ(err(), "");
  EXPECT_EQ(run({"show-task", "4"}), cmd::Exit::Fine);
  EXPECT_EQ(out(), "Task 4 pending\n\n");
}

TEST_F(Tasks, A57_as_data_it_is_the_bare_object) {
  EXPECT_EQ(run({"show-task", "2", "--format", "json", "--utc"}), cmd::Exit::Fine);
  EXPECT_EQ(out(), R"({"id":"2","message":"exit status 3","results":{"return-code":3,)"
                   R"("stdout":"out\n"},"status":"failed",)"
                   R"("timing":{"completed":"2026-08-22 10:00:02 +0000 UTC",)"
                   R"("enqueued":"2026-08-22 10:00:00 +0000 UTC",)"
                   R"("started":"2026-08-22 10:00:01 +0000 UTC"},"unit":"db/0"})"
                   "\n");
  EXPECT_EQ(run({"show-task", "4", "--format", "yaml", "--utc"}), cmd::Exit::Fine);
  EXPECT_EQ(out(), "id: \"4\"\nstatus: pending\ntiming:\n"
                   "  enqueued: \"2026-08-22 10:00:00 +0000 UTC\"\nunit: db/1\n");
}

TEST_F(Tasks, A57_an_id_that_no_task_has_is_not_found) {
  for (const char* id : {"9", "1"}) { // 1 is an operation's
    EXPECT_EQ(run({"show-task", id}), cmd::Exit::Failed);
    EXPECT_EQ(err(), "ERROR id not found\n");
  }
  EXPECT_EQ(run({"show-task", "x"}), cmd::Exit::Misused);
  EXPECT_EQ(err(), "ERROR task ID \"x\" not valid\n");
}

TEST_F(Tasks, A57_while_it_waits_it_shows_the_log) {
  bench.orchestrator.operate([](FakeOperations& operations) {
    operations.all().at(3).tasks.front().lines = {{4, 0, FakeOperations::enqueued_at, "half"}};
  });
  EXPECT_EQ(run({"show-task", "4", "--wait", "10ms", "--utc"}), cmd::Exit::Failed);
  EXPECT_EQ(out(), "");
  EXPECT_EQ(err(), "10:00:00 half\n\nERROR maximum wait time reached\n");
  EXPECT_EQ(run({"show-task", "4", "--watch", "--wait", "1s"}), cmd::Exit::Misused);
  EXPECT_EQ(err(), "ERROR specify either --watch or --wait but not both\n");
  bench.orchestrator.operate([](FakeOperations& operations) { operations.end(4); });
  EXPECT_EQ(run({"show-task", "4", "--watch"}), cmd::Exit::Fine);
  EXPECT_EQ(out(), "\n");
  EXPECT_EQ(err(), "") << "what has ended already is only shown";
}

TEST_F(Tasks, A58_one_that_waits_is_cancelled_and_others_stay_as_they_are) {
  EXPECT_EQ(run({"cancel-task", "4", "2", "9", "6"}), cmd::Exit::Fine);
  EXPECT_EQ(out(), "actions:\n"
                   "- action: backup\n"
                   "  completed at: \"2026-08-22 10:00:02\"\n"
                   "  id: \"4\"\n"
                   "  status: cancelled\n"
                   "  unit: db/1\n"
                   "- action: backup\n"
                   "  completed at: \"2026-08-22 10:00:02\"\n"
                   "  id: \"2\"\n"
                   "  status: failed\n"
                   "  unit: db/0\n"
                   "- action: \"\"\n"
                   "  completed at: n/a\n"
                   "  error: action \"9\" not found\n"
                   "  id: \"9\"\n"
                   "  status: \"\"\n"
                   "  unit: \"\"\n"
                   "- action: juju-exec\n"
                   "  completed at: \"2026-08-22 10:00:02\"\n"
                   "  id: \"6\"\n"
                   "  status: completed\n"
                   "  unit: machine-0\n");
  EXPECT_EQ(run({"show-task", "4"}), cmd::Exit::Fine);
  EXPECT_EQ(out(), "Task 4 cancelled\n\n");
}

TEST_F(Tasks, A58_one_that_runs_is_aborting_from_then_on) {
  set_status(3, TaskStatus::Running);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(run({"cancel-task", "4", "--format", "json"}), cmd::Exit::Fine);
    EXPECT_EQ(out(), R"({"actions":[{"action":"backup","completed at":"n/a","id":"4",)"
                     R"("status":"aborting","unit":"db/1"}]})"
                     "\n");
  }
}

TEST_F(Tasks, A58_ids_that_can_be_none_are_refused_before_anything_is_cancelled) {
  EXPECT_EQ(run({"cancel-task"}), cmd::Exit::Failed);
  EXPECT_EQ(err(), "ERROR no task IDs specified\n");
  EXPECT_EQ(run({"cancel-task", "4", "x"}), cmd::Exit::Misused);
  EXPECT_EQ(err(), "ERROR task ID \"x\" not valid\n");
  EXPECT_EQ(run({"show-task", "4"}), cmd::Exit::Fine);
  EXPECT_EQ(out(), "Task 4 pending\n\n");
}

} // namespace orrery::test
