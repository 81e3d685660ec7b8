#include "actors/rules/relation.hpp"
#include "test/support/decisions.hpp"
#include "test/support/world.hpp"

namespace orrery::test {

using protocol::Code;
using rules::decide;
using rules::put;
using rules::Stir;
using store::Role;
using store::ScopeKind;

namespace {

/// Relation 0 between web/0 and db/0.
World related() {
  return World{}.application("web").unit("web/0").application("db").unit("db/0").relation(
    "web:db db:server");
}

rules::Decision deletion(const rules::RelationState& relation, std::vector<rules::Visit> released) {
  return decided({rules::erase(relation.record), put(store::Cleanup{relation.record.id, present})},
                 std::move(released));
}

rules::Visit release(const std::string& application) {
  return {rules::application(application), rules::Release{{0}, {}}};
}

} // namespace

TEST(CanonicalKey, R1_requirer_before_provider_and_one_end_for_peers) {
  EXPECT_EQ(rules::canonical_key(
              {{"wordpress", "db", Role::Requirer}, {"mysql", "server", Role::Provider}}),
            "wordpress:db mysql:server");
  EXPECT_EQ(rules::canonical_key({{"riak", "ring", Role::Peer}}), "riak:ring");
}

TEST(RemoveRelation, R5_a_unit_in_scope_sets_it_dying) {
  const auto relation = related().entered_by("web/0").relation_state(0);
  EXPECT_EQ(decide(relation, protocol::RemoveRelation{0}, now()),
            decided({put(dying(relation.record))}));
}

TEST(RemoveRelation, R6_nobody_in_scope_removes_it_and_releases_both_applications) {
  const auto relation = related().relation_state(0);
  EXPECT_EQ(decide(relation, protocol::RemoveRelation{0}, now()),
            deletion(relation, {release("web"), release("db")}));
}

TEST(RemoveRelation, L3_one_that_is_not_alive_is_a_no_op) {
  const auto relation = related().entered_by("web/0").dying().relation_state(0);
  EXPECT_EQ(decide(relation, protocol::RemoveRelation{0}, now()), rules::nothing());
}

TEST(RemoveRelation, R2_a_peer_relation_goes_with_its_application_only) {
  const auto relation = World{}.application("riak").relation("riak:ring").relation_state(0);
  EXPECT_TRUE(refused(decide(relation, protocol::RemoveRelation{0}, now()), Code::IsPeer,
                      "is a peer relation:"));
}

TEST(RemoveWith, A3_nobody_in_scope_removes_it_without_touching_the_asker) {
  const auto relation = related().relation_state(0);
  EXPECT_EQ(decide(relation, rules::RemoveWith{"web"}, now()), deletion(relation, {release("db")}));
  EXPECT_EQ(decide(relation, rules::RemoveWith{"db"}, now()), deletion(relation, {release("web")}));
}

TEST(RemoveWith, A3_a_peer_relation_goes_too) {
  const auto relation = World{}.application("riak").relation("riak:ring").relation_state(0);
  EXPECT_EQ(decide(relation, rules::RemoveWith{"riak"}, now()), deletion(relation, {}));
}

TEST(RemoveWith, A3_alive_with_a_unit_in_scope_goes_dying) {
  const auto relation = related().entered_by("db/0").relation_state(0);
  EXPECT_EQ(decide(relation, rules::RemoveWith{"web"}, now()),
            decided({put(dying(relation.record))}));
}

TEST(RemoveWith, A3_a_dying_one_is_skipped_and_the_rest_goes_on) {
  const auto relation = related().entered_by("db/0").dying().relation_state(0);
  EXPECT_EQ(decide(relation, rules::RemoveWith{"web"}, now()), rules::proceed());
}

TEST(RemoveWith, L8_a_relation_that_went_meanwhile_lets_the_application_look_again) {
  auto relation = related().relation_state(0);
  relation.gone = true;
  EXPECT_EQ(decide(relation, rules::RemoveWith{"web"}, now()),
            rules::again({{rules::application("web"), protocol::RemoveApplication{"web"}}}));
}

TEST(RelationState, S7_settings_outlive_the_departure_of_their_unit) {
  const auto world = related().entered_by("web/0", {{"a", "1"}});
  auto relation = world.relation_state(0);
  rules::absorb(relation, rules::erase(world.contents().scopes.at({0, "web/0"})));
  EXPECT_TRUE(relation.members.empty());
  EXPECT_EQ(relation.bags.at("web/0").record.unpack().values, (store::Settings{{"a", "1"}}));
}

TEST(RelationState, H2_the_counter_of_changes_is_that_of_the_newest_settings) {
  auto relation = related().relation_state(0);
  rules::absorb(relation, put(store::Bag{0, "web/0", 7, {}}));
  rules::absorb(relation, put(store::Bag{0, "db/0", 5, {}}));
  EXPECT_EQ(relation.changes, 7U);
}

TEST(RelationState, R9_only_its_life_concerns_all_observers) {
  auto relation = related().relation_state(0);
  EXPECT_FALSE(rules::absorb(
    relation, put(changed(relation.record, [](store::Relation& record) { ++record.unit_count; }))));
  EXPECT_TRUE(rules::absorb(relation, put(dying(relation.record))));
  EXPECT_TRUE(rules::absorb(relation, rules::erase(relation.record)));
  EXPECT_TRUE(relation.gone);
}

TEST(Stirred, S2_presence_and_settings_stir_their_own_side) {
  const auto world = related().entered_by("web/0");
  const auto relation = world.relation_state(0);
  EXPECT_EQ(rules::stirred(relation, put(world.contents().scopes.at({0, "web/0"}))),
            (Stir{Role::Requirer, ""}));
  EXPECT_EQ(rules::stirred(relation, put(store::Bag{0, "web/0", 9, {}})),
            (Stir{Role::Requirer, ""}));
  EXPECT_EQ(rules::stirred(relation, put(store::Bag{0, "db", 9, {}})), (Stir{Role::Provider, ""}))
    << "an application's settings";
}

TEST(Stirred, S2_what_is_not_its_own_stirs_nobody) {
  const auto relation = related().entered_by("web/0").relation_state(0);
  EXPECT_EQ(rules::stirred(relation, put(store::Scope{1, "web/0", {}, "", false})), std::nullopt);
  EXPECT_EQ(rules::stirred(relation, put(store::Bag{1, "web/0", 9, {}})), std::nullopt);
  EXPECT_EQ(rules::stirred(relation, put(relation.record)), std::nullopt);
}

TEST(Observes, S2_providers_see_requirers_and_the_other_way_round_and_nobody_its_own_side) {
  const store::Relation relation = related().relation_state(0).record;
  EXPECT_TRUE(rules::observes(relation, {Role::Provider, ""}, {Role::Requirer, ""}));
  EXPECT_TRUE(rules::observes(relation, {Role::Requirer, ""}, {Role::Provider, ""}));
  EXPECT_FALSE(rules::observes(relation, {Role::Provider, ""}, {Role::Provider, ""}));
  EXPECT_FALSE(rules::observes(relation, {Role::Requirer, ""}, {Role::Requirer, ""}));
}

TEST(Observes, S2_peers_see_one_another) {
  const auto relation = World{}.application("riak").relation("riak:ring").relation_state(0);
  EXPECT_TRUE(rules::observes(relation.record, {Role::Peer, ""}, {Role::Peer, ""}));
}

TEST(Observes, S3_a_container_scope_ends_at_its_principal) {
  const auto relation = World{}
                          .application("web")
                          .subordinate("logging")
                          .relation("logging:info web:juju-info", ScopeKind::Container)
                          .relation_state(0);
  const Stir principal{Role::Provider, "web/0"};
  EXPECT_TRUE(rules::observes(relation.record, {Role::Requirer, "web/0"}, principal));
  EXPECT_FALSE(rules::observes(relation.record, {Role::Requirer, "web/1"}, principal));
  EXPECT_TRUE(rules::observes(relation.record, {Role::Requirer, "web/1"}, {Role::Provider, ""}))
    << "an application's settings are for every container";
}

TEST(Ends, R1_each_application_has_its_own_and_its_counterpart) {
  const store::Relation relation = related().relation_state(0).record;
  EXPECT_EQ(rules::end_of(relation, "web")->endpoint, "db");
  EXPECT_EQ(rules::counterpart_of(relation, "web")->endpoint, "server");
  EXPECT_EQ(rules::end_of(relation, "other"), nullptr);
  const auto peers = World{}.application("riak").relation("riak:ring").relation_state(0);
  EXPECT_EQ(rules::counterpart_of(peers.record, "riak")->endpoint, "ring");
}

} // namespace orrery::test
