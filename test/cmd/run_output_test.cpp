// How tasks look once they have ended, byte for byte.
#include "cmd/verbs/operation_output.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <time.h>

namespace orrery::cmd {
namespace {

using render::DataFormat;
using store::TaskStatus;

constexpr std::int64_t ten_o_clock = 1'787'392'800'000; // 2026-08-22 10:00:00 UTC

store::TaskSeen task(store::TaskId id,
                     const std::string& unit,
                     TaskStatus status,
                     const std::string& results,
                     const std::string& message = {}) {
  store::TaskSeen seen;
  seen.task.id = id;
  seen.task.operation = 1;
  seen.task.unit = unit;
  seen.task.status = status;
  seen.task.results = results;
  seen.task.message = message;
  seen.task.enqueued = ten_o_clock;
  seen.task.started = ten_o_clock + 1999;
  seen.task.completed = ten_o_clock + 2000;
  return seen;
}

constexpr const char* full = R"({"return-code":0,"stdout":"\nout 1\nout 2\n\n","stderr":"oh\n",)"
                             R"("size":"5","path":{"to":{"b":"2","a":"1"}}})";

/// The system's zone, for as long as it lives.
class InZone {
public:
  explicit InZone(const char* zone) {
    if (const char* old = ::getenv("TZ"))
      old_ = old;
    ::setenv("TZ", zone, 1);
    ::tzset();
  }
  ~InZone() {
    if (old_)
      ::setenv("TZ", old_->c_str(), 1);
    else
      ::unsetenv("TZ");
    ::tzset();
  }
  InZone(const InZone&) = delete;
  InZone& operator=(const InZone&) = delete;

private:
  std::optional<std::string> old_;
};

TEST(RunOutput, A42_of_one_its_results_an_empty_line_and_what_it_printed) {
  EXPECT_EQ(plain_run({task(2, "db/0", TaskStatus::Completed, full)}),
            "path:\n  to:\n    a: \"1\"\n    b: \"2\"\nsize: \"5\"\n"
            "\n"
            "out 1\nout 2\n"
            "oh\n");
  EXPECT_EQ(plain_run({task(2, "db/0", TaskStatus::Completed, R"({"return-code":0})")}), "\n");
  EXPECT_EQ(plain_run({task(2, "db/0", TaskStatus::Completed,
                            R"({"return-code":0,"stdout":"/w==","stdout-encoding":"base64"})")}),
            "\n/w==\n");
}

TEST(RunOutput, A42_one_that_failed_begins_with_why) {
  EXPECT_EQ(plain_run({task(2, "db/0", TaskStatus::Failed, R"({"return-code":3,"a":"1"})",
                            "exit status 3")}),
            "Action id 2 failed: exit status 3\na: \"1\"\n\n");
  EXPECT_EQ(plain_run({task(2, "db/0", TaskStatus::Failed, "", "action terminated")}),
            "Action id 2 failed: action terminated\nTask 2 failed\n\n");
}

TEST(RunOutput, A42_without_results_there_is_its_status) {
  EXPECT_EQ(plain_run({task(2, "db/0", TaskStatus::Cancelled, "", "action cancelled via the API")}),
            "Task 2 cancelled\n\n");
  EXPECT_EQ(plain_task(task(2, "db/0", TaskStatus::Pending, "").task), "Task 2 pending\n\n");
}

TEST(RunOutput, A43_of_several_a_map_without_what_they_printed) {
  EXPECT_EQ(plain_run({task(2, "db/10", TaskStatus::Completed, full),
                       task(3, "db/2", TaskStatus::Failed, "", "no such thing")}),
            "db/2:\n"
            "  id: \"3\"\n"
            "  message: no such thing\n"
            "  output: |\n"
            "    Task 3 failed\n"
            "  status: failed\n"
            "db/10:\n"
            "  id: \"2\"\n"
            "  output: |\n"
            "    path:\n"
            "      to:\n"
            "        a: \"1\"\n"
            "        b: \"2\"\n"
            "    size: \"5\"\n"
            "  status: completed\n");
}

TEST(RunOutput, A44_json_has_all_of_it_keys_sorted_by_their_bytes) {
  store::TaskSeen logged = task(2, "db/10", TaskStatus::Completed, full);
  logged.lines = {{2, 0, ten_o_clock + 1000, "half"}};
  store::TaskSeen machine = task(4, "", TaskStatus::Failed, "", "gone");
  machine.task.machine = 7;
  machine.task.started = 0;
  EXPECT_EQ(
    task_map({logged, task(3, "db/2", TaskStatus::Completed, R"({"return-code":0})"), machine},
             DataFormat::Json, GoTimes(true)),
    R"({"7":{"id":"4","machine":"7","message":"gone","status":"failed",)"
    R"("timing":{"completed":"2026-08-22 10:00:02 +0000 UTC","enqueued":)"
    R"("2026-08-22 10:00:00 +0000 UTC"}},)"
    R"("db/10":{"id":"2","log":["2026-08-22 10:00:01 +0000 UTC half"],"results":)"
    R"({"path":{"to":{"a":"1","b":"2"}},"return-code":0,"size":"5","stderr":"oh\n",)"
    R"("stdout":"\nout 1\nout 2\n\n"},"status":"completed",)"
    R"("timing":{"completed":"2026-08-22 10:00:02 +0000 UTC","enqueued":)"
    R"("2026-08-22 10:00:00 +0000 UTC","started":"2026-08-22 10:00:01 +0000 UTC"},)"
    R"("unit":"db/10"},)"
    R"("db/2":{"id":"3","results":{"return-code":0},"status":"completed",)"
    R"("timing":{"completed":"2026-08-22 10:00:02 +0000 UTC","enqueued":)"
    R"("2026-08-22 10:00:00 +0000 UTC","started":"2026-08-22 10:00:01 +0000 UTC"},)"
    R"("unit":"db/2"}})"
    "\n");
}

TEST(RunOutput, A44_yaml_has_local_times_and_natural_order) {
  const InZone zone{"CET-1CEST,M3.5.0,M10.5.0/3"};
  EXPECT_EQ(task_map({task(2, "db/10", TaskStatus::Completed,
                           R"({"return-code":0,"stdout":"a\r\nb\r\n","stderr":""})"),
                      task(3, "db/2", TaskStatus::Aborted, "", "terminated")},
                     DataFormat::Yaml, GoTimes(false)),
            "db/2:\n"
            "  id: \"3\"\n"
            "  message: terminated\n"
            "  status: aborted\n"
            "  timing:\n"
            "    completed: \"2026-08-22 12:00:02 +0200 CEST\"\n"
            "    enqueued: \"2026-08-22 12:00:00 +0200 CEST\"\n"
            "    started: \"2026-08-22 12:00:01 +0200 CEST\"\n"
            "  unit: db/2\n"
            "db/10:\n"
            "  id: \"2\"\n"
            "  results:\n"
            "    return-code: 0\n"
            "    stdout: |\n"
            "      a\n"
            "      b\n"
            "  status: completed\n"
            "  timing:\n"
            "    completed: \"2026-08-22 12:00:02 +0200 CEST\"\n"
            "    enqueued: \"2026-08-22 12:00:00 +0200 CEST\"\n"
            "    started: \"2026-08-22 12:00:01 +0200 CEST\"\n"
            "  unit: db/10\n");
}

TEST(RunOutput, A45_failures_are_sorted_as_texts_and_only_codes_above_0_count) {
  EXPECT_EQ(failed_tasks({task(9, "db/0", TaskStatus::Failed, R"({"return-code":2})"),
                          task(10, "db/1", TaskStatus::Failed, R"({"return-code":1})"),
                          task(11, "db/2", TaskStatus::Failed, R"({"return-code":-1})")},
                         "juju"),
            "ERROR the following tasks failed:\n"
            " - id \"10\" with return code 1\n"
            " - id \"9\" with return code 2\n"
            "\n"
            "use 'juju show-task' to inspect the failures\n");
  EXPECT_EQ(failed_tasks({task(2, "db/0", TaskStatus::Failed, "")}, "juju"), "");
}

TEST(RunOutput, A62_exec_prints_both_streams_and_names_several) {
  const auto loud = [](store::TaskId id, const std::string& unit, const std::string& results) {
    return task(id, unit, TaskStatus::Completed, results);
  };
  const std::string both = R"({"return-code":0,"stdout":"out","stderr":"err\n"})";
  EXPECT_EQ(plain_exec({loud(2, "db/0", both)}), "out\nerr\n");
  EXPECT_EQ(plain_exec({loud(2, "db/0", R"({"return-code":0})")}), "");
  EXPECT_EQ(plain_exec({loud(2, "db/10", both), loud(3, "db/2", both)}),
            "db/2:\nout\nerr\n\ndb/10:\nout\nerr\n\n");
  EXPECT_EQ(plain_exec({loud(2, "db/0", both), loud(3, "db/1", "")}), "out\nerr\n");
}

TEST(RunOutput, A62_of_what_did_not_run_a_note_says_why) {
  EXPECT_EQ(notes_of_failures(
              {task(2, "db/0", TaskStatus::Failed, R"({"return-code":3})", "exit status 3"),
               task(3, "db/1", TaskStatus::Failed, R"({"return-code":0})", "command cancelled"),
               task(4, "db/2", TaskStatus::Completed, R"({"return-code":0})")}),
            "note: task 3 on db/1 failed: command cancelled\n");
}

TEST(RunOutput, A32_output_that_was_cut_is_told_of_the_stream_that_it_was) {
  EXPECT_EQ(
    warnings_of_cut_output({task(2, "db/0", TaskStatus::Completed,
                                 R"({"return-code":0,"stdout":"a","stdout-truncated":"true"})"),
                            task(3, "db/1", TaskStatus::Completed, full)},
                           "orrery"),
    "WARNING task 2 on db/0 printed more than is kept: the middle of its standard output is "
    "missing; have it write a file, and fetch that with 'orrery scp'\n");
  EXPECT_EQ(
    warnings_of_cut_output({task(2, "", TaskStatus::Failed,
                                 R"({"return-code":1,"stderr":"a","stderr-truncated":"true"})")},
                           "juju"),
    "WARNING task 2 on 0 printed more than is kept: the middle of its standard error is "
    "missing; have it write a file, and fetch that with 'juju scp'\n");
}

TEST(RunOutput, A44_results_that_are_no_json_are_none) {
  EXPECT_FALSE(results_of(task(2, "db/0", TaskStatus::Failed, "").task).present);
  EXPECT_FALSE(results_of(task(2, "db/0", TaskStatus::Failed, "[1]").task).present);
  EXPECT_FALSE(results_of(task(2, "db/0", TaskStatus::Failed, "{").task).present);
}

} // namespace
} // namespace orrery::cmd
