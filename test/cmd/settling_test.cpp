#include "cmd/conditions/settling.hpp"
#include "test/cmd/fake_orchestrator.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

/// Units of `web` and one of `db`: two have failed for good, one is tried again, one is busy.
void fill(store::Contents& contents) {
  for (const char* name : {"db/0", "web/0", "web/1", "web/2", "web/10"}) {
    contents.units[name].name = name;
    contents.statuses[name].agent.value = "idle";
  }
  contents.statuses["web/2"].error = {"install", 0, false, "", 5, 5, 0, "no"};
  contents.statuses["web/10"].error = {"start", 0, false, "", 5, 5, 0, "no"};
  contents.statuses["db/0"].error = {"start", 0, false, "", 2, 5, 9, "no"};
  contents.statuses["web/0"].agent = {"executing", "running install hook", 0};
}

TEST(Settling, who_has_failed_for_good_is_said_with_the_remedy) {
  store::Contents contents;
  fill(contents);
  EXPECT_EQ(cmd::console::failed_text(cmd::console::failed_for_good(contents, {})),
            "WARNING settled, but 2 units have failed for good: web/2 (install), web/10 (start): "
            "orrery status error says why, then orrery resolved --all tries again\n");
  EXPECT_TRUE(cmd::console::failed_for_good(contents, {"db"}).empty()) << "it is tried again";
  EXPECT_EQ(cmd::console::failed_text({}), "");
}

TEST(Settling, progress_tells_whom_it_waits_for_and_how_far_it_is) {
  store::Contents contents;
  fill(contents);
  EXPECT_EQ(cmd::console::settling_text(contents, {}),
            "3 of 5 units are settled, waits for db/0 (start failed, try 2 of 5), web/0 (running "
            "install hook)");
  contents.units["web/3"].name = "web/3";
  EXPECT_EQ(cmd::console::settling_text(contents, {"web"}),
            "3 of 5 units are settled, waits for web/0 (running install hook), web/3 (allocating)");
  EXPECT_EQ(cmd::console::settling_text(contents, {"other"}), "");
}

/// A task, as it stands.
void add_open_task(store::Contents& contents,
                   store::TaskId id,
                   const std::string& unit,
                   bool runs) {
  contents.operations[id - 1].action = "backup";
  store::Task& task = contents.tasks[id];
  task.id = id;
  task.operation = id - 1;
  task.unit = unit;
  task.machine = 3;
  task.status = runs ? store::TaskStatus::Running : store::TaskStatus::Pending;
}

TEST(Settling, A60_progress_names_the_tasks_that_are_waited_for) {
  store::Contents contents;
  for (const char* name : {"web/0", "web/1"}) {
    contents.units[name].name = name;
    contents.statuses[name].agent.value = "idle";
  }
  add_open_task(contents, 12, "", true);
  EXPECT_EQ(cmd::console::settling_text(contents, {}),
            "2 of 2 units are settled, waits for machine 3 (task 12 (action backup))");
  EXPECT_EQ(cmd::console::settling_text(contents, {"web"}), "");
  add_open_task(contents, 14, "web/0", true);
  add_open_task(contents, 16, "web/1", false);
  EXPECT_EQ(cmd::console::settling_text(contents, {"web"}),
            "0 of 2 units are settled, waits for web/0 (task 14 (action backup)), web/1 (task 16 "
            "(action backup) waits)");
}

TEST(Settling, a_wait_that_returns_says_so_on_standard_error_and_in_json) {
  Bench bench;
  bench.orchestrator.change(fill);
  EXPECT_EQ(bench.verb({"wait", "settled"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "");
  EXPECT_NE(bench.output.complained.find("2 units have failed for good: web/2"), std::string::npos)
    << bench.output.complained;
  EXPECT_EQ(bench.verb({"wait", "settled", "--format", "json"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed,
            R"({"settled":true,"failed":[{"unit":"web/2","hook":"install","try":5},)"
            R"({"unit":"web/10","hook":"start","try":5}]})"
            "\n");
}

} // namespace
} // namespace orrery::test
