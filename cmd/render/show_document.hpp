#pragma once

#include "cmd/render/document.hpp"
#include "cmd/render/show.hpp"

#include <string>

namespace orrery::render {

/// The document in the format.
[[nodiscard]] std::string formatted(const Document& document, DataFormat format);
/// The line for something that is not there: `ERROR unit "web/9" not found: ...`.
[[nodiscard]] std::string not_found(const std::string& kind, const std::string& name);

} // namespace orrery::render
