#pragma once

#include "store/names.hpp"

#include <cstddef>
#include <map>
#include <string>

namespace orrery::render {

/// How many of those that refer to an entity are there, but not among the records at hand: nothing
/// where all records were read. Who has none left out is not in these maps.
struct Omitted {
  std::map<std::string, std::size_t> units;     ///< By application.
  std::map<std::string, std::size_t> relations; ///< By application.
  std::map<store::MachineId, std::size_t> principals;
  std::map<std::string, std::size_t> subordinates; ///< By principal.
  std::map<std::string, std::size_t> scopes;       ///< That a unit is in.
  std::map<store::RelationId, std::size_t> members;
};

template <class Key>
[[nodiscard]] std::size_t count_of(const std::map<Key, std::size_t>& counts, const Key& key) {
  const auto found = counts.find(key);
  return found == counts.end() ? 0 : found->second;
}

} // namespace orrery::render
