#pragma once

#include "config/error.hpp"
#include "config/opened_directory.hpp"

#include <cstdint>

/// The words of a charm to Orrery alone: orrery.yaml beside metadata.yaml.
namespace orrery::config {

/// When a unit's `start` runs again because a program has ended that a hook had left running.
enum class RestartUnits : std::uint8_t {
  Never,     ///< The unit's status says that it has ended.
  OnFailure, ///< With another exit status than 0, by a signal, or together with its keeper.
  Always,
};

struct OrreryFile {
  RestartUnits restart_units = RestartUnits::OnFailure;
};

/// Reads orrery.yaml of a charm's directory; without one all has its default.
/// Errors: an unknown key, a value that is none.
[[nodiscard]] Result<OrreryFile> load_orrery_file(const OpenedDirectory& charm);

} // namespace orrery::config
