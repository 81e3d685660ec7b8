#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace orrery::store {

/// A record of that type, to be changed or not (fields.hpp).
template <typename T, typename Of>
concept Some = std::same_as<std::remove_const_t<T>, Of>;

/// Whether a visitor meets the fields that came with that layout: one that reads an older one does
/// not.
[[nodiscard]] constexpr bool meets(std::uint8_t layout, const auto& visit) {
  if constexpr (requires { visit.layout(); })
    return visit.layout() >= layout;
  else
    return true;
}

} // namespace orrery::store
