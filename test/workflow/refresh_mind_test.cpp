// An upgrade in a unit's mind: what is asked of whom, in which order, and what is said (P25 to P42).
#include "test/workflow/played_mind.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

namespace orrery::agents {
namespace {

using store::TaskStatus;

const char* const first = "local:web-1";
const char* const second = "local:web-2";
const char* const third = "local:web-3";

protocol::Answer answer(protocol::Verdict verdict = protocol::Verdict::Done) {
  protocol::Answer answer;
  answer.verdict = verdict;
  return answer;
}

protocol::ConfigSeen config_of(const char* charm) {
  protocol::ConfigSeen seen;
  seen.charm.url = charm;
  seen.charm.directory = std::string("/charms/") + charm;
  return seen;
}

const CharmReplaced replaced{"", {"*"}};
const CharmReplaced not_replaced{"the disk is full"};

bool is_said(const Output& output, std::string_view text) {
  return std::any_of(output.said.begin(), output.said.end(), [&](const Said& said) {
    const auto* line = std::get_if<UnitLine>(&said);
    return line != nullptr && line->text.find(text) != std::string::npos;
  });
}

/// The report of what people shall see, of the last that were said; null if none was.
const protocol::ReportUnit* reported(const Output& output) {
  const protocol::ReportUnit* found = nullptr;
  for (const Said& said : output.said)
    if (const auto* command = std::get_if<protocol::Command>(&said))
      if (const auto* report = std::get_if<protocol::ReportUnit>(command))
        found = report;
  return found;
}

/// A mind whose unit has started, at rest, with the files of the first charm.
class Upgraded : public PlayedMind {
public:
  explicit Upgraded(HookNames hooks = {"*"}) : PlayedMind(false) {
    UnitNotes notes = mind.notes();
    notes.installed = notes.started = notes.configured = notes.leader = true;
    notes.config_version = 1;
    (void)tell(NotesRead{notes});
    (void)tell(HooksListed{std::move(hooks)});
    (void)show_unit_with(first);
    const Output rests = show(of(first));
    EXPECT_TRUE(rests.is_idle);
    EXPECT_TRUE(mind.may_rest());
  }
  Output show_unit_with(const char* charm,
                        store::Resolved resolved = store::Resolved::None,
                        std::vector<protocol::TaskToRun> tasks = {}) {
    protocol::UnitSeen seen;
    seen.unit.name = "web/0";
    seen.unit.application = "web";
    seen.unit.charm = charm;
    seen.unit.resolved = resolved;
    seen.tasks = std::move(tasks);
    mind.observe(seen, ++now);
    return tell(SubordinatesHeld{0});
  }
  static protocol::ApplicationSeen of(const char* charm, std::uint64_t version = 1) {
    protocol::ApplicationSeen seen = application("web/0", version);
    seen.application.charm = charm;
    return seen;
  }
  /// Its application has another charm: up to where the provider is asked.
  Output refresh(const char* charm = second) {
    const Output asks = show(of(charm, 2));
    const auto* set = asked<protocol::SetUnitCharm>(asks);
    EXPECT_TRUE(set != nullptr && set->charm == charm);
    EXPECT_FALSE(asks.notes.empty()) << "noted before the model is told";
    const Output reads = tell(answer());
    EXPECT_TRUE(std::holds_alternative<LookAtConfig>(reads.then));
    return tell(config_of(charm));
  }
};

std::string put_in_place(const Output& output) {
  const auto* charm = std::get_if<PutCharmInPlace>(&output.then);
  return charm == nullptr ? "" : charm->directory;
}

TEST(RefreshMind, P25_notes_then_the_model_then_the_provider_then_upgrade_charm) {
  Upgraded played;
  EXPECT_EQ(put_in_place(played.refresh()), "/charms/local:web-2");
  EXPECT_EQ(played.mind.notes().charm, first);
  EXPECT_FALSE(played.mind.may_rest());
  const Output over = played.tell(replaced);
  EXPECT_TRUE(is_said(over, "upgraded to charm local:web-2"));
  EXPECT_FALSE(over.notes.empty());
  EXPECT_TRUE(std::holds_alternative<LookAtConfig>(over.then));
  EXPECT_EQ(started_program(played.tell(config_of(second))), "upgrade-charm");
  (void)played.tell(PlayedMind::ended());
  EXPECT_EQ(started_program(played.tell(config_of(second))), "config-changed");
  (void)played.tell(PlayedMind::ended());
  EXPECT_TRUE(played.tell(NotesOnDisk{}).is_idle);
  EXPECT_TRUE(played.mind.may_rest());
  EXPECT_EQ(played.mind.notes().config_version, 2U);
}

TEST(RefreshMind, P42_a_hook_that_takes_its_time_is_shown_as_any) {
  Upgraded played;
  (void)played.refresh();
  (void)played.tell(replaced);
  const Output runs = played.tell(config_of(second));
  ASSERT_TRUE(std::holds_alternative<StartHook>(runs.then));
  const auto& opening = std::get<StartHook>(runs.then).order.opening;
  ASSERT_TRUE(opening);
  EXPECT_NE(opening->text.find("running upgrade-charm hook"), std::string::npos);
  const Output goes_on = played.tell(protocol::HookGoesOn{});
  ASSERT_NE(reported(goes_on), nullptr);
  EXPECT_EQ(reported(goes_on)->agent->message, "running upgrade-charm hook");
}

TEST(RefreshMind, P42_a_charm_without_upgrade_charm_has_its_config_changed) {
  Upgraded played;
  (void)played.refresh();
  (void)played.tell(CharmReplaced{"", {"config-changed"}});
  EXPECT_EQ(started_program(played.tell(config_of(second))), "config-changed");
}

TEST(RefreshMind, P25_the_new_files_hooks_count_from_then_on) {
  Upgraded played({"start"});
  EXPECT_FALSE(played.mind.awaits_update_status());
  (void)played.refresh();
  (void)played.tell(CharmReplaced{"", {"start", "update-status"}});
  EXPECT_TRUE(played.mind.awaits_update_status());
  EXPECT_TRUE(played.tell(NotesOnDisk{}).is_idle) << "neither has the hooks of an upgrade";
}

TEST(RefreshMind, P36_a_charm_that_is_superseded_gives_way_to_the_newest) {
  Upgraded played;
  ASSERT_NE(asked<protocol::SetUnitCharm>(played.show(Upgraded::of(second, 2))), nullptr);
  const Output refused = played.tell(answer(protocol::Verdict::Refused));
  EXPECT_TRUE(waits_for_nothing(refused)) << "only news can help";
  EXPECT_EQ(played.mind.notes().upgrade, "");
  const Output news = played.show(Upgraded::of(third, 3));
  ASSERT_NE(asked<protocol::SetUnitCharm>(news), nullptr);
  EXPECT_EQ(asked<protocol::SetUnitCharm>(news)->charm, third);
}

TEST(RefreshMind, P36_news_that_come_before_the_refusal_are_taken_at_once) {
  Upgraded played;
  (void)played.show(Upgraded::of(second, 2));
  EXPECT_TRUE(waits_for_nothing(played.show(Upgraded::of(third, 3))));
  const Output refused = played.tell(answer(protocol::Verdict::Refused));
  ASSERT_NE(asked<protocol::SetUnitCharm>(refused), nullptr);
  EXPECT_EQ(asked<protocol::SetUnitCharm>(refused)->charm, third);
}

TEST(RefreshMind, P36_a_newer_charm_that_the_application_shows_is_asked_for) {
  Upgraded played;
  (void)played.show(Upgraded::of(second, 2));
  (void)played.tell(answer());
  const Output newer = played.tell(config_of(third));
  ASSERT_NE(asked<protocol::SetUnitCharm>(newer), nullptr);
  EXPECT_EQ(asked<protocol::SetUnitCharm>(newer)->charm, third);
}

TEST(RefreshMind, L8_what_was_contended_is_asked_again) {
  Upgraded played;
  (void)played.show(Upgraded::of(second, 2));
  EXPECT_NE(asked<protocol::SetUnitCharm>(played.tell(answer(protocol::Verdict::Contended))),
            nullptr);
}

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
  EXPECT_TRUE(std::holds_alternative<LookAtConfig>(played.tell(answer()).then));
  EXPECT_EQ(put_in_place(played.tell(config_of(second))), "/charms/local:web-2");
  const Output over = played.tell(replaced);
  EXPECT_TRUE(is_said(over, "workload ")) << "what the charm said counts again";
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
  (void)played.tell(answer());
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

TEST(RefreshMind, P43_no_scope_is_entered_at_an_endpoint_that_the_files_lack) {
  Upgraded played;
  played.lacking = {{first, "ring"}};
  protocol::ApplicationSeen seen = Upgraded::of(second, 2);
  store::Relation ring;
  ring.id = 7;
  ring.ends = {{"web", "ring", store::Role::Peer}};
  seen.relations.push_back(ring);
  (void)played.show(seen);
  const Output asks = played.show(protocol::RelationSeen{7, store::Life::Alive});
  EXPECT_NE(asked<protocol::SetUnitCharm>(asks), nullptr);
  (void)played.tell(answer());
  (void)played.tell(config_of(second));
  const Output enters = played.tell(CharmReplaced{"", {}});
  EXPECT_NE(asked<protocol::EnterScope>(enters), nullptr) << "once it has them";
}

} // namespace
} // namespace orrery::agents
