// Programs that hooks had left running end: start runs again (W10).
#include "actors/workflow/resting.hpp"
#include "test/workflow/played_mind.hpp"
#include "test/workflow/played_unit.hpp"

#include <gtest/gtest.h>

namespace orrery::agents {
namespace {

using How = hooks::ProgramEnd::How;

std::string hook_of(const Output& output) {
  const auto* hook = std::get_if<StartHook>(&output.then);
  return hook == nullptr ? "" : hook->order.sight.hook;
}

/// A mind whose unit has started, at rest; hooks need no place.
class Started : public PlayedMind {
public:
  explicit Started(config::RestartUnits when = config::RestartUnits::OnFailure)
    : PlayedMind(false) {
    (void)tell(NotesRead{mind.notes()});
    (void)tell(HooksListed{{"start", "config-changed"}, when});
    (void)show_unit();
    Output output = show_application();
    for (int steps = 0; !output.is_idle && steps < 20; ++steps)
      output = go_on(output);
    EXPECT_TRUE(mind.notes().started);
  }
  /// Answers what was asked for last.
  Output go_on(const Output& output) {
    if (std::holds_alternative<LookAtConfig>(output.then))
      return tell(protocol::ConfigSeen{});
    if (std::holds_alternative<StartHook>(output.then))
      return tell(ended());
    return tell(NotesOnDisk{});
  }
  /// A program of an earlier hook ends now, and the mind is told; what it puts out when the end may
  /// be forgotten.
  Output end(How how, int value) {
    const store::Milliseconds at = now + 1;
    const Output told = tell(EndsSeen{{{"1.1", {how, value, 1'000, at, "redis-server"}}}});
    said = told.said;
    const auto* forgotten = std::get_if<ForgetTheseEnds>(&told.then);
    EXPECT_TRUE(forgotten != nullptr && forgotten->notes == std::vector<std::string>{"1.1"});
    Output after = tell(NotesOnDisk{});
    while (std::holds_alternative<GoOn>(after.then))
      after = tell(NotesOnDisk{});
    return after;
  }
  Output when_due(const Output& waits) {
    now = *waits.wake_at;
    return tell(TimeHasCome{});
  }
  std::vector<Said> said;
};

TEST(Ends, W10_a_program_that_was_killed_has_start_run_again_after_the_first_delay) {
  Started unit;
  const Output waits = unit.end(How::Signaled, 9);
  ASSERT_TRUE(waits.wake_at);
  EXPECT_EQ(*waits.wake_at, unit.mind.notes().last_end.at + unit.policy.first_delay.count());
  EXPECT_EQ(unit.mind.notes().operation->attempt, 1U);
  EXPECT_EQ(unit.mind.notes().operation->stderr_tail,
            "program redis-server was killed by signal 9 (SIGKILL)");
  (void)unit.when_due(waits);
  EXPECT_EQ(hook_of(unit.tell(protocol::ConfigSeen{})), "start");
  Output after = unit.tell(PlayedMind::ended());
  for (int steps = 0; !after.is_idle && steps < 20; ++steps)
    after = unit.go_on(after);
  EXPECT_TRUE(unit.mind.notes().last_end.what.empty());
  EXPECT_TRUE(unit.mind.may_rest());
}

TEST(Ends, W10_the_charm_says_which_ends_have_start_run_again) {
  using config::RestartUnits;
  const auto restarts = [](RestartUnits when, How how, int value) {
    Started unit(when);
    return unit.end(how, value).wake_at.has_value();
  };
  EXPECT_FALSE(restarts(RestartUnits::Never, How::Signaled, 9));
  EXPECT_FALSE(restarts(RestartUnits::Never, How::Lost, 0));
  EXPECT_FALSE(restarts(RestartUnits::OnFailure, How::Exited, 0));
  EXPECT_TRUE(restarts(RestartUnits::OnFailure, How::Exited, 3));
  EXPECT_TRUE(restarts(RestartUnits::OnFailure, How::Lost, 0));
  EXPECT_TRUE(restarts(RestartUnits::Always, How::Exited, 0));
}

TEST(Ends, W10_after_a_reboot_start_runs_at_once_whatever_the_charm_says) {
  Started unit(config::RestartUnits::Never);
  const Output waits = unit.end(How::Rebooted, 0);
  EXPECT_FALSE(waits.wake_at) << "no back-off";
  EXPECT_TRUE(unit.mind.notes().operation);
  EXPECT_EQ(unit.mind.notes().operation->hook.kind, HookKind::Start);
  EXPECT_EQ(unit.mind.notes().operation->attempt, 0U);
}

TEST(Ends, W10_what_does_not_start_again_is_said_until_start_runs) {
  Started unit(config::RestartUnits::Never);
  const Output idle = unit.end(How::Exited, 1);
  EXPECT_TRUE(idle.is_idle);
  EXPECT_TRUE(unit.mind.may_rest());
  EXPECT_EQ(idle_message(unit.mind.notes()), "program redis-server exited with status 1");
}

TEST(Ends, W10_one_that_ends_again_and_again_waits_for_a_person) {
  Started unit;
  unit.policy.attempts = 2;
  Output output = unit.end(How::Exited, 7);
  (void)unit.when_due(output);
  output = unit.tell(protocol::ConfigSeen{});
  for (int steps = 0; !output.is_idle && steps < 20; ++steps)
    output = unit.go_on(output);
  const Output gives_up = unit.end(How::Exited, 7);
  EXPECT_FALSE(gives_up.wake_at);
  EXPECT_TRUE(gives_up.is_idle);
  EXPECT_EQ(workflow_state(unit.mind.notes(), unit.policy), "start-error");
  EXPECT_EQ(unit.mind.notes().operation->stderr_tail,
            "program redis-server exited with status 7, 2 times one after another");
  EXPECT_FALSE(unit.mind.may_rest());
}

TEST(Ends, W10_what_ran_for_long_begins_to_count_anew) {
  Started unit;
  UnitNotes local = unit.mind.notes();
  const store::Milliseconds soon = 2 * unit.policy.longest_delay.count();
  const auto end = [&](store::Milliseconds ran_for) {
    const store::Milliseconds since = local.last_end.at + 1;
    local.last_end.start_due = false;
    (void)end_program(local, {How::Exited, 1, since, since + ran_for, "x"}, true, unit.policy);
    return local.last_end.count;
  };
  EXPECT_EQ(end(soon), 1U);
  EXPECT_EQ(end(soon), 2U);
  EXPECT_EQ(end(soon + 1), 1U);
}

TEST(Ends, W10_what_an_earlier_hook_left_and_a_hook_ends_is_its_own_doing) {
  Started unit;
  (void)unit.show_application("web/0", 2);
  ASSERT_EQ(hook_of(unit.tell(protocol::ConfigSeen{})), "config-changed");
  const store::Milliseconds began = unit.mind.notes().last_run.began;
  const auto told = [&](store::Milliseconds since, store::Milliseconds at) {
    return EndsSeen{{{"1.1", {How::Signaled, 15, since, at, "redis-server"}}}};
  };
  (void)unit.tell(told(began, began)); // left in the millisecond in which this one began
  EXPECT_FALSE(unit.mind.notes().last_end.start_due);
  (void)unit.tell(
    told(began + 1, began + 1)); // left by the hook that runs, whose end is not told yet
  EXPECT_TRUE(unit.mind.notes().last_end.start_due);
}

TEST(Ends, W10_who_acts_for_the_unit_next_knows_what_a_hook_has_ended) {
  for (const bool is_cut_off : {false, true}) {
    Started unit;
    (void)unit.show_application("web/0", 2);
    ASSERT_EQ(hook_of(unit.tell(protocol::ConfigSeen{})), "config-changed");
    const store::Milliseconds meanwhile = unit.now;
    if (!is_cut_off)
      (void)unit.tell(PlayedMind::ended());
    const auto judged = [&](store::Milliseconds at) {
      PlayedMind next(false);
      next.now = unit.now;
      const EndsSeen late{{{"1.1", {How::Signaled, 15, 0, at, "redis-server"}}}};
      (void)next.tell(NotesRead{unit.mind.notes()});
      (void)next.tell(HooksListed{{"start"}, config::RestartUnits::OnFailure, late.ended});
      return next.mind.notes().last_end.start_due;
    };
    EXPECT_FALSE(judged(meanwhile)) << is_cut_off;
    EXPECT_TRUE(judged(unit.now + 10)) << is_cut_off;
  }
}

TEST(Ends, W10_what_ended_while_start_ran_needs_no_other_after_later_hooks) {
  Started unit;
  const store::Milliseconds during = unit.mind.notes().last_start.began;
  (void)unit.show_application("web/0", 2);
  ASSERT_EQ(hook_of(unit.tell(protocol::ConfigSeen{})), "config-changed");
  (void)unit.tell(EndsSeen{{{"1.1", {How::Exited, 1, during, during, "redis-server"}}}});
  EXPECT_FALSE(unit.mind.notes().last_end.start_due);
  (void)unit.tell(EndsSeen{{{"1.2", {How::Exited, 1, during + 1, during + 1, "redis-server"}}}});
  EXPECT_TRUE(unit.mind.notes().last_end.start_due) << "left by start itself";
}

TEST(Ends, W10_an_end_that_is_seen_twice_counts_once) {
  Started unit;
  const Output waits = unit.end(How::Exited, 1);
  const EndsSeen again{{{"1.1", {How::Exited, 1, 1'000, unit.mind.notes().last_end.at, "it"}}}};
  (void)unit.when_due(waits);
  Output output = unit.tell(protocol::ConfigSeen{});
  for (int steps = 0; !output.is_idle && steps < 20; ++steps)
    output = unit.go_on(output);
  (void)unit.tell(again);
  EXPECT_FALSE(unit.mind.notes().last_end.start_due);
}

TEST(Ends, W10_an_end_before_start_is_passed_over_when_it_is_seen_again_later) {
  PlayedMind unit(false);
  const EndsSeen early{{{"1.1", {How::Exited, 1, 1'000, unit.now, "it"}}}};
  (void)unit.tell(NotesRead{unit.mind.notes()});
  (void)unit.tell(HooksListed{{"install", "start"}, config::RestartUnits::OnFailure, early.ended});
  (void)unit.show_unit();
  Output output = unit.show_application();
  const auto go_on = [&] {
    if (std::holds_alternative<LookAtConfig>(output.then))
      return unit.tell(protocol::ConfigSeen{});
    if (std::holds_alternative<StartHook>(output.then))
      return unit.tell(PlayedMind::ended());
    return unit.tell(NotesOnDisk{});
  };
  for (int steps = 0; !output.is_idle && steps < 40; ++steps)
    output = go_on();
  ASSERT_TRUE(unit.mind.notes().started);
  (void)unit.tell(early); // the provider had not forgotten it
  EXPECT_FALSE(unit.mind.notes().last_end.start_due);
}

TEST(Ends, W10_what_the_first_start_left_may_end_before_its_own_end_is_told) {
  for (const bool fails : {false, true}) {
    PlayedMind unit(false);
    (void)unit.tell(NotesRead{unit.mind.notes()});
    (void)unit.tell(HooksListed{{"start"}, config::RestartUnits::OnFailure, {}});
    (void)unit.show_unit();
    Output output = unit.show_application();
    int starts = 0;
    for (int steps = 0; steps < 40 && !(starts > 1 || (starts == 1 && output.is_idle)); ++steps) {
      if (std::holds_alternative<LookAtConfig>(output.then)) {
        output = unit.tell(protocol::ConfigSeen{});
      } else if (hook_of(output) == "start") {
        ++unit.now;
        if (starts++ == 0)
          (void)unit.tell(
            EndsSeen{{{"1.1", {How::Exited, 1, unit.now, unit.now, "redis-server"}}}});
        protocol::HookEnded ended = PlayedMind::ended();
        if (fails && starts == 1)
          ended.end.code = 1;
        output = unit.tell(ended);
      } else if (output.wake_at && output.is_idle) {
        break;
      } else {
        output = unit.tell(NotesOnDisk{});
      }
    }
    EXPECT_NE(unit.mind.notes().started, fails); // that one is tried again later anyway
    const auto& last = unit.mind.notes().last_end;
    EXPECT_EQ(last.start_due || !last.what.empty(), !fails);
  }
}

TEST(Ends, W10_a_unit_that_dies_need_not_start_again) {
  PlayedUnit unit;
  unit.settle();
  (void)unit.take();
  unit.apply(end_program(unit.local, {How::Exited, 1, unit.now, unit.now, "x"}, true, unit.policy));
  Hook start;
  start.kind = HookKind::Start;
  unit.apply(queue_restart(unit.local, start, unit.now, unit.policy));
  EXPECT_TRUE(std::holds_alternative<WaitUntil>(unit.peek()));
  unit.remote.life = store::Life::Dying;
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"stop", "remove"}));
}

TEST(Ends, W10_start_runs_again_soon_although_the_clock_was_set_back) {
  PlayedUnit unit;
  unit.settle();
  const store::Milliseconds before = unit.now + 3'600'000;
  unit.apply(end_program(unit.local, {How::Exited, 1, before, before, "x"}, true, unit.policy));
  Hook start;
  start.kind = HookKind::Start;
  unit.apply(queue_restart(unit.local, start, unit.now, unit.policy));
  EXPECT_LE(unit.local.operation->next_at, unit.now + unit.policy.longest_delay.count());
}

TEST(Ends, W10_an_end_counts_although_the_clock_was_set_back_since_the_last_one) {
  constexpr store::Milliseconds hour = 3'600'000;
  Started unit;
  unit.now += 2 * hour;
  const auto go_on_until_idle = [&](Output output) {
    for (int steps = 0; !output.is_idle && steps < 20; ++steps)
      output = unit.go_on(output);
  };
  go_on_until_idle(unit.when_due(unit.end(How::Signaled, 9)));
  const store::Milliseconds last = unit.mind.notes().last_end.at;
  unit.now -= hour;
  go_on_until_idle(unit.tell(EndsSeen{{{"1.1", {How::Signaled, 9, 1'000, last, "it"}}}}));
  EXPECT_FALSE(unit.mind.notes().last_end.start_due) << "it is seen once more";
  const Output waits = unit.end(How::Signaled, 9);
  ASSERT_TRUE(waits.wake_at);
  EXPECT_LT(unit.mind.notes().last_end.at, last);
  EXPECT_LT(*waits.wake_at, unit.now + hour);
}

TEST(Ends, W10_a_charm_without_start_only_says_so) {
  Started unit;
  (void)unit.tell(HooksListed{{"config-changed"}, config::RestartUnits::Always});
  EXPECT_FALSE(unit.end(How::Exited, 1).wake_at);
}

} // namespace
} // namespace orrery::agents
