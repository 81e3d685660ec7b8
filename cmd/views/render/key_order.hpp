#pragma once

#include "cmd/views/render/document.hpp"
#include "cmd/views/render/show.hpp"

namespace orrery::render {

/// Returns the document with each map's keys in the order that Juju gives them: by their bytes in
/// JSON, digits as numbers in YAML.
[[nodiscard]] Document in_key_order(const Document& document, DataFormat format);

} // namespace orrery::render
