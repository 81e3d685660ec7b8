#include "cmd/conditions/query_world.hpp"

#include "cmd/views/render/status_layout.hpp"
#include "cmd/views/render/unit_state.hpp"
#include "config/model_keys.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace orrery::cmd::query {

namespace {

using ThingKind = Thing::Kind;

constexpr std::array<std::pair<ThingKind, std::string_view>, 4> thing_words{
  {{ThingKind::Model, "model"},
   {ThingKind::Application, "application"},
   {ThingKind::Unit, "unit"},
   {ThingKind::Machine, "machine"}}};

std::string life_word(store::Life life) {
  return std::string{store::to_string(life)};
}

template <typename Map, typename Key>
const typename Map::mapped_type* record_in(const Map& map, const Key& key) {
  const auto found = map.find(key);
  return found == map.end() ? nullptr : &found->second;
}

template <typename Map>
Things things_of(ThingKind kind, const Map& map) {
  Things things;
  for (const auto& [key, record] : map) {
    if constexpr (std::is_same_v<typename Map::key_type, std::string>)
      things.push_back({kind, key});
    else
      things.push_back({kind, std::to_string(key)});
  }
  std::sort(things.begin(), things.end(), [](const Thing& left, const Thing& right) {
    return store::natural_less(left.name, right.name);
  });
  return things;
}

} // namespace

std::optional<Thing::Kind> parse_kind(std::string_view word) {
  for (const auto& [kind, name] : thing_words)
    if (word == name)
      return kind;
  return std::nullopt;
}

std::string_view word_of(Thing::Kind kind) {
  return thing_words.at(static_cast<std::size_t>(kind)).second;
}

const std::vector<std::string>& World::names(Thing::Kind kind) {
  static const std::vector<std::string> model{"name",   "life",         "status",   "is-controller",
                                              "config", "applications", "machines", "units"};
  static const std::vector<std::string> application{
    "name",      "life",        "status",           "exposed", "charm-url",
    "min-units", "subordinate", "workload-version", "units",   "machines"};
  static const std::vector<std::string> unit{"name",
                                             "application",
                                             "base",
                                             "charm-url",
                                             "life",
                                             "public-address",
                                             "private-address",
                                             "machine-id",
                                             "principal",
                                             "subordinate",
                                             "workload-status",
                                             "workload-message",
                                             "agent-status"};
  static const std::vector<std::string> machine{
    "id", "name", "life", "status", "base", "instance-status", "container-type"};
  switch (kind) {
  case ThingKind::Model:
    return model;
  case ThingKind::Application:
    return application;
  case ThingKind::Unit:
    return unit;
  case ThingKind::Machine:
    break;
  }
  return machine;
}

const store::Machine* World::machine_of(const std::string& id) const {
  const auto number = store::parse_id(id);
  return number ? record_in(contents_.machines, *number) : nullptr;
}

bool World::has(const Thing& thing) const {
  switch (thing.kind) {
  case ThingKind::Model:
    return true;
  case ThingKind::Application:
    return contents_.applications.contains(thing.name);
  case ThingKind::Unit:
    return contents_.units.contains(thing.name);
  case ThingKind::Machine:
    break;
  }
  return machine_of(thing.name) != nullptr;
}

store::Life World::life_of(const Thing& thing) const {
  const auto life = [](const auto* record) {
    return record == nullptr ? store::Life::Dead : record->life;
  };
  switch (thing.kind) {
  case ThingKind::Model:
    return model_life_;
  case ThingKind::Application:
    return life(record_in(contents_.applications, thing.name));
  case ThingKind::Unit:
    return life(record_in(contents_.units, thing.name));
  case ThingKind::Machine:
    break;
  }
  return life(machine_of(thing.name));
}

std::optional<Value> World::property(const Thing& thing, std::string_view name) const {
  if (name == "life")
    return life_word(life_of(thing));
  if (name == "name" || (name == "id" && thing.kind == ThingKind::Machine))
    return thing.kind == ThingKind::Model ? contents_.model.name : thing.name;
  switch (thing.kind) {
  case ThingKind::Model:
    return of_model(name);
  case ThingKind::Application:
    return of_application(thing.name, name);
  case ThingKind::Unit:
    return of_unit(thing.name, name);
  case ThingKind::Machine:
    break;
  }
  return of_machine(thing.name, name);
}

