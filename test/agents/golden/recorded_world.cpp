#include "test/agents/golden/recorded_world.hpp"

#include "cmd/simulate/seeded_scheduler.hpp"
#include "cmd/simulate/told.hpp"
#include "test/agents/golden/words.hpp"

#include <caf/actor_cast.hpp>
#include <caf/mailbox_element.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

namespace orrery::test::golden {

namespace {

using Column = Record::Column;

/// Whether users ask for it; such a command is a chapter's title, and no agent's doing.
bool is_users(const std::string& cause) {
  static const std::set<std::string> verbs{"deploy",
                                           "add-unit",
                                           "add-machine",
                                           "config",
                                           "expose",
                                           "unexpose",
                                           "integrate",
                                           "remove-unit",
                                           "remove-machine",
                                           "resolved",
                                           "remove-relation",
                                           "remove-application",
                                           "retry-provisioning",
                                           "exec"};
  return verbs.contains(cause);
}

simulate::WorldOptions
options(std::uint64_t seed, std::uint32_t idle_agents, simulate::Spectator* spectator) {
  simulate::WorldOptions made;
  made.seed = seed;
  made.idle_agents = idle_agents;
  made.spectator = spectator;
  return made;
}

/// Brings `known` to what the database holds. @returns what differed, in the order of keys.
std::vector<store::Change> changes_of(std::map<std::string, std::string>& known,
                                      const store::Database& database) {
  std::map<std::string, std::string> all;
  const auto scanned = database.snapshot()->scan("", [&](auto key, auto value) {
    all.emplace(key, value);
    return true;
  });
  if (!scanned)
    throw std::runtime_error(scanned.error().text);
  std::map<std::string, store::Change> changes;
  for (const auto& [key, value] : known)
    if (!all.contains(key))
      changes[key] = {key, std::nullopt};
  for (const auto& [key, value] : all)
    if (const auto before = known.find(key); before == known.end() || before->second != value)
      changes[key] = {key, value};
  known = std::move(all);
  std::vector<store::Change> sorted;
  for (auto& [key, change] : changes)
    sorted.push_back(std::move(change));
  return sorted;
}

std::string deployer_of(const std::string& unit) {
  return "deployer of " + unit;
}

std::string provisioner_of(store::MachineId machine) {
  return fmt::format("provisioner of machine {}", machine);
}

} // namespace

RecordedWorld::RecordedWorld(std::uint64_t seed, std::uint32_t idle_agents)
  : World(options(seed, idle_agents, this)) {
  begin_process();
  listen();
  settle();
}

/// The process is to end while this spectator can still be told.
RecordedWorld::~RecordedWorld() {
  end();
}

void RecordedWorld::listen() {
  dynamic_cast<simulate::SeededScheduler&>(system().scheduler())
    .listen([this](const caf::abstract_actor& who, const caf::mailbox_element& what) {
      heard(who, what);
    });
}

void RecordedWorld::chapter(const std::string& title) {
  look();
  record_.begin_chapter(title);
}

void RecordedWorld::ask(const protocol::Command& command) {
  chapter(simulate::told(command));
  const protocol::Answer answer = run(command);
  if (!answer.ok())
    found_wrong_.push_back(answer.text);
}

void RecordedWorld::ask_and_settle(const protocol::Command& command) {
  ask(command);
  settle();
}

void RecordedWorld::crash() {
  look();
  World::crash();
  listen();
}

std::string RecordedWorld::record() {
  look();
  for (const std::string& finding : findings().kept())
    found_wrong_.push_back(finding);
  return record_.text();
}

/// Called before the message is handled.
void RecordedWorld::heard(const caf::abstract_actor& who, const caf::mailbox_element& what) {
  if (is_dead())
    return;
  look();
  auto& content = const_cast<caf::mailbox_element&>(what).content(); // only its type may be asked
  const caf::actor_addr handler = who.address();
  if (content.match_elements<protocol::RunHook>()
      && dynamic_cast<const simulate::SimulatedHooksActor*>(&who) != nullptr)
    return hook_begins(content.get_as<protocol::RunHook>(0),
                       caf::actor_cast<caf::actor_addr>(what.sender));
  if (content.match_elements<protocol::HookEnded>())
    if (const auto owner = owners_.find(handler); owner != owners_.end())
      record_.add(owner->second, Column::Step,
                  "ended " + words_of(content.get_as<protocol::HookEnded>(0).end));
}

void RecordedWorld::hook_begins(const protocol::RunHook& order, const caf::actor_addr& agent) {
  owners_[agent] = order.sight.unit;
  record_.add(order.sight.unit, Column::Step, "run " + words_of(order));
}

/// Records what has become of notes, agents and logs since the last message.
void RecordedWorld::look() {
  if (notes_database().sequence() != notes_sequence_)
    look_at_notes();
  for (const auto& [whose, seen] : seen_) {
    look_at_agent(whose);
    look_at_log(whose);
  }
}

/// One batch at most has been written. What belongs to one unit stands together; a unit's notes
/// that go altogether are deleted by who deployed it.
void RecordedWorld::look_at_notes() {
  notes_sequence_ = notes_database().sequence();
  std::map<std::string, std::vector<store::Change>> changes; // by unit
  for (store::Change& change : changes_of(notes_, notes_database()))
    changes[unit_of_note(change.key)].push_back(std::move(change));
  for (const auto& [unit, of_unit] : changes) {
    const bool all_go =
      std::all_of(of_unit.begin(), of_unit.end(), [](const auto& change) { return !change.value; });
    const bool is_recalled = all_go && !notes_.contains("l" + unit + ":u");
    std::map<std::string, int> lines; // by owner
    for (const store::Change& change : of_unit) {
      const std::string owner = is_recalled || is_deployers(change.key) ? deployer_of(unit) : unit;
      record_.add(owner, Column::Step,
                  (lines[owner]++ == 0 ? "note " : "   + ") + words_of_note(change, now()));
    }
  }
}

void RecordedWorld::look_at_agent(const std::string& whose) {
  Seen& seen = seen_.at(whose);
  const caf::actor agent = agent_of(whose);
  const caf::actor_addr address = agent ? agent.address() : caf::actor_addr{};
  if (address != seen.agent) {
    if (seen.agent && !World::rests(whose))
      record_.add(whose, Column::Step, "its agent ends");
    if (address)
      record_.add(whose, Column::Step, Record::begins);
    seen.agent = address;
    if (address)
      owners_[address] = whose;
  }
  const bool is_at_rest = World::rests(whose);
  if (is_at_rest && !seen.rests)
    record_.add(whose, Column::Step, Record::rests);
  seen.rests = is_at_rest;
}

void RecordedWorld::look_at_log(const std::string& unit) {
  Seen& seen = seen_.at(unit);
  for (const auto& all = statuses_said(unit); seen.statuses < all.size(); ++seen.statuses)
    record_.add(unit, Column::Log, all[seen.statuses]);
  for (const auto& all = warnings(unit); seen.warnings < all.size(); ++seen.warnings)
    record_.add(unit, Column::Log, "WARNING " + all[seen.warnings]);
}

std::string RecordedWorld::owner_of(const entities::Token& token) {
  const caf::actor_addr client = token.client ? token.client.address() : caf::actor_addr{};
  if (const auto owner = owners_.find(client); owner != owners_.end())
    return owner->second;
  const caf::actor forcer = services().servants.forcer();
  return forcer && client == forcer.address() ? "forcer" : "others";
}

void RecordedWorld::decided(const entities::Token& token) {
  for (const rules::Write& write : token.writes) {
    if (const auto* unit = std::get_if<store::Unit>(&write.record))
      seen_.try_emplace(unit->name);
    if (const auto* machine = std::get_if<store::Machine>(&write.record))
      seen_.try_emplace(agents::Roster::machine(machine->id));
  }
  const std::string& cause = token.context.cause;
  if (is_users(cause) || cause.empty())
    return;
  look();
  if (cause != "report unit") {
    const bool deploys = cause == "delete unit" && !token.writes.empty();
    std::string owner = owner_of(token);
    if (deploys)
      for (const rules::Write& write : token.writes)
        if (const auto* unit = std::get_if<store::Unit>(&write.record))
          owner = deployer_of(unit->name);
    return record_.add(owner, cause == "resign leadership" ? Column::Aside : Column::Step,
                       words_of(token));
  }
  for (const rules::Write& write : token.writes)
    if (const auto* status = std::get_if<store::UnitStatus>(&write.record))
      record_.add(status->unit, Column::Report, words_of(*status, now()));
}

void RecordedWorld::provided(const protocol::ProviderTask& task,
                             const protocol::ProviderDone& outcome) {
  const std::string words =
    fmt::format("provider: {}{}", simulate::text_of(task), outcome.ok ? "" : ", " + outcome.error);
  if (const auto* start = std::get_if<protocol::StartMachine>(&task))
    record_.add(provisioner_of(start->machine), Column::Step, words);
  else if (const auto* stop = std::get_if<protocol::StopMachine>(&task))
    record_.add(provisioner_of(stop->machine), Column::Step, words);
  else if (const auto* deploy = std::get_if<protocol::DeployUnit>(&task))
    record_.add(deployer_of(deploy->unit), Column::Step, words);
  else if (const auto* recall = std::get_if<protocol::RecallUnit>(&task))
    record_.add(deployer_of(recall->unit), Column::Step, words);
  else if (const auto* hooks = std::get_if<protocol::ListHooks>(&task))
    record_.add(hooks->unit, Column::Step, words);
  else if (const auto* replaced = std::get_if<protocol::ReplaceCharm>(&task))
    record_.add(replaced->unit, Column::Step, words);
}

/// Addresses mean nothing in the next process.
void RecordedWorld::process_died() {
  owners_.clear();
  for (auto& [whose, seen] : seen_) {
    seen.agent = {};
    seen.rests = false;
  }
}

} // namespace orrery::test::golden
