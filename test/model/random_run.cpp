#include "test/model/random_run.hpp"

#include <iterator>

namespace orrery::test {

namespace {

using store::Role;
using store::ScopeKind;

constexpr const char* names[] = {"web", "db", "log"};
constexpr const char* hooks[] = {"install",
                                 "start",
                                 "stop",
                                 "remove",
                                 "config-changed",
                                 "db-relation-departed",
                                 "server-relation-broken",
                                 "logs-relation-broken",
                                 "site-relation-departed",
                                 "ring-relation-broken"};

store::Charm charm(const std::string& name) {
  std::vector<store::CharmEndpoint> endpoints;
  if (name == "web")
    endpoints = {{"db", "mysql", Role::Requirer, ScopeKind::Global, 0},
                 {"site", "http", Role::Provider, ScopeKind::Global, 0},
                 {"ring", "ring", Role::Peer, ScopeKind::Global, 0}};
  else if (name == "db")
    endpoints = {{"server", "mysql", Role::Provider, ScopeKind::Global, 0}};
  else
    endpoints = {{"logs", "http", Role::Requirer, ScopeKind::Container, 0}};
  store::Charm made = simulate::make_charm(name, endpoints);
  made.subordinate = name == "log";
  return made;
}

simulate::WorldOptions options(std::uint64_t seed, simulate::Spectator& spectator) {
  simulate::WorldOptions options;
  options.seed = seed;
  options.spectator = &spectator;
  return options;
}

} // namespace

RandomRun::RandomRun(std::uint64_t seed, bool meddled)
  : meddled_(meddled), random_(seed), world_(options(seed, recorder_)) {
  world_.begin();
  recorder_.begin([this]() -> const store::Database& { return world_.notes_database(); });
}

int RandomRun::below(int bound) {
  return static_cast<int>(random_() % static_cast<std::uint64_t>(bound));
}

template <class Map>
auto RandomRun::any_key(const Map& map, typename Map::key_type otherwise) {
  return map.empty() ? otherwise
                     : std::next(map.begin(), below(static_cast<int>(map.size())))->first;
}

void RandomRun::play(int draws) {
  for (int i = 0; i < draws; ++i)
    draw();
  remove_all();
  world_.settle();
}

void RandomRun::draw() {
  switch (below(10)) {
  case 0:
  case 1:
  case 2:
    make();
    break;
  case 3:
  case 4:
    remove();
    break;
  case 5:
    trouble();
    break;
  case 6:
    help();
    break;
  default:
    break;
  }
  for (int i = meddled_ ? below(6) : 0; i > 0; --i) {
    (void)world_.step(below(40));
    meddle();
  }
  pass();
}

/// One that is not Alive, if there is any, mostly: it is soon gone.
template <class Map>
auto RandomRun::any_going(const Map& map, typename Map::key_type otherwise) {
  Map going;
  for (const auto& [key, record] : map)
    if (record.life != store::Life::Alive)
      going.emplace(key, record);
  return below(4) == 0 ? any_key(map, otherwise) : any_key(going, any_key(map, otherwise));
}

/// Nobody sets an Alive unit Dead: agents do not, either.
void RandomRun::meddle() {
  const store::Contents now = world_.contents();
  const bool of_units = below(2) == 0;
  const std::string unit = of_units ? any_going(now.units, "web/99") : any_key(now.units, "web/99");
  const store::RelationId relation =
    of_units ? any_key(now.relations, 99) : any_going(now.relations, 99);
  const store::MachineId machine = any_key(now.machines, 99);
  switch (below(9)) {
  case 0:
  case 1:
    world_.start(protocol::EnterScope{unit, relation, {}});
    return;
  case 2:
    world_.start(protocol::DepartScope{unit, relation});
    return;
  case 3:
    world_.start(protocol::LeaveScope{unit, relation});
    return;
  case 4:
    world_.start(protocol::SetUnitDying{unit, "chance"});
    return;
  case 5:
    if (now.units.contains(unit) && now.units.at(unit).life != store::Life::Alive)
      world_.start(protocol::SetUnitDead{unit});
    return;
  case 6:
    world_.start(protocol::DeleteUnit{unit});
    return;
  case 7:
    world_.start(protocol::SetMachineDying{machine});
    return;
  default:
    world_.start(protocol::DeleteMachine{machine});
  }
}

/// What makes something is carried out at once: the model has few places.
void RandomRun::make() {
  switch (below(6)) {
  case 0:
  case 1: {
    const std::string name = names[below(3)];
    (void)world_.run(protocol::CreateApplication{name, charm(name), {}});
    return;
  }
  case 2:
  case 3:
    return add_unit();
  case 4:
    return relate();
  default:
    if (recorder_.state().has_machine_place())
      (void)world_.run(protocol::AddMachine{false, true});
  }
}

void RandomRun::add_unit() {
  world_.run(); // what has been asked before is on disk
  const std::string application = names[below(2)];
  if (!recorder_.state().has_place(application))
    return;
  const auto machine = any_key(world_.contents().machines, 0);
  if (recorder_.state().has_machine_place() && below(2) == 0)
    (void)world_.run(protocol::AddUnit{application, std::nullopt});
  else
    (void)world_.run(protocol::AddUnit{application, machine});
}

/// Now and then the relation is removed again while units are about to enter it.
void RandomRun::relate() {
  if (below(2) == 0)
    world_.start(protocol::AddRelation{"web", "db", "db", "server"});
  else
    world_.start(protocol::AddRelation{"log", "logs", "web", "site"});
  if (below(2) == 0)
    return;
  (void)world_.step(below(60));
  if (const store::Contents now = world_.contents(); !now.relations.empty())
    world_.start(protocol::RemoveRelation{now.relations.rbegin()->first, how()});
}

protocol::Removal RandomRun::how() {
  return {below(3) == 0, below(2) == 0 ? 0 : 60'000, false};
}

void RandomRun::remove() {
  const store::Contents now = world_.contents();
  switch (below(7)) {
  case 0:
  case 1:
  case 2:
    world_.start(protocol::RemoveUnit{any_key(now.units, "web/99"), how()});
    return;
  case 3:
    world_.start(protocol::RemoveApplication{any_key(now.applications, "web"), how()});
    return;
  case 4:
  case 5:
    world_.start(protocol::RemoveRelation{any_key(now.relations, 99), how()});
    return;
  default:
    world_.start(protocol::RemoveMachine{any_key(now.machines, 0), how(), below(2) == 0});
  }
}

void RandomRun::trouble() {
  const store::Contents now = world_.contents();
  switch (below(6)) {
  case 0:
    world_.crash();
    return;
  case 1:
    world_.crash_after(static_cast<std::uint64_t>(below(40)));
    return;
  case 2:
    world_.provider().lose(now.machines.rbegin()->first);
    return;
  case 3:
    (void)world_.fail_agent("hooks " + any_key(now.units, "web/0"));
    return;
  default:
    world_.hooks().fail(any_key(now.units, "web/0"), hooks[below(std::size(hooks))], 1 + below(12));
  }
}

void RandomRun::help() {
  const store::Contents now = world_.contents();
  if (below(2) == 0)
    world_.start(protocol::RetryProvisioning{any_key(now.machines, 0)});
  else
    world_.start(protocol::Resolve{any_key(now.units, "web/0"), below(2) == 0});
}

void RandomRun::pass() {
  switch (below(6)) {
  case 0:
    return world_.settle();
  case 1:
    return world_.run();
  case 2:
    return world_.advance(1'000 * below(100));
  default:
    (void)world_.step(below(120));
  }
}

/// By force, so that nothing that has gone wrong is in the way.
void RandomRun::remove_all() {
  const store::Contents now = world_.contents();
  for (const auto& [name, application] : now.applications)
    world_.start(protocol::RemoveApplication{name, {true, 0, false}});
  for (const auto& [id, machine] : now.machines)
    if (id != 0)
      world_.start(protocol::RemoveMachine{id, {true, 0, false}, false});
}

} // namespace orrery::test
