#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace orrery::tool {

/// Reads a file, or standard input where `file` is empty, to its end.
/// @returns what went wrong, empty if nothing did; more than `limit` bytes are an error.
[[nodiscard]] std::string
read_input(const std::string& file, std::size_t limit, std::string& content);
/// Writes a file anew, or to standard output where `file` is empty.
/// @returns what went wrong, empty if nothing did.
[[nodiscard]] std::string write_output(const std::string& file, std::string_view content);
/// Writes to standard error, come what may.
void write_error(std::string_view text);

} // namespace orrery::tool
