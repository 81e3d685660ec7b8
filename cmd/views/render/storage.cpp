#include "cmd/views/render/storage.hpp"

#include "cmd/views/render/escape.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <tuple>
#include <vector>

namespace orrery::render {

namespace {

using store::Life;

/// Binary units, as Juju shows sizes (ST50): `1.0 GiB`.
std::string size_text(std::uint64_t mib) {
  constexpr std::array units{"MiB", "GiB", "TiB", "PiB", "EiB"};
  constexpr double step = 1024;
  auto size = static_cast<double>(mib);
  std::size_t unit = 0;
  while (size >= step && unit + 1 < units.size()) {
    size /= step;
    ++unit;
  }
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), unit == 0 ? "%.0f %s" : "%.1f %s", size, units[unit]);
  return text.data();
}

/// An instance with its attachment, in the order in which they are listed (ST51).
struct Listed {
  const store::Storage* storage = nullptr;
  const store::StorageAttachment* attachment = nullptr;
};

std::vector<Listed> listed(const store::Contents& contents) {
  std::vector<Listed> all;
  for (const auto& [id, storage] : contents.storages)
    all.push_back({&storage, attachment_of(contents, id)});
  std::sort(all.begin(), all.end(), [](const Listed& a, const Listed& b) {
    return std::tie(a.storage->unit, a.storage->name, a.storage->number)
           < std::tie(b.storage->unit, b.storage->name, b.storage->number);
  });
  return all;
}

Document status_of_storage(const store::Storage& storage,
                           const store::StorageAttachment* attachment,
                           const TimeFormat& time) {
  const store::Status now = storage_status(storage, attachment);
  auto status = Document::map();
  status.add("current", now.value).add_text("message", now.message);
  status.add("since", time.full(now.since));
  return status;
}

Document units_document(const store::Storage& storage, const store::StorageAttachment& attachment) {
  auto unit = Document::map();
  if (!attachment.location.empty()) {
    if (storage.placed)
      unit.add("machine", std::to_string(storage.machine));
    unit.add("location", attachment.location);
  }
  unit.add("life", store::to_string(attachment.life));
  auto units = Document::map();
  units.add(attachment.unit, std::move(unit));
  return units;
}

/// Where the filesystem is on its machine.
Document machines_document(const store::Storage& storage,
                           const store::StorageAttachment& attachment) {
  auto machine = Document::map();
  machine.add_text("mount-point", attachment.location);
  machine.add("read-only", false).add("life", store::to_string(attachment.life));
  auto machines = Document::map();
  machines.add(std::to_string(storage.machine), std::move(machine));
  return machines;
}

Document filesystem_document(const store::Storage& storage,
                             const store::StorageAttachment* attachment,
                             const TimeFormat& time) {
  auto document = Document::map();
  document.add("storage", store::storage_id(storage));
  if (attachment != nullptr && !attachment->location.empty()) {
    auto attachments = Document::map();
    attachments.add("machines", machines_document(storage, *attachment))
      .add("units", units_document(storage, *attachment));
    document.add("attachments", std::move(attachments));
  }
  document.add("pool", storage.pool)
    .add("size", Document::number(std::to_string(storage.size_mib)))
    .add("life", store::to_string(storage.life))
    .add("status", status_of_storage(storage, attachment, time));
  return document;
}

/// Returns the ids of instances for which a place was made, by numbers, which no two share.
std::map<std::uint32_t, std::string> placed_storages(const store::Contents& contents) {
  std::map<std::uint32_t, std::string> placed;
  for (const auto& [id, storage] : contents.storages)
    if (storage.placed)
      placed.emplace(storage.number, id);
  return placed;
}

} // namespace

const store::StorageAttachment* attachment_of(const store::Contents& contents,
                                              const std::string& storage) {
  const auto found = contents.attachments.find(storage);
  return found == contents.attachments.end() ? nullptr : &found->second;
}

