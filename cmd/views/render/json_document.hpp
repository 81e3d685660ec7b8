#pragma once

#include "cmd/views/render/document.hpp"

#include <string_view>

namespace orrery::render {

/// What a JSON text says, as in schemas and parameters of actions. A text that is no JSON becomes
/// a string.
[[nodiscard]] Document parse_json(std::string_view text);

} // namespace orrery::render
