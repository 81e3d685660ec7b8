#pragma once

#include "cmd/views/render/document.hpp"
#include "config/yaml_writer.hpp"

#include <string>

namespace orrery::render {

/// Returns the document as block YAML.
[[nodiscard]] std::string to_yaml(const Document& document);

} // namespace orrery::render
