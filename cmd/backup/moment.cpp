#include "cmd/backup/moment.hpp"

#include "store/checkpoint.hpp"
#include "store/codec.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <map>
#include <utility>
#include <variant>

namespace orrery::backup {

namespace {

namespace fs = std::filesystem;

/// Facts of the copied records: the model, the directories of its charms and resources, and the
/// models beside it by UUID.
struct Recorded {
  store::Model model;
  std::set<std::string> charms;
  std::map<std::string, store::HostedModel> others;

  void take(const store::Record& record) {
    if (const auto* own = std::get_if<store::Model>(&record))
      model = *own;
    else if (const auto* other = std::get_if<store::HostedModel>(&record))
      others.emplace(other->uuid, *other);
    else if (const auto* charm = std::get_if<store::Charm>(&record))
      charms.insert(fs::path(charm->directory).filename().string());
    else if (const auto* resources = std::get_if<store::Resources>(&record);
             resources != nullptr && store::is_application_name(resources->owner))
      for (const auto& [name, resource] : resources->all)
        charms.insert(store::kept_resource_name(resource.hash));
  }
};

tl::expected<Recorded, std::string> read_recorded(const store::Snapshot& records) {
  Recorded recorded;
  std::string damage;
  const auto visit = [&](std::string_view key, std::string_view value) {
    const auto record = store::decode(key, value);
    if (record)
      recorded.take(*record);
    else
      damage = record.error().what;
    return damage.empty();
  };
  for (const std::string& prefix : {store::model_key(), store::hosted_model_key(""),
                                    store::charm_key(""), store::resources_key("")})
    if (const auto read = records.scan(prefix, visit); !read)
      return tl::unexpected(read.error().text);
  if (!damage.empty())
    return tl::unexpected(damage);
  return recorded;
}

/// @param stores gets the copies; made unless it is there.
/// @param others gets the models beside this one that its records name.
tl::expected<Moment, std::string> moment_of(const ModelSource& source,
                                            const Limits& limits,
                                            bool with_key,
                                            const fs::path& stores,
                                            std::map<std::string, store::HostedModel>& others) {
  if (::mkdir(stores.c_str(), S_IRWXU) != 0 && !fs::is_directory(stores))
    return tl::unexpected("cannot make " + stores.string());
  if (auto allowed = limits.allow(stores, source.memory); !allowed)
    return tl::unexpected(allowed.error());
  Moment moment{source, source.hold_charms(), {}, stores, {}, {}, {}};
  if (source.hold_keys)
    moment.keys = source.hold_keys();
  const auto pair = store::copy_pair(source.stores, stores / "store", stores / "agents");
  if (!pair)
    return tl::unexpected(pair.error().text);
  auto recorded = read_recorded(*pair->records);
  if (!recorded)
    return tl::unexpected(recorded.error());
  auto key = note_key(source.directory, *pair->records, with_key);
  if (!key)
    return tl::unexpected(key.error());
  moment.key = std::move(*key);
  moment.model = {source.uuid, recorded->model.name, pair->model, pair->notes,
                  moment.key.name_left_out};
  moment.charms = std::move(recorded->charms);
  others = std::move(recorded->others);
  return moment;
}

} // namespace

tl::expected<Moments, std::string>
copy_stores(const Source& source, const Limits& limits, bool with_key, const fs::path& place) {
  const OtherModels others = source.others();
  Moments moments;
  std::map<std::string, store::HostedModel> known;
  auto first = moment_of(source.first, limits, with_key, place, known);
  if (!first)
    return tl::unexpected(first.error());
  moments.models.push_back(std::move(*first));
  for (const auto& [uuid, record] : known) {
    if (record.state == store::HostedState::Making)
      continue; // a start takes it away
    const std::string name = record.owner + "/" + record.name;
    const auto served =
      std::find_if(others.served.begin(), others.served.end(),
                   [&uuid = uuid](const ModelSource& each) { return each.uuid == uuid; });
    if (served == others.served.end()) {
      moments.missing.push_back("model " + name
                                + (record.state == store::HostedState::Dying
                                     ? ": it is being destroyed"
                                     : ": it cannot be served; see the log of its start"));
      continue;
    }
    std::map<std::string, store::HostedModel> none;
    auto moment = moment_of(*served, limits, with_key, place / uuid, none);
    if (!moment)
      return tl::unexpected("model " + name + ": " + moment.error());
    moment->model.name = name;
    moments.models.push_back(std::move(*moment));
  }
  return moments;
}

} // namespace orrery::backup
