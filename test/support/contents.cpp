#include "test/support/contents.hpp"

namespace orrery::test {

namespace {

using namespace std::string_literals;

store::Charm charm(const std::string& name, bool subordinate) {
  store::Charm made;
  made.url = "local:" + name + "-1";
  made.name = name;
  made.revision = 1;
  made.subordinate = subordinate;
  return made;
}

store::Application
application(const std::string& name, std::uint64_t uid, std::uint32_t relations) {
  store::Application made;
  made.name = name;
  made.uid = uid;
  made.charm = "local:" + name + "-1";
  made.subordinate = name == "logging";
  made.unit_count = 1;
  made.relation_count = relations;
  made.next_unit = 1;
  made.leader = name + "/0";
  return made;
}

store::Unit
unit(const std::string& application, store::MachineId machine, const std::string& principal) {
  store::Unit made;
  made.name = application + "/0";
  made.application = application;
  made.machine = machine;
  made.principal = principal;
  made.charm = "local:" + application + "-1";
  return made;
}

store::Relation relation(store::RelationId id,
                         const std::string& key,
                         std::vector<store::RelationEnd> ends,
                         std::uint32_t units) {
  store::Relation made;
  made.id = id;
  made.key = key;
  made.interface = "any";
  made.ends = std::move(ends);
  made.unit_count = units;
  return made;
}

/// A unit in scope, with the settings that it must have there.
void enter(store::Contents& contents,
           store::RelationId id,
           const std::string& unit,
           const std::string& container) {
  store::Role role = store::Role::Peer;
  for (const store::RelationEnd& end : contents.relations.at(id).ends)
    if (end.application == store::application_of(unit))
      role = end.role;
  insert(contents, store::Scope{id, unit, role, container, false});
  insert(contents, store::Bag{id, unit, 1, {{"private-address", "10.0.0.1"}}, container});
}

/// With every field different from its default, as the records of one_of_each().
store::Charm full_charm() {
  using namespace store;
  return {"local:web-4",
          "web",
          4,
          "A web.",
          "charms/web-4",
          true,
          {{"db", "mysql", Role::Peer, ScopeKind::Container, 3},
           {"www", "http", Role::Provider, ScopeKind::Global, 0}},
          {{"port", {OptionType::Int, "Where to listen.", true, "80"}},
           {"debug", {OptionType::Boolean, "", true, "false"}}},
          {"admin"},
          {{"backup", {"Saves it.", true, "disk", R"({"type":"object"})"}}},
          "2.1-rc",
          "/home/me/web",
          {{"data", {"Its files.", "/srv/data", 0, 3, 2048, true, true, true, true}}},
          {{"site", {"site.tgz", "What it shows."}}}};
}

store::Application full_application(const store::Turn& turn, const store::Status& status) {
  store::Application full{"web",
                          1ULL << 63U,
                          store::Life::Dying,
                          turn,
                          "local:web-4",
                          true,
                          300,
                          2,
                          4'294'967'295U,
                          "web/3",
                          17,
                          status,
                          "8.0",
                          true,
                          true,
                          true,
                          true,
                          {},
                          std::string("arch=amd64 cores=2"),
                          {{"data", {"rootfs", 2, 4096}}},
                          true,
                          7};
  full.older_charms["local:web-3"] = 200;
  return full;
}

/// Kinds that schema 8 added: hosted models, storage, resources, users and secrets.
std::vector<store::Record> one_of_each_later(const store::Turn& turn) {
  using namespace store;
  return {
    HostedModel{"0b7c6f6e-7a7b-4c54-8b0c-333333333333", "staging", "bob", HostedState::Dying,
                1'700'000'000'016, 1'700'000'000'017, true, 5'000, true, 10'000},
    Storage{"data", 11, Life::Dying, turn, "web/3", "rootfs", 4096, true, 5},
    StorageAttachment{"data/11", "web/3", Life::Dying, 1'700'000'000'016, true, "/srv/data"},
    Resources{"web", {{"site", {std::string(96, 'a'), 5'000'000'000, 1'700'000'000'016, "admin"}}}},
    User{"bob", "Bob B.", "$argon2id$", "5e", true, true, 1'700'000'000'016, 1'700'000'000'017},
    Grant{"bob", "controller", Access::Superuser, 1'700'000'000'018},
    ModelDefaults{{{"no-proxy", "localhost"}}},
    Secret{"9m4e2mr0ui3e8a215n4g",
           "web/3",
           "pw",
           "a password",
           "daily",
           1'700'000'000'016,
           1'700'000'000'017,
           1'700'000'000'018,
           true,
           "mark\0"s,
           3,
           {{2, 1'700'000'000'017, 0}, {3, 1'700'000'000'018, 1'700'000'000'019}}},
    SecretRevision{"9m4e2mr0ui3e8a215n4g", 3, "web/3", "sealed\0"s},
    SecretConsumer{"app/2", "9m4e2mr0ui3e8a215n4g", "web/3", 2, "mine"},
    SecretGrant{"9m4e2mr0ui3e8a215n4g", "app", "web/3", true, 3},
    SecretHook{"web/3", "9m4e2mr0ui3e8a215n4g", SecretHookKind::Remove, 2, "web/3",
               1'700'000'000'020},
  };
}

} // namespace

std::vector<store::Record> one_of_each() {
  using namespace store;
  const Status status{"active", "all is well", 1'700'000'000'001};
  const Turn turn{1'700'000'000'002, "remove-unit web/3", 812};
  const HookError error{"db-relation-joined", 2,   true, "mysql/0", 3, 10, 1'700'000'000'009,
                        "line\n\0zero"s,      true};
  LifeStep removal;
  removal.entity = {EntityKind::Relation, 3, "web:db mysql:server"};
  removal.life = Life::Dying;
  removal.removed = true;
  removal.turn = turn;
  std::vector<Record> all{
    Model{"default", "0b7c6f6e-7a7b-4c54-8b0c-111111111111", 7, 8, 9, 1'700'000'000'000, 6, 44,
          Life::Dying, 12},
    full_charm(),
    Machine{4'000'000'000, Life::Dead, turn, true, false, true, "process-5", "127.0.0.5", status,
            true, std::string("mem=4096M")},
    Unit{"web/3", "web", Life::Dying, 7, turn, false, Resolved::NoRetry, true, 5, "app/2",
         "local:web-4", std::string("local:web-4")},
    UnitStatus{"web/3",
               status,
               {"idle", "", -5},
               "hook-error",
               error,
               1'700'000'000'010,
               "8.0",
               {{"tcp", 80, 443}, {"udp", 53, 65535, "www"}}},
    full_application(turn, status),
    ApplicationConfig{"web", {{"debug", "true"}, {"port", ""}}},
    LeaderSettings{"web", 200, {{"primary", "web/3"}, {"token", "t"}}},
    CharmState{"web/3", {{"empty", ""}, {"stored", "{a: b}"}}},
    UnitSequence{"web", 6},
    Relation{3,
             "web:db mysql:server",
             "mysql",
             ScopeKind::Container,
             {{"web", "db", Role::Peer}, {"mysql", "server", Role::Provider}},
             Life::Dying,
             turn,
             2,
             true,
             RelationStatus::Joined},
    Scope{3, "web/3", Role::Provider, "app/2", true},
    Bag{3, "web/3", 128, {{"host", "a\0b"s}, {"private-address", "10.0.0.1"}}, "app/2"},
    Cleanup{2, 1'700'000'000'011},
    Force{EntityKind::Relation, 3, "", 1'700'000'000'012, 1'700'000'060'012},
    removal,
    Ended{812, unit_ref("web/3")},
    ModelConfig{{{"http-proxy", "http://proxy:3128"}, {"mode", ""}}, std::string("zones=a,b")},
    Operation{41, "backup run on unit-web-3", "no", 2, 1, 8, TaskStatus::Running, "backup",
              R"({"n":1})", true, "disk", 1'700'000'000'013, 1'700'000'000'014, 0},
    Task{43, 41, "web/3", 5, R"({"n":2})", TaskStatus::Aborting, "said", R"({"a":"1"})", 1,
         1'700'000'000'013, 1'700'000'000'014, 1'700'000'000'015},
    TaskLine{42, 1, 1'700'000'000'015, "half"},
    CharmSequence{"web", 5},
  };
  for (Record& one : one_of_each_later(turn))
    all.push_back(std::move(one));
  return all;
}

store::Contents good_model() {
  using store::Role;
  store::Contents contents;
  contents.model = {"default", "0b7c6f6e-7a7b-4c54-8b0c-222222222222", 2, 4, 3, 1};
  for (const store::MachineId id : {0U, 1U})
    contents.machines[id].id = id;
  insert(contents, charm("wordpress", false));
  insert(contents, charm("mysql", false));
  insert(contents, charm("logging", true));
  insert(contents, application("wordpress", 0, 2));
  insert(contents, application("mysql", 1, 2));
  insert(contents, application("logging", 2, 1));
  insert(contents, unit("wordpress", 0, ""));
  insert(contents, unit("mysql", 1, ""));
  insert(contents, unit("logging", 0, "wordpress/0"));
  for (const auto& [name, held] : contents.units)
    contents.statuses[name].unit = name;
  insert(contents, store::ApplicationConfig{"wordpress", {{"title", "Blog"}}});
  insert(contents, store::LeaderSettings{"mysql", 1, {{"primary", "mysql/0"}}});
  insert(contents, store::UnitSequence{"gone", 5});
  insert(contents, relation(0, "mysql:cluster", {{"mysql", "cluster", Role::Peer}}, 1));
  insert(contents,
         relation(1, "wordpress:db mysql:server",
                  {{"wordpress", "db", Role::Requirer}, {"mysql", "server", Role::Provider}}, 2));
  insert(contents,
         relation(2, "logging:info wordpress:juju-info",
                  {{"logging", "info", Role::Requirer}, {"wordpress", "juju-info", Role::Provider}},
                  2));
  contents.relations[2].scope = store::ScopeKind::Container;
  enter(contents, 0, "mysql/0", "");
  enter(contents, 1, "wordpress/0", "");
  enter(contents, 1, "mysql/0", "");
  enter(contents, 2, "wordpress/0", "wordpress/0");
  enter(contents, 2, "logging/0", "wordpress/0");
  insert(contents, store::Bag{1, "mysql", 2, {{"cluster", "yes"}}});
  insert(contents, store::Cleanup{3, 1});
  insert(contents, store::Bag{3, "old/0", 1, {}});
  return contents;
}

} // namespace orrery::test
