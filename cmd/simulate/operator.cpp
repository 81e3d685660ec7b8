#include "cmd/simulate/operator.hpp"

#include "actors/agents/roster.hpp"
#include "cmd/simulate/charms.hpp"
#include "cmd/simulate/crowds.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace orrery::simulate {

namespace {

/// An application's endpoints as a person sees them, with the implicit one.
std::vector<store::CharmEndpoint> endpoints_of(const store::Contents& contents,
                                               const store::Application& application) {
  std::vector<store::CharmEndpoint> endpoints;
  if (const auto charm = contents.charms.find(application.charm); charm != contents.charms.end())
    endpoints = charm->second.endpoints;
  endpoints.push_back(
    {"juju-info", "juju-info", store::Role::Provider, store::ScopeKind::Global, 0});
  return endpoints;
}

bool fit(const store::CharmEndpoint& one, const store::CharmEndpoint& other) {
  return one.interface == other.interface && one.role == store::Role::Requirer
         && other.role == store::Role::Provider;
}

} // namespace

Habits draw_habits(Random& random) {
  Habits habits;
  habits.forces = random.one_in(2);
  habits.skips_failed_hooks = random.one_in(2);
  habits.drains = random.one_in(2);
  habits.removes_applications = !random.one_in(3);
  habits.has_subordinates = !random.one_in(4);
  habits.resolves = !random.one_in(4);
  habits.runs_commands = !random.one_in(3);
  habits.refreshes = !random.one_in(3);
  habits.keeps_data = !random.one_in(3);
  habits.keeps_secrets = !random.one_in(3);
  habits.clears = random.one_in(2);
  habits.most_units = 3 + random.below(12);
  habits.most_machines = 1 + random.below(6);
  if (random.one_in(12)) { // a crowd
    habits.most_units = 40 + random.below(160);
    habits.most_machines = 4 + random.below(20);
  }
  habits.mistakes = 5 + random.below(30);
  return habits;
}

/// A key that is there, mostly.
template <class Map>
typename Map::key_type Operator::key_of(const Map& map, typename Map::key_type otherwise) {
  if (map.empty() || random_.one_in(habits_.mistakes))
    return otherwise;
  return std::next(map.begin(), static_cast<std::ptrdiff_t>(random_.below(map.size())))->first;
}

