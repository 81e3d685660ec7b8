#pragma once

#include "store/some.hpp"
#include "store/storage_records.hpp"

/// Fields of storage, as in fields.hpp.
namespace orrery::store {

// clang-format off
void fields(Some<CharmStorage> auto& storage, auto& visit) {
  auto& [description, location, least, most, size_mib, block, shared, read_only,
         transient] = storage;
  visit("description", description); visit("location", location); visit("least", least);
  visit("most", most); visit("size_mib", size_mib); visit("block", block);
  visit("shared", shared); visit("read_only", read_only);
  visit("transient", transient);
}

void fields(Some<StorageDirective> auto& directive, auto& visit) {
  auto& [pool, count, size_mib] = directive;
  visit("pool", pool); visit("count", count); visit("size_mib", size_mib);
}

void fields(Some<Storage> auto& storage, auto& visit) {
  auto& [name, number, life, turn, unit, pool, size_mib, placed, machine] = storage;
  visit("name", name); visit("number", number); visit("life", life); visit("turn", turn);
  visit("unit", unit); visit("pool", pool); visit("size_mib", size_mib); visit("placed", placed);
  visit("machine", machine);
}

void fields(Some<StorageAttachment> auto& attachment, auto& visit) {
  auto& [storage, unit, life, since, attached, location] = attachment;
  visit("storage", storage); visit("unit", unit); visit("life", life); visit("since", since);
  visit("attached", attached); visit("location", location);
}
// clang-format on

} // namespace orrery::store
