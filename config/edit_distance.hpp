#pragma once

#include <cstddef>
#include <string_view>

namespace orrery::config {

/// Counts the insertions, deletions, replacements and swaps of two neighbours that make one text of
/// the other. The work grows with the product of the lengths.
[[nodiscard]] std::size_t edit_distance(std::string_view left, std::string_view right);

} // namespace orrery::config
