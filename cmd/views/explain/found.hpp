#pragma once

#include <cstddef>
#include <limits>

namespace orrery::explain {

/// For readings that take all that is there.
inline constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

/// @returns what the map holds under that key, or null.
template <class Map, class Key>
[[nodiscard]] const typename Map::mapped_type* find(const Map& map, const Key& key) {
  const auto found = map.find(key);
  return found == map.end() ? nullptr : &found->second;
}

} // namespace orrery::explain
