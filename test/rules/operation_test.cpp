#include "actors/rules/open_tasks.hpp"
#include "actors/rules/operation.hpp"
#include "test/support/decisions.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

using protocol::Code;
using rules::decide;
using store::TaskStatus;

namespace {

protocol::Receiver receiver(const std::string& unit, const std::string& error = {}) {
  return {unit, 0, {}, {}, error};
}

protocol::EnqueueOperation wanted(std::vector<protocol::Receiver> receivers) {
  protocol::EnqueueOperation wanted;
  wanted.summary = "backup run on unit-web-0";
  wanted.action = "backup";
  wanted.parameters = "{}";
  wanted.receivers = std::move(receivers);
  return wanted;
}

/// An operation as it is after a decision of the model or its own.
struct Played {
  explicit Played(std::vector<protocol::Receiver> receivers) {
    store::Model model;
    model.next_task = 1;
    take(rules::enqueue(model, wanted(std::move(receivers)), now()));
  }
  void take(const rules::Decision& decision) {
    decisions.push_back(decision);
    for (const rules::Write& write : decision.writes)
      if (const auto* record = std::get_if<store::Operation>(&write.record);
          record != nullptr && state.record.id == 0)
        state.record = *record;
    for (const rules::Write& write : decision.writes)
      rules::absorb(state, write);
  }
  template <class Command>
  rules::Decision tell(const Command& command) {
    rules::Decision decision = decide(state, protocol::Command{command}, now());
    take(decision);
    return decision;
  }
  rules::Decision begin(store::TaskId task) {
    return tell(protocol::BeginTask{1, task, "web/0", 0});
  }
  rules::Decision finish(store::TaskId task, TaskStatus status, const std::string& message = {}) {
    return tell(protocol::FinishTask{1, task, "web/0", 0, status, message, "{}", {}});
  }
  rules::Decision cancel(store::TaskId task) {
    return tell(protocol::CancelTask{1, task, "web/0", 0});
  }
  /// The last write of a task.
  [[nodiscard]] store::Task task() const {
    store::Task last;
    for (const rules::Write& write : decisions.back().writes)
      if (const auto* task = std::get_if<store::Task>(&write.record); task && !write.deleted)
        last = *task;
    return last;
  }

  rules::OperationState state;
  std::vector<rules::Decision> decisions;
};

} // namespace

TEST(Operation, and_its_tasks_are_numbered_from_one_counter) {
  store::Model model;
  model.next_task = 5;
  const rules::Decision made =
    rules::enqueue(model, wanted({receiver("web/0"), receiver("web/1")}), now());
  EXPECT_EQ(made.created, "5");
  ASSERT_EQ(made.writes.size(), 4U);
  EXPECT_EQ(std::get<store::Model>(made.writes[0].record).next_task, 8U);
  const auto& operation = std::get<store::Operation>(made.writes[1].record);
  EXPECT_EQ(operation.tasks, 2U);
  EXPECT_EQ(operation.status, TaskStatus::Pending);
  EXPECT_EQ(operation.enqueued, present);
  EXPECT_TRUE(made.writes[1].created);
  EXPECT_EQ(std::get<store::Task>(made.writes[2].record).id, 6U);
  EXPECT_EQ(std::get<store::Task>(made.writes[3].record).id, 7U);
}

TEST(Operation, a_refused_receiver_has_a_task_that_has_ended) {
  Played played({receiver("web/0", "action \"x\" not defined on unit \"web/0\"")});
  EXPECT_EQ(played.task().status, TaskStatus::Error);
  EXPECT_EQ(played.task().message, "action \"x\" not defined on unit \"web/0\"");
  EXPECT_EQ(played.state.record.status, TaskStatus::Error);
  EXPECT_NE(played.state.record.completed, 0) << "nothing waits";
}

TEST(Operation, its_status_follows_its_tasks) {
  Played played({receiver("web/0"), receiver("web/0"), receiver("web/0")});
  (void)played.begin(2);
  EXPECT_EQ(played.state.record.status, TaskStatus::Running);
  EXPECT_EQ(played.state.record.started, present);
  (void)played.finish(2, TaskStatus::Completed);
  EXPECT_EQ(played.state.record.status, TaskStatus::Pending);
  (void)played.cancel(3);
  (void)played.begin(4);
  (void)played.finish(4, TaskStatus::Failed);
  EXPECT_EQ(played.state.record.status, TaskStatus::Failed) << "before cancelled and completed";
  EXPECT_TRUE(played.state.gone);
}

TEST(Operation, how_it_ends_is_the_first_of_error_failed_cancelled_completed) {
  const auto end_of = [](TaskStatus one, TaskStatus other) {
    Played played({receiver("web/0"), receiver("web/0")});
    for (const auto& [task, status] : {std::pair{2U, one}, std::pair{3U, other}}) {
      (void)played.begin(task);
      if (status == TaskStatus::Aborted)
        (void)played.cancel(task);
      (void)played.finish(task, status == TaskStatus::Aborted ? TaskStatus::Failed : status);
    }
    return played.state.record.status;
  };
  EXPECT_EQ(end_of(TaskStatus::Completed, TaskStatus::Completed), TaskStatus::Completed);
  EXPECT_EQ(end_of(TaskStatus::Failed, TaskStatus::Completed), TaskStatus::Failed);
  EXPECT_EQ(end_of(TaskStatus::Aborted, TaskStatus::Completed), TaskStatus::Completed);
  EXPECT_EQ(end_of(TaskStatus::Aborted, TaskStatus::Aborted), TaskStatus::Aborted);
}

