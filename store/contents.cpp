#include "store/contents.hpp"

#include "store/codec.hpp"

namespace orrery::store {

namespace {

void place(Contents& contents, Model record) {
  contents.model = std::move(record);
}

void place(Contents& contents, Charm record) {
  auto& slot = contents.charms[record.url];
  slot = std::move(record);
}

void place(Contents& contents, Machine record) {
  auto& slot = contents.machines[record.id];
  slot = std::move(record);
}

void place(Contents& contents, Unit record) {
  auto& slot = contents.units[record.name];
  slot = std::move(record);
}

void place(Contents& contents, UnitStatus record) {
  auto& slot = contents.statuses[record.unit];
  slot = std::move(record);
}

void place(Contents& contents, Application record) {
  auto& slot = contents.applications[record.name];
  slot = std::move(record);
}

void place(Contents& contents, ApplicationConfig record) {
  auto& slot = contents.configs[record.application];
  slot = std::move(record);
}

void place(Contents& contents, LeaderSettings record) {
  auto& slot = contents.leader_settings[record.application];
  slot = std::move(record);
}

void place(Contents& contents, UnitSequence record) {
  auto& slot = contents.sequences[record.application];
  slot = std::move(record);
}

void place(Contents& contents, Relation record) {
  auto& slot = contents.relations[record.id];
  slot = std::move(record);
}

void place(Contents& contents, Scope record) {
  auto& slot = contents.scopes[{record.relation, record.unit}];
  slot = std::move(record);
}

void place(Contents& contents, Bag record) {
  auto& slot = contents.bags[{record.relation, record.owner}];
  slot = std::move(record);
}

void place(Contents& contents, Cleanup record) {
  auto& slot = contents.cleanups[record.relation];
  slot = record;
}

void place(Contents& contents, Force record) {
  auto& slot = contents.forces[force_key(record)];
  slot = std::move(record);
}

// History is no part of what exists.
void place(Contents&, const LifeStep&) {}
void place(Contents&, const Ended&) {}

} // namespace

void insert(Contents& contents, Record record) {
  std::visit([&contents](auto&& held) { place(contents, std::move(held)); }, std::move(record));
}

tl::expected<Contents, StoreError> read_contents(const Snapshot& snapshot) {
  Contents contents;
  contents.sequence = snapshot.sequence();
  std::optional<StoreError> fault;
  const auto scanned = snapshot.scan("", [&](std::string_view key, std::string_view value) {
    if (key.front() == history_letter)
      return false;
    auto record = decode(key, value);
    if (!record) {
      fault =
        StoreError{StoreError::Kind::Corrupt, "a record cannot be read: " + record.error().what
                                                + ". Restore the store from a backup."};
      return false;
    }
    insert(contents, std::move(*record));
    return true;
  });
  if (fault)
    return tl::make_unexpected(std::move(*fault));
  if (!scanned)
    return tl::make_unexpected(scanned.error());
  return contents;
}

} // namespace orrery::store
