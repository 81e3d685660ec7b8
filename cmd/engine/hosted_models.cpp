#include "cmd/engine/hosted_models.hpp"

#include "actors/runtime/log.hpp"
#include "cmd/engine/layout.hpp"
#include "cmd/engine/uuid.hpp"
#include "store/kinds.hpp"

#include <fmt/format.h>

#include <system_error>
#include <utility>

namespace orrery::cmd {

namespace {

using Step = protocol::HostModel::Step;
using store::HostedModel;
using store::HostedState;

std::string gone_text(const HostedModel& record) {
  return fmt::format("model {}/{} is gone: it was destroyed", record.owner, record.name);
}

std::string left_text(const HostedModel& record) {
  return fmt::format("model {}/{} is being destroyed, but not all that it runs could be ended: see "
                     "the log for what is left, end that, and start the orchestrator again, which "
                     "goes on",
                     record.owner, record.name);
}

HostedModel end_of(const std::string& uuid, const ModelEnd& how) {
  HostedModel model;
  model.uuid = uuid;
  model.force = how.force;
  if (how.max_wait)
    model.max_wait = *how.max_wait;
  model.has_timeout = how.timeout && *how.timeout >= 0; // MD8: a negative one is none
  model.timeout = how.timeout.value_or(0);
  return model;
}

} // namespace

ModelFacts facts_of(const HostedModel& record) {
  const auto life = record.state == HostedState::Dying ? store::Life::Dying : store::Life::Alive;
  return {record.uuid, record.name, record.owner, life, false, record.since};
}

std::filesystem::path HostedModels::directory(const std::string& uuid) const {
  return process_.options.settings.data_directory / "models" / uuid;
}

protocol::Answer HostedModels::step(Step step, const HostedModel& model) {
  return first_.run(protocol::HostModel{step, model});
}

/// Reads it from the disk; with an empty UUID where it is not there.
HostedModel HostedModels::record_of(const std::string& uuid) const {
  auto found = first_.hosted_models();
  const auto record = found.find(uuid);
  return record == found.end() ? HostedModel{} : record->second;
}

void HostedModels::take(const HostedModel& record, std::shared_ptr<ModelHome> home) {
  const std::lock_guard lock(mutex_);
  models_[record.uuid] = Hosted{record, std::move(home), nullptr, false};
}

/// The directory goes before the record that says whose it is.
void HostedModels::forget(const std::string& uuid) {
  HostedModel model;
  model.uuid = uuid;
  const auto taken = process_.trash->take(directory(uuid));
  if (!taken)
    return runtime::log("engine")->error("the directory of a model that is gone stays{}",
                                         runtime::field("why", taken.error()));
  if (process_.users)
    process_.users->give_back_all(directory(uuid));
  if (const auto gone = step(Step::Forget, model); !gone.ok())
    runtime::log("engine")->error("the record of a model that is gone stays{}",
                                  runtime::field("why", gone.text));
}

std::shared_ptr<ModelHome> HostedModels::open(const HostedModel& record) {
  const ModelPlace place{record.uuid, directory(record.uuid), false};
  const auto unavailable = [&](const std::string& why) {
    runtime::log("engine")->error("a model cannot be served{}{}", runtime::field("why", why),
                                  runtime::model_fields(record.name, record.uuid));
    return std::make_shared<ModelHome>(
      process_, place,
      fmt::format("model {}/{} cannot be served: {}", record.owner, record.name, why));
  };
  std::error_code error;
  if (!std::filesystem::is_directory(place.directory / "store", error))
    return unavailable(place.directory.string()
                       + " holds no store: put the directory back, or destroy the model with "
                         "--force --timeout 0");
  auto stores = open_stores(settings_of_added(process_.options.settings), place,
                            process_.options.accept_loss, process_.block_cache);
  if (!stores)
    return unavailable(stores.error());
  auto home = std::make_shared<ModelHome>(process_, std::move(*stores), false);
  auto contents = home->read(record.name);
  if (!contents)
    return unavailable(contents.error());
  home->begin(std::move(*contents));
  return home;
}

void HostedModels::begin(const store::Contents& of_first) {
  for (const auto& [uuid, record] : of_first.hosted_models) {
    std::error_code error;
    const bool is_there = std::filesystem::exists(directory(uuid), error);
    if (record.state == HostedState::Making || (record.state == HostedState::Dying && !is_there)) {
      runtime::log("engine")->warn("what a crash has left of a model is taken away{}",
                                   runtime::model_fields(record.name, uuid));
      forget(uuid);
      continue;
    }
    take(record, open(record));
    if (record.state == HostedState::Dying)
      undertake(record);
  }
}

std::vector<HostedModels::Hosted> HostedModels::all() const {
  const std::lock_guard lock(mutex_);
  std::vector<Hosted> models;
  for (const auto& [uuid, model] : models_)
    models.push_back(model);
  return models;
}

/// Has all of the model on disk before the record says that the model is there.
tl::expected<void, std::string> HostedModels::make(const HostedModel& record,
                                                   const store::Settings& config) {
  const auto place = make_model_place(process_.options.settings.data_directory, record.uuid);
  if (!place)
    return tl::unexpected(place.error());
  auto stores =
    open_stores(settings_of_added(process_.options.settings), *place, false, process_.block_cache);
  if (!stores)
    return tl::unexpected(stores.error());
  auto home = std::make_shared<ModelHome>(process_, std::move(*stores), false);
  auto contents = home->read(record.name, config);
  if (!contents)
    return tl::unexpected(contents.error());
  if (const auto begun = step(Step::Begin, record); !begun.ok())
    return tl::unexpected(begun.text);
  home->begin(std::move(*contents));
  take(record_of(record.uuid), std::move(home));
  return {};
}

tl::expected<ModelFacts, std::string> HostedModels::add(const NewModel& wanted) {
  const std::shared_lock may_change(changes_);
  const config::Settings& settings = process_.options.settings;
  {
    const std::lock_guard one_at_a_time(noting_);
    if (auto noted = note_first_model(settings.data_directory, first_.uuid()); !noted)
      return tl::unexpected(noted.error());
  }
  HostedModel record;
  record.uuid = random_uuid();
  record.name = wanted.name;
  record.owner = wanted.owner;
  if (const auto made = step(Step::Make, record); !made.ok())
    return tl::unexpected(made.text);
  if (const auto made = make(record, wanted.config); !made) {
    forget(record.uuid);
    return tl::unexpected(made.error());
  }
  return facts_of(record_of(record.uuid));
}

tl::expected<void, std::string> HostedModels::destroy(const std::string& uuid,
                                                      const ModelEnd& how) {
  const std::shared_lock may_change(changes_);
  if (uuid == first_.uuid())
    return tl::unexpected(fmt::format(
      "model \"{}\" is the process's own: it ends with its data directory", first_.name()));
  if (is_left(uuid))
    return tl::unexpected(left_text(record_of(uuid)));
  if (const auto set = step(Step::End, end_of(uuid, how)); !set.ok())
    return tl::unexpected(set.text);
  else if (set.verdict == protocol::Verdict::Done)
    undertake(record_of(uuid));
  return {};
}

void HostedModels::undertake(const HostedModel& record) {
  std::shared_ptr<Undertaker> undertaker;
  {
    const std::lock_guard lock(mutex_);
    const auto found = models_.find(record.uuid);
    if (found == models_.end())
      return; // gone meanwhile
    if (found->second.is_left)
      return;
    found->second.record = record;
    if (found->second.undertaker == nullptr)
      found->second.undertaker = std::make_shared<Undertaker>(
        *found->second.home, process_.clock, [this, uuid = record.uuid] { bury(uuid); });
    undertaker = found->second.undertaker;
  }
  undertaker->arm(record);
}

void HostedModels::bury(const std::string& uuid) {
  Hosted model;
  {
    const std::lock_guard lock(mutex_);
    model = models_.at(uuid);
  }
  if (!model.home->end(gone_text(model.record), left_text(model.record)))
    return leave(model.record);
  forget(uuid);
  runtime::log("engine")->info("a model was destroyed{}",
                               runtime::model_fields(model.record.name, uuid));
  const std::lock_guard lock(mutex_);
  buried_.push_back(std::move(model.home));
  models_.erase(uuid);
}

/// Leaves directory, users of units and record of a model as they are: something uses them still.
void HostedModels::leave(const HostedModel& record) {
  runtime::log("engine")->error("a model is destroyed only by the next start{}{}",
                                runtime::field("why", left_text(record)),
                                runtime::model_fields(record.name, record.uuid));
  const std::lock_guard lock(mutex_);
  models_.at(record.uuid).is_left = true;
}

bool HostedModels::is_left(const std::string& uuid) const {
  const std::lock_guard lock(mutex_);
  const auto found = models_.find(uuid);
  return found != models_.end() && found->second.is_left;
}

backup::OtherModels HostedModels::for_backup() {
  backup::OtherModels others;
  others.unchanged = std::make_shared<std::unique_lock<std::shared_mutex>>(changes_);
  for (const Hosted& model : all())
    if (auto source = model.home->backup_source())
      others.served.push_back(std::move(*source));
  return others;
}

void HostedModels::stop() {
  for (const Hosted& model : all())
    if (model.undertaker)
      model.undertaker->stop();
}

} // namespace orrery::cmd
