#include "cmd/engine/engine.hpp"

#include "actors/agents/begin_at_rest.hpp"
#include "actors/agents/hook_desk.hpp"
#include "actors/agents/hook_slots.hpp"
#include "actors/agents/log_keeper.hpp"
#include "actors/agents/provider_actor.hpp"
#include "actors/agents/supervisor.hpp"
#include "actors/agents/update_status_timer.hpp"
#include "actors/entities/journal.hpp"
#include "actors/entities/spawn.hpp"
#include "actors/hooks/end_programs.hpp"
#include "actors/hooks/unit_log.hpp"
#include "actors/runtime/heap.hpp"
#include "actors/runtime/log.hpp"
#include "actors/runtime/parking.hpp"
#include "cmd/backup/data_desk.hpp"
#include "cmd/engine/address_block.hpp"
#include "cmd/engine/boot.hpp"
#include "cmd/engine/bootstrap.hpp"
#include "cmd/engine/commits.hpp"
#include "cmd/engine/data_trash.hpp"
#include "cmd/engine/disk_reserve.hpp"
#include "cmd/engine/entity_references.hpp"
#include "cmd/engine/group_places.hpp"
#include "cmd/engine/observation.hpp"
#include "cmd/engine/own_log.hpp"
#include "cmd/engine/provider_options.hpp"
#include "cmd/engine/stores.hpp"
#include "cmd/engine/system_config.hpp"
#include "cmd/engine/unused_charms.hpp"
#include "cmd/views/explain/shown.hpp"
#include "store/history.hpp"

#include <caf/scoped_actor.hpp>
#include <caf/send.hpp>

#include <future>

namespace orrery::cmd {

namespace {

/// Tasks for providers that may block each other; a machine's own tasks stay in order.
constexpr std::size_t provider_threads = 4;
/// Units that find the socket of their last hook: as many as have agents that stay; 4 KiB each.
constexpr std::size_t kept_sockets = 4096;
constexpr std::chrono::seconds orphans_grace{5}, entities_patience{30}; // for a slow disk

class RunningEngine final : public Engine {
public:
  RunningEngine(EngineOptions options, Stores stores)
    : options_(std::move(options)), stores_(std::move(stores)), system_(config_),
      entities_(system_, activity_, clock_), agents_(entities_) {}

