#pragma once

#include "cmd/views/render/unit_state.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace orrery::render {

/// Picture of a unit. Refers to its records and to the index.
struct UnitPicture {
  const store::Unit* unit;
  UnitState state;
  const store::UnitStatus* reported; ///< For its ports; nothing if no agent has reported.
  bool leader = false;
  std::string_view address;              ///< Of its machine, empty while there is none.
  std::string waiting_on;                ///< reason(), empty for an Alive one.
  std::vector<UnitPicture> subordinates; ///< Left out by draw_unit().
};

/// Draws one unit by itself.
/// @param reported nothing if no agent has reported
[[nodiscard]] UnitPicture draw_unit(const Index& index,
                                    const store::Unit& unit,
                                    const store::UnitStatus* reported,
                                    const TimeFormat& time);

} // namespace orrery::render
