#pragma once

#include <cstdint>
#include <string_view>

namespace orrery::store {

/// Where an entity stands between creation and removal; it only ever advances (L2).
enum class Life : std::uint8_t { Alive, Dying, Dead };

/// Lower-case word for people and scripts: `alive`, `dying`, `dead`.
[[nodiscard]] constexpr std::string_view to_string(Life life) {
  switch (life) {
  case Life::Alive:
    return "alive";
  case Life::Dying:
    return "dying";
  case Life::Dead:
    return "dead";
  }
  return "unknown";
}

} // namespace orrery::store
