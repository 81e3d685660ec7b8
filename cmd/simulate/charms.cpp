#include "cmd/simulate/charms.hpp"

#include <algorithm>

namespace orrery::simulate {

namespace {

using store::Charm;
using store::CharmEndpoint;
using store::Role;
using store::ScopeKind;

CharmEndpoint
provides(const std::string& name, const std::string& interface, std::uint32_t limit = 0) {
  return {name, interface, Role::Provider, ScopeKind::Global, limit};
}
CharmEndpoint
requires_one(const std::string& name, const std::string& interface, std::uint32_t limit = 0) {
  return {name, interface, Role::Requirer, ScopeKind::Global, limit};
}
CharmEndpoint peers(const std::string& name) {
  return {name, name, Role::Peer, ScopeKind::Global, 0};
}
CharmEndpoint beside(const std::string& name, const std::string& interface) {
  return {name, interface, Role::Requirer, ScopeKind::Container, 0};
}

Charm make(const std::string& name, std::vector<CharmEndpoint> endpoints, bool subordinate) {
  Charm charm;
  charm.url = "local:" + name + "-1";
  charm.name = name;
  charm.revision = 1;
  charm.directory = "/charms/" + name;
  charm.subordinate = subordinate;
  charm.endpoints = std::move(endpoints);
  charm.options["size"] = {store::OptionType::Int, "", true, "1"};
  return charm;
}

std::vector<Charm> make_all() {
  return {
    make("web", {requires_one("db", "mysql"), provides("site", "http")}, false),
    make("mysql", {provides("server", "mysql", 2), peers("cluster")}, false),
    make("ring", {peers("ring")}, false),
    make("proxy", {requires_one("backend", "http", 1), provides("front", "http")}, false),
    make("bare", {requires_one("in", "http"), provides("out", "mysql")}, false),
    make("partly", {provides("db", "mysql"), peers("mates")}, false),
    make("logger",
         {beside("info", "juju-info"), beside("logs", "http"), requires_one("rules", "audit")},
         true),
    make("audit", {beside("info", "juju-info"), provides("feed", "audit"), peers("others")}, true),
  };
}

} // namespace

const std::vector<Charm>& all_charms() {
  static const std::vector<Charm> charms = make_all();
  return charms;
}

std::vector<std::string> hooks_of_charm(const std::string& directory) {
  if (directory == "/charms/bare")
    return {};
  if (directory == "/charms/partly")
    return {
      "install", "start", "db-relation-joined", "db-relation-departed", "mates-relation-changed",
      "remove"};
  return {"*"};
}

bool charm_has_hook(const std::string& url, const std::string& hook) {
  const auto& charms = all_charms();
  const auto charm =
    std::find_if(charms.begin(), charms.end(), [&](const Charm& each) { return each.url == url; });
  if (charm == charms.end())
    return false;
  const std::vector<std::string> hooks = hooks_of_charm(charm->directory);
  return std::find_if(hooks.begin(), hooks.end(),
                      [&](const std::string& each) { return each == "*" || each == hook; })
         != hooks.end();
}

} // namespace orrery::simulate
