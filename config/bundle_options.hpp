#pragma once

#include "config/bundle_application.hpp"
#include "config/document.hpp"

#include <map>
#include <string>

namespace orrery::config {

/// Reads an application's `options` as text; null means not set. `include-file://PATH` stands for a
/// file's text, `include-base64://PATH` for its bytes in base64, PATH being relative to the bundle.
[[nodiscard]] Result<std::map<std::string, std::string>> read_bundle_options(
  const Document& document, const Member& options, BundleSurroundings& surroundings);

} // namespace orrery::config
