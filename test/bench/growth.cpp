// What each verb costs in all, agents' work included, on a model of so many units: messages,
// transactions, records, bytes and processor time. A line of JSON for each verb. Under callgrind,
// whose counts of each verb are a file that names it, instructions of all threads, too.
//
// usage: growth UNITS IDLE-AGENTS [LARGEST]     stores below $TMPDIR, gone afterwards; the share of
// the model that RocksDB holds in                                               memory before it
// writes a file is the orchestrator's at LARGEST units (at UNITS)

#include "cmd/simulate/world.hpp"
#include "test/bench/callgrind.hpp"
#include "test/bench/whole_system.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <iostream>

namespace {

using namespace orrery;

constexpr std::uint32_t units_a_machine = 10;

struct Count {
  std::uint64_t messages, transactions, batches, records, bytes;
  double cpu_seconds;
};

double cpu_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

/// Of both stores.
Count count(const bench::WholeSystem& system) {
  const bench::CountingDatabase& model = system.entities().database();
  const bench::CountingDatabase& notes = system.notes();
  return {system.entities().handled(),       model.sequence() + notes.sequence(),
          model.batches() + notes.batches(), model.records() + notes.records(),
          model.bytes() + notes.bytes(),     cpu_seconds()};
}

store::Charm charm(const std::string& name, std::vector<store::CharmEndpoint> endpoints) {
  store::Charm made = simulate::make_charm(name, std::move(endpoints));
  made.options["size"] = {store::OptionType::Int, "", true, "1"};
  return made;
}

using Commands = std::vector<protocol::Command>;

class Play {
public:
  Play(std::uint32_t units, std::uint32_t idle_agents, std::uint64_t buffer)
    : units_(units), system_(idle_agents, buffer) {}
  void all() {
    come();
    change();
    go();
  }

private:
  void verb(const std::string& name, const Commands& commands) {
    const Count before = count(system_);
    CALLGRIND_ZERO_STATS;
    system_.run(commands);
    CALLGRIND_DUMP_STATS_AT(name.c_str());
    const Count after = count(system_);
    std::cout << fmt::format(
      R"({{"verb": "{}", "units": {}, "messages": {}, "transactions": {}, "batches": {}, )"
      R"("records": {}, "bytes": {}, "cpu_s": {}}})",
      name, units_, after.messages - before.messages, after.transactions - before.transactions,
      after.batches - before.batches, after.records - before.records, after.bytes - before.bytes,
      after.cpu_seconds - before.cpu_seconds)
              << std::endl;
  }
  /// The same for each, from 0 on.
  template <class Make>
  static Commands each(std::uint32_t count, Make make) {
    Commands commands;
    for (std::uint32_t i = 0; i < count; ++i)
      commands.push_back(make(i));
    return commands;
  }
  [[nodiscard]] std::uint32_t machines() const { return std::max(1U, units_ / units_a_machine); }
  [[nodiscard]] std::uint32_t last_relation() const {
    return system_.contents().relations.rbegin()->first;
  }

  void come();
  void change();
  void go();
  void go_by_force();

  std::uint32_t units_;
  bench::WholeSystem system_;
};

void Play::come() {
  using store::Role;
  using store::ScopeKind;
  store::Charm logger =
    charm("logger", {{"info", "juju-info", Role::Requirer, ScopeKind::Container, 0}});
  logger.subordinate = true;
  verb("add-machine", each(machines(), [](auto) { return protocol::AddMachine{}; }));
  system_.run({protocol::CreateApplication{
    "web", charm("web", {{"db", "sql", Role::Requirer, ScopeKind::Global, 0}}), {}}});
  verb("deploy", each(units_, [](std::uint32_t i) {
         return protocol::AddUnit{"web", 1 + i / units_a_machine};
       }));
  system_.run({protocol::CreateApplication{
                 "db", charm("db", {{"server", "sql", Role::Provider, ScopeKind::Global, 0}}), {}},
               protocol::CreateApplication{"logger", logger, {}}});
  system_.run({protocol::AddUnit{"db", 1}});
  verb("integrate", {protocol::AddRelation{"web", "db", "db", "server"}});
  verb("integrate (subordinate)", {protocol::AddRelation{"logger", "info", "web", "juju-info"}});
}

void Play::change() {
  verb("config", {protocol::SetConfig{"web", {{"size", "2"}}, {}}});
  verb("expose", {protocol::SetExposed{"web", true}});
  verb("add-unit (one)", {protocol::AddUnit{"web", 1}});
  verb("remove-unit (one)", {protocol::RemoveUnit{fmt::format("web/{}", units_), {}}});
}

void Play::go() {
  verb("remove-relation (subordinate)", {protocol::RemoveRelation{last_relation(), {}}});
  verb("remove-relation", {protocol::RemoveRelation{last_relation(), {}}});
  system_.run({protocol::AddRelation{"web", "db", "db", "server"}});
  verb("remove-unit (half)", each(units_ / 2, [](std::uint32_t i) {
         return protocol::RemoveUnit{fmt::format("web/{}", i), {}};
       }));
  verb("remove-application", {protocol::RemoveApplication{"web", {}}});
  go_by_force();
  system_.run({protocol::RemoveApplication{"logger", {}}, protocol::RemoveApplication{"db", {}}});
  verb("remove-machine", each(machines(), [](std::uint32_t i) {
         return protocol::RemoveMachine{1 + i, {}, false};
       }));
  if (const store::Contents left = system_.contents();
      !left.units.empty() || left.machines.size() != 1)
    bench::give_up("something is left that was removed");
}

/// Takes away as many units as remove-application has, related likewise.
void Play::go_by_force() {
  using store::Role;
  using store::ScopeKind;
  system_.run({protocol::CreateApplication{
    "forced", charm("forced", {{"db", "sql", Role::Requirer, ScopeKind::Global, 0}}), {}}});
  system_.run(each(units_ / 2, [](std::uint32_t i) {
    return protocol::AddUnit{"forced", 1 + i / units_a_machine};
  }));
  system_.run({protocol::AddRelation{"forced", "db", "db", "server"}});
  protocol::Removal at_once;
  at_once.force = true;
  at_once.max_wait = 0;
  verb("remove-application --force", {protocol::RemoveApplication{"forced", at_once}});
}

} // namespace

int main(int argc, char** argv) {
  const auto units = static_cast<std::uint32_t>(argc > 1 ? std::atoi(argv[1]) : 0);
  const auto largest = argc > 3 ? static_cast<std::uint32_t>(std::atoi(argv[3])) : units;
  if (units == 0 || largest < units || argc < 3 || argc > 4) {
    std::cerr << "usage: growth UNITS IDLE-AGENTS [LARGEST]\n";
    return 2;
  }
  const std::uint64_t buffer = store::OpenOptions{}.write_buffer * units / largest;
  Play(units, static_cast<std::uint32_t>(std::atoi(argv[2])), buffer).all();
}
