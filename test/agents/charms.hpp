#pragma once

#include "test/support/simulated_world.hpp"

/// The charms that the agents' tests deploy. All have every hook.
namespace orrery::test {

/// Needs a database, serves a website.
[[nodiscard]] inline store::Charm web_charm() {
  return make_charm("web", {{"db", "mysql", store::Role::Requirer, store::ScopeKind::Global, 0},
                            {"site", "http", store::Role::Provider, store::ScopeKind::Global, 0}});
}
[[nodiscard]] inline store::Charm database_charm() {
  store::Charm charm =
    make_charm("mysql", {{"server", "mysql", store::Role::Provider, store::ScopeKind::Global, 0}});
  charm.options["size"] = {store::OptionType::Int, "", true, "1"};
  return charm;
}
/// Its units know one another.
[[nodiscard]] inline store::Charm ring_charm() {
  return make_charm("riak", {{"ring", "riak", store::Role::Peer, store::ScopeKind::Global, 0}});
}
/// A subordinate, on whatever it is related to by juju-info, and on web by its site.
[[nodiscard]] inline store::Charm logger_charm(const std::string& name = "logger") {
  store::Charm charm =
    make_charm(name, {{"info", "juju-info", store::Role::Requirer, store::ScopeKind::Container, 0},
                      {"logs", "http", store::Role::Requirer, store::ScopeKind::Container, 0}});
  charm.subordinate = true;
  return charm;
}

/// How a unit without relations comes up where it leads.
inline const std::vector<std::string> come_up{"install", "leader-elected", "config-changed",
                                              "start"};

/// web and mysql, up and related, with what has run forgotten.
inline store::RelationId relate_shop(SimulatedWorld& world, int webs = 1) {
  world.deploy(web_charm(), "web", webs);
  world.deploy(database_charm(), "mysql");
  world.settle();
  world.hooks().clear();
  return world.relate("web:db", "mysql:server");
}

/// web/0 on machine 1 with logger/0 below it, mysql/0 on machine 2, all related and up.
inline void begin_logged_shop(SimulatedWorld& world) {
  world.deploy(web_charm(), "web");
  world.deploy(database_charm(), "mysql");
  world.deploy(logger_charm(), "logger", 0);
  world.relate("web:db", "mysql:server");
  world.relate("logger:info", "web:juju-info");
  world.settle();
}

} // namespace orrery::test
