#include "test/workflow/played_mind.hpp"

#include <gtest/gtest.h>

#include <random>

// Events in, one output out: what the hands rely on.
namespace orrery::agents {
namespace {

protocol::Answer answer(protocol::Verdict verdict, std::string text = {}) {
  protocol::Answer answer;
  answer.verdict = verdict;
  answer.text = std::move(text);
  return answer;
}

TEST(Mind, W8_looks_at_its_unit_and_application_first) {
  PlayedMind played;
  const Output output = played.tell(NotesRead{played.mind.notes()});
  std::vector<rules::Who> looked_at;
  for (const Look& look : output.looks)
    looked_at.push_back(look.whom);
  EXPECT_EQ(looked_at,
            (std::vector<rules::Who>{rules::unit("web/0", false), rules::unit("web/0", true),
                                     rules::application("web")}));
  EXPECT_TRUE(played.mind.is_beginning());
}

TEST(Mind, nothing_is_done_before_all_is_seen) {
  PlayedMind played;
  (void)played.tell(NotesRead{played.mind.notes()});
  EXPECT_FALSE(played.tell(HooksListed{{"*"}}).wants_place);
  EXPECT_FALSE(played.show_unit().wants_place);
  EXPECT_TRUE(played.show_application().wants_place);
}

TEST(Mind, W4_a_queued_hook_is_not_written_before_it_has_its_place) {
  PlayedMind played;
  const Output waits = played.begin();
  EXPECT_TRUE(waits.wants_place);
  EXPECT_TRUE(waits.notes.empty());
  const Output begins = played.tell(protocol::SlotGranted{});
  EXPECT_FALSE(begins.notes.empty()) << "pending is on disk before anything runs";
  EXPECT_TRUE(std::holds_alternative<LookAtConfig>(begins.then));
  const Output runs = played.tell(protocol::ConfigSeen{});
  EXPECT_EQ(started_program(runs), "install");
  EXPECT_TRUE(runs.notes.empty());
  EXPECT_TRUE(played.mind.is_at_hook());
}

TEST(Mind, W4_done_commit_and_the_next_pending_are_one_write) {
  PlayedMind played(false);
  const Output begins = played.begin();
  EXPECT_TRUE(std::holds_alternative<LookAtConfig>(begins.then));
  (void)played.tell(protocol::ConfigSeen{});
  const Output next = played.tell(PlayedMind::ended());
  EXPECT_TRUE(std::holds_alternative<LookAtConfig>(next.then));
  EXPECT_TRUE(played.mind.notes().installed);
  ASSERT_TRUE(played.mind.notes().operation);
  EXPECT_EQ(played.mind.notes().operation->step, Step::Pending);
  EXPECT_FALSE(next.notes.empty());
}

TEST(Mind, W4_what_is_done_goes_to_disk_while_the_next_hook_waits_for_its_place) {
  PlayedMind played;
  (void)played.begin();
  (void)played.start_hook();
  const Output ended = played.tell(PlayedMind::ended());
  EXPECT_TRUE(ended.gives_place_back);
  EXPECT_TRUE(ended.wants_place);
  EXPECT_FALSE(ended.notes.empty());
  EXPECT_TRUE(std::holds_alternative<GoOn>(ended.then));
}

TEST(Mind, H6_what_a_hook_buffered_is_asked_before_the_hook_is_done) {
  PlayedMind played;
  (void)played.begin();
  (void)played.start_hook();
  protocol::HookEnded ended = PlayedMind::ended();
  ended.state.unit_changes[3]["port"] = "80";
  const Output flushes = played.tell(ended);
  ASSERT_NE(asked<protocol::FlushHook>(flushes), nullptr);
  EXPECT_FALSE(played.mind.notes().installed);
  const Output refused = played.tell(answer(protocol::Verdict::Refused, "relation 3 is gone"));
  ASSERT_TRUE(played.mind.notes().operation);
  EXPECT_EQ(played.mind.notes().operation->stderr_tail, "relation 3 is gone");
  EXPECT_FALSE(played.mind.notes().installed);
}

TEST(Mind, H6_a_hook_is_said_to_be_done_once_what_it_buffered_is_taken) {
  for (const bool is_taken : {true, false}) {
    PlayedMind played;
    (void)played.begin();
    (void)played.start_hook();
    protocol::HookEnded ended = PlayedMind::ended();
    ended.end.took = std::chrono::milliseconds{12};
    ended.state.unit_changes[3]["port"] = "80";
    EXPECT_FALSE(is_said(played.tell(ended), "hook install"));
    const Output output =
      played.tell(answer(is_taken ? protocol::Verdict::Done : protocol::Verdict::Refused,
                         is_taken ? "" : "relation 3 is gone"));
    EXPECT_EQ(is_said(output, "hook install done in 12 ms"), is_taken);
    EXPECT_EQ(is_said(output, "hook install failed after 12 ms: relation 3 is gone"), !is_taken);
  }
}

TEST(Mind, H6_a_hook_whose_reboot_fails_is_not_said_to_be_done) {
  PlayedMind played;
  (void)played.begin();
  (void)played.start_hook();
  protocol::HookEnded ended = PlayedMind::ended();
  ended.state.reboot = hooks::Reboot::AfterHook;
  EXPECT_FALSE(is_said(played.tell(ended), "hook install"));
  const Output output = played.tell(Rebooted{"no such machine"});
  EXPECT_FALSE(is_said(output, " done in "));
  EXPECT_TRUE(is_said(output, "hook install failed after 0 ms: juju-reboot: no such machine"));
}

TEST(Mind, M11_install_closes_the_ports_of_a_machine_that_was_there_before) {
  PlayedMind played(false);
  (void)played.tell(NotesRead{played.mind.notes()});
  (void)played.tell(HooksListed{{"*"}});
  protocol::UnitSeen seen;
  seen.unit.name = "web/0";
  seen.unit.application = "web";
  seen.status.ports = {{"tcp", 80, 80}, {"tcp", 81, 81}};
  played.mind.observe(seen, ++played.now);
  (void)played.tell(SubordinatesHeld{});
  (void)played.show_application();
  ASSERT_EQ(started_program(played.tell(protocol::ConfigSeen{})), "install");
  protocol::HookEnded installed = PlayedMind::ended();
  installed.state.opened = {{"tcp", 81, 81}};
  const Output output = played.tell(installed);
  const auto* flush = asked<protocol::FlushHook>(output);
  ASSERT_NE(flush, nullptr);
  EXPECT_EQ(flush->close, seen.status.ports);
  EXPECT_EQ(flush->open.size(), 1U) << "a port that is opened anew stays open";
}

TEST(Mind, H6_a_hook_that_reboots_is_done_once_all_programs_have_ended) {
  PlayedMind played;
  (void)played.begin();
  (void)played.start_hook();
  protocol::HookEnded ended = PlayedMind::ended();
  ended.state.reboot = hooks::Reboot::AfterHook;
  ended.state.opened.insert({"tcp", 80, 80});
  const Output flushes = played.tell(ended);
  ASSERT_NE(asked<protocol::FlushHook>(flushes), nullptr);
  const Output reboots = played.tell(answer(protocol::Verdict::Done));
  EXPECT_TRUE(std::holds_alternative<EndAllPrograms>(reboots.then));
  EXPECT_FALSE(played.mind.notes().installed) << "after a crash it runs again";
  (void)played.tell(Rebooted{});
  EXPECT_TRUE(played.mind.notes().installed);
}

TEST(Mind, W2_a_hook_that_reboots_at_once_runs_again_and_no_try_is_counted) {
  PlayedMind played;
  (void)played.begin();
  (void)played.start_hook();
  protocol::HookEnded ended = PlayedMind::ended(1);
  ended.state.reboot = hooks::Reboot::Now;
  EXPECT_TRUE(std::holds_alternative<EndAllPrograms>(played.tell(ended).then));
  EXPECT_TRUE(played.tell(Rebooted{}).wants_place);
  ASSERT_TRUE(played.mind.notes().operation);
  EXPECT_EQ(played.mind.notes().operation->hook.kind, HookKind::Install);
  EXPECT_EQ(played.mind.notes().operation->attempt, 0U);
}

TEST(Mind, W2_a_reboot_that_fails_is_the_hooks_failure) {
  PlayedMind played;
  (void)played.begin();
  (void)played.start_hook();
  protocol::HookEnded ended = PlayedMind::ended();
  ended.state.reboot = hooks::Reboot::AfterHook;
  (void)played.tell(ended);
  (void)played.tell(Rebooted{"processes of web/0 do not end"});
  ASSERT_TRUE(played.mind.notes().operation);
  EXPECT_EQ(played.mind.notes().operation->stderr_tail,
            "juju-reboot: processes of web/0 do not end");
}

TEST(Mind, W2_a_hook_that_failed_wakes_it_for_the_next_try) {
  PlayedMind played;
  (void)played.begin();
  (void)played.start_hook();
  const Output failed = played.tell(PlayedMind::ended(1));
  EXPECT_TRUE(std::holds_alternative<GoOn>(failed.then));
  const Output waits = played.tell(NotesOnDisk{});
  ASSERT_TRUE(waits.wake_at);
  EXPECT_FALSE(waits.is_idle);
  EXPECT_FALSE(played.mind.may_rest());
  played.now = *waits.wake_at;
  EXPECT_TRUE(played.tell(TimeHasCome{}).wants_place);
}

TEST(Mind, U7_a_dead_unit_ends_its_agent) {
  PlayedMind played;
  (void)played.begin();
  const Output output = played.show_unit(store::Life::Dead);
  EXPECT_TRUE(std::holds_alternative<End>(output.then));
}

TEST(Mind, L8_a_step_that_was_contended_is_taken_again) {
  PlayedMind played;
  (void)played.begin();
  const Output dies =
    played.show_unit(store::Life::Dying); // U11: install never ran, and is dropped
  ASSERT_NE(asked<protocol::SetUnitDead>(dies), nullptr);
  const Output again = played.tell(answer(protocol::Verdict::Contended));
  EXPECT_NE(asked<protocol::SetUnitDead>(again), nullptr);
  const Output refused = played.tell(answer(protocol::Verdict::Refused, "it has subordinates"));
  EXPECT_TRUE(waits_for_nothing(refused)) << "only news can help";
}

TEST(Mind, says_that_somebody_else_may_lead_while_it_cannot) {
  PlayedMind played;
  UnitNotes in_install = played.mind.notes();
  (void)queue(in_install, Hook{}); // and nobody led when that was queued
  (void)played.tell(NotesRead{in_install});
  (void)played.tell(HooksListed{{"*"}});
  (void)played.show_unit();
  EXPECT_TRUE(played.show_application("").passes_over) << "its install may run for long";
}

TEST(Mind, L1_whom_nobody_leads_claims_leadership_before_it_is_installed) {
  PlayedMind played;
  (void)played.tell(NotesRead{played.mind.notes()});
  (void)played.tell(HooksListed{{"*"}});
  (void)played.show_unit();
  const Output first = played.show_application("");
  EXPECT_NE(asked<protocol::ClaimLeadership>(first), nullptr);
  EXPECT_FALSE(first.passes_over);
}

TEST(Mind, a_charm_without_hooks_needs_no_place_and_one_write) {
  PlayedMind played;
  const Output all = played.begin({});
  EXPECT_FALSE(all.wants_place);
  EXPECT_FALSE(all.notes.empty());
  EXPECT_TRUE(played.mind.notes().started);
  EXPECT_TRUE(std::holds_alternative<GoOn>(all.then));
  EXPECT_TRUE(played.tell(NotesOnDisk{}).is_idle);
  EXPECT_TRUE(played.mind.may_rest());
}

/// Whatever is seen while something is under way, nothing else is begun, and no note is put out
/// that nobody waits for.
TEST(Mind, W7_at_most_one_thing_is_under_way_whatever_comes) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    PlayedMind played(random() % 2 == 0);
    Effect under_way = played.begin().then;
    bool wants_place = played.mind.is_at_hook();
    for (int step = 0; step < 60; ++step) {
      const bool waits = !std::holds_alternative<std::monostate>(under_way);
      Output output;
      bool answers = false;
      if (waits && random() % 2 == 0) {
        answers = true;
        if (std::holds_alternative<GoOn>(under_way))
          output = played.tell(NotesOnDisk{});
        else if (std::holds_alternative<AskModel>(under_way))
          output = played.tell(
            answer(random() % 4 == 0 ? protocol::Verdict::Contended : protocol::Verdict::Done));
        else if (std::holds_alternative<LookAtConfig>(under_way))
          output = played.tell(protocol::ConfigSeen{});
        else if (std::holds_alternative<StartHook>(under_way))
          output = played.tell(PlayedMind::ended(random() % 5 == 0 ? 1 : 0));
        else
          break; // it ends
      } else if (wants_place && random() % 2 == 0) {
        output = played.tell(protocol::SlotGranted{});
      } else if (random() % 3 == 0) {
        output = played.show_application(random() % 2 == 0 ? "web/0" : "web/1", random() % 5);
      } else if (random() % 8 == 0) {
        output = played.show_unit(store::Life::Dying);
      } else {
        output = played.tell(TimeHasCome{});
      }
      if (waits && !answers) {
        EXPECT_TRUE(waits_for_nothing(output));
        EXPECT_TRUE(output.notes.empty());
        continue;
      }
      EXPECT_TRUE(output.notes.empty() || !waits_for_nothing(output));
      under_way = output.then;
      wants_place = (wants_place && !output.gives_place_back) || output.wants_place;
    }
  }
}

} // namespace
} // namespace orrery::agents
