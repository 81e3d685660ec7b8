#pragma once

#include "cmd/views/render/document.hpp"
#include "cmd/views/render/show.hpp"

#include <optional>
#include <string_view>

namespace orrery::render {

/// Reads JSON; nothing for any other text. Keys come sorted by their bytes; what is nested more
/// than 100 deep becomes the text `...`.
[[nodiscard]] std::optional<Document> read_json(std::string_view text);

/// Returns the document with each map's keys in the order that Juju gives them: by their bytes in
/// JSON, digits as numbers in YAML.
[[nodiscard]] Document in_key_order(const Document& document, DataFormat format);

} // namespace orrery::render
