#include "actors/rules/relating.hpp"
#include "test/support/decisions.hpp"
#include "test/support/world.hpp"

namespace orrery::test {

using protocol::Code;
using rules::decide;
using rules::put;
using rules::Relate;
using rules::RelateWith;
using store::CharmEndpoint;
using store::Role;
using store::ScopeKind;

namespace {

World shop() {
  return World{}
    .application("mysql")
    .providing("server", "mysql")
    .application("wordpress")
    .requiring("db", "mysql");
}

const CharmEndpoint server{"server", "mysql", Role::Provider, ScopeKind::Global, 0};

rules::Write one_more(const rules::ApplicationState& application) {
  return put(
    changed(application.record, [](store::Application& record) { ++record.relation_count; }));
}

RelateWith with_mysql(bool subordinate = false) {
  return {"db", "mysql", server, subordinate};
}

} // namespace

TEST(Relate, R2_the_first_grows_and_tells_the_second_what_it_offers) {
  const auto mysql = shop().application_state("mysql");
  EXPECT_EQ(decide(mysql, Relate{"server", "wordpress", "db"}, now()),
            decided({one_more(mysql)}, {{rules::application("wordpress"), with_mysql()}}));
}

TEST(Relate, R2_the_second_grows_and_asks_the_model_for_an_id) {
  const auto wordpress = shop().application_state("wordpress");
  store::Relation relation;
  relation.key = "wordpress:db mysql:server";
  relation.interface = "mysql";
  relation.ends = {{"wordpress", "db", Role::Requirer}, {"mysql", "server", Role::Provider}};
  relation.turn = this_turn;
  EXPECT_EQ(decide(wordpress, with_mysql(), now()),
            decided({one_more(wordpress)}, {{rules::model(), rules::NumberRelation{relation}}}));
}

TEST(Relate, A2_a_dying_application_gains_none_on_either_side) {
  auto mysql = shop().application_state("mysql");
  mysql.record.life = store::Life::Dying;
  EXPECT_TRUE(refused(decide(mysql, Relate{"server", "wordpress", "db"}, now()), Code::NotAlive,
                      "\"mysql\" is dying and takes no relations"));
  auto wordpress = shop().application_state("wordpress");
  wordpress.record.life = store::Life::Dying;
  EXPECT_TRUE(refused(decide(wordpress, with_mysql(), now()), Code::NotAlive, "\"wordpress\""));
}

TEST(Relate, R2_an_application_does_not_relate_to_itself) {
  const auto both =
    World{}.application("app").requiring("in", "x").providing("out", "x").application_state("app");
  EXPECT_TRUE(refused(decide(both, Relate{"in", "app", "out"}, now()), Code::NoRelation, "itself"));
}

TEST(Relate, R4_an_unknown_endpoint_is_said) {
  EXPECT_TRUE(
    refused(decide(shop().application_state("mysql"), Relate{"servre", "wordpress", "db"}, now()),
            Code::NoSuchEndpoint, "no endpoint \"servre\""));
}

TEST(Relate, R2_interface_and_roles_must_fit) {
  const auto wordpress = shop().application_state("wordpress");
  RelateWith other = with_mysql();
  other.other.interface = "pgsql";
  EXPECT_TRUE(refused(decide(wordpress, other, now()), Code::NoRelation, "do not fit"));
  other = with_mysql();
  other.other.role = Role::Requirer;
  EXPECT_TRUE(refused(decide(wordpress, other, now()), Code::NoRelation, "do not fit"));
}

TEST(Relate, R3_the_same_relation_is_refused_dying_or_not) {
  const auto related = shop().relation("wordpress:db mysql:server");
  EXPECT_TRUE(refused(decide(related.application_state("wordpress"), with_mysql(), now()),
                      Code::AlreadyExists, "relation 0"));
}

TEST(Relate, R3_what_is_related_already_is_said_before_any_limit) {
  const auto world = World{}
                       .application("mysql")
                       .providing("server", "mysql", ScopeKind::Global, 1)
                       .application("wordpress")
                       .requiring("db", "mysql", ScopeKind::Global, 1)
                       .relation("wordpress:db mysql:server");
  for (const auto& [name, step] : {std::pair{"mysql", Relate{"server", "wordpress", "db"}},
                                   std::pair{"wordpress", Relate{"db", "mysql", "server"}}})
    EXPECT_TRUE(refused(decide(world.application_state(name), step, now()), Code::AlreadyExists,
                        "relation \"wordpress:db mysql:server\" already exists"));
  EXPECT_TRUE(refused(decide(world.application_state("wordpress"), with_mysql(), now()),
                      Code::AlreadyExists, "already exists as relation 0"));
}

TEST(Relate, R2_the_limit_counts_every_relation_of_the_endpoint) {
  const auto world = World{}
                       .application("mysql")
                       .providing("server", "mysql", ScopeKind::Global, 1)
                       .application("blog")
                       .requiring("db", "mysql")
                       .application("wordpress")
                       .requiring("db", "mysql")
                       .relation("wordpress:db mysql:server");
  EXPECT_TRUE(
    refused(decide(world.application_state("mysql"), Relate{"server", "blog", "db"}, now()),
            Code::LimitExceeded, "at most 1"));
  EXPECT_EQ(decide(world.application_state("blog"), Relate{"db", "mysql", "server"}, now()).verdict,
            rules::Verdict::Proceed);
}

TEST(Relate, B6_container_scoped_if_either_says_so) {
  const auto world = World{}
                       .subordinate("logging")
                       .requiring("dir", "logs", ScopeKind::Container)
                       .application("web")
                       .providing("logs", "logs");
  const CharmEndpoint dir{"dir", "logs", Role::Requirer, ScopeKind::Container, 0};
  const auto decision =
    decide(world.application_state("web"), RelateWith{"logs", "logging", dir, true}, now());
  ASSERT_EQ(decision.visits.size(), 1U);
  EXPECT_EQ(std::get<rules::NumberRelation>(decision.visits[0].step).relation.scope,
            ScopeKind::Container);
}

TEST(Relate, B6_a_container_relation_needs_a_subordinate) {
  const auto world = World{}.application("web").providing("logs", "logs");
  const CharmEndpoint dir{"dir", "logs", Role::Requirer, ScopeKind::Container, 0};
  EXPECT_TRUE(refused(
    decide(world.application_state("web"), RelateWith{"logs", "logging", dir, false}, now()),
    Code::NoRelation, "needs a subordinate on one side"));
}

TEST(Relate, B6_two_subordinates_may_share_a_container_relation) {
  const auto world = World{}.subordinate("probe").providing("logs", "logs");
  const CharmEndpoint dir{"dir", "logs", Role::Requirer, ScopeKind::Container, 0};
  const auto decision =
    decide(world.application_state("probe"), RelateWith{"logs", "logging", dir, true}, now());
  ASSERT_EQ(decision.visits.size(), 1U);
  EXPECT_EQ(std::get<rules::NumberRelation>(decision.visits[0].step).relation.scope,
            ScopeKind::Container);
}

TEST(Relate, R4_the_implicit_endpoint_is_there_for_every_application) {
  const auto wordpress = shop().application_state("wordpress");
  const CharmEndpoint info{"info", "juju-info", Role::Requirer, ScopeKind::Container, 0};
  const auto decision = decide(wordpress, RelateWith{"juju-info", "logging", info, true}, now());
  ASSERT_EQ(decision.visits.size(), 1U);
  EXPECT_EQ(std::get<rules::NumberRelation>(decision.visits[0].step).relation.key,
            "logging:info wordpress:juju-info");
}

} // namespace orrery::test
