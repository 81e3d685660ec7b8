#pragma once

#include "config/data_writer.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace orrery::config {

/// Returns a text as it stands in YAML on one line, plain or in quotes.
[[nodiscard]] std::string yaml_line(std::string_view text, TextStyle style);
/// Returns a text as it stands in YAML, where the style wants it on the lines of a block.
/// @param indentation of these lines
[[nodiscard]] std::string
yaml_scalar(std::string_view text, std::size_t indentation, TextStyle style);

} // namespace orrery::config
