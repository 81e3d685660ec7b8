// The hook update-status in a unit's mind: what stands for it, and what is said of it (US).
#include "test/workflow/played_mind.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::agents {
namespace {

using protocol::UpdateStatusDue;
using HooksRun = std::vector<std::string>;

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
  /// Lets its time come; up to where the hook runs.
  Output begin_update_status() {
    const Output asks = tell(UpdateStatusDue{});
    EXPECT_TRUE(asks.notes.empty()) << "nothing need be on disk before";
    Output runs = go_on(asks);
    EXPECT_EQ(begun_hook(runs), "update-status");
    return runs;
  }
  HooksRun ran;
};

TEST(UpdateStatus, US2_US6_times_that_come_while_it_waits_for_its_place_are_one) {
  Quiet unit({"*"}, true);
  const Output waits = unit.tell(UpdateStatusDue{});
  EXPECT_TRUE(waits.wants_place);
  EXPECT_TRUE(waits.notes.empty());
  (void)unit.tell(UpdateStatusDue{});
  unit.ran.clear();
  unit.settle(waits);
  EXPECT_EQ(unit.ran, HooksRun{"update-status"});
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

TEST(UpdateStatus, US2_other_hooks_stand_for_it_once_and_not_again_before_it_has_run) {
  PlayedMind unit;
  (void)unit.begin();
  const auto begins = [&] { (void)unit.start_hook(); };
  const auto succeeds = [&] {
    (void)unit.tell(PlayedMind::ended());
    const bool is_due = unit.mind.seen().update_status_due;
    (void)unit.tell(NotesOnDisk{});
    return is_due;
  };
  begins(); // install
  (void)unit.tell(UpdateStatusDue{});
  EXPECT_TRUE(succeeds());
  begins(); // leader-elected
  EXPECT_FALSE(succeeds()) << "it stands for it";
  begins(); // config-changed
  (void)unit.tell(UpdateStatusDue{});
  EXPECT_TRUE(succeeds());
  begins(); // start
  EXPECT_TRUE(succeeds()) << "an interval later";
}

TEST(UpdateStatus, US2_a_time_that_comes_while_it_runs_outlives_it) {
  Quiet unit;
  const Output runs = unit.begin_update_status();
  (void)unit.tell(UpdateStatusDue{});
  unit.ran.clear();
  unit.settle(runs);
  EXPECT_EQ(unit.ran, (HooksRun{"update-status", "update-status"}));
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
  EXPECT_EQ(over.said.size(), 1U);
  EXPECT_TRUE(is_said(over, "hook update-status done in ")) << "in the unit's log alone";
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
