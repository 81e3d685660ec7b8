// An upgrade in a unit's mind: what is asked of whom, and in which order (P25 to P43).
#include "test/workflow/upgraded_mind.hpp"

namespace orrery::agents {
namespace {

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
  const Output refused = played.tell(model_says(protocol::Verdict::Refused));
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
  const Output refused = played.tell(model_says(protocol::Verdict::Refused));
  ASSERT_NE(asked<protocol::SetUnitCharm>(refused), nullptr);
  EXPECT_EQ(asked<protocol::SetUnitCharm>(refused)->charm, third);
}

TEST(RefreshMind, P36_a_newer_charm_that_the_application_shows_is_asked_for) {
  Upgraded played;
  (void)played.show(Upgraded::of(second, 2));
  (void)played.tell(model_says());
  const Output newer = played.tell(config_of(third));
  ASSERT_NE(asked<protocol::SetUnitCharm>(newer), nullptr);
  EXPECT_EQ(asked<protocol::SetUnitCharm>(newer)->charm, third);
}

TEST(RefreshMind, P38_what_the_model_knows_of_is_finished_with_whatever_is_the_newest) {
  Upgraded played;
  (void)played.show(Upgraded::of(second, 2));
  (void)played.tell(model_says());
  (void)played.tell(config_of(third));
  (void)played.tell(model_says(protocol::Verdict::Refused));
  EXPECT_EQ(played.mind.notes().upgrade, third) << "no hook and no task comes between";
  const Output news = played.show(Upgraded::of("local:web-4", 4));
  ASSERT_NE(asked<protocol::SetUnitCharm>(news), nullptr);
  EXPECT_EQ(asked<protocol::SetUnitCharm>(news)->charm, "local:web-4");
}

TEST(RefreshMind, L8_what_was_contended_is_asked_again) {
  Upgraded played;
  (void)played.show(Upgraded::of(second, 2));
  EXPECT_NE(asked<protocol::SetUnitCharm>(played.tell(model_says(protocol::Verdict::Contended))),
            nullptr);
}

TEST(RefreshMind, P43_no_scope_is_entered_at_an_endpoint_that_the_files_lack) {
  Upgraded played;
  played.charms[first] = std::make_shared<store::Charm>(); // which has no endpoint
  protocol::ApplicationSeen seen = Upgraded::of(second, 2);
  store::Relation ring;
  ring.id = 7;
  ring.ends = {{"web", "ring", store::Role::Peer}};
  seen.relations.push_back(ring);
  (void)played.show(seen);
  const Output asks = played.show(protocol::RelationSeen{7, store::Life::Alive});
  EXPECT_NE(asked<protocol::SetUnitCharm>(asks), nullptr);
  (void)played.tell(model_says());
  (void)played.tell(config_of(second));
  const Output enters = played.tell(CharmReplaced{"", {}});
  EXPECT_NE(asked<protocol::EnterScope>(enters), nullptr) << "once it has them";
}

TEST(RefreshMind, P23_the_hooks_of_a_peer_relation_that_is_gone_are_passed_over_by_the_refresh) {
  PlayedMind played(false);
  UnitNotes notes = played.mind.notes();
  notes.installed = notes.started = notes.configured = true;
  notes.charm = first;
  notes.relations[7] = {"ring", "web", true, {}, 0, "", false};
  (void)played.tell(NotesRead{notes});
  (void)played.tell(HooksListed{{"*"}});
  (void)played.show_unit();
  const Output begins = played.show(Upgraded::of(second));
  const auto* skipped = std::get_if<SkippedHooks>(&begins.said.front());
  ASSERT_NE(skipped, nullptr);
  EXPECT_EQ(skipped->by, "refresh");
  ASSERT_EQ(skipped->hooks.size(), 1U);
  EXPECT_EQ(hook_name(skipped->hooks.front()), "ring-relation-broken");
}

} // namespace
} // namespace orrery::agents
