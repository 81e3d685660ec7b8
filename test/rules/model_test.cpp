#include "actors/rules/kept_charms.hpp"
#include "actors/rules/model.hpp"
#include "test/support/decisions.hpp"
#include "test/support/world.hpp"

namespace orrery::test {

using protocol::Code;
using rules::create;
using rules::decide;
using rules::erase;
using rules::put;

namespace {

/// What deploys `name` with the charm that World gives it.
protocol::CreateApplication deployment(World& world, const std::string& name) {
  store::Charm charm = world.application(name).contents().charms.at(charm_url(name));
  return {name, charm, {}};
}

protocol::CreateApplication deployment(const std::string& name) {
  World world;
  return deployment(world, name);
}

store::Application application(const std::string& name) {
  store::Application made;
  made.name = name;
  made.turn = this_turn;
  made.charm = charm_url(name);
  return made;
}

store::Model next(store::Model model, void (*change)(store::Model&)) {
  change(model);
  return model;
}

store::Machine machine(store::MachineId id) {
  store::Machine made;
  made.id = id;
  made.turn = this_turn;
  made.status = {"pending", "", present};
  return made;
}

} // namespace

TEST(CreateApplication, A1_with_its_charm_and_settings_in_one_transaction) {
  const auto model = World{}.model_state();
  auto wanted = deployment("web");
  wanted.config = {{"port", "80"}};
  const auto after = next(model.record, [](store::Model& m) { m.next_application = 1; });
  EXPECT_EQ(
    decide(model, wanted, now()),
    decided({put(after), put(wanted.charm), put(store::CharmSequence{"web", 2}),
             create(application("web")), put(store::ApplicationConfig{"web", {{"port", "80"}}})},
            {}, "web"));
}

TEST(CreateApplication, A1_a_charm_in_use_is_not_written_again) {
  World world;
  auto wanted = deployment(world, "web");
  wanted.name = "web2";
  const auto decision = decide(world.model_state(), wanted, now());
  ASSERT_EQ(decision.verdict, rules::Verdict::Proceed);
  for (const rules::Write& write : decision.writes)
    EXPECT_FALSE(std::holds_alternative<store::Charm>(write.record));
}

TEST(CreateApplication, L6_a_taken_name_is_refused_dying_included) {
  const auto model = World{}.application("web").unit("web/0").application("db").model_state();
  EXPECT_TRUE(
    refused(decide(model, deployment("web"), now()), Code::AlreadyExists, "already exists"));
}

TEST(CreateApplication, L6_unit_numbers_go_on_under_a_name_used_before) {
  const auto model = World{}.formerly("web", 5).model_state();
  const auto wanted = deployment("web");
  auto resumed = application("web");
  resumed.next_unit = 5;
  const auto after = next(model.record, [](store::Model& m) { m.next_application = 1; });
  EXPECT_EQ(decide(model, wanted, now()),
            decided({erase(store::UnitSequence{"web", 5}), put(after), put(wanted.charm),
                     put(store::CharmSequence{"web", 2}), create(resumed),
                     put(store::ApplicationConfig{"web", {}})},
                    {}, "web"));
}

TEST(CreateApplication, A1_a_name_that_is_none_is_refused) {
  auto wanted = deployment("web");
  for (const char* name : {"", "Web", "web-1", "-web", "web/0"}) {
    wanted.name = name;
    EXPECT_TRUE(refused(decide(World{}.model_state(), wanted, now()), Code::InvalidName, name));
  }
}

TEST(CreateApplication, R2_peer_relations_come_along_and_count_once) {
  const auto model = World{}.application("db").relation("db:peers").model_state();
  auto wanted = deployment("riak");
  wanted.charm.endpoints = {{"ring", "riak", store::Role::Peer, store::ScopeKind::Global, 0},
                            {"admin", "http", store::Role::Provider, store::ScopeKind::Global, 0}};
  auto riak = application("riak");
  riak.uid = 1;
  riak.relation_count = 1;
  store::Relation ring;
  ring.id = 1;
  ring.key = "riak:ring";
  ring.interface = "riak";
  ring.ends = {{"riak", "ring", store::Role::Peer}};
  ring.turn = this_turn;
  const auto after = next(model.record, [](store::Model& m) {
    m.next_application = 2;
    m.next_relation = 2;
  });
  EXPECT_EQ(decide(model, wanted, now()),
            decided({put(after), put(wanted.charm), put(store::CharmSequence{"riak", 2}),
                     create(riak), put(store::ApplicationConfig{"riak", {}}), create(ring)},
                    {}, "riak"));
}

TEST(CreateApplication, B5_a_subordinate_charm_makes_a_subordinate_application) {
  auto wanted = deployment("logging");
  wanted.charm.subordinate = true;
  const auto decision = decide(World{}.model_state(), wanted, now());
  ASSERT_EQ(decision.writes.size(), 5U) << "no unit";
  EXPECT_TRUE(std::get<store::Application>(decision.writes[3].record).subordinate);
}

TEST(AddMachine, M1_gets_the_next_id_and_its_jobs) {
  const auto model = World{}.machine(6).model_state();
  auto made = machine(7);
  made.manage_model = true;
  made.host_units = false;
  const auto after = next(model.record, [](store::Model& m) { m.next_machine = 8; });
  EXPECT_EQ(decide(model, protocol::AddMachine{true, false}, now()),
            decided({put(after), create(made)}, {}, "7"));
}

TEST(MachineForUnit, M1_machine_and_unit_come_together) {
  const auto model = World{}.machine(0).model_state();
  store::Unit unit;
  unit.name = "web/0";
  unit.application = "web";
  unit.assigned = false;
  auto assigned = unit;
  assigned.assigned = true;
  assigned.machine = 1;
  const auto after = next(model.record, [](store::Model& m) { m.next_machine = 2; });
  EXPECT_EQ(decide(model, rules::MachineForUnit{unit}, now()),
            decided({put(after), create(machine(1)), put(rules::first_status("web/0", present)),
                     create(assigned)},
                    {}, "web/0"));
}

TEST(NumberRelation, L6_ids_are_never_used_again) {
  auto model = World{}.model_state();
  model.record.next_relation = 9;
  store::Relation relation;
  relation.key = "a:b c:d";
  auto numbered = relation;
  numbered.id = 9;
  const auto after = next(model.record, [](store::Model& m) { m.next_relation = 10; });
  EXPECT_EQ(decide(model, rules::NumberRelation{relation}, now()),
            decided({put(after), create(numbered)}, {}, "9"));
}

TEST(ForgetApplications, L6_the_numbers_are_kept_and_the_charm_goes_with_its_last_user) {
  const auto world = World{}.application("web");
  const auto& charm = world.contents().charms.at(charm_url("web"));
  EXPECT_EQ(
    decide(world.model_state(), rules::ForgetApplications{{{"web", 4, {charm.url}}}}, now()),
    decided({put(store::UnitSequence{"web", 4}), erase(charm)}));
}

TEST(ForgetApplications, L6_no_numbers_no_sequence_and_a_charm_in_use_stays) {
  World world;
  world.application("web").application("web2");
  auto model = world.model_state();
  rules::note_charms(model, "web2", {charm_url("web")});
  EXPECT_EQ(decide(model, rules::ForgetApplications{{{"web", 0, {charm_url("web")}}}}, now()),
            rules::proceed());
}

TEST(ForgetApplications, A7_several_go_in_one_transaction_with_the_charm_they_shared) {
  World world;
  world.application("web").application("web2");
  auto model = world.model_state();
  rules::note_charms(model, "web2", {charm_url("web")});
  EXPECT_EQ(decide(model,
                   rules::ForgetApplications{
                     {{"web", 1, {charm_url("web")}}, {"web2", 2, {charm_url("web")}}}},
                   now()),
            decided({put(store::UnitSequence{"web", 1}), put(store::UnitSequence{"web2", 2}),
                     erase(world.contents().charms.at(charm_url("web")))}));
}

TEST(ForgetApplications, L6_no_other_application_is_looked_at) {
  World world;
  world.application("web").application("web2");
  auto model = world.model_state();
  rules::note_charms(model, "web2", {charm_url("web")});
  model.applications.erase("web2"); // the count alone says that another one has the charm
  EXPECT_EQ(decide(model, rules::ForgetApplications{{{"web", 0, {charm_url("web")}}}}, now()),
            rules::proceed());
}

TEST(ForgetApplications, L6_holders_of_a_charm_are_counted_with_each_change) {
  store::Application web;
  web.name = "web";
  web.charm = "local:web-2";
  web.older_charms = {{"local:web-1", 2}};
  store::Application other = web;
  other.name = "other";
  rules::ModelState model;
  using Holders = std::map<std::string, std::size_t>;
  for (int i = 0; i < 2; ++i) // the same record again counts once
    rules::absorb(model, put(web));
  rules::absorb(model, put(other));
  EXPECT_EQ(model.charm_holders, (Holders{{"local:web-1", 2}, {"local:web-2", 2}}));
  web.older_charms.clear();
  rules::absorb(model, put(web));
  EXPECT_EQ(model.charm_holders, (Holders{{"local:web-1", 1}, {"local:web-2", 2}}));
  rules::absorb(model, erase(other));
  EXPECT_EQ(model.charm_holders, (Holders{{"local:web-2", 1}}));
  rules::absorb(model, erase(web));
  EXPECT_TRUE(model.charm_holders.empty());
  EXPECT_TRUE(model.applications.empty());
}

TEST(ReleaseManager, M3_the_last_one_stays) {
  const auto one = World{}.machine(0).managing().machine(1).model_state();
  EXPECT_TRUE(
    refused(decide(one, rules::ReleaseManager{0}, now()), Code::OnlyManager, "machine 0"));
  const auto two = World{}.machine(0).managing().machine(1).managing().model_state();
  EXPECT_EQ(decide(two, rules::ReleaseManager{0}, now()), rules::proceed());
}

TEST(ModelState, M3_a_dying_manager_does_not_count) {
  const auto model = World{}.machine(0).managing().machine(1).managing().dying().model_state();
  EXPECT_EQ(model.managers, std::set<store::MachineId>{0});
}

} // namespace orrery::test
