#include "cmd/engine/engine.hpp"

#include "actors/agents/hook_slots.hpp"
#include "actors/runtime/heap.hpp"
#include "actors/runtime/parking.hpp"
#include "cmd/backup/data_desk.hpp"
#include "cmd/client/model_reference.hpp"
#include "cmd/engine/address_block.hpp"
#include "cmd/engine/boot.hpp"
#include "cmd/engine/bootstrap.hpp"
#include "cmd/engine/data_trash.hpp"
#include "cmd/engine/model_home.hpp"
#include "cmd/engine/own_log.hpp"
#include "cmd/engine/process_parts.hpp"
#include "cmd/engine/served_version.hpp"
#include "cmd/engine/stores.hpp"

#include <map>
#include <utility>
#include <vector>

namespace orrery::cmd {

namespace {

class RunningEngine final : public Engine {
public:
  RunningEngine(EngineOptions options, config::Descriptor lock)
    : lock_(std::move(lock)), parts_(std::move(options)) {}

  tl::expected<void, std::string> begin(Stores stores);
  std::shared_ptr<Orchestrator> find_model(const std::string& name,
                                           const std::string& asking) override;
  void stop(std::chrono::milliseconds grace) override;

private:
  tl::expected<void, std::string> begin_process(const ModelHome& model,
                                                const store::Contents& contents);

  config::Descriptor lock_; ///< Of the data directory.
  ProcessParts parts_;
  std::map<std::string, std::shared_ptr<ModelHome>> models_; ///< By UUID; one yet.
};

/// Takes what the process needs before a model begins.
/// @param model of which the backups are, @param contents out of whose addresses a block is chosen.
tl::expected<void, std::string> RunningEngine::begin_process(const ModelHome& model,
                                                             const store::Contents& contents) {
  config::Settings& settings = parts_.options.settings;
  if (auto taken = take_address_block(settings, contents, parts_.blocks); !taken)
    return taken;
  if (auto met = meet_boot(parts_.options, parts_.clock.now(), parts_.boot); !met)
    return met;
  parts_.backups = std::make_unique<backup::DataDesk>(model.backup_source());
  parts_.trash = make_data_trash(settings.data_directory);
  agents::ProcessServices& services = parts_.services;
  services.settings = settings;
  services.history_kept = settings.history_kept;
  services.slots =
    parts_.system.spawn<agents::HookSlots>(std::ref(parts_.activity), settings.hook_parallelism);
  return {};
}

tl::expected<void, std::string> RunningEngine::begin(Stores stores) {
  const config::Settings& settings = parts_.options.settings;
  keep_own_log(settings);
  parts_.reserve.take();
  const std::string uuid = stores.place.uuid;
  auto& model = *(models_[uuid] = std::make_shared<ModelHome>(parts_, std::move(stores)));
  auto contents = model.read(settings.model_name);
  if (!contents)
    return tl::unexpected(contents.error());
  if (auto begun = begin_process(model, *contents); !begun)
    return begun;
  const bool is_managed = !needs_manager(*contents);
  model.begin(std::move(*contents));
  parts_.trash->begin();
  if (is_managed)
    return {};
  const protocol::Answer made = model.run(protocol::AddMachine{true, true});
  return made.ok() ? tl::expected<void, std::string>{} : tl::unexpected(made.text);
}

std::shared_ptr<Orchestrator> RunningEngine::find_model(const std::string& name,
                                                        const std::string& asking) {
  const auto reference = name.empty() ? ModelReference{} : parse_model_reference(name);
  if (!reference || models_.empty())
    return nullptr;
  if (!reference->controller.empty() && reference->controller != usual_controller)
    return nullptr;
  if (reference->model.empty())
    return models_.begin()->second;
  std::vector<std::shared_ptr<Orchestrator>> by_uuid;
  for (const auto& [uuid, model] : models_) {
    const auto match = matches(*reference, {usual_owner, model->name(), uuid}, asking);
    if (match == ModelMatch::Name)
      return model;
    if (match == ModelMatch::Uuid)
      by_uuid.push_back(model);
  }
  return by_uuid.size() == 1 ? by_uuid.front() : nullptr;
}

void RunningEngine::stop(std::chrono::milliseconds grace) {
  for (const auto& [uuid, model] : models_)
    model->stop_hooks(grace);
  for (const auto& [uuid, model] : models_)
    model->stop_writing();
  // Agents may read still: a store that stays open is one after a crash, with all on disk.
  if (!runtime::park_workers(parts_.system, std::chrono::seconds{5}))
    return;
  for (const auto& [uuid, model] : models_)
    model->close_stores();
}

} // namespace

tl::expected<std::unique_ptr<Engine>, std::string> Engine::start(EngineOptions options) {
  auto served = open_directory(options.settings, options.accept_loss);
  if (!served)
    return tl::unexpected(served.error());
  auto stores = open_stores(options.settings, served->place, options.accept_loss);
  if (!stores)
    return tl::unexpected(stores.error());
  if (auto noted = note_version(options.settings.data_directory); !noted)
    return tl::unexpected(noted.error());
  auto engine = std::make_unique<RunningEngine>(std::move(options), std::move(served->lock));
  if (const auto begun = engine->begin(std::move(*stores)); !begun) {
    (void)engine.release(); // actors may run: it cannot be destroyed, the process ends
    return tl::unexpected(begun.error());
  }
  runtime::give_back_free_memory();
  return engine;
}

} // namespace orrery::cmd
