#include "actors/rules/kept_charms.hpp"
#include "actors/rules/unit_charms.hpp"
#include "test/support/decisions.hpp"
#include "test/support/world.hpp"

namespace orrery::test {

using protocol::Code;
using rules::decide;
using rules::put;
using store::Application;

namespace {

/// web-2, which web/2 has from the start; web/0 and web/1 are on web-1.
World refreshed_web() {
  return World{}.application("web").unit("web/0").unit("web/1").refreshed("web", 2).unit("web/2");
}

const rules::Visit drops_web_1{rules::model(),
                               rules::ForgetApplications{{}, {{"web", charm_url("web")}}}};

} // namespace

TEST(UnitCharms, P21_a_refresh_counts_units_with_the_charm_that_they_have) {
  Application web;
  web.charm = "local:web-1";
  web.unit_count = 3;
  EXPECT_EQ(rules::give_charm(web, "local:web-2"), "");
  EXPECT_EQ(web.charm, "local:web-2");
  EXPECT_EQ(web.older_charms, (std::map<std::string, std::uint32_t>{{"local:web-1", 3}}));
  EXPECT_EQ(rules::units_of_newest(web), 0U);
  EXPECT_EQ(rules::give_charm(web, "local:web-3"), "local:web-2") << "no unit has taken it";
  EXPECT_EQ(rules::charms_of(web), (std::vector<std::string>{"local:web-3", "local:web-1"}));
}

TEST(UnitCharms, P21_the_same_charm_again_is_no_change_and_one_from_before_is_the_newest_again) {
  Application web;
  web.charm = "local:web-2";
  web.unit_count = 3;
  web.older_charms = {{"local:web-1", 2}};
  const Application before = web;
  EXPECT_EQ(rules::give_charm(web, "local:web-2"), "");
  EXPECT_EQ(web, before);
  EXPECT_EQ(rules::give_charm(web, "local:web-1"), "");
  EXPECT_EQ(web.older_charms, (std::map<std::string, std::uint32_t>{{"local:web-2", 1}}));
  EXPECT_EQ(rules::units_of_newest(web), 2U);
}

TEST(UnitCharms, P21_without_units_the_charm_before_is_nobodys) {
  Application web;
  web.charm = "local:web-1";
  EXPECT_EQ(rules::give_charm(web, "local:web-2"), "local:web-1");
  EXPECT_TRUE(web.older_charms.empty());
}

TEST(SetUnitCharm, P25_the_unit_says_its_charm_before_it_has_the_files) {
  const auto unit = refreshed_web().unit_state("web/0");
  const auto moved =
    changed(unit.record, [](store::Unit& record) { record.charm = "local:web-2"; });
  EXPECT_EQ(decide(unit, protocol::SetUnitCharm{"web/0", "local:web-2"}, now()),
            decided({put(moved)}, {{rules::application("web"),
                                    rules::MoveUnit{"local:web-1", "local:web-2", "web/0"}}}));
}

TEST(SetUnitCharm, P32_what_it_passes_over_is_noted_until_it_has_another_charm) {
  auto unit = refreshed_web().unit_state("web/0");
  const auto decision = decide(unit, protocol::SetUnitCharm{"web/0", "local:web-2", true}, now());
  ASSERT_EQ(decision.writes.size(), 1U);
  const auto& skipped = std::get<store::Unit>(decision.writes[0].record);
  EXPECT_EQ(skipped.skipped_upgrade.text(), "local:web-2");
  rules::absorb(unit, put(skipped));
  const auto next = decide(unit, protocol::SetUnitCharm{"web/0", "local:web-3"}, now());
  ASSERT_EQ(next.writes.size(), 1U);
  EXPECT_TRUE(std::get<store::Unit>(next.writes[0].record).skipped_upgrade.empty());
}

TEST(SetUnitCharm, P25_asked_again_after_a_crash_it_is_no_change) {
  const auto unit = refreshed_web().unit_state("web/2");
  EXPECT_EQ(decide(unit, protocol::SetUnitCharm{"web/2", "local:web-2"}, now()), rules::nothing());
}

TEST(SetUnitCharm, P32_only_what_is_passed_over_is_the_units_alone) {
  const auto unit = refreshed_web().unit_state("web/2");
  const auto decision = decide(unit, protocol::SetUnitCharm{"web/2", "local:web-2", true}, now());
  EXPECT_EQ(decision.writes.size(), 1U);
  EXPECT_TRUE(decision.visits.empty()) << "no count changes";
}

TEST(SetUnitCharm, P38_a_dying_unit_may_get_it_and_a_dead_one_not) {
  auto unit = refreshed_web().unit_state("web/0");
  unit.record.life = store::Life::Dying;
  EXPECT_EQ(decide(unit, protocol::SetUnitCharm{"web/0", "local:web-2"}, now()).verdict,
            rules::Verdict::Proceed);
  unit.record.life = store::Life::Dead;
  EXPECT_TRUE(refused(decide(unit, protocol::SetUnitCharm{"web/0", "local:web-2"}, now()),
                      Code::NotAlive, "gets no charm"));
}

TEST(MoveUnit, P36_what_is_not_the_newest_any_more_is_refused) {
  const auto application = refreshed_web().refreshed("web", 3).application_state("web");
  EXPECT_TRUE(refused(decide(application, rules::MoveUnit{"local:web-1", "local:web-2"}, now()),
                      Code::Contention, "has charm local:web-3 by now"));
}

TEST(MoveUnit, P21_the_last_unit_of_an_older_charm_has_the_model_look_who_has_it) {
  auto application = refreshed_web().application_state("web");
  const auto fewer = [&](std::map<std::string, std::uint32_t> left) {
    return changed(application.record, [&](Application& record) { record.older_charms = left; });
  };
  const rules::MoveUnit move{"local:web-1", "local:web-2"};
  EXPECT_EQ(decide(application, move, now()), decided({put(fewer({{"local:web-1", 1}}))}));
  application.record = fewer({{"local:web-1", 1}});
  EXPECT_EQ(decide(application, move, now()), decided({put(fewer({}))}, {drops_web_1}));
}

TEST(ReleaseApplication, P21_a_unit_that_is_removed_is_counted_no_more) {
  const auto application = refreshed_web().application_state("web");
  const auto one_less = [&](std::uint32_t of_web_1) {
    return changed(application.record, [&](Application& record) {
      record.unit_count = 2;
      record.older_charms["local:web-1"] = of_web_1;
    });
  };
  EXPECT_EQ(decide(application, rules::Release{{}, "web/0", "local:web-1"}, now()),
            decided({put(one_less(1))}));
  EXPECT_EQ(decide(application, rules::Release{{}, "web/2", "local:web-2"}, now()),
            decided({put(one_less(2))}));
}

TEST(ReleaseApplication, P21_the_last_unit_of_an_older_charm_drops_it_when_it_is_removed) {
  const auto application =
    World{}.application("web").unit("web/0").refreshed("web", 2).application_state("web");
  const auto after = changed(application.record, [](Application& record) {
    record.unit_count = 0;
    record.older_charms.clear();
  });
  EXPECT_EQ(decide(application, rules::Release{{}, "web/0", "local:web-1"}, now()),
            decided({put(after)}, {drops_web_1}));
}

TEST(ReleaseApplication, A6_a_dying_one_releases_all_its_charms) {
  auto application =
    World{}.application("web").unit("web/0").refreshed("web", 2).application_state("web");
  application.record.life = store::Life::Dying;
  const auto decision = decide(application, rules::Release{{}, "web/0", "local:web-1"}, now());
  ASSERT_EQ(decision.visits.size(), 1U);
  EXPECT_EQ(decision.visits[0].step,
            rules::Step(rules::ForgetApplications{{{"web", 1, {"local:web-2", "local:web-1"}}}}));
}

TEST(ForgetApplications, P21_a_dropped_charm_goes_if_no_other_application_has_it) {
  World world = World{}.application("web").unit("web/0").refreshed("web", 2);
  auto model = world.model_state();
  const rules::ForgetApplications drops{{}, {{"web", "local:web-1"}}};
  EXPECT_EQ(decide(model, drops, now()),
            decided({rules::erase(world.contents().charms.at("local:web-1"))}));
  rules::note_charms(model, "web2", {"local:web-9", "local:web-1"});
  EXPECT_EQ(decide(model, drops, now()), rules::proceed()) << "units of web2 have it";
}

TEST(AddVisit, P21_what_is_dropped_and_who_is_forgotten_are_one_visit_to_the_model) {
  std::vector<rules::Visit> route;
  rules::add_visit(route, 0, drops_web_1);
  rules::add_visit(route, 0,
                   {rules::model(), rules::ForgetApplications{{{"db", 1, {"local:db-1"}}}}});
  ASSERT_EQ(route.size(), 1U);
  EXPECT_EQ(route[0].step, rules::Step(rules::ForgetApplications{{{"db", 1, {"local:db-1"}}},
                                                                 {{"web", "local:web-1"}}}));
}

} // namespace orrery::test
