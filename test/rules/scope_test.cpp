#include "actors/rules/scope.hpp"
#include "test/support/decisions.hpp"
#include "test/support/world.hpp"

namespace orrery::test {

using protocol::Code;
using rules::AdmitUnit;
using rules::decide;
using rules::put;
using store::Life;
using store::Relation;
using store::Role;
using store::ScopeKind;

namespace {

const store::Settings settings{{"private-address", "10.0.0.1"}};

/// Relation 0 between web/0 and db/0.
World related_scopes() {
  return World{}.application("web").unit("web/0").application("db").unit("db/0").relation(
    "web:db db:server");
}

/// Container relation 0 between logging and web/0 on machine 3.
World logged() {
  return World{}.application("web").unit("web/0").on_machine(3).subordinate("logging").relation(
    "logging:info web:juju-info", ScopeKind::Container);
}

AdmitUnit principal(std::map<std::string, Life> subordinates) {
  return {"web/0", "web", "", true, 3, std::move(subordinates), settings};
}

rules::Write with_units(const rules::RelationState& relation, std::uint32_t count) {
  return put(changed(relation.record, [&](Relation& record) { record.unit_count = count; }));
}

} // namespace

TEST(AdmitUnit, S1_writes_settings_before_presence) {
  const auto relation = related_scopes().relation_state(0);
  EXPECT_EQ(decide(relation, AdmitUnit{"web/0", "web", "", false, 0, {}, settings}, now()),
            decided({with_units(relation, 1), put(store::Bag{0, "web/0", 1, settings}),
                     put(store::Scope{0, "web/0", Role::Requirer, "", false})}));
}

TEST(AdmitUnit, S1_a_reentry_overwrites_the_settings_of_an_earlier_stay) {
  auto relation = related_scopes().entered_by("db/0").relation_state(0);
  rules::absorb(relation, put(store::Bag{0, "web/0", 6, {{"old", "1"}}}));
  EXPECT_EQ(decide(relation, AdmitUnit{"web/0", "web", "", false, 0, {}, settings}, now()),
            decided({with_units(relation, 2), put(store::Bag{0, "web/0", 7, settings}),
                     put(store::Scope{0, "web/0", Role::Requirer, "", false})}));
}

TEST(AdmitUnit, R7_a_dying_relation_admits_nobody) {
  const auto relation = related_scopes().entered_by("db/0").dying().relation_state(0);
  EXPECT_TRUE(
    refused(decide(relation, AdmitUnit{"web/0", "web", "", false, 0, {}, settings}, now()),
            Code::CannotEnterScope, "admits nobody"));
}

TEST(AdmitUnit, R2_a_unit_of_another_application_has_no_place) {
  EXPECT_TRUE(refused(decide(related_scopes().relation_state(0),
                             AdmitUnit{"app/0", "app", "", false, 0, {}, settings}, now()),
                      Code::CannotEnterScope, "app/0 has no end"));
}

TEST(AdmitUnit, B1_a_principal_without_one_gets_its_subordinate_in_the_same_transaction) {
  const auto relation = logged().relation_state(0);
  EXPECT_EQ(decide(relation, principal({}), now()),
            decided({with_units(relation, 1), put(store::Bag{0, "web/0", 1, settings, "web/0"}),
                     put(store::Scope{0, "web/0", Role::Provider, "web/0", false})},
                    {{rules::application("logging"), rules::AddSubordinate{"web/0", true, 3}}}));
}

TEST(AdmitUnit, B2_an_alive_subordinate_is_shared) {
  const auto decision =
    decide(logged().relation_state(0), principal({{"logging/4", Life::Alive}}), now());
  EXPECT_EQ(decision.verdict, rules::Verdict::Proceed);
  EXPECT_EQ(decision.visits, std::vector<rules::Visit>{});
  EXPECT_EQ(decision.writes.size(), 3U);
}

TEST(AdmitUnit, B1_once_per_subordinate_application_not_per_principal) {
  const auto decision =
    decide(logged().relation_state(0), principal({{"backup/0", Life::Alive}}), now());
  EXPECT_EQ(decision.visits.size(), 1U);
}

TEST(AdmitUnit, B2_waits_until_an_earlier_subordinate_is_gone) {
  for (const Life life : {Life::Dying, Life::Dead})
    EXPECT_TRUE(refused(decide(logged().relation_state(0), principal({{"logging/4", life}}), now()),
                        Code::CannotEnterScopeYet, "earlier subordinate of logging"));
}

TEST(AdmitUnit, S3_a_subordinate_enters_the_scope_of_its_principal) {
  const auto relation = logged().entered_by("web/0").relation_state(0);
  const AdmitUnit subordinate{"logging/0", "logging", "web/0", true, 3, {}, settings};
  EXPECT_EQ(decide(relation, subordinate, now()),
            decided({with_units(relation, 2), put(store::Bag{0, "logging/0", 2, settings, "web/0"}),
                     put(store::Scope{0, "logging/0", Role::Requirer, "web/0", false})}));
}

TEST(AdmitUnit,
     B6_a_subordinate_among_others_than_its_principals_asks_whether_they_are_subordinates) {
  const auto relation = logged().relation_state(0);
  const AdmitUnit stranger{"logging/1", "logging", "db/0", true, 4, {}, settings};
  const auto decision = decide(relation, stranger, now());
  EXPECT_EQ(decision.visits, (std::vector<rules::Visit>{{rules::application("web"),
                                                         rules::AssertSubordinate{"logging/1"}}}));
  const AdmitUnit own{"logging/0", "logging", "web/0", true, 3, {}, settings};
  EXPECT_EQ(decide(relation, own, now()).visits, std::vector<rules::Visit>{});
}

TEST(AdmitUnit, a_relation_is_joined_by_a_leader_and_stays_so) {
  auto relation = related_scopes().relation_state(0);
  AdmitUnit admit{"web/0", "web", "", false, 0, {}, settings};
  const auto status_after = [&] {
    const auto decision = decide(relation, admit, now());
    return std::get<Relation>(decision.writes.at(0).record).status;
  };
  EXPECT_EQ(status_after(), store::RelationStatus::Joining);
  admit.leads = true;
  EXPECT_EQ(status_after(), store::RelationStatus::Joined);
  relation.record.status = store::RelationStatus::Joined;
  admit.leads = false;
  EXPECT_EQ(status_after(), store::RelationStatus::Joined);
}

namespace {

/// Container relation 0 between logging and web, on web/0 and on web/1.
rules::RelationState two_containers() {
  return World{}
    .application("web")
    .unit("web/0")
    .unit("web/1")
    .subordinate("logging")
    .unit("logging/0")
    .subordinate_to("web/0")
    .unit("logging/1")
    .subordinate_to("web/1")
    .relation("logging:info web:juju-info", ScopeKind::Container)
    .entered_by("web/0")
    .entered_by("web/1")
    .entered_by("logging/0")
    .entered_by("logging/1")
    .relation_state(0);
}

bool reads(const rules::RelationState& relation, const char* reader, const char* owner) {
  return rules::readable_bag(relation, reader, owner).has_value();
}

} // namespace

TEST(ReadableBag, S3_in_a_container_relation_only_those_of_the_readers_own_container) {
  const auto relation = two_containers();
  EXPECT_TRUE(reads(relation, "logging/0", "web/0"));
  EXPECT_TRUE(reads(relation, "web/1", "logging/1"));
  EXPECT_TRUE(reads(relation, "web/1", "web/1"));
  EXPECT_FALSE(reads(relation, "logging/0", "web/1"));
  EXPECT_FALSE(reads(relation, "web/1", "logging/0"));
  EXPECT_FALSE(reads(relation, "logging/9", "web/0")) << "it has never been in any";
}

TEST(ReadableBag, S3_an_applications_settings_are_for_every_container) {
  auto relation = two_containers();
  rules::absorb(relation, put(store::Bag{0, "web", 9, {{"a", "1"}}}));
  EXPECT_TRUE(reads(relation, "logging/0", "web"));
  EXPECT_TRUE(reads(relation, "logging/1", "web"));
}

TEST(ReadableBag,
     H7_a_past_member_of_the_own_container_stays_readable_and_others_do_not_become_so) {
  auto relation = two_containers();
  for (const char* unit : {"web/0", "web/1"})
    rules::absorb(relation, rules::erase(relation.members.at(unit)));
  EXPECT_TRUE(reads(relation, "logging/0", "web/0"));
  EXPECT_FALSE(reads(relation, "logging/0", "web/1"));
}

TEST(ReadableBag, H7_in_a_global_relation_every_member_past_or_present) {
  auto relation = related_scopes().entered_by("web/0").entered_by("db/0").relation_state(0);
  rules::absorb(relation, rules::erase(relation.members.at("db/0")));
  EXPECT_TRUE(reads(relation, "web/0", "db/0"));
  EXPECT_FALSE(reads(relation, "web/0", "db/1"));
}

TEST(DepartScope, S11_is_marked_and_still_holds_the_relation) {
  const auto relation = related_scopes().entered_by("web/0").relation_state(0);
  EXPECT_EQ(decide(relation, protocol::DepartScope{"web/0", 0}, now()),
            decided({put(store::Scope{0, "web/0", Role::Requirer, "", true})}));
}

TEST(DepartScope, S11_twice_or_from_outside_is_a_no_op) {
  const auto relation = related_scopes().entered_by("web/0").departing("web/0").relation_state(0);
  EXPECT_EQ(decide(relation, protocol::DepartScope{"web/0", 0}, now()), rules::nothing());
  EXPECT_EQ(decide(relation, protocol::DepartScope{"db/0", 0}, now()), rules::nothing());
}

TEST(ReleaseScope, S7_leaving_an_alive_relation_takes_the_presence_alone) {
  const auto world = related_scopes().entered_by("web/0");
  const auto relation = world.relation_state(0);
  EXPECT_EQ(
    decide(relation, rules::ReleaseScope{"web/0"}, now()),
    decided({rules::erase(world.contents().scopes.at({0, "web/0"})), with_units(relation, 0)}));
}

TEST(ReleaseScope, R8_one_of_two_leaves_a_dying_relation_and_it_stays) {
  const auto world = related_scopes().entered_by("web/0").entered_by("db/0").dying();
  const auto relation = world.relation_state(0);
  EXPECT_EQ(
    decide(relation, rules::ReleaseScope{"web/0"}, now()),
    decided({rules::erase(world.contents().scopes.at({0, "web/0"})), with_units(relation, 1)}));
}

TEST(ReleaseScope, S8_the_last_one_removes_a_dying_relation_and_releases_both_applications) {
  const auto world = related_scopes().entered_by("web/0").dying();
  const auto relation = world.relation_state(0);
  EXPECT_EQ(decide(relation, rules::ReleaseScope{"web/0"}, now()),
            decided({rules::erase(relation.record), put(store::Cleanup{0, present}),
                     rules::erase(world.contents().scopes.at({0, "web/0"}))},
                    {{rules::application("web"), rules::Release{{0}, {}}},
                     {rules::application("db"), rules::Release{{0}, {}}}}));
}

TEST(ReleaseScope, U4_a_sweep_where_the_unit_is_not_changes_nothing) {
  EXPECT_EQ(decide(related_scopes().relation_state(0), rules::ReleaseScope{"web/0"}, now()),
            rules::proceed());
}

TEST(WriteBags, S4_empty_values_delete_and_others_stay) {
  const auto relation =
    related_scopes().entered_by("web/0", {{"a", "1"}, {"b", "2"}}).relation_state(0);
  EXPECT_EQ(decide(relation, rules::WriteBags{"web/0", "web", {{"a", ""}, {"c", "3"}}, {}}, now()),
            decided({put(store::Bag{0, "web/0", 2, {{"b", "2"}, {"c", "3"}}})}));
}

TEST(WriteBags, S4_the_private_address_may_go_too) {
  const auto relation = related_scopes().entered_by("web/0", settings).relation_state(0);
  EXPECT_EQ(
    decide(relation, rules::WriteBags{"web/0", "web", {{"private-address", ""}}, {}}, now()),
    decided({put(store::Bag{0, "web/0", 2, {}})}));
}

TEST(WriteBags, S5_what_changes_nothing_is_not_written) {
  const auto relation = related_scopes().entered_by("web/0", {{"a", "1"}}).relation_state(0);
  EXPECT_EQ(
    decide(relation, rules::WriteBags{"web/0", "web", {{"a", "1"}, {"gone", ""}}, {}}, now()),
    rules::proceed());
}

TEST(WriteBags, S4_unit_and_application_each_get_a_version_of_their_own) {
  const auto relation = related_scopes().entered_by("web/0", {{"a", "1"}}).relation_state(0);
  EXPECT_EQ(
    decide(relation, rules::WriteBags{"web/0", "web", {{"a", "2"}}, {{"shared", "x"}}}, now()),
    decided({put(store::Bag{0, "web/0", 2, {{"a", "2"}}}),
             put(store::Bag{0, "web", 3, {{"shared", "x"}}})}));
}

} // namespace orrery::test
