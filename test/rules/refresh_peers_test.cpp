#include "actors/rules/peers.hpp"
#include "actors/rules/transaction.hpp"
#include "test/support/decisions.hpp"
#include "test/support/world.hpp"

namespace orrery::test {

using rules::decide;
using rules::erase;
using rules::put;
using store::Application;
using store::Role;
using store::ScopeKind;

namespace {

/// With the peer relation `db:ring`, which both units are in.
World ringed_db() {
  return World{}
    .application("db")
    .peering("ring", "ring")
    .unit("db/0")
    .unit("db/1")
    .relation("db:ring")
    .entered_by("db/0")
    .entered_by("db/1");
}

/// To a charm with these peer endpoints.
protocol::RefreshApplication refresh_to(const std::vector<std::string>& peers) {
  protocol::RefreshApplication wanted;
  wanted.application = "db";
  wanted.charm.url = "local:db-2";
  wanted.charm.name = "db";
  wanted.charm.revision = 2;
  for (const std::string& name : peers)
    wanted.charm.endpoints.push_back({name, "other", Role::Peer, ScopeKind::Global, 0});
  return wanted;
}

} // namespace

TEST(RefreshPeers, P23_a_peer_endpoint_that_is_new_gets_its_relation) {
  const World world = ringed_db();
  const auto application = world.application_state("db");
  const auto wanted = refresh_to({"ring", "more"});
  const auto decision = decide(application, wanted, now());
  ASSERT_EQ(decision.writes.size(), 1U);
  EXPECT_EQ(std::get<Application>(decision.writes[0].record).relation_count, 2U);
  const rules::TakeCharm taken{"db", wanted.charm, {"more"}, ""};
  EXPECT_EQ(decision.visits, (std::vector<rules::Visit>{{rules::model(), taken}}));

  const auto model = world.model_state();
  store::Relation more;
  more.id = 1;
  more.key = "db:more";
  more.interface = "other";
  more.ends = {{"db", "more", Role::Peer}};
  more.turn = this_turn;
  const auto after = changed(model.record, [](store::Model& record) { record.next_relation = 2; });
  EXPECT_EQ(decide(model, taken, now()),
            decided({put(wanted.charm), put(store::CharmSequence{"db", 3}), rules::create(more),
                     put(after)}));
}

TEST(RefreshPeers, P23_another_interface_under_the_same_name_is_no_change) {
  const auto application = ringed_db().application_state("db");
  EXPECT_TRUE(rules::peers_that_go(application, refresh_to({"ring"}).charm).empty());
  EXPECT_TRUE(rules::peers_that_come(application, refresh_to({"ring"}).charm).empty());
}

TEST(RefreshPeers, P17_a_dying_application_gets_no_relation) {
  auto application = ringed_db().application_state("db");
  application.record.life = store::Life::Dying;
  EXPECT_TRUE(rules::peers_that_come(application, refresh_to({"more"}).charm).empty());
}

TEST(RefreshPeers, P23_one_that_goes_is_visited_first_with_the_units_in_its_scope) {
  const World world = ringed_db();
  const auto wanted = refresh_to({});
  const rules::RefreshWith alone{wanted, {0}, {}};
  EXPECT_EQ(decide(world.application_state("db"), wanted, now()),
            rules::again({{rules::relation(0), alone}, {rules::application("db"), alone}}));
  const rules::RefreshWith with{wanted, {0}, {"db/0", "db/1"}};
  const auto route = decide(world.relation_state(0), alone, now());
  EXPECT_EQ(route, rules::again({{rules::unit("db/0", false), rules::LoseScope{}},
                                 {rules::unit("db/1", false), rules::LoseScope{}},
                                 {rules::relation(0), with},
                                 {rules::application("db"), with}}));
  for (std::size_t i = 1; i < route.visits.size(); ++i)
    EXPECT_LT(route.visits[i - 1].who, route.visits[i].who) << "in visiting order";
}

TEST(RefreshPeers, P23_it_goes_at_once_with_its_scopes_and_leaves_its_settings_to_the_janitor) {
  const World world = ringed_db();
  const rules::RefreshWith with{refresh_to({}), {0}, {"db/0", "db/1"}};
  EXPECT_EQ(decide(world.unit_state("db/0"), rules::LoseScope{}, now()), rules::proceed());
  const store::Contents& contents = world.contents();
  EXPECT_EQ(
    decide(world.relation_state(0), with, now()),
    decided({erase(contents.relations.at(0)), put(store::Cleanup{0, present}),
             erase(contents.scopes.at({0, "db/0"})), erase(contents.scopes.at({0, "db/1"}))}));
  const auto decision = decide(world.application_state("db"), with, now());
  ASSERT_EQ(decision.verdict, rules::Verdict::Proceed);
  EXPECT_EQ(std::get<Application>(decision.writes.at(0).record).relation_count, 0U);
}

TEST(RefreshPeers, L8_a_relation_that_has_gone_meanwhile_lets_the_application_look_again) {
  const auto wanted = refresh_to({});
  const rules::Decision look = rules::again({{rules::application("db"), wanted}});
  auto relation = ringed_db().relation_state(0);
  relation.gone = true;
  EXPECT_EQ(decide(relation, rules::RefreshWith{wanted, {0}, {}}, now()), look);
  EXPECT_EQ(rules::missing({rules::relation(0), rules::RefreshWith{wanted, {0}, {}}}), look);
}

TEST(RefreshPeers, P23_a_unit_that_has_gone_meanwhile_is_passed_over) {
  auto unit = ringed_db().unit_state("db/0");
  unit.gone = true;
  EXPECT_EQ(decide(unit, rules::LoseScope{}, now()), rules::proceed());
  EXPECT_EQ(rules::missing({rules::unit("db/7", false), rules::LoseScope{}}), rules::proceed());
  EXPECT_EQ(rules::missing({rules::application("db"), rules::RefreshWith{refresh_to({}), {}, {}}})
              .refusal.code,
            protocol::Code::NotFound);
}

} // namespace orrery::test
