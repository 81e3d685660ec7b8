// The hook update-status: when it is next, what it clears, and what is noted and said of it (US).
#include "actors/workflow/resting.hpp"
#include "test/workflow/played_mind.hpp"
#include "test/workflow/played_unit.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::agents {
namespace {

using protocol::UpdateStatusDue;

const Next queued{QueueHook{update_status_hook()}};

/// A unit that has started, with nothing to do.
PlayedUnit started() {
  PlayedUnit unit;
  unit.settle();
  EXPECT_TRUE(unit.local.started);
  EXPECT_EQ(unit.peek(), Next(Idle{}));
  (void)unit.take();
  return unit;
}

/// The same whose update-status has failed once.
PlayedUnit failed(std::uint32_t attempts = 3) {
  PlayedUnit unit = started();
  unit.policy.attempts = attempts;
  unit.failing = {"update-status"};
  unit.remote.update_status_due = true;
  unit.settle();
  EXPECT_EQ(unit.take(), Names{"update-status"});
  return unit;
}

std::string begun_hook(const Output& output) {
  const auto* hook = std::get_if<StartHook>(&output.then);
  return hook == nullptr ? "" : hook->order.sight.hook;
}

/// A mind whose unit has started, at rest.
class Quiet : public PlayedMind {
public:
  explicit Quiet(HookNames hooks = {"*"}, bool places_are_bounded = false)
    : PlayedMind(places_are_bounded) {
    settle(begin(std::move(hooks)));
    EXPECT_TRUE(mind.notes().started);
    EXPECT_TRUE(mind.may_rest());
  }
  /// Answers what was asked for last.
  Output go_on(const Output& output) {
    if (output.wants_place && waits_for_nothing(output))
      return tell(protocol::SlotGranted{});
    if (std::holds_alternative<LookAtConfig>(output.then))
      return tell(protocol::ConfigSeen{});
    if (std::holds_alternative<StartHook>(output.then))
      return tell(ended());
    const Output saved = tell(NotesOnDisk{});
    return output.wants_place && waits_for_nothing(saved) ? tell(protocol::SlotGranted{}) : saved;
  }
  /// Until nothing is to be done, or a try is waited for; each hook succeeds.
  void settle(Output output) {
    for (int steps = 0; !output.is_idle && !output.wake_at && steps < 40; ++steps) {
      if (const std::string hook = begun_hook(output); !hook.empty())
        ran.push_back(hook);
      output = go_on(output);
    }
  }
  /// Its time comes; up to where the hook runs.
  Output begin_update_status() {
    const Output asks = tell(UpdateStatusDue{});
    EXPECT_TRUE(asks.notes.empty()) << "nothing need be on disk before";
    Output runs = go_on(asks);
    EXPECT_EQ(begun_hook(runs), "update-status");
    return runs;
  }
  Names ran;
};

bool is_said(const Output& output, std::string_view text) {
  return std::any_of(output.said.begin(), output.said.end(), [&](const Said& said) {
    const auto* line = std::get_if<UnitLine>(&said);
    return line != nullptr && line->text.find(text) != std::string::npos;
  });
}

TEST(UpdateStatus, US2_it_is_the_last_of_all_that_is_due) {
  PlayedUnit unit = started();
  unit.remote.update_status_due = true;
  EXPECT_EQ(unit.peek(), queued);
  unit.relate(1, "db", "mysql").member(1, "mysql/0");
  ++unit.remote.config_version;
  for (int steps = 0; unit.peek() != queued && steps < 60; ++steps)
    unit.step();
  EXPECT_EQ(unit.take(), (Names{"db-relation-created", "config-changed",
                                "db-relation-joined mysql/0", "db-relation-changed mysql/0"}));
}

TEST(UpdateStatus, US3_it_is_not_before_install_or_start) {
  PlayedUnit unit;
  unit.remote.update_status_due = true;
  for (int steps = 0; unit.peek() != queued && steps < 60; ++steps)
    unit.step();
  EXPECT_TRUE(unit.local.started);
  EXPECT_EQ(unit.take().back(), "start");
}

TEST(UpdateStatus, US3_it_waits_while_another_hook_has_failed) {
  PlayedUnit unit = started();
  unit.policy.attempts = 1;
  unit.failing = {"config-changed"};
  ++unit.remote.config_version;
  unit.settle();
  unit.remote.update_status_due = true;
  EXPECT_EQ(unit.peek(), Next(Idle{}));
  unit.failing.clear();
  unit.remote.resolved = store::Resolved::Retry;
  for (int steps = 0; unit.peek() != queued && steps < 20; ++steps)
    unit.step();
  EXPECT_EQ(unit.take(), (Names{"config-changed", "config-changed"}));
}

TEST(UpdateStatus, US3_a_unit_that_is_dying_runs_none_and_drops_the_one_in_hand) {
  PlayedUnit unit = started();
  unit.remote.update_status_due = true;
  unit.remote.life = store::Life::Dying;
  EXPECT_NE(unit.peek(), queued);
  for (PlayedUnit held : {failed(), failed(1)}) {
    held.remote.life = store::Life::Dying;
    EXPECT_EQ(held.peek(), Next(DropHook{}));
    held.settle();
    EXPECT_EQ(held.take(), (Names{"stop", "remove"}));
    EXPECT_EQ(held.remote.life, store::Life::Dead);
  }
}

TEST(UpdateStatus, US2_one_that_has_not_failed_is_noted_nowhere) {
  PlayedUnit unit = started();
  const auto before = unit.disk;
  unit.remote.update_status_due = true;
  unit.step();
  unit.begin_hook();
  EXPECT_EQ(unit.local.operation->step, Step::Pending);
  EXPECT_EQ(unit.disk, before);
  PlayedUnit crashed = unit;
  crashed.remote.update_status_due = false;
  crashed.restart();
  EXPECT_FALSE(crashed.local.operation);
  EXPECT_EQ(crashed.peek(), Next(Idle{}));
  unit.apply(finish(unit.local));
  unit.step();
  EXPECT_FALSE(unit.local.operation);
  EXPECT_EQ(unit.disk, before);
}

TEST(UpdateStatus, US5_one_that_fails_is_noted_and_tried_again_as_any_hook) {
  PlayedUnit unit = failed(2);
  unit.remote.update_status_due = false; // its agent has forgotten
  unit.restart();
  ASSERT_TRUE(unit.local.operation);
  EXPECT_EQ(unit.local.operation->hook, update_status_hook());
  EXPECT_EQ(unit.local.operation->attempt, 1U);
  ASSERT_EQ(unit.peek(), Next(WaitUntil{unit.local.operation->next_at}));
  unit.now = unit.local.operation->next_at;
  unit.settle();
  EXPECT_EQ(unit.take(), Names{"update-status"});
  EXPECT_EQ(workflow_state(unit.local, unit.policy), "hook-error");
  unit.failing.clear();
  unit.remote.resolved = store::Resolved::Retry;
  unit.settle();
  EXPECT_EQ(unit.take(), Names{"update-status"});
  EXPECT_FALSE(unit.local.operation);
}

TEST(UpdateStatus, US2_a_time_that_has_come_keeps_an_agent_from_resting) {
  PlayedUnit unit = started();
  EXPECT_TRUE(may_rest(unit.local, unit.remote, unit.policy));
  unit.remote.update_status_due = true;
  EXPECT_FALSE(may_rest(unit.local, unit.remote, unit.policy));
}

TEST(UpdateStatus, US2_US6_times_that_come_while_it_waits_for_its_place_are_one) {
  Quiet unit({"*"}, true);
  const Output waits = unit.tell(UpdateStatusDue{});
  EXPECT_TRUE(waits.wants_place);
  EXPECT_TRUE(waits.notes.empty());
  (void)unit.tell(UpdateStatusDue{});
  unit.ran.clear();
  unit.settle(waits);
  EXPECT_EQ(unit.ran, Names{"update-status"});
  EXPECT_TRUE(unit.mind.may_rest());
}

TEST(UpdateStatus, US2_any_hook_that_starts_later_stands_for_it) {
  PlayedMind unit;
  (void)unit.begin();
  (void)unit.start_hook(); // install
  (void)unit.tell(UpdateStatusDue{});
  (void)unit.tell(PlayedMind::ended());
  EXPECT_TRUE(unit.mind.seen().update_status_due) << "install ran already when its time came";
  (void)unit.tell(NotesOnDisk{});
  (void)unit.start_hook(); // leader-elected
  EXPECT_TRUE(unit.mind.seen().update_status_due);
  (void)unit.tell(PlayedMind::ended(1));
  EXPECT_TRUE(unit.mind.seen().update_status_due) << "it has failed";
  unit.now += 3'600'000;
  (void)unit.tell(NotesOnDisk{});
  (void)unit.tell(TimeHasCome{});
  (void)unit.start_hook();
  (void)unit.tell(PlayedMind::ended());
  EXPECT_FALSE(unit.mind.seen().update_status_due);
}

TEST(UpdateStatus, US2_a_time_that_comes_while_it_runs_outlives_it) {
  Quiet unit;
  const Output runs = unit.begin_update_status();
  (void)unit.tell(UpdateStatusDue{});
  unit.ran.clear();
  unit.settle(runs);
  EXPECT_EQ(unit.ran, (Names{"update-status", "update-status"}));
}

TEST(UpdateStatus, US3_what_a_person_takes_as_done_stands_for_it) {
  Quiet unit;
  (void)unit.begin_update_status();
  Output output = unit.tell(PlayedMind::ended(1));
  while (!output.wake_at)
    output = unit.go_on(output);
  EXPECT_FALSE(unit.mind.awaits_update_status());
  protocol::UnitSeen seen;
  seen.unit.name = "web/0";
  seen.unit.application = "web";
  seen.unit.resolved = store::Resolved::NoRetry;
  unit.mind.observe(seen, ++unit.now);
  (void)unit.tell(SubordinatesHeld{});
  protocol::Answer cleared;
  cleared.verdict = protocol::Verdict::Done;
  (void)unit.tell(cleared);
  EXPECT_FALSE(unit.mind.notes().operation);
  EXPECT_TRUE(unit.mind.awaits_update_status());
}

TEST(UpdateStatus, US5_people_see_nothing_of_one_that_succeeds) {
  Quiet unit;
  const Output runs = unit.begin_update_status();
  const auto* hook = std::get_if<StartHook>(&runs.then);
  ASSERT_NE(hook, nullptr);
  EXPECT_FALSE(hook->order.opening);
  EXPECT_TRUE(runs.said.empty());
  EXPECT_TRUE(unit.tell(protocol::HookGoesOn{}).said.empty()) << "nor where it takes long";
  const Output over = unit.tell(PlayedMind::ended());
  EXPECT_TRUE(over.said.empty());
  EXPECT_TRUE(over.is_idle);
}

TEST(UpdateStatus, US5_people_see_one_that_fails) {
  Quiet unit;
  (void)unit.begin_update_status();
  const Output over = unit.tell(PlayedMind::ended(1));
  EXPECT_TRUE(is_said(over, "hook failed: \"update-status\""));
  EXPECT_FALSE(over.notes.empty());
  EXPECT_FALSE(unit.mind.may_rest());
}

TEST(UpdateStatus, US3_it_is_awaited_by_units_that_have_it_have_started_and_stay) {
  EXPECT_TRUE(Quiet({"*"}).mind.awaits_update_status());
  EXPECT_TRUE(Quiet({"update-status"}).mind.awaits_update_status());
  EXPECT_FALSE(Quiet({"start", "config-changed"}).mind.awaits_update_status());
  PlayedMind early;
  (void)early.begin();
  EXPECT_FALSE(early.mind.awaits_update_status());
  Quiet dying;
  (void)dying.show_unit(store::Life::Dying);
  EXPECT_FALSE(dying.mind.awaits_update_status());
  Quiet due;
  (void)due.begin_update_status();
  EXPECT_FALSE(due.mind.awaits_update_status());
}

TEST(UpdateStatus, US5_a_charm_that_has_it_no_more_skips_it_silently) {
  Quiet unit;
  (void)unit.tell(HooksListed{{"start"}});
  const Output output = unit.tell(UpdateStatusDue{});
  EXPECT_TRUE(output.is_idle);
  EXPECT_TRUE(output.notes.empty() && output.said.empty());
  EXPECT_FALSE(unit.mind.seen().update_status_due);
}

TEST(UpdateStatus, W10_a_program_that_it_ends_is_its_own_doing_also_after_a_rest) {
  for (const bool known : {true, false}) {
    Quiet unit;
    const Output runs = unit.begin_update_status();
    unit.now += 100;
    unit.settle(runs);
    const TimeOfRun run = unit.mind.notes().last_run;
    EXPECT_GT(run.ended, run.began);
    UnitNotes noted = unit.mind.notes(); // as they are on disk
    noted.last_run = noted.last_start;
    PlayedMind next(false);
    next.now = unit.now;
    (void)next.tell(NotesRead{noted, known ? run : TimeOfRun{}});
    hooks::EndedProgram ended{"1.1", {hooks::ProgramEnd::How::Signaled, 15, 0, 0, "daemon"}};
    ended.end.since = noted.last_start.ended;
    ended.end.at = run.began;
    (void)next.tell(HooksListed{{"*"}, config::RestartUnits::OnFailure, {ended}});
    EXPECT_EQ(next.mind.notes().last_end.start_due, !known);
  }
}

} // namespace
} // namespace orrery::agents
