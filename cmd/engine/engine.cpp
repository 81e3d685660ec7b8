#include "cmd/engine/engine.hpp"

#include "actors/agents/hook_slots.hpp"
#include "actors/runtime/heap.hpp"
#include "actors/runtime/log.hpp"
#include "actors/runtime/parking.hpp"
#include "cmd/backup/data_desk.hpp"
#include "cmd/client/model_reference.hpp"
#include "cmd/engine/address_block.hpp"
#include "cmd/engine/boot.hpp"
#include "cmd/engine/bootstrap.hpp"
#include "cmd/engine/data_trash.hpp"
#include "cmd/engine/hosted_models.hpp"
#include "cmd/engine/model_home.hpp"
#include "cmd/engine/own_log.hpp"
#include "cmd/engine/process_parts.hpp"
#include "cmd/engine/served_version.hpp"
#include "cmd/engine/stores.hpp"
#include "cmd/engine/unknown_data.hpp"
#include "cmd/verbs/version.hpp"
#include "config/counted.hpp"
#include "store/kinds.hpp"

#include <algorithm>
#include <future>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace orrery::cmd {

namespace {

class RunningEngine final : public Engine {
public:
  RunningEngine(EngineOptions options, config::Descriptor lock, store::BlockCache blocks)
    : lock_(std::move(lock)), parts_(std::move(options), std::move(blocks)) {}

  tl::expected<void, std::string> begin(Stores stores);
  std::shared_ptr<Orchestrator> find_model(const std::string& name,
                                           const std::string& asking) override;
  std::vector<ModelFacts> all() override;
  tl::expected<ModelFacts, std::string> add(const NewModel& model) override {
    return others_->add(model);
  }
  tl::expected<void, std::string> destroy(const std::string& uuid, const ModelEnd& how) override {
    return others_->destroy(uuid, how);
  }
  void stop(std::chrono::milliseconds grace) override;

private:
  tl::expected<void, std::string> begin_process(const ModelHome& model,
                                                const store::Contents& contents);

