#pragma once

#include "cmd/render/document.hpp"

#include <string>
#include <string_view>

namespace orrery::render {

/// The document as one line of JSON, with a newline at its end. Bytes that are no UTF-8 become
/// U+FFFD.
[[nodiscard]] std::string to_json(const Document& document);
/// A text between double quotes with JSON's escapes, which YAML reads in the same way.
[[nodiscard]] std::string json_quoted(std::string_view text);

} // namespace orrery::render
