// An upgrade in a unit's mind: what waits for it, what it waits for, and what is said (P26 to P32).
#include "test/workflow/upgraded_mind.hpp"

namespace orrery::agents {
namespace {

using store::TaskStatus;

TEST(RefreshMind, P30_a_conflict_is_said_and_reported_and_waits) {
  Upgraded played;
  (void)played.refresh();
  const Output failed = played.tell(not_replaced);
  EXPECT_TRUE(is_said(failed, "workload error upgrade failed"));
  EXPECT_FALSE(failed.notes.empty());
  const Output waits = played.tell(NotesOnDisk{});
  EXPECT_TRUE(waits.is_idle);
  EXPECT_FALSE(waits.wake_at);
  EXPECT_FALSE(played.mind.may_rest());
  ASSERT_NE(reported(waits), nullptr);
  ASSERT_TRUE(reported(waits)->error);
  EXPECT_EQ(reported(waits)->error->hook, store::failed_upgrade);
  EXPECT_EQ(reported(waits)->error->stderr_tail, "the disk is full");
  EXPECT_EQ(reported(waits)->workflow, "upgrade-error");
}

TEST(RefreshMind, D1_resolved_no_retry_tries_the_files_again_and_skips_no_hook) {
  Upgraded played;
  (void)played.refresh();
  (void)played.tell(not_replaced);
  (void)played.tell(NotesOnDisk{});
  const Output resolved = played.show_unit_with(second, store::Resolved::NoRetry);
  ASSERT_NE(asked<protocol::ClearResolved>(resolved), nullptr);
  EXPECT_TRUE(std::holds_alternative<LookAtConfig>(played.tell(model_says()).then));
  EXPECT_EQ(put_in_place(played.tell(config_of(second))), "/charms/local:web-2");
  const Output over = played.tell(replaced);
  EXPECT_TRUE(is_said(over, "workload ")) << "what the charm said counts again";
}

/// A mind whose unit has started, and whose copy is found damaged as its agent begins.
Output begin_damaged(PlayedMind& played, UnitNotes notes) {
  notes.installed = notes.started = notes.configured = notes.leader = true;
  notes.config_version = 1;
  (void)played.tell(NotesRead{notes});
  HooksListed listed{{}};
  listed.damage = "charm is not there";
  (void)played.tell(listed);
  protocol::UnitSeen seen;
  seen.unit.name = "web/0";
  seen.unit.application = "web";
  seen.unit.charm = first;
  played.mind.observe(seen, ++played.now);
  (void)played.tell(SubordinatesHeld{0});
  return played.show(Upgraded::of(first));
}

TEST(RefreshMind, P39_files_that_are_gone_come_again_with_both_hooks) {
  PlayedMind played(false);
  const Output begins = begin_damaged(played, played.mind.notes());
  EXPECT_TRUE(is_said(begins, "charm is not there"));
  EXPECT_EQ(played.mind.notes().upgrade, first) << "a crash leaves it to be done";
  EXPECT_EQ(put_in_place(played.tell(config_of(first))), "/charms/local:web-1");
  EXPECT_TRUE(std::holds_alternative<LookAtConfig>(played.tell(replaced).then));
  EXPECT_EQ(started_program(played.tell(config_of(first))), "upgrade-charm");
  (void)played.tell(PlayedMind::ended());
  EXPECT_EQ(started_program(played.tell(config_of(first))), "config-changed");
  (void)played.tell(PlayedMind::ended());
  EXPECT_TRUE(played.tell(NotesOnDisk{}).is_idle) << "once";
}

TEST(RefreshMind, P39_a_hook_that_was_queued_waits_for_the_files) {
  PlayedMind played(false);
  UnitNotes notes = played.mind.notes();
  notes.operation.emplace().hook.kind = HookKind::ConfigChanged;
  (void)begin_damaged(played, notes);
  EXPECT_EQ(put_in_place(played.tell(config_of(first))), "/charms/local:web-1");
  (void)played.tell(replaced);
  EXPECT_EQ(started_program(played.tell(config_of(first))), "upgrade-charm");
}

TEST(RefreshMind, P39_a_start_that_waits_for_an_ended_program_comes_behind_both_hooks) {
  for (const bool exhausted : {false, true}) {
    PlayedMind played(false);
    if (exhausted)
      played.policy.attempts = 1;
    UnitNotes notes = played.mind.notes();
    notes.last_end = {"redis-server exited with 1", played.now, 1, true};
    Hook start;
    start.kind = HookKind::Start;
    (void)queue_restart(notes, start, played.now, played.policy);
    ASSERT_TRUE(is_restart(notes));
    const Operation waited = *notes.operation;
    (void)begin_damaged(played, notes);
    EXPECT_EQ(put_in_place(played.tell(config_of(first))), "/charms/local:web-1");
    EXPECT_FALSE(is_said(played.tell(replaced), "does not run"));
    for (const char* hook : {"upgrade-charm", "config-changed"}) {
      EXPECT_EQ(started_program(played.tell(config_of(first))), hook);
      (void)played.tell(PlayedMind::ended());
    }
    const Output waits = played.tell(NotesOnDisk{});
    EXPECT_EQ(waits.wake_at.has_value(), !exhausted) << "of the last try a person hears";
    ASSERT_TRUE(played.mind.notes().operation);
    EXPECT_EQ(played.mind.notes().operation->attempt, waited.attempt);
    EXPECT_EQ(played.mind.notes().operation->stderr_tail, waited.stderr_tail);
  }
}

TEST(RefreshMind, P43_older_files_see_the_options_that_they_know) {
  Upgraded played;
  auto older = std::make_shared<store::Charm>();
  older->url = first;
  older->options["port"] = {store::OptionType::Int, "", true, "8080"};
  older->options["word"] = {store::OptionType::String, "", true, "old"};
  older->endpoints.push_back({"old", "x", store::Role::Provider, store::ScopeKind::Global, {}});
  played.charms[first] = older;
  ASSERT_TRUE(std::holds_alternative<LookAtConfig>(played.show(Upgraded::of(first, 2)).then));
  protocol::ConfigSeen seen = config_of(second); // refreshed before the hook begins
  seen.charm.options["port"] = {store::OptionType::String, "", true, "http"};
  seen.charm.options["fresh"] = {store::OptionType::String, "", false, ""};
  seen.values = {{"port", "81"}, {"fresh", "x"}};
  const Output runs = played.tell(seen);
  ASSERT_TRUE(std::holds_alternative<StartHook>(runs.then));
  const hooks::HookSight& sight = std::get<StartHook>(runs.then).order.sight;
  EXPECT_EQ(sight.options, older->options);
  EXPECT_EQ(sight.config, (store::Settings{{"port", "81"}}));
  EXPECT_TRUE(sight.bindings.contains("old"));
}

TEST(RefreshMind, P43_new_files_see_those_of_their_own) {
  Upgraded played;
  auto older = std::make_shared<store::Charm>();
  older->url = first;
  played.charms[first] = older;
  (void)played.refresh();
  (void)played.tell(replaced);
  protocol::ConfigSeen seen = config_of(second);
  seen.charm.options["fresh"] = {store::OptionType::String, "", true, "new"};
  const Output runs = played.tell(seen);
  EXPECT_EQ(started_program(runs), "upgrade-charm");
  EXPECT_EQ(std::get<StartHook>(runs.then).order.sight.options, seen.charm.options);
}

TEST(RefreshMind, P26_no_task_runs_before_the_config_changed_is_done) {
  Upgraded played;
  (void)played.refresh();
  const std::vector<protocol::TaskToRun> task{{2, 1, TaskStatus::Pending}};
  EXPECT_TRUE(waits_for_nothing(played.show_unit_with(second, store::Resolved::None, task)));
  EXPECT_TRUE(std::holds_alternative<LookAtConfig>(played.tell(replaced).then));
  EXPECT_EQ(started_program(played.tell(config_of(second))), "upgrade-charm");
  (void)played.tell(PlayedMind::ended());
  EXPECT_EQ(started_program(played.tell(config_of(second))), "config-changed");
  EXPECT_TRUE(std::holds_alternative<LookAtTask>(played.tell(PlayedMind::ended()).then));
}

TEST(RefreshMind, P26_a_task_runs_while_upgrade_charm_has_failed) {
  Upgraded played;
  (void)played.refresh();
  (void)played.tell(replaced);
  (void)played.tell(config_of(second));
  const std::vector<protocol::TaskToRun> task{{2, 1, TaskStatus::Pending}};
  (void)played.show_unit_with(second, store::Resolved::None, task);
  EXPECT_TRUE(std::holds_alternative<LookAtTask>(played.tell(PlayedMind::ended(1)).then)) << "A14";
}

TEST(RefreshMind, P32_that_upgrade_charm_is_passed_over_is_told_to_the_model_and_the_log) {
  Upgraded played;
  (void)played.show(Upgraded::of(first, 2)); // an option
  EXPECT_EQ(started_program(played.tell(config_of(first))), "config-changed");
  (void)played.show(Upgraded::of(second, 3));
  const Output failed = played.tell(PlayedMind::ended(1));
  ASSERT_NE(asked<protocol::SetUnitCharm>(failed), nullptr) << "P31: right after the failed run";
  EXPECT_TRUE(asked<protocol::SetUnitCharm>(failed)->skips_hook);
  (void)played.tell(model_says());
  (void)played.tell(config_of(second));
  const Output over = played.tell(replaced);
  EXPECT_TRUE(is_said(over, "hook upgrade-charm of local:web-2 does not run"));
  EXPECT_TRUE(std::holds_alternative<GoOn>(over.then));
  EXPECT_TRUE(played.tell(NotesOnDisk{}).wake_at) << "P33: its next try comes as it would have";
}

TEST(RefreshMind, P31_an_agent_that_begins_gives_a_failing_unit_its_new_files) {
  PlayedMind played(false);
  UnitNotes notes = played.mind.notes();
  notes.installed = notes.started = notes.configured = true;
  notes.operation.emplace().hook.kind = HookKind::ConfigChanged;
  notes.operation->attempt = 5;
  notes.operation->tried = true;
  notes.charm = first;
  (void)played.tell(NotesRead{notes});
  (void)played.tell(HooksListed{{"*"}});
  (void)played.show_unit();
  EXPECT_NE(asked<protocol::SetUnitCharm>(played.show(Upgraded::of(second, 2))), nullptr);
  PlayedMind later(false);
  (void)later.tell(NotesRead{notes});
  (void)later.tell(HooksListed{{"*"}});
  (void)later.show_unit();
  (void)later.show(Upgraded::of(first, 1));
  EXPECT_TRUE(waits_for_nothing(later.show(Upgraded::of(second, 2))))
    << "one that comes later waits";
}

} // namespace
} // namespace orrery::agents