  config::Descriptor lock_; ///< Of the data directory.
  ProcessParts parts_;
  std::shared_ptr<ModelHome> first_;
  std::optional<HostedModels> others_;
  store::Milliseconds created_ = 0; ///< The first model.
};

/// Refuses a directory of a model of which no record tells: whoever put it there decides (MD34).
/// Where the first store is older than its models, or is gone, and that is accepted, such a model
/// is put aside whole, and so is one that is being made as far as the store knows.
tl::expected<void, std::string> settle_strangers(const EngineOptions& options,
                                                 const ModelPlace& first,
                                                 const store::Contents& known) {
  const std::filesystem::path& data = options.settings.data_directory;
  for (const std::filesystem::path& place : model_directories(data)) {
    const std::string uuid = place.filename().string();
    const auto found = known.hosted_models.find(uuid);
    const bool is_known = found != known.hosted_models.end();
    const bool is_half =
      is_known && options.accept_loss && found->second.state == store::HostedState::Making;
    if (uuid == first.uuid || (is_known && !is_half))
      continue;
    if (!options.accept_loss)
      return tl::unexpected("the model in " + place.string()
                            + " is none of this orchestrator's: move it to a data directory of its "
                              "own, or, if the first model's store has lost something, start with "
                              "--accept-loss, which puts it aside. Nothing was changed");
    const auto aside = put_model_aside(data, place);
    if (!aside)
      return tl::unexpected(aside.error());
    runtime::log("store")->warn(
      "a model that the first one does not know was put aside: in models/ of an empty data "
      "directory it is one of its own{}{}",
      runtime::field("model", uuid), runtime::field("to", aside->string()));
  }
  return {};
}

/// Judges all models before one is touched. Those that a first store names are judged once that is
/// open; one that is not there names none.
tl::expected<void, std::string> judge_models(const EngineOptions& options,
                                             const ModelPlace& first) {
  const auto places = model_directories(options.settings.data_directory);
  std::error_code error;
  if (places.size() < 2 || std::filesystem::exists(first.directory / "store" / "CURRENT", error))
    return {};
  if (!options.accept_loss)
    return tl::unexpected(
      (first.directory / "store").string() + " is missing beside "
      + config::counted(places.size() - 1, "other model")
      + ", and nothing else says whose they are. Nothing was changed: put it back from a backup "
        "with its witness, or start with --accept-loss: an empty model begins then, and all other "
        "models are put aside");
  return settle_strangers(options, first, {});
}

/// Takes what the process needs before a model begins.
/// @param model of which the backups are, @param contents out of whose addresses a block is chosen.
tl::expected<void, std::string> RunningEngine::begin_process(const ModelHome& model,
                                                             const store::Contents& contents) {
  config::Settings& settings = parts_.options.settings;
  if (auto taken = take_address_block(settings, contents, parts_.blocks); !taken)
    return taken;
  if (auto met = meet_boot(parts_.options, parts_.clock.now(), parts_.boot); !met)
    return met;
  parts_.backups = std::make_unique<backup::DataDesk>(
    backup::Source{model.backup_source().value(), [this] { return others_->for_backup(); },
                   settings.data_directory, std::string(own_version), parts_.boot});
  if (settings.run_as_unit) {
    parts_.users.emplace(settings.run_as_range);
    for (const std::filesystem::path& place : model_directories(settings.data_directory))
      parts_.users->read(place);
  }
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
  const auto known = store::read_kinds(*stores.model->snapshot(), "j");
  if (!known)
    return tl::unexpected(known.error().text);
  if (auto settled = settle_strangers(parts_.options, stores.place, *known); !settled)
    return settled;
  first_ = std::make_shared<ModelHome>(parts_, std::move(stores));
  ModelHome& model = *first_;
  auto contents = model.read(settings.model_name);
  if (!contents)
    return tl::unexpected(contents.error());
  if (auto begun = begin_process(model, *contents); !begun)
    return begun;
  const bool is_managed = !needs_manager(*contents);
  created_ = contents->model.created;
  model.begin(std::move(*contents));
  others_.emplace(parts_, model);
  others_->begin(*known);
  parts_.trash->begin();
  if (is_managed)
    return {};
  const protocol::Answer made = model.run(protocol::AddMachine{true, true});
  return made.ok() ? tl::expected<void, std::string>{} : tl::unexpected(made.text);
}

std::shared_ptr<Orchestrator> RunningEngine::find_model(const std::string& name,
                                                        const std::string& asking) {
  const auto reference = name.empty() ? ModelReference{} : parse_model_reference(name);
  if (!reference || !first_)
    return nullptr;
  if (!reference->controller.empty() && reference->controller != usual_controller)
    return nullptr;
  if (reference->model.empty())
    return first_;
  std::vector<std::shared_ptr<Orchestrator>> by_uuid;
  std::shared_ptr<Orchestrator> by_name;
  const auto look = [&](const ModelIdentity& identity, const std::shared_ptr<ModelHome>& model) {
    const auto match = matches(*reference, identity, asking);
    if (match == ModelMatch::Name)
      by_name = model;
    else if (match == ModelMatch::Uuid)
      by_uuid.push_back(model);
  };
  look({usual_owner, first_->name(), first_->uuid()}, first_);
  for (const HostedModels::Hosted& model : others_->all())
    look({model.record.owner, model.record.name, model.record.uuid}, model.home);
  return by_name || by_uuid.size() != 1 ? by_name : by_uuid.front();
}

std::vector<ModelFacts> RunningEngine::all() {
  std::vector<ModelFacts> facts{
    {first_->uuid(), first_->name(), usual_owner, store::Life::Alive, true, created_}};
  for (const HostedModels::Hosted& model : others_->all())
    facts.push_back(facts_of(model.record));
  std::sort(facts.begin(), facts.end(), [](const ModelFacts& one, const ModelFacts& other) {
    return std::tie(one.name, one.owner) < std::tie(other.name, other.owner);
  });
  return facts;
}

void RunningEngine::stop(std::chrono::milliseconds grace) {
  others_->stop();
  std::vector<std::shared_ptr<ModelHome>> models{first_};
  for (HostedModels::Hosted& model : others_->all())
    if (model.home->is_served())
      models.push_back(std::move(model.home));
  std::vector<std::future<void>> stopping; // each may take all of its grace
  for (const auto& model : models)
    stopping.push_back(
      std::async(std::launch::async, [&model, grace] { model->stop_hooks(grace); }));
  for (std::future<void>& one : stopping)
    one.get();
  for (const auto& model : models)
    model->stop_writing();
  // Agents may read still: a store that stays open is one after a crash, with all on disk.
  if (!runtime::park_workers(parts_.system, std::chrono::seconds{5}))
    return;
  for (const auto& model : models)
    model->close_stores();
}

} // namespace

tl::expected<std::unique_ptr<Engine>, std::string> Engine::start(EngineOptions options) {
  auto served = open_directory(options.settings, options.accept_loss);
  if (!served)
    return tl::unexpected(served.error());
  if (auto judged = judge_models(options, served->place); !judged)
    return tl::unexpected(judged.error());
  auto blocks = store::make_block_cache(options.settings.store_buffer);
  auto stores = open_stores(options.settings, served->place, options.accept_loss, blocks);
  if (!stores)
    return tl::unexpected(stores.error());
  if (auto noted = note_version(options.settings.data_directory); !noted)
    return tl::unexpected(noted.error());
  auto engine =
    std::make_unique<RunningEngine>(std::move(options), std::move(served->lock), std::move(blocks));
  if (const auto begun = engine->begin(std::move(*stores)); !begun) {
    (void)engine.release(); // actors may run: it cannot be destroyed, the process ends
    return tl::unexpected(begun.error());
  }
  runtime::give_back_free_memory();
  return engine;
}

} // namespace orrery::cmd
