#include "test/support/simulated_world.hpp"

#include "actors/agents/hook_desk.hpp"
#include "actors/agents/supervisor.hpp"
#include "actors/entities/journal.hpp"
#include "actors/entities/spawn.hpp"
#include "actors/runtime/log.hpp"
#include "store/broken_history.hpp"
#include "store/codec.hpp"
#include "store/invariants.hpp"
#include "test/support/contention.hpp"

#include <caf/actor_cast.hpp>
#include <caf/exit_reason.hpp>
#include <caf/send.hpp>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>

namespace orrery::test {

namespace {

/// Gets the answers.
class Caller final : public caf::event_based_actor {
public:
  Caller(caf::actor_config& config,
         std::map<std::uint64_t, protocol::Answer>& answers,
         std::map<std::uint64_t, protocol::CommandEnded>& commands)
    : event_based_actor(config), answers_(answers), commands_(commands) {}

private:
  caf::behavior make_behavior() override {
    return {[this](const protocol::Answer& answer) {
              EXPECT_TRUE(answers_.emplace(answer.ticket, answer).second) << "answered twice";
            },
            [this](const protocol::CommandEnded& ended) {
              EXPECT_TRUE(commands_.emplace(ended.ticket, ended).second) << "ended twice";
            }};
  }
  std::map<std::uint64_t, protocol::Answer>& answers_;
  std::map<std::uint64_t, protocol::CommandEnded>& commands_;
};

std::chrono::nanoseconds time_of(SeededScheduler& scheduler) {
  return scheduler.clock().now().time_since_epoch();
}

} // namespace

store::Milliseconds SimulatedClock::now() const {
  if (scheduler_ == nullptr)
    return before_;
  return before_
         + std::chrono::duration_cast<std::chrono::milliseconds>(time_of(*scheduler_)).count();
}

void SimulatedClock::follow(SeededScheduler* scheduler) {
  before_ = now();
  scheduler_ = scheduler;
}

SimulatedWorld::SimulatedWorld(std::uint64_t seed, std::uint64_t history_kept)
  : seed_(seed), history_kept_(history_kept), own_disk_(std::make_unique<store::SimulatedDisk>()),
    disk_(own_disk_.get()) {
  runtime::set_log_level("off"); // what goes wrong is asked for, and checked
  begin();
  settle();
}

SimulatedWorld::SimulatedWorld(store::SimulatedDisk& disk,
                               const SimulatedWorld* before,
                               std::uint64_t seed)
  : seed_(seed), history_kept_(rules::history_kept), disk_(&disk) {
  runtime::set_log_level("off");
  if (before != nullptr) {
    provider_ = before->provider_;
    hooks_.go_on_from(before->hooks_);
    clock_.set(before->now());
  }
  begin();
}

SimulatedWorld::~SimulatedWorld() {
  end();
}

void SimulatedWorld::open(std::unique_ptr<MortalDatabase>& database, const char* directory) {
  auto opened = store::Database::open(
    {.directory = directory, .env = disk_->environment(), .accept_loss = false});
  if (!opened)
    throw std::runtime_error(opened.error().text);
  database = std::make_unique<MortalDatabase>(std::move(*opened), dead_, effects_);
}

void SimulatedWorld::begin() {
  dead_ = false;
  open(model_, "/model");
  open(notes_, "/notes");
  store::Contents found = contents();
  if (found.model.uuid.empty()) {
    found.model.name = "simulated";
    found.model.uuid = "0b7c6f6e-7a7b-4c54-8b0c-444444444444";
    if (const auto written = model_->write({{store::model_key(), store::encode(found.model)}}, 1);
        !written)
      throw std::runtime_error(written.error().text);
  }
  try {
    begin_actors();
  } catch (...) { // the model could not be read
    end();
    throw;
  }
  const bool has_manager =
    std::any_of(found.machines.begin(), found.machines.end(),
                [](const auto& machine) { return machine.second.manage_model; });
  if (!has_manager)
    start(protocol::AddMachine{true, true});
}

/// In the order of cmd/engine.
void SimulatedWorld::begin_actors() {
  activity_ = std::make_unique<runtime::Activity>();
  config_ = std::make_unique<caf::actor_system_config>();
  config_->module_factories.emplace_back(
    [this](caf::actor_system& system) -> caf::actor_system::module* {
      return scheduler_ = new SeededScheduler(system, seed_); // the system owns its modules
    });
  system_ = std::make_unique<caf::actor_system>(*config_);
  clock_.follow(scheduler_);
  services_ = std::make_unique<entities::Services>(*system_, *activity_, clock_);
  agents_ = std::make_unique<agents::AgentServices>(*services_);
  const auto fault = [this](const store::StoreError& error) {
    EXPECT_TRUE(dead_ || !own_disk_) << error.text;
    if (!dead_)
      fault_ = error.text;
    dead_ = true;
  };
  services_->transactions.set_journal(system_->spawn<entities::Journal>(
    entities::JournalOptions{model_.get(), &services_->transactions, activity_.get(), fault, {}}));
  agents_->history_kept = history_kept_;
  agents_->notes = notes_.get();
  agents_->notebook = system_->spawn<entities::Journal>(
    entities::JournalOptions{notes_.get(), nullptr, activity_.get(), fault, {}});
  agents_->providers.push_back(system_->spawn<SimulatedProviderActor>(
    std::ref(*activity_), std::ref(provider_), std::cref(dead_), std::ref(effects_)));
  agents_->write_unit_log = [this](store::MachineId, const std::string& unit,
                                   const agents::UnitLine& line) {
    if (!dead_ && line.level == "WARNING")
      warnings_[unit].push_back(line.text);
    if (!dead_ && line.source == "status")
      statuses_said_[unit].push_back(line.text);
  };
  PlayedHooks& played = hooks_.played();
  agents_->hooks = system_->spawn<SimulatedHooksActor>(
    std::ref(*activity_), std::ref(hooks_),
    system_->spawn<agents::HookDesk>(std::ref(*agents_),
                                     agents::HookDeskOptions{&played, &played, &played.places()}),
    std::cref(dead_), std::ref(effects_));
  client_ = system_->spawn<Caller>(std::ref(answers_), std::ref(commands_ended_));
  entities::spawn_recovered(*services_, contents());
  supervisor_ =
    system_->spawn<agents::Supervisor>(std::ref(*agents_), std::cref<store::Database>(*model_));
}

/// Whatever is still to be handled then changes nothing any more.
void SimulatedWorld::end() {
  if (!system_)
    return;
  dead_ = true;
  provider_.forget_askers();
  hooks_.kill_all();
  scheduler_->clock().cancel_all();
  scheduler_->run_until_quiet();
  scheduler_->clock().cancel_all();
  if (supervisor_)
    caf::anon_send_exit(supervisor_, caf::exit_reason::user_shutdown); // it would begin agents anew
  supervisor_ = {};
  scheduler_->run_until_quiet();
  services_->directory.clear();
  services_->set_janitor({});
  services_->set_forcer({});
  services_->transactions.set_journal({});
  agents_->providers.clear();
  agents_->hooks = {};
  agents_->notebook = {};
  client_ = {};
  scheduler_->run_until_quiet();
  clock_.follow(nullptr);
  system_.reset();
  agents_.reset();
  services_.reset();
  model_.reset();
  notes_.reset();
}

void SimulatedWorld::crash() {
  ++crashes_;
  crash_at_ = UINT64_MAX;
  end();
  begin();
}

void SimulatedWorld::crash_losing_notes() {
  ++crashes_;
  end();
  disk_->lose("/notes");
  disk_->lose("/notes.witness");
  begin();
}

void SimulatedWorld::crash_and_put(const std::vector<store::Record>& records) {
  ++crashes_;
  end();
  dead_ = false;
  open(model_, "/model");
  std::map<store::Key, std::string> sorted;
  for (const store::Record& record : records)
    sorted[store::key_of(record)] = store::encode(record);
  std::vector<store::Change> changes;
  for (auto& [key, value] : sorted)
    changes.push_back({key, std::move(value)});
  if (!model_->write(changes, model_->sequence() + 1))
    throw std::runtime_error("the model's store cannot be written");
  model_.reset();
  begin();
}

void SimulatedWorld::fail_agent(const std::string& task) {
  const caf::actor agent = provider_.last_asker(task);
  ASSERT_TRUE(agent) << "no agent asked for " << task;
  caf::anon_send_exit(agent, caf::exit_reason::unhandled_exception);
}

void SimulatedWorld::contend(const rules::Who& who, const std::string& cause) {
  ASSERT_TRUE(services_->directory.find(who)) << "there is no such entity";
  system_->spawn<Contention>(std::ref(*services_), who, cause, std::ref(contended_));
  run();
}

std::uint64_t SimulatedWorld::start(const protocol::Command& command) {
  services_->transactions.begin(client_, ++last_ticket_, command);
  return last_ticket_;
}

const protocol::Answer* SimulatedWorld::answer(std::uint64_t ticket) const {
  const auto found = answers_.find(ticket);
  return found == answers_.end() ? nullptr : &found->second;
}

protocol::Answer SimulatedWorld::run(const protocol::Command& command) {
  const int crashes_before = crashes_;
  const std::uint64_t ticket = start(command);
  run();
  if (const protocol::Answer* answered = answer(ticket))
    return *answered;
  EXPECT_NE(crashes_, crashes_before) << "not answered";
  return {};
}

void SimulatedWorld::deploy(const store::Charm& charm,
                            const std::string& name,
                            int units,
                            std::optional<store::MachineId> machine) {
  const protocol::Answer made = run(protocol::CreateApplication{name, charm, {}});
  ASSERT_TRUE(made.ok()) << made.text;
  for (int i = 0; i < units; ++i)
    (void)add_unit(name, machine);
}

std::string SimulatedWorld::add_unit(const std::string& application,
                                     std::optional<store::MachineId> machine) {
  const protocol::Answer made = run(protocol::AddUnit{application, machine});
  EXPECT_TRUE(made.ok()) << made.text;
  return made.created;
}

store::RelationId SimulatedWorld::relate(const std::string& first, const std::string& second) {
  const auto split = [](const std::string& text) {
    const std::size_t colon = text.find(':');
    return std::pair{text.substr(0, colon), text.substr(colon + 1)};
  };
  const auto [application, endpoint] = split(first);
  const auto [other, other_endpoint] = split(second);
  const protocol::Answer made =
    run(protocol::AddRelation{application, endpoint, other, other_endpoint});
  EXPECT_TRUE(made.ok()) << made.text;
  return static_cast<store::RelationId>(std::stoul(made.created));
}

std::uint64_t SimulatedWorld::exec(const std::string& whose, const std::string& script) {
  const caf::actor agent = agents_->roster.find(whose);
  if (!agent)
    throw std::runtime_error("nobody acts for " + whose);
  caf::send_as(client_, agent, protocol::RunCommand{++last_ticket_, script});
  return last_ticket_;
}

const protocol::CommandEnded* SimulatedWorld::exec_ended(std::uint64_t ticket) const {
  const auto found = commands_ended_.find(ticket);
  return found == commands_ended_.end() ? nullptr : &found->second;
}

hooks::ToolReply SimulatedWorld::tool(const std::string& unit,
                                      const std::vector<std::string>& arguments) {
  hooks_.played().call(unit, arguments);
  run();
  const std::optional<hooks::ToolReply>& reply = hooks_.played().reply();
  EXPECT_TRUE(reply) << "not answered";
  return reply.value_or(hooks::ToolReply{});
}

void SimulatedWorld::step(int messages) {
  for (int i = 0; i < messages && scheduler_->step(); ++i)
    continue;
}

void SimulatedWorld::run() {
  constexpr int most_steps = 2'000'000;
  for (int i = 0; i < most_steps; ++i) {
    if (crash_is_due())
      crash();
    if (dead_ || !scheduler_->step())
      return;
  }
  FAIL() << "still busy after " << most_steps << " messages";
}

void SimulatedWorld::advance(store::Milliseconds milliseconds) {
  run();
  const store::Milliseconds until = now() + milliseconds;
  while (now() < until) {
    caf::timespan left = std::chrono::milliseconds(until - now());
    const auto& schedule = scheduler_->clock().schedule();
    if (!schedule.empty())
      left = std::clamp<caf::timespan>(schedule.begin()->first - scheduler_->clock().now(),
                                       caf::timespan{0}, left);
    scheduler_->advance_time(left);
    run();
  }
}

void SimulatedWorld::settle() {
  constexpr int most_timers = 10'000;
  run();
  for (int i = 0; !dead_ && scheduler_->has_pending_timeout(); ++i) {
    ASSERT_LT(i, most_timers) << "still waiting after so many timers";
    const auto due = scheduler_->clock().schedule().begin()->first;
    scheduler_->advance_time(
      std::max<caf::timespan>(due - scheduler_->clock().now(), caf::timespan{0}));
    run();
  }
  if (!dead_)
    check();
}

void SimulatedWorld::check() {
  if (!hooks_.any_running() && !provider_.holds()) {
    EXPECT_EQ(activity_->count(), 0) << "settled, but something counts as still to happen";
  }
  const store::Contents all = contents();
  EXPECT_EQ(store::broken_invariants(all), std::vector<std::string>{}) << "seed " << seed_;
  const auto history =
    store::broken_history(*model_->snapshot(), all, rules::history_kept_longest(history_kept_));
  if (!history)
    throw std::runtime_error(history.error().text);
  EXPECT_EQ(*history, std::vector<std::string>{}) << "seed " << seed_;
}

store::Contents SimulatedWorld::contents() const {
  auto contents = store::read_contents(*model_->snapshot());
  if (!contents)
    throw std::runtime_error(contents.error().text);
  return std::move(*contents);
}

store::Unit SimulatedWorld::unit(const std::string& name) const {
  return contents().units.at(name);
}

store::UnitStatus SimulatedWorld::status(const std::string& unit) const {
  return contents().statuses.at(unit);
}

bool SimulatedWorld::has_unit(const std::string& name) const {
  return contents().units.contains(name);
}

std::vector<std::string> SimulatedWorld::notes(const std::string& prefix) const {
  std::vector<std::string> keys;
  const auto scanned = notes_->snapshot()->scan(prefix, [&](auto key, auto) {
    keys.emplace_back(key);
    return true;
  });
  EXPECT_TRUE(scanned) << scanned.error().text;
  return keys;
}

void SimulatedWorld::expect_nothing_left() const {
  const store::Contents left = contents();
  EXPECT_TRUE(left.units.empty());
  EXPECT_TRUE(left.statuses.empty());
  EXPECT_TRUE(left.applications.empty());
  EXPECT_TRUE(left.configs.empty());
  EXPECT_TRUE(left.relations.empty());
  EXPECT_TRUE(left.scopes.empty());
  EXPECT_TRUE(left.bags.empty());
  EXPECT_TRUE(left.cleanups.empty());
  EXPECT_TRUE(provider_.deployed().empty());
  EXPECT_EQ(notes(""), std::vector<std::string>{});
}

std::string SimulatedWorld::outline() const {
  const store::Contents all = contents();
  std::string text;
  const auto line = [&text](const std::string& what) { text += what + "\n"; };
  for (const auto& [id, machine] : all.machines)
    line(fmt::format("machine {} {} {} {}", id, store::to_string(machine.life), machine.instance,
                     machine.status.value));
  for (const auto& [name, unit] : all.units) {
    const store::UnitStatus& status = all.statuses.at(name);
    line(fmt::format("unit {} {} on {} of {}: {} {} {} {}", name, store::to_string(unit.life),
                     unit.machine, unit.principal, status.workflow, status.workload.value,
                     status.agent.value, status.error.hook));
  }
  for (const auto& [name, application] : all.applications)
    line(fmt::format("application {} {} units {} relations {} led {}", name,
                     store::to_string(application.life), application.unit_count,
                     application.relation_count, !application.leader.empty()));
  for (const auto& [id, relation] : all.relations)
    line(fmt::format("relation {} {} {}", id, relation.key, store::to_string(relation.life)));
  for (const auto& [key, scope] : all.scopes)
    line(fmt::format("scope {} {} {} {}", scope.relation, scope.unit, scope.container,
                     scope.departing));
  for (const auto& [key, bag] : all.bags)
    for (const auto& [option, value] : bag.values)
      line(fmt::format("bag {} {} {}={}", bag.relation, bag.owner, option, value));
  for (const auto& [id, cleanup] : all.cleanups)
    line(fmt::format("cleanup {}", id));
  for (const std::string& key : notes(""))
    line(fmt::format("note {}", key));
  for (const auto& [unit, machine] : provider_.deployed())
    line(fmt::format("deployed {} on {}", unit, machine));
  for (const std::string& instance : provider_.instances())
    line("instance " + instance);
  return text;
}

store::Charm make_charm(const std::string& name, std::vector<store::CharmEndpoint> endpoints) {
  store::Charm charm;
  charm.url = "local:" + name + "-1";
  charm.name = name;
  charm.revision = 1;
  charm.directory = "/charms/" + name;
  charm.endpoints = std::move(endpoints);
  return charm;
}

} // namespace orrery::test
