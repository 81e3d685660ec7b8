#include "test/support/any_command.hpp"

#include "actors/rules/relation.hpp"

#include <iterator>

namespace orrery::test {

namespace {

/// The names that applications are made, removed and made again under.
constexpr const char* names[] = {"app", "base", "cache", "tail"};

struct Picker {
  const store::Contents& contents;
  std::mt19937_64& random;

  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random() % bound); }

  template <class Map>
  auto key_of(const Map& map, typename Map::key_type otherwise) {
    return map.empty() || below(12) == 0
             ? otherwise
             : std::next(map.begin(), static_cast<std::ptrdiff_t>(below(map.size())))->first;
  }
  std::string application() { return key_of(contents.applications, names[below(4)]); }
  std::string unit() { return key_of(contents.units, "app/77"); }
  store::MachineId machine() { return key_of(contents.machines, 77); }
  store::RelationId relation() { return key_of(contents.relations, 77); }

  /// Makes one of three revisions of that name: with a peer relation, without, with two. `tail` is
  /// a subordinate.
  static store::Charm charm_of(const std::string& name, std::uint32_t revision) {
    using store::Role;
    using store::ScopeKind;
    store::Charm charm;
    charm.url = "local:" + name + "-" + std::to_string(revision);
    charm.name = name;
    charm.revision = revision;
    charm.subordinate = name == "tail";
    charm.options["port"].type = revision == 1 ? store::OptionType::Int : store::OptionType::String;
    charm.endpoints = {{"out", "any", Role::Provider, ScopeKind::Global, 0},
                       {"in", "any", Role::Requirer, ScopeKind::Global, 0}};
    if (charm.subordinate)
      charm.endpoints.push_back({"info", "juju-info", Role::Requirer, ScopeKind::Container, 0});
    if (!charm.subordinate && revision != 2)
      charm.endpoints.push_back({"peers", "peers", Role::Peer, ScopeKind::Global, 0});
    if (revision == 3)
      charm.endpoints.push_back({"more", "peers", Role::Peer, ScopeKind::Global, 0});
    return charm;
  }
  protocol::CreateApplication creation() {
    const std::string name = names[below(4)];
    return {name, charm_of(name, 1), {}};
  }
  protocol::RefreshApplication refresh() {
    protocol::RefreshApplication wanted;
    wanted.application = application();
    wanted.charm = charm_of(wanted.application, static_cast<std::uint32_t>(1 + below(3)));
    wanted.force_units = below(4) == 0;
    if (below(4) == 0)
      wanted.config["port"] = std::to_string(below(3));
    return wanted;
  }
  /// To the charm of its application, mostly.
  protocol::SetUnitCharm move() {
    const std::string name = unit();
    const auto found = contents.applications.find(std::string(store::application_of(name)));
    const bool is_newest = found != contents.applications.end() && below(8) != 0;
    return {name, is_newest ? found->second.charm : "local:app-2", below(4) == 0};
  }
  protocol::AddUnit addition() {
    if (below(2) == 0)
      return {application(), {}};
    return {application(), machine()};
  }
  protocol::AddRelation integration() {
    if (below(3) == 0)
      return {"tail", "info", application(), "juju-info"};
    return {application(), "out", application(), "in"};
  }
  /// A unit and a relation of its application, mostly.
  template <class Command>
  Command in_relation() {
    Command command;
    command.unit = unit();
    command.relation = relation();
    for (const auto& [id, relation] : contents.relations)
      if (rules::end_of(relation, store::application_of(command.unit)) != nullptr && below(2) == 0)
        command.relation = id;
    return command;
  }
  template <class Command>
  Command of_scope() {
    Command command = in_relation<Command>();
    if (!contents.scopes.empty() && below(4) != 0) {
      const auto scope = std::next(contents.scopes.begin(),
                                   static_cast<std::ptrdiff_t>(below(contents.scopes.size())));
      command.unit = scope->second.unit;
      command.relation = scope->second.relation;
    }
    return command;
  }
  protocol::EnterScope entry() {
    auto entry = in_relation<protocol::EnterScope>();
    entry.leads = below(2) == 0;
    return entry;
  }
  /// By the leader, mostly.
  protocol::SetLeaderSettings leaders_word() {
    protocol::SetLeaderSettings said{application(), unit(), {}};
    if (const auto found = contents.applications.find(said.application);
        found != contents.applications.end() && below(4) != 0)
      said.unit = found->second.leader;
    said.settings[below(2) == 0 ? "a" : "b"] = below(3) == 0 ? "" : std::to_string(below(3));
    return said;
  }
  protocol::ReportUnit report() {
    protocol::ReportUnit report{unit(), {}, {}, {}, {}, {}};
    report.workload = store::Status{"active", std::to_string(below(3)), 1};
    if (below(2) == 0) {
      report.error.emplace();
      report.error->hook = below(2) == 0 ? "install" : "";
    }
    return report;
  }
  protocol::FlushHook flush() {
    const auto target = of_scope<protocol::LeaveScope>();
    const std::string value = std::to_string(below(3));
    protocol::FlushHook flush{target.unit, {{target.relation, {{"a", value}}}}, {}, {}, {}};
    if (below(3) == 0)
      flush.application_settings[target.relation] = {{"b", value}};
    if (below(3) == 0)
      flush.kept = below(2) == 0 ? store::Settings{} : store::Settings{{"kept", value}};
    return flush;
  }
};

} // namespace

protocol::Command any_command(const store::Contents& contents, std::mt19937_64& random) {
  Picker pick{contents, random};
  switch (pick.below(34)) {
  case 0:
  case 1:
    return pick.creation();
  case 2:
  case 3:
    return pick.addition();
  case 4:
  case 5:
    return pick.integration();
  case 6:
    return protocol::RemoveApplication{pick.application()};
  case 7:
    return protocol::RemoveRelation{pick.relation()};
  case 8:
    return protocol::RemoveUnit{pick.unit()};
  case 9:
    return protocol::SetUnitDying{pick.unit(), "its agent"};
  case 10:
  case 11:
    return protocol::SetUnitDead{pick.unit()};
  case 12:
  case 13:
    return protocol::DeleteUnit{pick.unit()};
  case 14:
  case 15:
  case 16:
    return pick.entry();
  case 17:
    return pick.of_scope<protocol::DepartScope>();
  case 18:
  case 19:
    return pick.of_scope<protocol::LeaveScope>();
  case 20:
    return pick.flush();
  case 21: {
    const std::string unit = pick.unit();
    return protocol::ClaimLeadership{std::string(store::application_of(unit)), unit};
  }
  case 22:
    if (pick.below(4) == 0)
      return protocol::SetExposed{pick.application(), pick.below(2) == 0};
    return protocol::SetConfig{pick.application(), {{"port", std::to_string(pick.below(3))}}, {}};
  case 23:
    return pick.report();
  case 24:
    return protocol::Resolve{pick.unit(), pick.below(2) == 0};
  case 25:
    return protocol::ClearResolved{pick.unit()};
  case 26:
    return protocol::SetInstance{pick.machine(), "i", std::to_string(pick.below(2))};
  case 27:
    return protocol::RemoveMachine{pick.machine()};
  case 28:
    return pick.leaders_word();
  case 29:
    return pick.refresh();
  case 30:
  case 31:
    return pick.move();
  case 32:
    return protocol::NumberCharm{names[pick.below(4)], static_cast<std::uint32_t>(pick.below(6))};
  default:
    if (pick.below(2) == 0)
      return protocol::SetMachineDead{pick.machine()};
    return protocol::DeleteMachine{pick.machine()};
  }
}

} // namespace orrery::test
