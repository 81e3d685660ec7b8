#include "cmd/engine/model_home.hpp"

#include "actors/agents/begin_at_rest.hpp"
#include "actors/agents/hook_desk.hpp"
#include "actors/agents/log_keeper.hpp"
#include "actors/agents/provider_actor.hpp"
#include "actors/agents/supervisor.hpp"
#include "actors/agents/update_status_timer.hpp"
#include "actors/entities/journal.hpp"
#include "actors/entities/spawn.hpp"
#include "actors/hooks/end_programs.hpp"
#include "actors/hooks/parts_when_needed.hpp"
#include "actors/hooks/unit_log.hpp"
#include "actors/runtime/heap.hpp"
#include "actors/runtime/log.hpp"
#include "cmd/engine/address_block.hpp"
#include "cmd/engine/bootstrap.hpp"
#include "cmd/engine/data_trash.hpp"
#include "cmd/engine/moved_storage.hpp"
#include "cmd/engine/provider_options.hpp"
#include "cmd/engine/unused_charms.hpp"

#include <caf/scoped_actor.hpp>
#include <caf/send.hpp>

#include <functional>
#include <utility>

/// How a model begins and stops. What sessions ask of it: model_home_reads.cpp.
namespace orrery::cmd {

namespace {

/// Units that find the socket of their last hook: as many as have agents that stay; 4 KiB each.
constexpr std::size_t kept_sockets = 4096;
constexpr std::chrono::seconds orphans_grace{5};

} // namespace

ModelHome::ModelHome(ProcessParts& process, Stores stores, bool is_first)
  : process_(process), stores_(std::move(stores)), is_first_(is_first),
    entities_(process.system, activity_, process.clock), of_model_(entities_) {}

ModelHome::ModelHome(ProcessParts& process, ModelPlace place, const std::string& why)
  : ModelHome(process, Stores{std::move(place), nullptr, nullptr}, false) {
  gate_.close(why);
}

tl::expected<store::Contents, std::string> ModelHome::read(const std::string& name,
                                                           const store::Settings& config) {
  auto contents =
    read_or_make_model(*stores_.model, name, stores_.place.uuid, process_.clock.now(), config);
  if (!contents)
    return tl::unexpected(contents.error().text);
  remove_unused_charms(stores_.place.directory, *contents);
  if (const auto brought = bring_storage_along(*stores_.model, stores_.place.directory, *contents);
      !brought)
    return tl::unexpected(brought.error().text);
  return std::move(*contents);
}

std::optional<backup::ModelSource> ModelHome::backup_source() const {
  auto use = std::make_shared<ModelGate::Use>(gate_);
  if (!*use)
    return std::nullopt;
  auto source =
    cmd::backup_source(stores_, is_first_ ? settings() : settings_of_added(settings()), entities_);
  source.hold_keys = [this] { return vault_->hold(); };
  source.in_use = std::move(use);
  return source;
}

void ModelHome::begin(store::Contents contents) {
  of_model_.name = contents.model.name;
  of_model_.uuid = contents.model.uuid;
  of_host_.boot = process_.boot;
  if (!is_first_) {
    block_.emplace(process_.blocks, block_before(contents));
    of_host_.watches_when_needed = true;
  }
  make_world(contents);
  begin_journals();
  commits_.reached(stores_.model->sequence());
  auto resting =
    std::async(std::launch::async, [&] { agents::begin_at_rest(agent_services(), contents); });
  entities::spawn_recovered(entities_, contents); // neither tells the other anything yet
  resting.get();
  for (const std::string& unit : units_without_data(stores_.place.directory, contents))
    (void)of_model_.roster.stir(unit); // its agent begins, and says so
  begin_keepers();
  begin_agents();
  forgotten_ = std::async(std::launch::async, [contents = std::move(contents)]() mutable {
    contents = {}; // takes a while, and nobody waits for it
    runtime::give_back_free_memory_now();
  });
}

void ModelHome::make_world(const store::Contents& contents) {
  const std::filesystem::path& model = stores_.place.directory;
  const EngineOptions& options = process_.options;
  hooks::end_orphaned_hooks(model, orphans_grace);
  keepers_.emplace(model);
  groups_ = settle_groups(is_first_ ? options.machine_groups
                                    : groups_of_added(options.machine_groups, stores_.place.uuid),
                          model, options.settings);
  auto provider =
    provider_options(options, model, groups_, *keepers_, process_.blocks, *process_.trash);
  const auto warn_from = [of_model = of_model_.log_fields()](const char* component) {
    return [of_model, component](const std::string& text) {
      runtime::log(component)->warn("{}{}", text, of_model);
    };
  };
  provider.warn = warn_from("provider");
  provider.model_block = block_ ? &*block_ : nullptr;
  if (process_.users) {
    provider.users = &*process_.users;
    provider.storage_units = storage_units(contents);
  }
  provider_ = providers::make_process_provider(std::move(provider));
  auto runner = runner_options(options, model, groups_, *keepers_);
  runner.warn = warn_from("engine");
  runner_ = is_first_ ? hooks::HookRunner::make(std::move(runner))
                      : hooks::runner_when_needed(std::move(runner));
  tools_ = is_first_ ? hooks::ToolServer::make(kept_sockets)
                     : hooks::tool_server_when_needed(kept_sockets);
}

void ModelHome::begin_journals() {
  journal_ = spawn_blocking<entities::Journal>(
    process_.journals,
    entities::JournalOptions{
      stores_.model.get(), &entities_.transactions, &activity_, process_.reserve.or_stop(),
      [this](std::uint64_t sequence) { commits_.reached(sequence); }, stores_.notes.get()});
  entities_.transactions.set_journal(journal_);
  of_model_.roster.set_most_idle(settings().idle_agents);
  of_model_.notes = stores_.notes.get();
  of_model_.local_model.set_database(stores_.model.get());
  begin_vault();
  of_model_.notebook = spawn_blocking<entities::Journal>(
    process_.journals, entities::JournalOptions{stores_.notes.get(),
                                                nullptr,
                                                &of_model_.activity(),
                                                process_.reserve.or_stop(),
                                                {},
                                                stores_.model.get()});
  update_status_timer_ = agents::begin_update_status(of_model_, process_.services,
                                                     agents::charms_below(stores_.place.directory));
}

/// A session that waited for its user's input may seal when the model has ended meanwhile.
void ModelHome::begin_vault() {
  vault_.emplace(stores_.place.directory / store::SecretVault::file_name,
                 [this] { return sealed_sample(); });
  of_model_.local_model.set_vault(&*vault_);
}

/// Begins the keepers of logs and of charms, for what is removed while the model runs.
void ModelHome::begin_keepers() {
  of_host_.write_unit_log = [this](const std::string& unit, const agents::UnitLine& line) {
    hooks::UnitLog(provider_->log(unit), settings().unit_log_limit).append(hooks::log_line(line));
  };
  log_keeper_ = spawn_blocking<agents::LogKeeper>(
    process_.for_blocking, std::ref(activity_), stores_.place.directory / "logs",
    settings().removed_unit_logs, take_to(*process_.trash, of_model_.log_fields()));
  keep_charms(entities_, stores_.place.directory, *stores_.model, *process_.trash,
              is_first_ ? nullptr : &process_.for_blocking.system());
  of_host_.unit_recalled = [this](const std::string& unit) {
    tools_->forget(unit);
    const std::filesystem::path log = provider_->log(unit);
    caf::anon_send(log_keeper_, agents::LogRemains{log.filename().string()});
  };
}

void ModelHome::begin_agents() {
  caf::actor_system& system = process_.system;
  of_model_.faults = process_.options.allow_faults ? &faults_ : nullptr;
  for (std::size_t i = 0; i < agents::provider_threads; ++i)
    of_host_.providers.push_back(spawn_blocking<agents::ProviderActor>(
      process_.for_blocking, std::ref(activity_), std::ref(*provider_)));
  const agents::HookDeskOptions desk{runner_.get(),   tools_.get(),
                                     provider_.get(), &inputs(),
                                     &debug_,         stores_.place.directory / "charms"};
  of_host_.hooks = system.spawn<agents::HookDesk>(agent_services(), desk);
  supervisor_ = system.spawn<agents::Supervisor>(agent_services(), std::cref(*stores_.model));
}

void ModelHome::stop_hooks(std::chrono::milliseconds grace) {
  runner_->stop(grace); // hooks that were stopped are queued again: their agents note it
  leave_groups(groups_);
  (void)activity_.wait_settled(std::chrono::milliseconds(500), [] { return false; });
  tools_->keep_none();
}

void ModelHome::stop_writing() {
  caf::scoped_actor self{process_.system};
  for (const caf::actor& user : {of_model_.notebook, journal_, entities_.servants.charm_keeper()}) {
    caf::anon_send_exit(user, caf::exit_reason::user_shutdown); // what has queued is done first
    self->wait_for(user);
  }
}

void ModelHome::close_stores() {
  stores_.notes.reset();
  stores_.model.reset();
}

} // namespace orrery::cmd