TEST(Operation, a_task_ends_once) {
  Played played({receiver("web/0"), receiver("web/0")});
  (void)played.begin(2);
  (void)played.finish(2, TaskStatus::Completed);
  EXPECT_TRUE(refused(decide(played.state,
                             protocol::Command{protocol::FinishTask{
                               1, 2, "web/0", 0, TaskStatus::Failed, "late", "{}", {}}},
                             now()),
                      Code::AlreadyExists, "ended already"));
  EXPECT_TRUE(
    refused(decide(played.state, protocol::Command{protocol::BeginTask{1, 2, "web/0", 0}}, now()),
            Code::AlreadyExists, "ended already"));
}

TEST(Operation, A30_what_is_cancelled_while_it_runs_is_aborted_unless_it_succeeds) {
  for (const TaskStatus ended : {TaskStatus::Failed, TaskStatus::Completed}) {
    Played played({receiver("web/0")});
    (void)played.begin(2);
    (void)played.cancel(2);
    EXPECT_EQ(played.task().status, TaskStatus::Aborting);
    EXPECT_EQ(played.cancel(2), rules::nothing());
    (void)played.finish(2, ended);
    EXPECT_EQ(played.task().status,
              ended == TaskStatus::Failed ? TaskStatus::Aborted : TaskStatus::Completed);
  }
}

TEST(Operation, A15_tasks_of_a_receiver_that_goes_are_cancelled_with_it) {
  Played played({receiver("web/0"), receiver("web/1")});
  store::Rare<rules::OpenTasks> open;
  for (const auto& [id, task] : played.state.open)
    if (task.unit == "web/0")
      rules::absorb_task(open, task, false);
  rules::Decision removal;
  rules::cancel_with_receiver(removal, open, "unit removed");
  ASSERT_EQ(removal.visits.size(), 1U);
  EXPECT_EQ(removal.visits[0].who, rules::operation(1));
  played.take(decide(played.state, removal.visits[0].step, now()));
  EXPECT_EQ(played.task().status, TaskStatus::Cancelled);
  EXPECT_EQ(played.task().message, "unit removed");
  EXPECT_EQ(played.state.record.open, 1U) << "that of web/1";
}

TEST(Operation, A8_lines_are_kept_while_a_task_runs_and_so_many) {
  Played played({receiver("web/0")});
  const auto log = [&] { return played.tell(protocol::LogTask{1, 2, "half"}); };
  EXPECT_TRUE(refused(log(), Code::NotAlive, "cannot log message to task \"2\""));
  (void)played.begin(2);
  for (std::uint32_t i = 0; i < rules::most_task_lines; ++i)
    ASSERT_EQ(std::get<store::TaskLine>(log().writes.at(0).record).text, "half");
  EXPECT_EQ(played.state.open.at(2).lines, rules::most_task_lines);
}

TEST(Operation, A8_the_last_line_of_too_many_counts_those_that_were_dropped) {
  Played played({receiver("web/0")});
  (void)played.begin(2);
  const auto log = [&] {
    const rules::Decision decision = played.tell(protocol::LogTask{1, 2, "half"});
    return std::get<store::TaskLine>(decision.writes.at(0).record);
  };
  for (std::uint32_t i = 0; i < rules::most_task_lines; ++i)
    (void)log();
  EXPECT_EQ(log(), (store::TaskLine{2, rules::most_task_lines, present,
                                    "1 more line was dropped: a task's log keeps 1000"}));
  for (int i = 0; i < 40; ++i)
    (void)log();
  EXPECT_EQ(log(), (store::TaskLine{2, rules::most_task_lines, present,
                                    "42 more lines were dropped: a task's log keeps 1000"}))
    << "in place of the one before";
}

TEST(Operation, A8_a_line_of_a_task_that_does_not_run_is_refused_with_its_status) {
  Played played({receiver("web/0"), receiver("web/1")});
  const auto log = [&](store::TaskId task) { return played.tell(protocol::LogTask{1, task, "x"}); };
  const std::string cannot = "cannot log message to task ";
  EXPECT_TRUE(refused(log(2), Code::NotAlive, cannot + "\"2\" with status pending"));
  (void)played.begin(2);
  (void)played.finish(2, TaskStatus::Failed);
  EXPECT_TRUE(refused(log(2), Code::NotAlive, cannot + "\"2\" with status failed"));
  (void)played.begin(3);
  (void)played.finish(3, TaskStatus::Completed);
  ASSERT_TRUE(played.state.gone);
  EXPECT_TRUE(refused(log(3), Code::NotAlive, cannot + "\"3\" with status completed"));
  EXPECT_TRUE(refused(log(2), Code::NotAlive, cannot + "\"2\" with status failed"));
  played.state.ended.clear(); // as after a restart
  EXPECT_TRUE(refused(log(2), Code::NotAlive, cannot + "\"2\", which has ended"));
}

} // namespace orrery::test