  tl::expected<void, std::string> begin();
  protocol::Answer run(const protocol::Command& command) override;
  tl::expected<store::Contents, store::StoreError> contents() override {
    return store::read_contents(*stores_.model->snapshot());
  }
  tl::expected<store::Contents, store::StoreError> named(const explain::Named& named) override {
    return explain::read_named(*stores_.model->snapshot(), named);
  }
  tl::expected<explain::Neighbourhood, store::StoreError>
  around(const explain::Subject& subject) override {
    EntityReferences references(entities_, entities_patience);
    return explain::read_neighbourhood(*stores_.model, references, subject);
  }
  tl::expected<explain::Neighbourhood, store::StoreError>
  shown(const explain::Choice& choice) override {
    EntityReferences references(entities_, entities_patience);
    return explain::read_shown(*stores_.model, references, choice);
  }
  tl::expected<explain::StatusRecords, store::StoreError>
  in_status(const explain::Choice& choice) override {
    EntityReferences references(entities_, entities_patience);
    return explain::read_status(*stores_.model, references, choice);
  }
  tl::expected<store::Contents, store::StoreError>
  relations_between(const std::string& first, const std::string& second) override {
    EntityReferences references(entities_, entities_patience);
    return explain::read_relations_between(*stores_.model, references, first, second);
  }
  tl::expected<std::vector<store::LifeStep>, store::StoreError>
  history(const store::EntityRef& entity) override {
    return store::read_history(*stores_.model->snapshot(), entity);
  }
  FoundOperation operation(store::TaskId id) override { return store::read_operation(*now(), id); }
  FoundOperation task(store::TaskId id) override { return store::read_task(*now(), id); }
  tl::expected<void, store::StoreError>
  each_operation(const std::function<bool(store::OperationSeen)>& take) override {
    return store::each_operation(*now(), take);
  }
  tl::expected<check::Observed, std::string> observe() override;
  tl::expected<check::Observed, std::string> observe_records() override {
    return cmd::observe_records(stores_, options_.settings);
  }
  bool wait_settled(std::chrono::milliseconds timeout,
                    const std::function<bool()>& cancelled) override {
    return activity_.wait_settled(timeout, cancelled);
  }
  bool wait_settled(const std::set<std::string>& applications,
                    std::chrono::milliseconds timeout,
                    const std::function<bool()>& cancelled) override {
    return agents_.holds.wait_settled(applications, timeout, cancelled);
  }
  tl::expected<void, std::string> inject(const agents::Fault& fault) override;
  std::uint64_t wait_change(std::uint64_t seen, std::chrono::milliseconds timeout) override {
    return commits_.wait(seen, timeout);
  }
  std::map<std::string, std::string> log_levels() override { return runtime::log_levels(); }
  bool set_log_level(const std::string& component, const std::string& level) override {
    return component.empty() ? runtime::set_log_level(level)
                             : runtime::set_log_level(component, level);
  }
  hooks::DebugSessions* debug_sessions() override { return &debug_; }
  backup::Desk* backups() override { return &*backups_; }
  const config::Settings& settings() const override { return options_.settings; }
  const std::filesystem::path& data_directory() const override { return stores_.place.directory; }
  config::CharmsHold hold_charms() override { return hold_charms_of(data_directory(), entities_); }
  std::filesystem::path own_logs() const override { return settings().data_directory / "logs"; }
  void stop(std::chrono::milliseconds grace) override;

private:
  [[nodiscard]] std::unique_ptr<store::Snapshot> now() const { return stores_.model->snapshot(); }
  void make_world();
  void begin_journals();
  void begin_agents(const store::Contents& contents);
  EngineOptions options_;
  Stores stores_;
  DiskReserve reserve_{options_.settings.data_directory};
  runtime::WallClock clock_;
  runtime::Activity activity_;
  Commits commits_;
  SystemConfig config_;
  caf::actor_system system_;
  entities::Services entities_;
  agents::AgentServices agents_;
  agents::Faults faults_{agents_.roster};
  providers::AddressBlocks blocks_;
  std::optional<backup::DataDesk> backups_;
  std::optional<hooks::KeeperRegister> keepers_;
  GroupPlaces groups_;
  std::unique_ptr<providers::Trash> trash_;
  std::unique_ptr<providers::Provider> provider_;
  std::unique_ptr<hooks::HookRunner> runner_;
  hooks::DebugSessions debug_{[this](std::uint64_t hook) { runner_->end_debugged(hook); }};
  std::unique_ptr<hooks::ToolServer> tools_;
  caf::actor journal_, log_keeper_;
  std::future<void> forgotten_; ///< What was decoded for the start.
};

void RunningEngine::make_world() {
  const std::filesystem::path& model = stores_.place.directory;
  hooks::end_orphaned_hooks(model, orphans_grace);
  keepers_.emplace(model);
  groups_ = settle_groups(options_.machine_groups, model, options_.settings);
  trash_ = make_data_trash(options_.settings.data_directory);
  provider_ = providers::make_process_provider(
    provider_options(options_, model, groups_, *keepers_, blocks_, *trash_));
  runner_ = hooks::HookRunner::make(runner_options(options_, model, groups_, *keepers_));
  tools_ = hooks::ToolServer::make(kept_sockets);
}

void RunningEngine::begin_journals() {
  journal_ = system_.spawn<entities::Journal, caf::detached>(entities::JournalOptions{
    stores_.model.get(), &entities_.transactions, &activity_, reserve_.or_stop(),
    [this](std::uint64_t sequence) { commits_.reached(sequence); }, stores_.notes.get()});
  entities_.transactions.set_journal(journal_);
  agents_.settings = options_.settings;
  agents_.history_kept = options_.settings.history_kept;
  agents_.roster.set_most_idle(options_.settings.idle_agents);
  agents_.notes = stores_.notes.get();
  agents_.local_model.set_database(stores_.model.get());
  agents_.notebook = system_.spawn<entities::Journal, caf::detached>(entities::JournalOptions{
    stores_.notes.get(), nullptr, &activity_, reserve_.or_stop(), {}, stores_.model.get()});
  agents::begin_update_status(agents_, agents::charms_below(stores_.place.directory));
}

void RunningEngine::begin_agents(const store::Contents& contents) {
  agents_.faults = options_.allow_faults ? &faults_ : nullptr;
  agents_.write_unit_log = [this](const std::string& unit, const agents::UnitLine& line) {
    hooks::UnitLog(provider_->log(unit), options_.settings.unit_log_limit)
      .append(hooks::log_line(line));
  };
  log_keeper_ = system_.spawn<agents::LogKeeper, caf::detached>(
    std::ref(activity_), data_directory() / "logs", settings().removed_unit_logs, take_to(*trash_));
  keep_charms(entities_, stores_.place.directory, *stores_.model, *trash_);
  agents_.unit_recalled = [this](const std::string& unit) {
    tools_->forget(unit);
    const std::filesystem::path log = provider_->log(unit);
    caf::anon_send(log_keeper_, agents::LogRemains{log.filename().string()});
  };
  agents_.model_name = contents.model.name;
  agents_.model_uuid = contents.model.uuid;
  for (std::size_t i = 0; i < provider_threads; ++i)
    agents_.providers.push_back(system_.spawn<agents::ProviderActor, caf::detached>(
      std::ref(activity_), std::ref(*provider_)));
  const agents::HookDeskOptions desk{runner_.get(), tools_.get(), provider_.get(), &inputs(),
                                     &debug_};
  agents_.hooks = system_.spawn<agents::HookDesk>(std::ref(agents_), desk);
  agents_.slots =
    system_.spawn<agents::HookSlots>(std::ref(activity_), settings().hook_parallelism);
  system_.spawn<agents::Supervisor>(std::ref(agents_), std::cref(*stores_.model));
  trash_->begin();
}

tl::expected<void, std::string> RunningEngine::begin() {
  keep_own_log(options_.settings);
  reserve_.take();
  auto contents = read_or_make_model(*stores_.model, options_.settings.model_name,
                                     stores_.place.uuid, clock_.now());
  if (!contents)
    return tl::unexpected(contents.error().text);
  remove_unused_charms(stores_.place.directory, *contents);
  if (auto taken = take_address_block(options_.settings, *contents, blocks_); !taken)
    return taken;
  if (auto met = meet_boot(options_, clock_.now(), agents_.boot); !met)
    return met;
  backups_.emplace(backup_source(stores_, options_.settings, entities_, agents_.boot));
  make_world();
  begin_journals();
  commits_.reached(stores_.model->sequence());
  auto resting = std::async(std::launch::async, [&] { agents::begin_at_rest(agents_, *contents); });
  entities::spawn_recovered(entities_, *contents); // neither tells the other anything yet
  resting.get();
  begin_agents(*contents);
  const bool is_managed = !needs_manager(*contents);
  forgotten_ = std::async(std::launch::async, [contents = std::move(*contents)]() mutable {
    contents = {}; // takes a while, and nobody waits for it
    runtime::give_back_free_memory_now();
  });
  if (is_managed)
    return {};
  const protocol::Answer made = run(protocol::AddMachine{true, true});
  return made.ok() ? tl::expected<void, std::string>{} : tl::unexpected(made.text);
}

protocol::Answer RunningEngine::run(const protocol::Command& command) {
  if (auto refused = reserve_.refusal(command))
    return std::move(*refused);
  caf::scoped_actor self{system_};
  entities_.transactions.begin(caf::actor_cast<caf::actor>(self), 0, command);
  protocol::Answer outcome;
  self->receive([&outcome](const protocol::Answer& answer) { outcome = answer; });
  return outcome;
}

tl::expected<check::Observed, std::string> RunningEngine::observe() {
  const auto written = [this] {
    return std::pair(stores_.model->sequence(), stores_.notes->sequence());
  };
  const auto before = written();
  const bool settled = activity_.count() == 0;
  auto observed = observe_all(stores_, *provider_, options_.settings);
  if (observed)
    observed->quiet = settled && activity_.count() == 0 && written() == before;
  return observed;
}

tl::expected<void, std::string> RunningEngine::inject(const agents::Fault& fault) {
  if (!options_.allow_faults)
    return Orchestrator::inject(fault);
  runtime::log("engine")->warn("a fault is injected{}", agents::fields_of(fault));
  return faults_.inject(fault);
}

void RunningEngine::stop(std::chrono::milliseconds grace) {
  runner_->stop(grace); // hooks that were stopped are queued again: their agents note it
  leave_groups(groups_);
  (void)activity_.wait_settled(std::chrono::milliseconds(500), [] { return false; });
  tools_->keep_none();
  caf::scoped_actor self{system_};
  for (const caf::actor& user : {agents_.notebook, journal_, entities_.servants.charm_keeper()}) {
    caf::anon_send_exit(user, caf::exit_reason::user_shutdown); // what has queued is done first
    self->wait_for(user);
  }
  // Agents may read still: a store that stays open is one after a crash, with all on disk.
  if (!runtime::park_workers(system_, std::chrono::seconds{5}))
    return;
  stores_.notes.reset();
  stores_.model.reset();
}

} // namespace

tl::expected<std::unique_ptr<Engine>, std::string> Engine::start(EngineOptions options) {
  auto stores = open_stores(options.settings, options.accept_loss);
  if (!stores)
    return tl::unexpected(stores.error());
  auto engine = std::make_unique<RunningEngine>(std::move(options), std::move(*stores));
  if (const auto begun = engine->begin(); !begun) {
    (void)engine.release(); // actors may run: it cannot be destroyed, the process ends
    return tl::unexpected(begun.error());
  }
  runtime::give_back_free_memory();
  return engine;
}

} // namespace orrery::cmd
