#include "actors/rules/application.hpp"
#include "test/support/decisions.hpp"
#include "test/support/world.hpp"

#include <algorithm>

namespace orrery::test {

using protocol::Code;
using rules::decide;
using rules::put;
using store::Application;

namespace {

World web_application() {
  return World{}.application("web");
}

/// web in the relations 0 and 1, one unit in each application.
World related_web() {
  return web_application()
    .unit("web/0")
    .application("db")
    .unit("db/0")
    .relation("web:db db:server")
    .relation("web:cache db:cache");
}

rules::Decision removal_of(const rules::ApplicationState& application) {
  return decided({rules::erase(application.record), rules::erase(application.config)},
                 {{rules::model(), rules::ForgetApplications{{{application.record.name,
                                                               application.record.next_unit,
                                                               {application.record.charm}}}}}});
}

rules::ApplicationState turned_dying(rules::ApplicationState application) {
  application.record.life = store::Life::Dying;
  return application;
}

} // namespace

TEST(AddUnit, U1_grows_the_count_and_asks_the_model_for_a_machine) {
  const auto application = web_application().unit("web/0").application_state("web");
  store::Unit unit;
  unit.name = "web/1";
  unit.application = "web";
  unit.turn = this_turn;
  unit.assigned = false;
  unit.charm = charm_url("web");
  const auto grown = changed(application.record, [](Application& record) {
    record.unit_count = 2;
    record.next_unit = 2;
  });
  EXPECT_EQ(decide(application, protocol::AddUnit{"web", {}}, now()),
            decided({put(grown)}, {{rules::model(), rules::MachineForUnit{unit}}}, "web/1"));
}

TEST(AddUnit, U2_on_a_machine_that_has_agreed_it_is_created_at_once) {
  const auto application = web_application().application_state("web");
  store::Unit unit;
  unit.name = "web/0";
  unit.application = "web";
  unit.turn = this_turn;
  unit.machine = 3;
  unit.charm = charm_url("web");
  const auto grown = changed(application.record, [](Application& record) {
    record.unit_count = 1;
    record.next_unit = 1;
  });
  EXPECT_EQ(decide(application, protocol::AddUnit{"web", 3}, now()),
            decided({put(grown), rules::create(unit), put(rules::first_status("web/0", present))},
                    {}, "web/0"));
}

TEST(AddUnit, A2_not_to_a_dying_application) {
  const auto application = web_application().unit("web/0").application_state("web");
  EXPECT_TRUE(refused(decide(turned_dying(application), protocol::AddUnit{"web", {}}, now()),
                      Code::NotAlive, "dying and takes no units"));
}

TEST(AddUnit, B5_a_subordinate_application_takes_none_from_users) {
  const auto application = World{}.subordinate("logging").application_state("logging");
  EXPECT_TRUE(refused(decide(application, protocol::AddUnit{"logging", {}}, now()),
                      Code::IsSubordinate, "is a subordinate:"));
}

TEST(AddSubordinate, B1_is_created_on_its_principals_machine) {
  const auto application = World{}.subordinate("logging").application_state("logging");
  store::Unit unit;
  unit.name = "logging/0";
  unit.application = "logging";
  unit.turn = this_turn;
  unit.machine = 3;
  unit.principal = "web/0";
  unit.charm = charm_url("logging");
  const auto grown = changed(application.record, [](Application& record) {
    record.unit_count = 1;
    record.next_unit = 1;
  });
  EXPECT_EQ(
    decide(application, rules::AddSubordinate{"web/0", true, 3}, now()),
    decided({put(grown), rules::create(unit), put(rules::first_status("logging/0", present))}, {},
            "logging/0"));
}

TEST(AssertSubordinate, B6_only_among_subordinates_a_subordinate_has_a_place_beside_others) {
  EXPECT_EQ(decide(World{}.subordinate("logging").application_state("logging"),
                   rules::AssertSubordinate{"probe/0"}, now()),
            rules::proceed());
  EXPECT_TRUE(refused(decide(World{}.application("web").application_state("web"),
                             rules::AssertSubordinate{"probe/0"}, now()),
                      Code::CannotEnterScope, "no place in a container relation"));
}

TEST(AddSubordinate, B2_only_an_alive_application_can_grow_one) {
  const auto application = World{}.subordinate("logging").application_state("logging");
  EXPECT_TRUE(
    refused(decide(turned_dying(application), rules::AddSubordinate{"web/0", true, 3}, now()),
            Code::NotAlive, "\"logging\" is dying"));
}

TEST(RemoveApplication, A3_first_reads_its_relations_and_starts_over_with_them) {
  const auto application = related_web().application_state("web");
  EXPECT_EQ(decide(application, protocol::RemoveApplication{"web"}, now()),
            rules::again({{rules::relation(0), rules::RemoveWith{"web"}},
                          {rules::relation(1), rules::RemoveWith{"web"}},
                          {rules::application("web"), rules::RemoveWithRelations{{0, 1}}}}));
}

TEST(RemoveApplication, L8_a_relation_added_meanwhile_starts_it_over) {
  const auto application = related_web().application_state("web");
  const auto decision = decide(application, rules::RemoveWithRelations{{0}}, now());
  EXPECT_EQ(decision.verdict, rules::Verdict::Again);
  EXPECT_EQ(decision.visits.size(), 3U);
}

TEST(RemoveApplication, L3_one_that_is_not_alive_is_a_no_op) {
  const auto application = turned_dying(related_web().application_state("web"));
  EXPECT_EQ(decide(application, protocol::RemoveApplication{"web"}, now()), rules::nothing());
  EXPECT_EQ(decide(application, rules::RemoveWithRelations{{0, 1}}, now()), rules::nothing());
}

TEST(RemoveApplication, U6_to_skip_failed_hooks_can_be_asked_of_a_dying_one_once) {
  const auto application = turned_dying(related_web().application_state("web"));
  protocol::RemoveApplication skipping{"web"};
  skipping.how.skip_failed_hooks = true;
  const auto skips =
    changed(application.record, [](Application& record) { record.skip_failed_hooks = true; });
  EXPECT_EQ(decide(application, skipping, now()), decided({put(skips)}));
  auto again = application;
  again.record = skips;
  EXPECT_EQ(decide(again, skipping, now()), rules::nothing());
}

TEST(RemoveApplication, A4_units_remain_so_it_goes_dying_without_the_relations_removed) {
  const auto world = related_web();
  const auto application = world.application_state("web");
  const rules::Writes so_far{rules::erase(world.contents().relations.at(0)),
                             put(dying(world.contents().relations.at(1)))};
  const auto after =
    changed(dying(application.record), [](Application& record) { record.relation_count = 1; });
  EXPECT_EQ(decide(application, rules::RemoveWithRelations{{0, 1}}, now(so_far)),
            decided({put(after)}));
}

TEST(RemoveApplication, A4_a_dying_relation_alone_keeps_it) {
  const auto world = web_application().application("db").relation("web:db db:server");
  const auto application = world.application_state("web");
  const rules::Writes so_far{put(dying(world.contents().relations.at(0)))};
  EXPECT_EQ(decide(application, rules::RemoveWithRelations{{0}}, now(so_far)),
            decided({put(dying(application.record))}));
}

TEST(RemoveApplication, A5_without_units_and_with_all_relations_removed_it_goes_at_once) {
  const auto world = web_application().application("db").relation("web:db db:server");
  const auto application = world.application_state("web");
  const rules::Writes so_far{rules::erase(world.contents().relations.at(0))};
  EXPECT_EQ(decide(application, rules::RemoveWithRelations{{0}}, now(so_far)),
            removal_of(application));
  const auto alone = web_application().application_state("web");
  EXPECT_EQ(decide(alone, protocol::RemoveApplication{"web"}, now()), removal_of(alone));
}

TEST(ReleaseApplication, U9_an_alive_application_outlives_its_last_unit) {
  const auto application = web_application().unit("web/0").application_state("web");
  const auto after =
    changed(application.record, [](Application& record) { record.unit_count = 0; });
  EXPECT_EQ(decide(application, rules::Release{{}, "web/0"}, now()), decided({put(after)}));
}

TEST(ReleaseApplication, U9_two_units_or_a_relation_keep_a_dying_one) {
  const auto two =
    turned_dying(web_application().unit("web/0").unit("web/1").application_state("web"));
  EXPECT_EQ(
    decide(two, rules::Release{{}, "web/0"}, now()),
    decided({put(changed(two.record, [](Application& record) { record.unit_count = 1; }))}));
  const auto related = turned_dying(related_web().application_state("web"));
  EXPECT_EQ(
    decide(related, rules::Release{{}, "web/0"}, now()),
    decided({put(changed(related.record, [](Application& record) { record.unit_count = 0; }))}));
}

TEST(ReleaseApplication, A6_what_its_leader_has_set_goes_with_it) {
  auto application = turned_dying(web_application().unit("web/0").application_state("web"));
  const store::LeaderSettings told{"web", 3, {{"a", "1"}}};
  rules::absorb(application, put(told));
  const auto decision = decide(application, rules::Release{{}, "web/0"}, now());
  EXPECT_NE(std::find(decision.writes.begin(), decision.writes.end(), rules::erase(told)),
            decision.writes.end());
}

TEST(ReleaseApplication, A6_the_last_unit_takes_a_dying_one_along) {
  const auto application = turned_dying(web_application().unit("web/0").application_state("web"));
  EXPECT_EQ(decide(application, rules::Release{{}, "web/0"}, now()), removal_of(application));
}

TEST(ReleaseApplication, S9_the_last_relation_takes_a_dying_one_along) {
  const auto application = turned_dying(
    web_application().application("db").relation("web:db db:server").application_state("web"));
  EXPECT_EQ(decide(application, rules::Release{{0}, ""}, now()), removal_of(application));
}

TEST(ReleaseApplication, S9_life_a_unit_or_a_second_relation_keeps_it) {
  const auto one_less = [](const rules::ApplicationState& application) {
    return decided(
      {put(changed(application.record, [](Application& record) { --record.relation_count; }))});
  };
  const auto alive =
    web_application().application("db").relation("web:db db:server").application_state("web");
  EXPECT_EQ(decide(alive, rules::Release{{0}, ""}, now()), one_less(alive));
  const auto unit = turned_dying(web_application()
                                   .unit("web/0")
                                   .application("db")
                                   .relation("web:db db:server")
                                   .application_state("web"));
  EXPECT_EQ(decide(unit, rules::Release{{0}, ""}, now()), one_less(unit));
  const auto second = turned_dying(web_application()
                                     .application("db")
                                     .relation("web:db db:server")
                                     .relation("web:cache db:cache")
                                     .application_state("web"));
  EXPECT_EQ(decide(second, rules::Release{{0}, ""}, now()), one_less(second));
}

TEST(ReleaseApplication, U4_a_swept_unit_releases_relations_and_unit_together) {
  const auto application = turned_dying(related_web().application_state("web"));
  EXPECT_EQ(decide(application, rules::Release{{0, 1}, "web/0"}, now()), removal_of(application));
}

TEST(ReleaseApplication, U9_a_leader_that_goes_leads_no_more) {
  const auto application = web_application().led_by("web/0").unit("web/0").application_state("web");
  const auto after = changed(application.record, [](Application& record) {
    record.unit_count = 0;
    record.leader = "";
  });
  EXPECT_EQ(decide(application, rules::Release{{}, "web/0"}, now()), decided({put(after)}));
}

TEST(ApplicationState, A2_knows_the_relations_that_name_it) {
  const auto world = related_web();
  auto application = world.application_state("db");
  EXPECT_EQ(application.relations.size(), 2U);
  EXPECT_FALSE(rules::absorb(application, rules::erase(world.contents().relations.at(0))))
    << "who has met it hears it there";
  EXPECT_EQ(application.relations.size(), 1U);
}

TEST(ApplicationState, S5_counts_alone_wake_nobody) {
  auto application = web_application().application_state("web");
  EXPECT_FALSE(rules::absorb(application, put(changed(application.record, [](Application& record) {
                               ++record.unit_count;
                             }))));
  EXPECT_EQ(application.record.unit_count, 1U);
  EXPECT_TRUE(rules::absorb(application, put(dying(application.record))));
}

} // namespace orrery::test
