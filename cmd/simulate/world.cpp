#include "cmd/simulate/world.hpp"

#include "actors/agents/begin_at_rest.hpp"
#include "actors/agents/hook_desk.hpp"
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

/// A simulated model: how it begins and ends with its process.
namespace orrery::simulate {

namespace {

std::unique_ptr<Process> process_of(const WorldOptions& options) {
  if (options.first != nullptr)
    return nullptr;
  return std::make_unique<Process>(ProcessOptions{options.seed, options.history_kept, options.disk,
                                                  options.idle_agents, options.most_beginning});
}

} // namespace

World::World(WorldOptions options)
  : options_(std::move(options)), own_process_(process_of(options_)),
    process_(own_process_ ? *own_process_ : options_.first->process_), findings_(options_.listener),
    hooks_(findings_) {
  runtime::set_log_level("off"); // what goes wrong is asked for, and checked
  process_.enter(*this);
  if (options_.first != nullptr) {
    const std::string number = std::to_string(process_.models().size());
    name_ += "-" + number;
    uuid_.replace(uuid_.size() - number.size(), number.size(), number);
    directories_end_ = "-" + number;
  }
  if (options_.before == nullptr)
    return;
  provider_ = options_.before->provider_;
  hooks_.go_on_from(options_.before->hooks_);
  process_.go_on_from(options_.before->process_);
  options_.before = nullptr;
}

World::~World() {
  end();
  process_.leave(*this);
}

void World::end() {
  if (process_.has(*this))
    process_.end();
}

void World::crash_and_leave() {
  process_.crash({}, [this] {
    process_.leave(*this);
    lose("/model");
    lose("/notes");
  });
}

void World::begin() {
  begin_process();
  settle();
}

void World::begin_process() {
  process_.begin();
}

void World::open_stores() {
  const auto opened = [this](const char* kind, MortalDatabase::Written written) {
    return std::make_unique<MortalDatabase>(process_.open(store_of(kind)), process_.dead(),
                                            process_.effects(), std::move(written));
  };
  model_ = opened("/model", [this](std::uint64_t sequence) {
    if (options_.spectator != nullptr)
      options_.spectator->committed(sequence);
  });
  notes_ = opened("/notes", {});
  store::Contents found = contents();
  needs_machine_ = options_.first == nullptr
                   && std::none_of(found.machines.begin(), found.machines.end(),
                                   [](const auto& machine) { return machine.second.manage_model; });
  if (found.model.uuid.empty()) {
    found.model.name = name_;
    found.model.uuid = uuid_;
    if (const auto written = model_->write({{store::model_key(), store::encode(found.model)}}, 1);
        !written)
      throw std::runtime_error(written.error().text);
  }
  if (options_.spectator != nullptr)
    options_.spectator->process_began(*model_);
}

/// In the order of cmd/engine.
void World::begin_actors() {
  const store::Contents recovered = contents();
  activity_ = std::make_unique<runtime::Activity>();
  services_ = std::make_unique<entities::Services>(system(), *activity_, process_.clock());
  agents_ = std::make_unique<AgentSide>(*services_, process_.services());
  if (options_.between)
    end_between_ = options_.between(agents_->model, *services_);
  agents_->model.name = recovered.model.name;
  agents_->model.uuid = recovered.model.uuid;
  agents_->host.boot = process_.boot();
  agents_->host.watches_when_needed = options_.first != nullptr;
  agents_->model.roster.set_most_idle(process_.services().settings.idle_agents);
  begin_journals();
  for (std::size_t i = 0; i < (options_.shared_host ? agents::provider_threads : 1); ++i)
    agents_->host.providers.push_back(system().spawn<SimulatedProviderActor>(
      std::ref(agents_->model.activity()), std::ref(provider_), std::cref(process_.dead()),
      std::ref(process_.effects()), std::cref(process_.clock()), options_.spectator));
  agents_->host.write_unit_log = [this](const std::string& unit, const agents::UnitLine& line) {
    if (!is_dead() && line.level == "WARNING")
      warnings_[unit].push_back(line.text);
    if (!is_dead() && line.source == "status")
      statuses_said_[unit].push_back(line.text);
  };
  agents_->host.unit_recalled = [this](const std::string& unit) {
    if (!is_dead())
      units_recalled_.insert(unit);
  };
  begin_hooks();
  if (options_.update_status)
    process_.scheduler().await_no_timers_of(agents::begin_update_status(
      agents_->model, agents_->process,
      [this](const std::string& directory, const std::string& hook) {
        const std::vector<std::string> hooks = provider_.hooks_of_charm(directory);
        return std::any_of(hooks.begin(), hooks.end(),
                           [&](const std::string& name) { return name == hook || name == "*"; });
      }));
  client_ = system().spawn([this](caf::event_based_actor*) -> caf::behavior {
    return {[this](const protocol::Answer& answer) { answered(answer); }};
  });
  entities::spawn_recovered(*services_, recovered);
  agents::begin_at_rest(agents_->all, recovered);
  supervisor_ =
    system().spawn<agents::Supervisor>(agents_->all, std::cref<store::Database>(*model_));
}

void World::begin_machine() {
  if (needs_machine_)
    start(protocol::AddMachine{true, true});
}

void World::begin_journals() {
  const auto fault = [this](const store::StoreError& error) { disk_failed(error); };
  journal_ = system().spawn<entities::Journal>(
    entities::JournalOptions{model_.get(), &services_->transactions, activity_.get(), fault, {}});
  services_->transactions.set_journal(
    options_.spectator == nullptr
      ? journal_
      : system().spawn<JournalTap>(journal_, std::ref(process_.scheduler()),
                                   std::ref(*options_.spectator), std::cref(process_.dead())));
  agents_->model.notes = notes_.get();
  agents_->model.local_model.set_database(model_.get());
  agents_->model.notebook = system().spawn<entities::Journal>(
    entities::JournalOptions{notes_.get(), nullptr, &agents_->model.activity(), fault, {}});
}

void World::begin_hooks() {
  if (options_.shared_host)
    process_.share_places();
  const auto& dead = process_.dead();
  if (programs_ != nullptr) {
    programs_->set_driver(system().spawn<ProgramDriver>(std::ref(agents_->model.activity()),
                                                        std::ref(*programs_), std::cref(dead)));
    agents_->host.hooks = system().spawn<agents::HookDesk>(
      agents_->all, agents::HookDeskOptions{programs_, programs_, &programs_->places()});
    return;
  }
  PlayedHooks& played = hooks_.played();
  agents_->host.hooks = system().spawn<SimulatedHooksActor>(
    std::ref(agents_->model.activity()), std::ref(hooks_),
    system().spawn<agents::HookDesk>(agents_->all,
                                     agents::HookDeskOptions{&played, &played, &played.places()}),
    std::cref(agents_->host), std::cref(dead), std::ref(process_.effects()));
}

void World::tell_of_death() {
  if (options_.spectator != nullptr)
    options_.spectator->process_died();
}

void World::end_programs() {
  provider_.forget_askers();
  hooks_.kill_all();
  if (programs_ != nullptr)
    programs_->kill_all();
}

void World::end_supervisor() {
  if (supervisor_) // it would begin agents anew
    caf::anon_send_exit(supervisor_, caf::exit_reason::user_shutdown);
  supervisor_ = {};
}

void World::end_actors() {
  if (services_ == nullptr)
    return; // its process has ended before it began
  services_->directory.clear();
  services_->servants.set_janitor({});
  services_->servants.set_forcer({});
  services_->servants.set_secret_keeper({});
  services_->transactions.set_journal({});
  agents_->host.hooks = {};
  agents_->model.update_status.set_timer({});
  agents_->model.notebook = {};
  journal_ = {};
  client_ = {};
}

/// Last: what ran a hook has ended only now, and its unit went on.
void World::end_providers() {
  if (agents_ != nullptr)
    agents_->host.providers.clear();
  end_between_();
}

void World::forget_process() {
  end_between_ = [] {};
  agents_.reset();
  services_.reset();
  model_.reset();
  notes_.reset();
}

void World::start_host_again() {
  process_.crash({}, [this] {
    process_.start_host_again();
    for (World* model : process_.models())
      model->provider_.start_host_again();
  });
}

void World::crash_setting_clock(store::Milliseconds by) {
  process_.crash({}, [&] { set_clock(by); });
}

void World::crash_losing_notes() {
  process_.crash({}, [this] { lose("/notes"); });
}

void World::lose(const char* kind) {
  process_.disk().lose(store_of(kind));
  process_.disk().lose(store_of(kind) + ".witness");
}

void World::crash_and_put(const std::vector<store::Record>& records) {
  process_.crash({}, [&] {
    const auto model = process_.open(store_of("/model"));
    std::map<store::Key, std::string> sorted;
    for (const store::Record& record : records)
      sorted[store::key_of(record)] = store::encode(record);
    std::vector<store::Change> changes;
    for (auto& [key, value] : sorted)
      changes.push_back({key, std::move(value)});
    if (!model->write(changes, model->sequence() + 1))
      throw std::runtime_error("the model's store cannot be written");
  });
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