store::Status storage_status(const store::Storage& storage,
                             const store::StorageAttachment* attachment) {
  if (attachment == nullptr)
    return {"detached", "", storage.turn.since};
  if (attachment->life != Life::Alive)
    return {"detaching",
            "waits for " + attachment->unit + ": orrery explain unit " + attachment->unit
              + " says what for",
            attachment->since};
  if (attachment->location.empty())
    return {"pending", "waiting for filesystem to be provisioned", attachment->since};
  return {"attached", "", attachment->since};
}

Document storage_document(const store::Storage& storage,
                          const store::StorageAttachment* attachment,
                          const TimeFormat& time) {
  auto document = Document::map();
  document.add("kind", "filesystem")
    .add("life", store::to_string(storage.life))
    .add("status", status_of_storage(storage, attachment, time))
    .add("persistent", false);
  if (attachment != nullptr) {
    auto attachments = Document::map();
    attachments.add("units", units_document(storage, *attachment));
    document.add("attachments", std::move(attachments));
  }
  return document;
}

Document filesystems_document(const store::Contents& contents, const TimeFormat& time) {
  auto filesystems = Document::map();
  for (const auto& [number, id] : placed_storages(contents))
    filesystems.add(std::to_string(number), filesystem_document(contents.storages.at(id),
                                                                attachment_of(contents, id), time));
  return filesystems;
}

Table filesystem_table(const store::Contents& contents) {
  Table table({{"Machine"},
               {"Unit"},
               {"Storage ID"},
               {"ID"},
               {"Provider ID"},
               {"Mountpoint"},
               {"Size"},
               {"State"},
               {"Message"}});
  for (const auto& [number, id] : placed_storages(contents)) {
    const store::Storage& storage = contents.storages.at(id);
    const auto* const attachment = attachment_of(contents, id);
    const store::Status status = storage_status(storage, attachment);
    table.add({{std::to_string(storage.machine)},
               {storage.unit},
               {id},
               {std::to_string(number)},
               {""},
               {attachment == nullptr ? "" : escaped(attachment->location)},
               {size_text(storage.size_mib)},
               {status.value, colour_of(status.value)},
               {status.message}});
  }
  return table;
}

Document storages_document(const store::Contents& contents, const TimeFormat& time) {
  std::vector<std::string> ids;
  for (const auto& [id, storage] : contents.storages)
    ids.push_back(id);
  std::sort(ids.begin(), ids.end(), store::natural_less);
  auto storages = Document::map();
  for (const std::string& id : ids)
    storages.add(id, storage_document(contents.storages.at(id), attachment_of(contents, id), time));
  auto filesystems = filesystems_document(contents, time);
  auto all = Document::map();
  all.add_filled("storage", std::move(storages)).add_filled("filesystems", std::move(filesystems));
  return all;
}

Table storage_table(const store::Contents& contents, bool mounts) {
  std::vector<Column> columns{{"Unit"}, {"Storage ID"}, {"Type"}, {"Pool"}};
  if (mounts)
    columns = {{"Storage Unit"}, {"Storage ID"}, {"Type"}, {"Pool"}, {"Mountpoint"}};
  columns.insert(columns.end(), {{"Size"}, {"Status"}, {"Message"}});
  Table table(columns);
  for (const Listed& each : listed(contents)) {
    const store::Status status = storage_status(*each.storage, each.attachment);
    std::vector<Cell> row{{each.storage->unit},
                          {store::storage_id(*each.storage)},
                          {"filesystem"},
                          {each.storage->placed ? each.storage->pool : ""}};
    if (mounts)
      row.push_back({each.attachment == nullptr ? "" : escaped(each.attachment->location)});
    row.push_back({each.storage->placed ? size_text(each.storage->size_mib) : ""});
    row.push_back({status.value, colour_of(status.value)});
    row.push_back({status.message});
    table.add(std::move(row));
  }
  return table;
}

} // namespace orrery::render