protocol::Removal Operator::how() {
  constexpr std::array<store::Milliseconds, 4> waits{0, 1'000, 60'000, 600'000};
  protocol::Removal how;
  how.force = habits_.forces && random_.one_in(5);
  how.max_wait = random_.any(waits);
  how.skip_failed_hooks = habits_.skips_failed_hooks && random_.one_in(6);
  return how;
}

protocol::Command Operator::create() {
  store::Charm charm = random_.any(all_charms());
  while (!deploys(charm))
    charm = random_.any(all_charms());
  std::string name = charm.name;
  if (random_.one_in(4))
    name += "-b";
  store::Settings config;
  if (random_.one_in(4))
    config["size"] = std::to_string(random_.below(5));
  return protocol::CreateApplication{name, charm, config, random_.one_in(6), constraints()};
}

protocol::Command Operator::add_unit(const store::Contents& contents) {
  const std::string name = application(contents);
  const bool placed = contents.machines.size() >= habits_.most_machines || random_.one_in(2);
  return protocol::AddUnit{name, placed ? std::optional(machine(contents)) : std::nullopt,
                           free_storage_for(contents, name)};
}

/// Mostly none.
std::string Operator::constraints() {
  if (!random_.one_in(6))
    return {};
  static const std::array<std::string, 4> valid{"mem=4G", "cores=2 mem=512M", "tags=a,b", "mem="};
  return random_.one_in(habits_.mistakes) ? "wheels=4" : random_.any(valid);
}

/// Two endpoints that fit, mostly: those that do are sought from a random one on.
protocol::Command Operator::integrate(const store::Contents& contents) {
  const std::string one = application(contents);
  const std::string other = application(contents);
  const auto first = contents.applications.find(one);
  if (first == contents.applications.end())
    return protocol::AddRelation{one, "db", other, "server"};
  const auto own = endpoints_of(contents, first->second);
  std::vector<protocol::AddRelation> fitting;
  for (const auto& [name, application] : contents.applications)
    for (const store::CharmEndpoint& theirs : endpoints_of(contents, application))
      for (const store::CharmEndpoint& mine : own)
        if (name != one && fit(mine, theirs))
          fitting.push_back({one, mine.name, name, theirs.name});
        else if (name != one && fit(theirs, mine))
          fitting.push_back({name, theirs.name, one, mine.name});
  if (fitting.empty() || random_.one_in(habits_.mistakes))
    return protocol::AddRelation{one, random_.any(own).name, other, "server"};
  return random_.any(fitting);
}

protocol::Command Operator::configure(const store::Contents& contents) {
  const std::string name = application(contents);
  if (random_.one_in(4))
    return protocol::SetExposed{name, random_.one_in(2)};
  if (random_.one_in(6))
    return protocol::SetTrusted{name, random_.one_in(2)};
  if (random_.one_in(8))
    return protocol::SetConstraints{name, constraints()};
  if (random_.one_in(5))
    return protocol::SetConfig{name, {}, {"size"}};
  if (random_.one_in(habits_.mistakes))
    return protocol::SetConfig{name, {{"colour", "red"}}, {}};
  return protocol::SetConfig{name, {{"size", std::to_string(random_.below(4))}}, {}};
}

/// Changes the model's constraints, or its ssh keys.
protocol::Command Operator::set_model() {
  if (random_.one_in(2))
    return protocol::SetModelConstraints{constraints()};
  if (random_.one_in(habits_.mistakes))
    return protocol::SetModelConfig{{}, {}, {"no key"}, {}};
  static const std::array<std::string, 2> owners{"one", "other"};
  const std::string& owner = random_.any(owners);
  const std::string line =
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + std::string(43, owner.front()) + " " + owner;
  if (random_.one_in(3))
    return protocol::SetModelConfig{{}, {}, {}, {line}};
  return protocol::SetModelConfig{{}, {}, {line}, {}};
}

/// Resolves a unit, mostly one whose hook has failed.
protocol::Command Operator::resolve(const store::Contents& contents) {
  std::vector<std::string> failing;
  for (const auto& [name, status] : contents.statuses)
    if (!status.error.hook.empty())
      failing.push_back(name);
  const bool retry = random_.one_in(2);
  if (failing.empty() || random_.one_in(habits_.mistakes))
    return protocol::Resolve{unit(contents), retry};
  return protocol::Resolve{random_.any(failing), retry};
}

protocol::Command Operator::retry_provisioning(const store::Contents& contents) {
  std::vector<store::MachineId> troubled;
  for (const auto& [id, machine] : contents.machines)
    if (machine.status.value == "down" || machine.status.value == "error")
      troubled.push_back(id);
  if (troubled.empty() || random_.one_in(habits_.mistakes))
    return protocol::RetryProvisioning{machine(contents), random_.one_in(2)};
  return protocol::RetryProvisioning{random_.any(troubled), random_.one_in(2)};
}

protocol::Command Operator::remove(const store::Contents& contents) {
  switch (random_.below(8)) {
  case 0:
    if (habits_.removes_applications)
      return protocol::RemoveApplication{application(contents), how_with_data()};
    break;
  case 1:
  case 2:
    return protocol::RemoveMachine{machine(contents), how(), habits_.drains && random_.one_in(3)};
  case 3:
  case 4:
    return protocol::RemoveRelation{key_of(contents.relations, store::RelationId{77}), how()};
  default:
    break;
  }
  return protocol::RemoveUnit{unit(contents), how_with_data()};
}

protocol::Command Operator::build(const store::Contents& contents) {
  if (sated_)
    return remove(contents);
  protocol::Command command = addition(contents);
  return has_room_for(contents, command) ? command : remove(contents);
}

protocol::Command Operator::addition(const store::Contents& contents) {
  if (contents.applications.size() < 2)
    return create();
  switch (random_.below(8)) {
  case 0:
    return create();
  case 1:
    if (contents.machines.size() < habits_.most_machines)
      return protocol::AddMachine{false, true, constraints()};
    break;
  case 2:
  case 3:
  case 4:
    return integrate(contents);
  default:
    break;
  }
  if (contents.units.size() < habits_.most_units)
    return add_unit(contents);
  return remove(contents);
}

protocol::Command Operator::any_command(const store::Contents& contents) {
  if (habits_.keeps_data && random_.one_in(6))
    if (auto wish = storage(contents))
      return *wish;
  if (habits_.keeps_secrets && random_.one_in(10))
    return secret(contents);
  switch (random_.below(10)) {
  case 0:
    return random_.one_in(6) ? set_model() : configure(contents);
  case 1:
    if (habits_.resolves)
      return resolve(contents);
    break;
  case 2:
    return retry_provisioning(contents);
  case 3:
  case 4:
  case 5:
    return remove(contents);
  default:
    break;
  }
  return build(contents);
}

std::string Operator::place_of_command(const store::Contents& contents) {
  if (!habits_.runs_commands)
    return {};
  return random_.one_in(4) ? agents::Roster::machine(machine(contents)) : unit(contents);
}

std::optional<steps::Refresh> Operator::refresh(const store::Contents& contents) {
  if (!habits_.refreshes)
    return std::nullopt;
  const std::string name = application(contents);
  if (sated_ || !has_room_for_peers(contents, name))
    return std::nullopt;
  return steps::Refresh{name, random_.one_in(3), random_.one_in(4)};
}

std::vector<protocol::Command> Operator::bundle(const store::Contents& contents) {
  std::vector<protocol::Command> commands;
  for (std::size_t i = 1 + random_.below(3); i > 0; --i)
    commands.push_back(create());
  for (std::size_t i = random_.below(4); i > 0; --i)
    commands.push_back(build(contents));
  for (std::size_t i = random_.below(4); i > 0; --i)
    commands.push_back(integrate(contents));
  std::erase_if(commands, [&](const protocol::Command& command) {
    return sated_ || !has_room_for(contents, command);
  });
  return commands;
}

std::vector<protocol::Command> Operator::clearance(const store::Contents& contents) {
  std::vector<protocol::Command> commands;
  if (!habits_.clears)
    return commands;
  const protocol::Removal like_this = how();
  const std::size_t one_in = 1 + random_.below(3);
  if (random_.one_in(3))
    for (const auto& [name, application] : contents.applications)
      if (habits_.removes_applications && random_.one_in(one_in))
        commands.emplace_back(protocol::RemoveApplication{name, like_this});
  if (random_.one_in(2))
    for (const auto& [id, relation] : contents.relations)
      if (random_.one_in(one_in))
        commands.emplace_back(protocol::RemoveRelation{id, like_this});
  for (const auto& [name, unit] : contents.units)
    if (unit.principal.empty() && random_.one_in(one_in))
      commands.emplace_back(protocol::RemoveUnit{name, like_this});
  return commands;
}

} // namespace orrery::simulate
