#include "cmd/views/render/storage.hpp"

#include "cmd/views/render/escape.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
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

Document attachments_document(const store::Storage& storage,
                              const store::StorageAttachment& attachment) {
  auto unit = Document::map();
  if (!attachment.location.empty()) {
    if (storage.placed)
      unit.add("machine", std::to_string(storage.machine));
    unit.add("location", attachment.location);
  }
  unit.add("life", store::to_string(attachment.life));
  auto units = Document::map();
  units.add(attachment.unit, std::move(unit));
  auto document = Document::map();
  document.add("units", std::move(units));
  return document;
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
    return {"detaching", "", attachment->since};
  if (attachment->location.empty())
    return {"pending", "waiting for filesystem to be provisioned", attachment->since};
  return {"attached", "", attachment->since};
}

Document storage_document(const store::Storage& storage,
                          const store::StorageAttachment* attachment,
                          const TimeFormat& time) {
  const store::Status now = storage_status(storage, attachment);
  auto status = Document::map();
  status.add("current", now.value).add_text("message", now.message);
  status.add("since", time.full(now.since));
  auto document = Document::map();
  document.add("kind", "filesystem")
    .add("life", store::to_string(storage.life))
    .add("status", std::move(status))
    .add("persistent", false);
  if (attachment != nullptr)
    document.add("attachments", attachments_document(storage, *attachment));
  return document;
}

Document storages_document(const store::Contents& contents, const TimeFormat& time) {
  std::vector<std::string> ids;
  for (const auto& [id, storage] : contents.storages)
    ids.push_back(id);
  std::sort(ids.begin(), ids.end(), store::natural_less);
  auto all = Document::map();
  for (const std::string& id : ids)
    all.add(id, storage_document(contents.storages.at(id), attachment_of(contents, id), time));
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
