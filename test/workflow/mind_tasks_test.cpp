#include "test/workflow/played_mind.hpp"

#include <gtest/gtest.h>

#include <utility>

// Users' tasks between a unit's hooks.
namespace orrery::agents {
namespace {

const std::string other_leads = "web/1"; ///< So that no leader-elected is due.

/// Until the task is recorded as begun, and its program is not started.
void record_as_begun(PlayedMind& played) {
  (void)played.begin({"*"}, other_leads);
  (void)played.start_hook();
  (void)played.tell(PlayedMind::ended());
  (void)played.tell(NotesOnDisk{});
  (void)played.show_task();
  (void)played.tell(PlayedMind::task_seen());
  (void)played.tell(protocol::SlotGranted{});
  (void)played.tell(protocol::Answer{});
}

/// The command of an agent that has failed may come to the model after the next one has looked.
TEST(MindTasks, A13_one_that_an_agent_before_had_begun_after_all_has_failed) {
  PlayedMind played;
  (void)played.begin({"*"}, other_leads);
  (void)played.start_hook();
  (void)played.tell(PlayedMind::ended());
  (void)played.tell(NotesOnDisk{});
  (void)played.show_task();
  (void)played.tell(PlayedMind::task_seen());
  ASSERT_NE(asked<protocol::BeginTask>(played.tell(protocol::SlotGranted{})), nullptr);
  (void)played.show_task(store::TaskStatus::Running);
  protocol::Answer refused;
  refused.verdict = protocol::Verdict::Refused;
  refused.code = protocol::Code::AlreadyExists;
  const Output ends = played.tell(refused);
  const auto* const finish = asked<protocol::FinishTask>(ends);
  ASSERT_NE(finish, nullptr);
  EXPECT_EQ(finish->message, "action terminated");
}

TEST(MindTasks, A25_changes_that_are_refused_are_an_error_in_the_units_log) {
  PlayedMind played;
  record_as_begun(played);
  (void)played.tell(protocol::ConfigSeen{});
  protocol::HookEnded ended = PlayedMind::ended();
  ended.state.unit_changes[3]["port"] = "80";
  EXPECT_FALSE(is_said(played.tell(ended), "its changes"));
  protocol::Answer refused;
  refused.verdict = protocol::Verdict::Refused;
  refused.code = protocol::Code::LimitExceeded;
  refused.text = "it is too much";
  EXPECT_TRUE(is_said(played.tell(refused), "failed: its changes are refused: it is too much"));
}

TEST(MindTasks, W7_a_users_command_waits_for_the_hook_that_runs) {
  PlayedMind played;
  (void)played.begin({"*"}, other_leads);
  (void)played.start_hook();
  const Output ordered = played.show_task();
  EXPECT_TRUE(waits_for_nothing(ordered));
  (void)played.tell(PlayedMind::ended()); // install; the task comes before config-changed (A12)
  const Output looks = played.tell(NotesOnDisk{});
  ASSERT_TRUE(std::holds_alternative<LookAtTask>(looks.then));
  EXPECT_EQ(std::get<LookAtTask>(looks.then).task, 2U);
  const Output wants = played.tell(PlayedMind::task_seen());
  EXPECT_TRUE(wants.wants_place);
  EXPECT_TRUE(std::holds_alternative<GoOn>(wants.then)) << "what was done is on disk meanwhile";
  (void)played.tell(NotesOnDisk{});
  const Output begins = played.tell(protocol::SlotGranted{});
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

/// @returns what is put out once all that was to be written is on disk.
Output saved(PlayedMind& played, Output output) {
  while (std::holds_alternative<GoOn>(output.then))
    output = played.tell(NotesOnDisk{});
  return output;
}

TEST(MindTasks, A12_one_comes_behind_leader_elected_and_before_the_first_config_changed) {
  PlayedMind played;
  EXPECT_TRUE(played.begin().wants_place);
  EXPECT_EQ(started_program(played.start_hook()), "install");
  (void)played.show_task();
  (void)saved(played, played.tell(PlayedMind::ended()));
  EXPECT_EQ(started_program(played.start_hook()), "leader-elected");
  const Output looks = saved(played, played.tell(PlayedMind::ended()));
  EXPECT_TRUE(std::holds_alternative<LookAtTask>(looks.then));
}

/// A unit that has run its first config-changed, with a task that has come meanwhile; its start
/// runs.
void start_with_task(PlayedMind& played) {
  (void)played.begin({"*"}, other_leads);
  EXPECT_EQ(started_program(played.start_hook()), "install");
  (void)saved(played, played.tell(PlayedMind::ended()));
  EXPECT_EQ(started_program(played.start_hook()), "config-changed");
  (void)played.show_task();
  (void)saved(played, played.tell(PlayedMind::ended()));
  EXPECT_EQ(started_program(played.start_hook()), "start") << "before the task";
}

TEST(MindTasks, A12_none_comes_between_the_first_config_changed_and_start) {
  PlayedMind played;
  start_with_task(played);
  const Output looks = saved(played, played.tell(PlayedMind::ended()));
  EXPECT_TRUE(std::holds_alternative<LookAtTask>(looks.then));
}

TEST(MindTasks, A14_one_runs_while_the_hook_that_it_waited_for_has_failed) {
  PlayedMind played;
  start_with_task(played);
  const Output looks = saved(played, played.tell(PlayedMind::ended(1)));
  EXPECT_TRUE(std::holds_alternative<LookAtTask>(looks.then));
}

/// A unit whose task comes once its install is done, and has been read. Where there is a
/// config-changed hook, that waits for its place.
/// @returns what it puts out for the task.
Output
read_task(PlayedMind& played, bool parallel, const std::string& group, HookNames hooks = {"*"}) {
  (void)played.begin(std::move(hooks), other_leads);
  (void)played.start_hook();
  (void)saved(played, played.tell(PlayedMind::ended()));
  EXPECT_TRUE(std::holds_alternative<LookAtTask>(saved(played, played.show_task()).then));
  protocol::TaskSeen seen = PlayedMind::task_seen();
  seen.parallel = parallel;
  seen.group = group;
  return played.tell(seen);
}

TEST(MindTasks, A11_a_task_takes_the_turn_of_its_machine_as_hooks_do) {
  PlayedMind played;
  const Output output = read_task(played, false, "");
  EXPECT_FALSE(output.wants_place) << "the hook's place is as good";
  EXPECT_EQ(played.wish.turn, (protocol::MachineTurn{1, protocol::MachineTurn::Of::Hooks, ""}));
  EXPECT_NE(asked<protocol::BeginTask>(played.tell(protocol::SlotGranted{})), nullptr);
}

TEST(MindTasks, A10_a_parallel_task_takes_no_turn_of_its_machine) {
  PlayedMind played;
  const Output output = read_task(played, true, "");
  EXPECT_TRUE(output.gives_place_back) << "the one with the turn of hooks";
  ASSERT_TRUE(output.wants_place);
  EXPECT_EQ(output.wants_place->turn, std::nullopt);
}

TEST(MindTasks, A11_a_task_of_a_group_waits_for_the_turn_of_that_and_hooks_wait_behind_it) {
  PlayedMind played;
  const Output output = read_task(played, true, "disk");
  ASSERT_TRUE(output.wants_place);
  EXPECT_EQ(output.wants_place->turn,
            (protocol::MachineTurn{1, protocol::MachineTurn::Of::Group, "disk"}));
  const Output stirred = played.show_application(other_leads);
  EXPECT_FALSE(stirred.wants_place) << "the hook has no place of its own meanwhile";
  EXPECT_FALSE(stirred.gives_place_back);
  EXPECT_NE(asked<protocol::BeginTask>(played.tell(protocol::SlotGranted{})), nullptr);
}

TEST(MindTasks, A15_a_unit_that_is_dying_goes_after_its_task_however_long_that_waits) {
  PlayedMind played;
  (void)read_task(played, true, "disk", {"install"});
  const Output dying = played.show_task(store::TaskStatus::Pending, store::Life::Dying);
  EXPECT_EQ(asked<protocol::SetUnitDead>(dying), nullptr) << "no hook is left that would wait";
  EXPECT_TRUE(waits_for_nothing(dying) || std::holds_alternative<GoOn>(dying.then));
  if (!waits_for_nothing(dying)) {
    EXPECT_TRUE(waits_for_nothing(played.tell(NotesOnDisk{})));
  }
  EXPECT_NE(asked<protocol::BeginTask>(played.tell(protocol::SlotGranted{})), nullptr);
}

TEST(MindTasks, A11_a_grant_of_a_place_that_is_not_wanted_any_more_is_no_place) {
  PlayedMind played;
  (void)read_task(played, true, "disk");
  const std::uint64_t ticket = played.wish.ticket;
  const Output hook = played.show_unit(); // the task was cancelled
  EXPECT_TRUE(hook.gives_place_back);
  ASSERT_TRUE(hook.wants_place);
  EXPECT_EQ(hook.wants_place->turn,
            (protocol::MachineTurn{1, protocol::MachineTurn::Of::Hooks, ""}));
  played.mind.step(protocol::SlotGranted{ticket}, ++played.now);
  EXPECT_TRUE(waits_for_nothing(played.put_out()));
  EXPECT_FALSE(waits_for_nothing(played.tell(protocol::SlotGranted{})));
}

TEST(MindTasks, A13_a_task_that_an_agent_before_has_begun_has_failed_and_does_not_run) {
  PlayedMind played;
  (void)played.begin({"*"}, other_leads);
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
  (void)played.begin({"*"}, other_leads);
  (void)played.start_hook();
  (void)played.tell(PlayedMind::ended());
  (void)played.tell(NotesOnDisk{});
  (void)played.show_task();
  (void)played.tell(PlayedMind::task_seen());
  (void)played.tell(protocol::SlotGranted{});
  protocol::Answer refused;
  refused.verdict = protocol::Verdict::Refused;
  refused.code = protocol::Code::AlreadyExists;
  const Output output = played.tell(refused);
  EXPECT_FALSE(std::holds_alternative<LookAtTask>(output.then));
}

/// The model refuses changes for many reasons, each with a code of its own.
TEST(MindTasks, A25_one_whose_changes_are_refused_has_failed_whatever_the_code) {
  for (const protocol::Code code : {protocol::Code::AlreadyExists, protocol::Code::NotFound,
                                    protocol::Code::NotLeader, protocol::Code::Denied}) {
    PlayedMind played;
    record_as_begun(played);
    EXPECT_EQ(started_program(played.tell(protocol::ConfigSeen{})), "backup");
    protocol::HookEnded ended = PlayedMind::ended();
    ended.state.secrets.sealed["s1"].label = "l";
    const Output ends = played.tell(ended);
    ASSERT_NE(asked<protocol::FinishTask>(ends), nullptr);
    EXPECT_TRUE(asked<protocol::FinishTask>(ends)->changes);
    protocol::Answer refused;
    refused.verdict = protocol::Verdict::Refused;
    refused.code = code;
    refused.text = "no such luck";
    const Output again = played.tell(refused);
    const auto* const finish = asked<protocol::FinishTask>(again);
    ASSERT_NE(finish, nullptr) << "the task would never end";
    EXPECT_FALSE(finish->changes);
    EXPECT_EQ(finish->status, store::TaskStatus::Failed);
    EXPECT_EQ(finish->message, "committing requested changes failed");
    EXPECT_NE(finish->results.find("no such luck"), std::string::npos);
    EXPECT_EQ(asked<protocol::FinishTask>(played.tell(refused)), nullptr) << "ended already (A6)";
  }
}

TEST(MindTasks, A25_one_whose_changes_the_model_is_not_to_take_has_failed_likewise) {
  PlayedMind played;
  record_as_begun(played);
  EXPECT_EQ(started_program(played.tell(protocol::ConfigSeen{})), "backup");
  protocol::HookEnded ended = PlayedMind::ended();
  ended.state.secrets.sealed["s1"].removed = true;
  ended.state.secrets.refused = "permission denied";
  const Output ends = played.tell(ended);
  const auto* const finish = asked<protocol::FinishTask>(ends);
  ASSERT_NE(finish, nullptr);
  EXPECT_FALSE(finish->changes);
  EXPECT_EQ(finish->message, "committing requested changes failed");
  EXPECT_NE(finish->results.find("permission denied"), std::string::npos);
}

} // namespace
} // namespace orrery::agents
