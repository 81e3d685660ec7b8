#pragma once

#include "config/data.hpp"

#include <optional>
#include <string_view>

namespace orrery::config {

/// Reads JSON. Keys come sorted by their bytes, and numbers stay numbers (A29).
///
/// @param style what the value is read for: in Juju's, fractions are such as YAML 1.1 reads as
///   numbers, and more than 100 levels are refused; otherwise the text `...` stands for what is
///   nested deeper
/// @returns nothing for any other text
[[nodiscard]] std::optional<Data> read_json(std::string_view text,
                                            TextStyle style = TextStyle::Plain);

} // namespace orrery::config
