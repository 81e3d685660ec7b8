#include "cmd/views/explain/status_reading.hpp"

#include "cmd/views/explain/moment.hpp"
#include "cmd/views/explain/part_of_status.hpp"
#include "store/kinds.hpp"

#include <algorithm>

namespace orrery::explain {
namespace {

template <class Map>
bool any_leaving(const Map& entities) {
  return std::any_of(entities.begin(), entities.end(),
                     [](const auto& entry) { return entry.second.life != store::Life::Alive; });
}

bool is_everything(const Choice& choice) {
  return choice.selectors.empty()
         || std::any_of(choice.selectors.begin(), choice.selectors.end(),
                        [](const render::Selector& each) { return each.is_status_word(); });
}

/// Whether the status of something tells what it waits for.
bool any_waiting(const store::Contents& contents, bool unit_leaving) {
  const auto draining = [](const auto& entry) { return entry.second.draining; };
  return unit_leaving || any_leaving(contents.applications) || any_leaving(contents.relations)
         || any_leaving(contents.machines)
         || std::any_of(contents.machines.begin(), contents.machines.end(), draining);
}

tl::expected<store::Contents, store::StoreError> read_everything(const store::Snapshot& snapshot) {
  return store::read_kinds(snapshot, "machusredDpt");
}

/// Adds the storage of the units that are there.
tl::expected<void, store::StoreError> read_storage_of_units(store::Contents& contents,
                                                            const store::Snapshot& snapshot) {
  if (auto read = store::read_kinds(contents, snapshot, "dD"); !read)
    return read;
  const auto is_of_another = [&contents](const auto& entry) {
    return !contents.units.contains(entry.second.unit);
  };
  std::erase_if(contents.storages, is_of_another);
  std::erase_if(contents.attachments, is_of_another);
  return {};
}

/// In a quiet moment, but where no entity is asked.
template <class Read>
auto read_durable(const store::Database& database, const Choice& choice, Read read) {
  return is_everything(choice) ? read(*database.snapshot()) : in_a_quiet_moment(database, read);
}

} // namespace

tl::expected<StatusRecords, store::StoreError> read_status(const store::Snapshot& snapshot) {
  // The model, applications, charms, hosts, relations, storage.
  constexpr std::string_view always = "machrdD";
  constexpr std::string_view of_units = "usept"; // units, their statuses, scopes and open tasks
  auto contents = store::read_kinds(snapshot, always);
  if (!contents)
    return tl::unexpected(std::move(contents.error()));
  auto units = store::read_packed_units(snapshot);
  if (!units)
    return tl::unexpected(std::move(units.error()));
  if (any_waiting(*contents, units->any_leaving()))
    if (auto more = store::read_kinds(*contents, snapshot, of_units); !more)
      return tl::unexpected(std::move(more.error()));
  return StatusRecords{{std::move(*contents), {}}, std::move(*units)};
}

tl::expected<StatusRecords, store::StoreError>
read_status(const store::Snapshot& snapshot, References& references, const Choice& choice) {
  if (is_everything(choice))
    return read_status(snapshot);
  auto found = read_shown(snapshot, references, choice);
  if (!found)
    return tl::unexpected(std::move(found.error()));
  if (auto storage = read_storage_of_units(found->contents, snapshot); !storage)
    return tl::unexpected(std::move(storage.error()));
  store::PackedUnits units = store::pack_units(found->contents);
  return StatusRecords{std::move(*found), std::move(units)};
}

tl::expected<Neighbourhood, store::StoreError>
read_shown(const store::Snapshot& snapshot, References& references, const Choice& choice) {
  if (is_everything(choice))
    return read_everything(snapshot).map([](store::Contents all) {
      return Neighbourhood{std::move(all), {}};
    });
  return PartOfStatus(snapshot, references, choice).read();
}

tl::expected<StatusRecords, store::StoreError>
read_status(const store::Database& database, References& references, const Choice& choice) {
  return read_durable(database, choice, [&](const store::Snapshot& snapshot) {
    return read_status(snapshot, references, choice);
  });
}

tl::expected<Neighbourhood, store::StoreError>
read_shown(const store::Database& database, References& references, const Choice& choice) {
  return read_durable(database, choice, [&](const store::Snapshot& snapshot) {
    return read_shown(snapshot, references, choice);
  });
}

} // namespace orrery::explain