std::optional<Value> World::of_model(std::string_view name) const {
  if (name == "status")
    return std::string{model_life_ == store::Life::Alive   ? "available"
                       : model_life_ == store::Life::Dying ? "destroying"
                                                           : ""};
  if (name == "is-controller")
    return false;
  if (name == "applications")
    return things_of(ThingKind::Application, contents_.applications);
  if (name == "machines")
    return things_of(ThingKind::Machine, contents_.machines);
  if (name == "units")
    return things_of(ThingKind::Unit, contents_.units);
  if (name != "config")
    return std::nullopt;
  if (!config_) {
    config_ = contents_.model_config.values;
    for (const auto& key : config::model_keys())
      if (key.usual)
        config_->emplace(key.name, *key.usual); // unless it is set
  }
  return &*config_;
}

const render::ApplicationPicture* World::picture_of(const std::string& application) const {
  if (!picture_) {
    units_ = store::pack_units(contents_);
    picture_.emplace(render::draw(index_, *units_, {}));
  }
  const auto& all = picture_->applications;
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& picture) {
    return picture.application->name == application;
  });
  return found == all.end() ? nullptr : &*found;
}

Things World::machines_of(const std::string& application) const {
  std::set<store::MachineId> ids;
  for (const store::Unit* unit : index_.units_of(application))
    if (unit->assigned)
      ids.insert(unit->machine);
  Things machines;
  for (const auto id : ids)
    machines.push_back({ThingKind::Machine, std::to_string(id)});
  return machines;
}

std::optional<Value> World::of_application(const std::string& application,
                                           std::string_view name) const {
  const auto* record = record_in(contents_.applications, application);
  if (name == "exposed")
    return record != nullptr && record->exposed;
  if (name == "subordinate")
    return record != nullptr && record->subordinate;
  if (name == "charm-url")
    return record == nullptr ? std::string{} : record->charm;
  if (name == "min-units")
    return std::int64_t{0};
  if (name == "machines")
    return machines_of(application);
  if (name == "units") {
    Things units;
    for (const store::Unit* unit : index_.units_of(application))
      units.push_back({ThingKind::Unit, unit->name});
    return units;
  }
  if (name != "status" && name != "workload-version")
    return std::nullopt;
  const auto* picture = picture_of(application);
  if (picture == nullptr)
    return std::string{};
  return name == "status" ? picture->status.value : picture->version;
}

std::optional<Value> World::of_unit(const std::string& unit, std::string_view name) const {
  const auto& all = names(ThingKind::Unit);
  if (std::find(all.begin(), all.end(), name) == all.end())
    return std::nullopt;
  if (name == "base")
    return render::base_text();
  const auto* record = record_in(contents_.units, unit);
  if (name == "subordinate")
    return record != nullptr && !record->principal.empty();
  if (record == nullptr)
    return std::string{};
  if (name == "application")
    return record->application;
  if (name == "charm-url")
    return record->charm;
  if (name == "principal")
    return record->principal;
  if (name == "machine-id")
    return record->assigned ? std::to_string(record->machine) : std::string{};
  if (name == "public-address" || name == "private-address") {
    const auto* machine = index_.machine_of(*record);
    return machine == nullptr ? std::string{} : machine->address;
  }
  const auto state = render::unit_state(index_, *record, {});
  if (name == "workload-message")
    return state.workload->message;
  return name == "workload-status" ? state.workload->value : state.agent->value;
}

std::optional<Value> World::of_machine(const std::string& machine, std::string_view name) const {
  if (name == "base")
    return render::base_text();
  if (name == "container-type")
    return std::string{};
  if (name != "status" && name != "instance-status")
    return std::nullopt;
  const auto* record = machine_of(machine);
  if (record == nullptr)
    return std::string{};
  if (name == "instance-status")
    return render::draw_machine(index_, *record).instance.value;
  return record->status.value.empty() ? std::string{"pending"} : record->status.value;
}

} // namespace orrery::cmd::query
