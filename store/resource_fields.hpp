#pragma once

#include "store/resource_records.hpp"
#include "store/some.hpp"

/// Fields of resources, as in fields.hpp.
namespace orrery::store {

// clang-format off
void fields(Some<Resource> auto& resource, auto& visit) {
  auto& [hash, size, at, user] = resource;
  visit("hash", hash); visit("size", size); visit("at", at); visit("user", user);
}

void fields(Some<Resources> auto& resources, auto& visit) {
  auto& [owner, all] = resources;
  visit("owner", owner); visit("all", all);
}
// clang-format on

} // namespace orrery::store
