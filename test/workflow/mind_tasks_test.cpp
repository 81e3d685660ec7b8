#include "test/workflow/played_mind.hpp"

#include <gtest/gtest.h>

// Users' tasks between a unit's hooks.
namespace orrery::agents {
namespace {

/// Until the task is recorded as begun, and its program is not started.
void record_as_begun(PlayedMind& played) {
  (void)played.begin();
  (void)played.start_hook();
  (void)played.tell(PlayedMind::ended());
  (void)played.tell(NotesOnDisk{});
  (void)played.show_task();
  (void)played.tell(protocol::SlotGranted{});
  (void)played.tell(PlayedMind::task_seen());
  (void)played.tell(protocol::Answer{});
}

TEST(MindTasks, W7_a_users_command_waits_for_the_hook_that_runs) {
  PlayedMind played;
  (void)played.begin();
  (void)played.start_hook();
  const Output ordered = played.show_task();
  EXPECT_TRUE(waits_for_nothing(ordered));
  (void)played.tell(PlayedMind::ended()); // install; the task comes before config-changed (A12)
  (void)played.tell(NotesOnDisk{});
  const Output looks = played.tell(protocol::SlotGranted{});
  ASSERT_TRUE(std::holds_alternative<LookAtTask>(looks.then));
  EXPECT_EQ(std::get<LookAtTask>(looks.then).task, 2U);
  const Output begins = played.tell(PlayedMind::task_seen());
  ASSERT_NE(asked<protocol::BeginTask>(begins), nullptr);
  const Output begun = played.tell(protocol::Answer{});
  EXPECT_TRUE(std::holds_alternative<LookAtConfig>(begun.then));
  const Output runs = played.tell(protocol::ConfigSeen{});
  EXPECT_EQ(started_program(runs), "backup");
  const Output over = played.tell(PlayedMind::ended(3));
  const auto* const finish = asked<protocol::FinishTask>(over);
  ASSERT_NE(finish, nullptr);
  EXPECT_EQ(finish->status, store::TaskStatus::Failed);
  EXPECT_EQ(finish->message, "exit status 3");
}

TEST(MindTasks, A13_a_task_that_an_agent_before_has_begun_has_failed_and_does_not_run) {
  PlayedMind played;
  (void)played.begin();
  const Output output = played.show_task(store::TaskStatus::Running);
  const auto* const finish = asked<protocol::FinishTask>(output);
  ASSERT_NE(finish, nullptr);
  EXPECT_EQ(finish->status, store::TaskStatus::Failed);
  EXPECT_EQ(finish->message, "action terminated");
  EXPECT_EQ(finish->results, "");
}

TEST(MindTasks, A30_a_task_that_is_cancelled_while_it_runs_is_ended) {
  PlayedMind played;
  record_as_begun(played);
  EXPECT_FALSE(played.tell(protocol::ConfigSeen{}).ends_task);
  EXPECT_FALSE(played.show_task(store::TaskStatus::Running).ends_task);
  EXPECT_EQ(played.show_task(store::TaskStatus::Aborting).ends_task, 2U);
}

TEST(MindTasks, A30_a_task_that_is_cancelled_before_its_program_is_started_is_not_started) {
  PlayedMind played;
  record_as_begun(played);
  EXPECT_FALSE(played.show_task(store::TaskStatus::Aborting).ends_task);
  const Output output = played.tell(protocol::ConfigSeen{});
  EXPECT_EQ(started_program(output), "");
  EXPECT_FALSE(output.ends_task) << "nobody has it";
  EXPECT_TRUE(output.gives_place_back);
  const auto* const finish = asked<protocol::FinishTask>(output);
  ASSERT_NE(finish, nullptr);
  EXPECT_EQ(finish->status, store::TaskStatus::Failed);
  EXPECT_EQ(finish->message, "terminated");
  EXPECT_EQ(finish->results, "");
}

TEST(MindTasks, A18_a_task_that_was_cancelled_before_it_began_is_skipped) {
  PlayedMind played;
  (void)played.begin();
  (void)played.start_hook();
  (void)played.tell(PlayedMind::ended());
  (void)played.tell(NotesOnDisk{});
  (void)played.show_task();
  (void)played.tell(protocol::SlotGranted{});
  (void)played.tell(PlayedMind::task_seen());
  protocol::Answer refused;
  refused.verdict = protocol::Verdict::Refused;
  refused.code = protocol::Code::AlreadyExists;
  const Output output = played.tell(refused);
  EXPECT_FALSE(std::holds_alternative<LookAtTask>(output.then));
}

} // namespace
} // namespace orrery::agents
