#include "cmd/simulate/world.hpp"

#include "actors/agents/begin_at_rest.hpp"
#include "actors/agents/hook_desk.hpp"
#include "actors/agents/hook_slots.hpp"
#include "actors/agents/supervisor.hpp"
#include "actors/agents/update_status_timer.hpp"
#include "actors/entities/journal.hpp"
#include "actors/entities/spawn.hpp"
#include "actors/runtime/log.hpp"
#include "actors/workflow/hooks_left.hpp"
#include "cmd/simulate/journal_tap.hpp"
#include "cmd/simulate/programs.hpp"
#include "cmd/simulate/simulated_provider_actor.hpp"
#include "cmd/simulate/spectator.hpp"
#include "store/codec.hpp"

#include <caf/actor_cast.hpp>
#include <caf/exit_reason.hpp>
#include <caf/send.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

/// A simulated world's process: how it begins and ends.
namespace orrery::simulate {

World::World(WorldOptions options)
  : options_(std::move(options)), findings_(options_.listener),
    own_disk_(options_.disk == nullptr ? std::make_unique<store::SimulatedDisk>() : nullptr),
    disk_(options_.disk == nullptr ? own_disk_.get() : options_.disk), hooks_(findings_),
    next_order_(options_.seed) {
  runtime::set_log_level("off"); // what goes wrong is asked for, and checked
  if (options_.before == nullptr)
    return;
  provider_ = options_.before->provider_;
  hooks_.go_on_from(options_.before->hooks_);
  clock_.go_on_from(options_.before->clock_);
  boot_ = options_.before->boot_;
  options_.before = nullptr;
}

World::~World() {
  end();
}

void World::end() {
  if (system_)
    end_process();
}

void World::begin() {
  begin_process();
  settle();
}

std::unique_ptr<MortalDatabase> World::open(const char* directory,
                                            MortalDatabase::Written written) {
  constexpr int most_tries = 3; // a person starts it again
  const store::OpenOptions options{
    .directory = directory, .env = disk_->environment(), .accept_loss = false};
  auto opened = store::Database::open(options);
  for (int i = 1; !opened && own_disk_ && disk_->failed_path() && i < most_tries; ++i)
    opened = store::Database::open(options);
  if (!opened)
    throw std::runtime_error(opened.error().text);
  return std::make_unique<MortalDatabase>(std::move(*opened), dead_, effects_, std::move(written));
}

void World::begin_process() {
  dead_ = false;
  model_ = open("/model", [this](std::uint64_t sequence) {
    if (options_.spectator != nullptr)
      options_.spectator->committed(sequence);
  });
  notes_ = open("/notes", {});
  store::Contents found = contents();
  if (found.model.uuid.empty()) {
    found.model.name = "simulated";
    found.model.uuid = "0b7c6f6e-7a7b-4c54-8b0c-444444444444";
    if (const auto written = model_->write({{store::model_key(), store::encode(found.model)}}, 1);
        !written)
      throw std::runtime_error(written.error().text);
  }
  if (options_.spectator != nullptr)
    options_.spectator->process_began(*model_);
  try {
    begin_actors(found.model);
  } catch (...) { // the model could not be read
    end_process();
    throw;
  }
  if (std::none_of(found.machines.begin(), found.machines.end(),
                   [](const auto& machine) { return machine.second.manage_model; }))
    start(protocol::AddMachine{true, true});
}

/// In the order of cmd/engine.
void World::begin_actors(const store::Model& model) {
  activity_ = std::make_unique<runtime::Activity>();
  config_ = std::make_unique<caf::actor_system_config>();
  config_->module_factories.emplace_back(
    [this](caf::actor_system& system) -> caf::actor_system::module* {
      return scheduler_ = new SeededScheduler( // the system owns its modules
               system, next_order_++);
    });
  system_ = std::make_unique<caf::actor_system>(*config_);
  clock_.follow(scheduler_);
  services_ = std::make_unique<entities::Services>(*system_, *activity_, clock_);
  agents_ = std::make_unique<AgentSide>(*services_, clock_);
  if (options_.between)
    end_between_ = options_.between(agents_->model, *services_);
  agents_->model.name = model.name;
  agents_->model.uuid = model.uuid;
  agents_->host.boot = boot_;
  agents_->process.settings.idle_agents = options_.idle_agents;
  agents_->model.roster.set_most_idle(options_.idle_agents);
  agents_->process.beginnings.set_most(options_.most_beginning);
  begin_journals();
  agents_->process.history_kept = options_.history_kept;
  for (std::size_t i = 0; i < (options_.shared_host ? agents::provider_threads : 1); ++i)
    agents_->host.providers.push_back(system_->spawn<SimulatedProviderActor>(
      std::ref(agents_->model.activity()), std::ref(provider_), std::cref(dead_),
      std::ref(effects_), std::cref(clock_), options_.spectator));
  agents_->host.write_unit_log = [this](const std::string& unit, const agents::UnitLine& line) {
    if (!dead_ && line.level == "WARNING")
      warnings_[unit].push_back(line.text);
    if (!dead_ && line.source == "status")
      statuses_said_[unit].push_back(line.text);
  };
  agents_->host.unit_recalled = [this](const std::string& unit) {
    if (!dead_)
      units_recalled_.insert(unit);
  };
  begin_hooks();
  if (options_.update_status)
    scheduler_->await_no_timers_of(agents::begin_update_status(
      agents_->model, agents_->process,
      [this](const std::string& directory, const std::string& hook) {
        const std::vector<std::string> hooks = provider_.hooks_of_charm(directory);
        return std::any_of(hooks.begin(), hooks.end(),
                           [&](const std::string& name) { return name == hook || name == "*"; });
      }));
  client_ = system_->spawn([this](caf::event_based_actor*) -> caf::behavior {
    return {[this](const protocol::Answer& answer) { answered(answer); }};
  });
  const store::Contents recovered = contents();
  entities::spawn_recovered(*services_, recovered);
  agents::begin_at_rest(agents_->all, recovered);
  supervisor_ =
    system_->spawn<agents::Supervisor>(agents_->all, std::cref<store::Database>(*model_));
}

void World::begin_journals() {
  const auto fault = [this](const store::StoreError& error) { disk_failed(error); };
  journal_ = system_->spawn<entities::Journal>(
    entities::JournalOptions{model_.get(), &services_->transactions, activity_.get(), fault, {}});
  services_->transactions.set_journal(
    options_.spectator == nullptr
      ? journal_
      : system_->spawn<JournalTap>(journal_, std::ref(*scheduler_), std::ref(*options_.spectator),
                                   std::cref(dead_)));
  agents_->model.notes = notes_.get();
  agents_->model.local_model.set_database(model_.get());
  agents_->model.notebook = system_->spawn<entities::Journal>(
    entities::JournalOptions{notes_.get(), nullptr, &agents_->model.activity(), fault, {}});
}

void World::begin_hooks() {
  if (options_.shared_host)
    agents_->process.slots = system_->spawn<agents::HookSlots>(
      std::ref(agents_->model.activity()), agents_->process.settings.hook_parallelism);
  if (programs_ != nullptr) {
    programs_->set_driver(system_->spawn<ProgramDriver>(std::ref(agents_->model.activity()),
                                                        std::ref(*programs_), std::cref(dead_)));
    agents_->host.hooks = system_->spawn<agents::HookDesk>(
      agents_->all, agents::HookDeskOptions{programs_, programs_, &programs_->places()});
    return;
  }
  PlayedHooks& played = hooks_.played();
  agents_->host.hooks = system_->spawn<SimulatedHooksActor>(
    std::ref(agents_->model.activity()), std::ref(hooks_),
    system_->spawn<agents::HookDesk>(agents_->all,
                                     agents::HookDeskOptions{&played, &played, &played.places()}),
    std::cref(agents_->host), std::cref(dead_), std::ref(effects_));
}

/// Whatever is still to be handled then changes nothing any more.
void World::end_process() {
  if (options_.spectator != nullptr)
    options_.spectator->process_died();
  if (!dead_)
    image_ = disk_->image();
  dead_ = true;
  hurry_disk();
  provider_.forget_askers();
  hooks_.kill_all();
  if (programs_ != nullptr)
    programs_->kill_all();
  scheduler_->clock().cancel_all();
  scheduler_->run_until_quiet();
  scheduler_->clock().cancel_all();
  if (supervisor_) // it would begin agents anew
    caf::anon_send_exit(supervisor_, caf::exit_reason::user_shutdown);
  supervisor_ = {};
  scheduler_->run_until_quiet();
  services_->directory.clear();
  services_->servants.set_janitor({});
  services_->servants.set_forcer({});
  services_->servants.set_secret_keeper({});
  services_->transactions.set_journal({});
  agents_->host.hooks = {};
  agents_->process.slots = {};
  agents_->model.update_status.set_timer({});
  agents_->model.notebook = {};
  journal_ = {};
  client_ = {};
  scheduler_->run_until_quiet();
  agents_->host.providers.clear(); // last: what ran a hook has ended only now, and its unit went on
  end_between_();
  scheduler_->run_until_quiet();
  clock_.follow(nullptr);
  system_.reset();
  end_between_ = [] {};
  agents_.reset();
  services_.reset();
  model_.reset();
  notes_.reset();
}

void World::crash(const store::PowerCut& cut) {
  end_for_now(cut);
  begin_process();
}

void World::start_host_again() {
  end_for_now({});
  ++boot_;
  provider_.start_host_again();
  begin_process();
}

void World::crash_setting_clock(store::Milliseconds by) {
  end_for_now({});
  set_clock(by);
  begin_process();
}

void World::crash_losing_notes() {
  end_for_now({});
  disk_->lose("/notes");
  disk_->lose("/notes.witness");
  begin_process();
}

void World::crash_and_put(const std::vector<store::Record>& records) {
  end_for_now({});
  dead_ = false;
  model_ = open("/model", {});
  std::map<store::Key, std::string> sorted;
  for (const store::Record& record : records)
    sorted[store::key_of(record)] = store::encode(record);
  std::vector<store::Change> changes;
  for (auto& [key, value] : sorted)
    changes.push_back({key, std::move(value)});
  if (!model_->write(changes, model_->sequence() + 1))
    throw std::runtime_error("the model's store cannot be written");
  model_.reset();
  begin_process();
}

void World::end_for_now(const store::PowerCut& cut) {
  ++crashes_;
  crash_at_ = UINT64_MAX;
  calls_left_ = 0;
  cut_ = {};
  end_process();
  if (!own_disk_)
    return;
  own_disk_ = std::make_unique<store::SimulatedDisk>(image_.after(cut));
  disk_ = own_disk_.get();
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

} // namespace orrery::simulate
