#pragma once

#include "cmd/views/render/document.hpp"
#include "config/json_writer.hpp"

#include <string>

namespace orrery::render {

using config::json_quoted;

/// Returns the document in one line.
[[nodiscard]] std::string to_json(const Document& document);

} // namespace orrery::render
