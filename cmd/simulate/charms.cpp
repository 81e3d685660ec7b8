#include "cmd/simulate/charms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

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

constexpr std::string_view with_more = "-more"; ///< Ends of directories, by what they hold.
constexpr std::string_view with_less = "-less";

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

/// Adds storage to a charm. @param most 0: no bound
Charm storing(Charm charm, const std::string& name, std::uint32_t least, std::uint32_t most) {
  store::CharmStorage& storage = charm.storage[name];
  storage.least = least;
  storage.most = most;
  return charm;
}

/// Charms with storage: what one lets go of the other can have. Only the first has all hooks.
std::vector<Charm> make_storing() {
  const Charm keeper =
    make("keeper", {provides("db", "mysql"), peers("copies"), provides("files", "http")}, false);
  const Charm depot = make("depot", {requires_one("db", "mysql"), provides("out", "http")}, false);
  return {
    storing(storing(storing(keeper, "data", 1, 1), "logs", 0, 3), std::string(spare), 0, 0),
    storing(storing(depot, "data", 0, 2), "logs", 1, 2),
  };
}

std::vector<Charm> make_all() {
  std::vector<Charm> charms{
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
  for (Charm& each : make_storing())
    charms.push_back(std::move(each));
  return charms;
}

} // namespace

const std::vector<Charm>& all_charms() {
  static const std::vector<Charm> charms = make_all();
  return charms;
}

std::optional<Charm> revision_of(const std::string& name, std::uint32_t revision) {
  const auto& charms = all_charms();
  const auto first = std::find_if(charms.begin(), charms.end(),
                                  [&](const Charm& each) { return each.name == name; });
  if (first == charms.end())
    return std::nullopt;
  Charm charm = *first;
  charm.url = fmt::format("local:{}-{}", name, revision);
  charm.revision = revision;
  switch (revision % 3) {
  case 0:
    charm.directory += with_more;
    charm.version = "more";
    charm.endpoints.push_back(peers("fellows"));
    charm.options["colour"] = {store::OptionType::String, "", true, "red"};
    break;
  case 2:
    charm.directory += with_less;
    charm.version = "less";
    charm.endpoints.pop_back();
    for (CharmEndpoint& endpoint : charm.endpoints)
      endpoint.limit = endpoint.limit == 0 ? 0 : 1;
    charm.options["size"].type = store::OptionType::String;
    break;
  default: // files of the first
    break;
  }
  return charm;
}

std::vector<std::string> hooks_of_charm(const std::string& directory) {
  if (directory.starts_with("/charms/bare"))
    return {};
  if (directory.starts_with("/charms/depot"))
    return {"install", "start", "stop", "data-storage-attached", "logs-storage-detaching"};
  if (!directory.starts_with("/charms/partly"))
    return {"*"};
  std::vector<std::string> hooks{
    "install", "start", "db-relation-joined", "db-relation-departed", "mates-relation-changed",
    "remove"};
  if (directory.ends_with(with_more))
    hooks.emplace_back("upgrade-charm");
  return hooks;
}

bool charm_has_hook(const std::string& directory, const std::string& hook) {
  if (directory.empty())
    return false;
  const std::vector<std::string> hooks = hooks_of_charm(directory);
  return std::find_if(hooks.begin(), hooks.end(),
                      [&](const std::string& each) { return each == "*" || each == hook; })
         != hooks.end();
}

} // namespace orrery::simulate
