#pragma once

#include "cmd/views/render/document.hpp"
#include "cmd/views/render/show.hpp"

#include <string>

namespace orrery::render {

/// The document in the format.
[[nodiscard]] std::string formatted(const Document& document, DataFormat format);

} // namespace orrery::render
