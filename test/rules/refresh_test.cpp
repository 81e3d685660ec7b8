#include "actors/rules/refresh.hpp"
#include "actors/rules/refresh_checks.hpp"
#include "test/support/decisions.hpp"
#include "test/support/world.hpp"

namespace orrery::test {

using protocol::Code;
using rules::decide;
using rules::put;
using store::Application;
using store::OptionType;
using store::Role;
using store::ScopeKind;

namespace {

/// web with an option, two units and a relation to db.
World refreshable_web() {
  return World{}
    .application("db")
    .providing("server", "any")
    .application("web")
    .requiring("db", "any")
    .with_option("port", OptionType::Int)
    .unit("web/0")
    .unit("web/1")
    .relation("web:db db:server");
}

/// The next charm of an application, which is as the one that it has.
protocol::RefreshApplication refresh_of(const World& world, const std::string& name) {
  protocol::RefreshApplication wanted;
  wanted.application = name;
  wanted.charm = world.contents().charms.at(world.contents().applications.at(name).charm);
  wanted.charm.revision = 2;
  wanted.charm.url = "local:" + name + "-2";
  return wanted;
}

store::CharmEndpoint& endpoint_of(protocol::RefreshApplication& wanted, const std::string& name) {
  for (store::CharmEndpoint& endpoint : wanted.charm.endpoints)
    if (endpoint.name == name)
      return endpoint;
  throw std::out_of_range(name);
}

rules::Visit takes(const protocol::RefreshApplication& wanted,
                   std::vector<std::string> peers = {},
                   std::string dropped = {}) {
  return {rules::model(),
          rules::TakeCharm{wanted.application, wanted.charm, std::move(peers), std::move(dropped)}};
}

void expect_breaks(const World& world, const protocol::RefreshApplication& wanted) {
  for (const bool force : {false, true}) {
    protocol::RefreshApplication asked = wanted;
    asked.force = asked.force_units = force;
    EXPECT_TRUE(refused(decide(world.application_state(wanted.application), asked, now()),
                        Code::NoSuchEndpoint, "would break relation \"web:db db:server\""));
  }
}

} // namespace

TEST(Refresh, P21_charm_force_and_counts_change_and_no_unit_does) {
  const World world = refreshable_web();
  const auto application = world.application_state("web");
  protocol::RefreshApplication wanted = refresh_of(world, "web");
  wanted.force_units = true;
  const auto after = changed(application.record, [](Application& record) {
    record.charm = "local:web-2";
    record.older_charms = {{"local:web-1", 2}};
    record.force_units = true;
    record.config_version = 1;
  });
  EXPECT_EQ(decide(application, wanted, now()), decided({put(after)}, {takes(wanted)}));
}

TEST(Refresh, P21_the_same_charm_again_only_changes_the_force) {
  const World world = refreshable_web();
  auto application = world.application_state("web");
  protocol::RefreshApplication same = refresh_of(world, "web");
  same.charm = *application.charm;
  EXPECT_EQ(decide(application, same, now()), rules::nothing());
  same.force_units = true;
  const auto forced =
    changed(application.record, [](Application& record) { record.force_units = true; });
  EXPECT_EQ(decide(application, same, now()), decided({put(forced)}));
  application.record = forced;
  same.force_units = false;
  EXPECT_EQ(decide(application, same, now()).writes.size(), 1U) << "it holds for one refresh";
}

TEST(Refresh, P4_another_charm_of_the_same_url_is_not_taken) {
  const World world = refreshable_web();
  protocol::RefreshApplication wanted = refresh_of(world, "web");
  wanted.charm.url = charm_url("web");
  EXPECT_TRUE(refused(decide(world.application_state("web"), wanted, now()), Code::Contention,
                      "another charm local:web-1"));
  World other = refreshable_web().application("web2").refreshed("web2", 2);
  auto model = other.model_state();
  wanted.charm.url = "local:web2-2";
  EXPECT_TRUE(refused(decide(model, rules::TakeCharm{"web", wanted.charm}, now()), Code::Contention,
                      "another charm local:web2-2"));
}

TEST(Refresh, P8_principals_stay_principals_and_subordinates_subordinates) {
  const World world = refreshable_web();
  protocol::RefreshApplication wanted = refresh_of(world, "web");
  wanted.charm.subordinate = true;
  wanted.force = wanted.force_units = true;
  EXPECT_TRUE(refused(decide(world.application_state("web"), wanted, now()), Code::IsSubordinate,
                      "cannot change an application's subordinacy"));
}

TEST(Refresh, P10_an_endpoint_in_use_stays_as_it_is) {
  const World world = refreshable_web();
  const protocol::RefreshApplication kept = refresh_of(world, "web");
  protocol::RefreshApplication gone = kept;
  gone.charm.endpoints.clear();
  expect_breaks(world, gone);
  protocol::RefreshApplication turned = kept;
  endpoint_of(turned, "db").role = Role::Provider;
  expect_breaks(world, turned);
  protocol::RefreshApplication other = kept;
  endpoint_of(other, "db").interface = "mysql";
  expect_breaks(world, other);
  protocol::RefreshApplication container = kept;
  endpoint_of(container, "db").scope = ScopeKind::Container;
  expect_breaks(world, container);
  protocol::RefreshApplication peer = kept;
  endpoint_of(peer, "db").role = Role::Peer;
  expect_breaks(world, peer);
}

TEST(Refresh, P10_a_dying_relation_counts_and_an_unused_endpoint_may_vanish) {
  World world = refreshable_web().dying();
  protocol::RefreshApplication gone = refresh_of(world, "web");
  gone.charm.endpoints.clear();
  expect_breaks(world, gone);
  world.application("cache").requiring("store", "any");
  protocol::RefreshApplication unused = refresh_of(world, "cache");
  unused.charm.endpoints.clear();
  EXPECT_EQ(decide(world.application_state("cache"), unused, now()).verdict,
            rules::Verdict::Proceed);
}

TEST(Refresh, P10_what_is_implicit_is_always_there_and_a_container_relation_may_have_any_scope) {
  World world = World{}
                  .application("web")
                  .subordinate("log")
                  .requiring("info", "any", ScopeKind::Container)
                  .relation("log:info web:juju-info", ScopeKind::Container);
  EXPECT_EQ(decide(world.application_state("web"), refresh_of(world, "web"), now()).verdict,
            rules::Verdict::Proceed);
  protocol::RefreshApplication global = refresh_of(world, "log");
  endpoint_of(global, "info").scope = ScopeKind::Global;
  EXPECT_EQ(decide(world.application_state("log"), global, now()).verdict, rules::Verdict::Proceed);
}

TEST(Refresh, P11_a_limit_below_the_relations_that_there_are_needs_force) {
  const World world = World{}
                        .application("a")
                        .application("b")
                        .application("db")
                        .providing("server", "any")
                        .relation("a:db db:server")
                        .relation("b:db db:server");
  const auto application = world.application_state("db");
  protocol::RefreshApplication wanted = refresh_of(world, "db");
  endpoint_of(wanted, "server").limit = 1;
  EXPECT_TRUE(refused(decide(application, wanted, now()), Code::LimitExceeded,
                      "new charm version imposes a maximum relation limit of 1 for db:server which "
                      "cannot be satisfied by the number of already established relations (2)"));
  wanted.force_units = true;
  EXPECT_EQ(decide(application, wanted, now()).verdict, rules::Verdict::Refuse);
  wanted.force = true;
  EXPECT_EQ(decide(application, wanted, now()).verdict, rules::Verdict::Proceed);
  endpoint_of(wanted, "server").limit = 2;
  wanted.force = false;
  EXPECT_EQ(decide(application, wanted, now()).verdict, rules::Verdict::Proceed);
}

TEST(Refresh, P12_what_is_given_must_fit_the_new_options) {
  const World world = refreshable_web();
  const auto application = world.application_state("web");
  protocol::RefreshApplication wanted = refresh_of(world, "web");
  wanted.charm.options = {{"n", {OptionType::Int, "", false, ""}}};
  wanted.config = {{"port", "80"}};
  EXPECT_TRUE(refused(decide(application, wanted, now()), Code::BadOption,
                      "parsing config settings: unknown option \"port\""));
  wanted.config = {{"n", "x"}};
  EXPECT_TRUE(refused(decide(application, wanted, now()), Code::BadOption,
                      "parsing config settings: option \"n\" expected int, got \"x\""));
  wanted.config.clear();
  wanted.reset = {"port"};
  EXPECT_TRUE(refused(decide(application, wanted, now()), Code::BadOption,
                      "parsing config settings: unknown option \"port\""));
}

TEST(Refresh, P17_a_dying_application_is_refreshed_and_one_that_is_gone_is_not_found) {
  const World world = refreshable_web();
  auto application = world.application_state("web");
  const protocol::RefreshApplication wanted = refresh_of(world, "web");
  application.record.life = store::Life::Dying;
  EXPECT_EQ(decide(application, wanted, now()).verdict, rules::Verdict::Proceed);
  application.gone = true;
  EXPECT_TRUE(refused(decide(application, wanted, now()), Code::NotFound, "\"web\" not found"));
}

TEST(Refresh, P22_what_was_set_is_filtered_and_what_is_given_goes_above_it) {
  const World world = refreshable_web();
  auto application = world.application_state("web");
  application.config.values = {{"port", "80"}};
  protocol::RefreshApplication wanted = refresh_of(world, "web");
  wanted.charm.options = {{"port", {OptionType::String, "", false, ""}},
                          {"name", {OptionType::String, "", false, ""}}};
  wanted.trusted = true;
  wanted.config = {{"name", "shop"}};
  const auto decision = decide(application, wanted, now());
  ASSERT_EQ(decision.writes.size(), 2U);
  EXPECT_TRUE(std::get<Application>(decision.writes[0].record).trusted);
  EXPECT_EQ(decision.writes[1], put(store::ApplicationConfig{"web", {{"name", "shop"}}}))
    << "no number is a text";
  wanted.charm.options["port"].type = OptionType::Int;
  wanted.reset = {"port"};
  EXPECT_EQ(decide(application, wanted, now()).writes.at(1), decision.writes[1])
    << "its default holds";
}

TEST(Refresh, P23a_what_units_and_leader_have_said_is_kept) {
  const World world = refreshable_web();
  auto application = world.application_state("web");
  application.record.status = {"active", "well", 1};
  application.record.version = "8.0";
  application.record.exposed = true;
  application.record.leader = "web/0";
  const auto decision = decide(application, refresh_of(world, "web"), now());
  ASSERT_EQ(decision.writes.size(), 1U) << "no leader's settings, no status of a unit";
  const auto& after = std::get<Application>(decision.writes[0].record);
  EXPECT_EQ(after.status, application.record.status);
  EXPECT_EQ(after.version, "8.0");
  EXPECT_TRUE(after.exposed);
  EXPECT_EQ(after.leader, "web/0");
}

TEST(Refresh, P21_the_application_has_the_charm_once_it_has_seen_it_and_tells_its_units) {
  const World world = refreshable_web();
  auto application = world.application_state("web");
  const protocol::RefreshApplication wanted = refresh_of(world, "web");
  const auto decision = decide(application, wanted, now());
  EXPECT_TRUE(rules::absorb(application, decision.writes.at(0)));
  EXPECT_FALSE(rules::absorb(application, put(wanted.charm)));
  EXPECT_EQ(*application.charm, wanted.charm);
  const auto forced =
    changed(application.record, [](Application& record) { record.force_units = true; });
  EXPECT_TRUE(rules::absorb(application, put(forced))) << "who is in error acts on it (P31)";
}

} // namespace orrery::test
