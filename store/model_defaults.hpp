#pragma once

#include <map>
#include <string>

namespace orrery::store {

/// Values that models to come begin with (MD68): in the store of the process's first model, whose
/// actor owns them.
struct ModelDefaults {
  std::map<std::string, std::string> values; ///< Canonical text by key.
  bool operator==(const ModelDefaults&) const = default;
};

} // namespace orrery::store
