#pragma once

#include <tl/expected.hpp>

#include <filesystem>
#include <functional>
#include <string>

namespace orrery::cmd {

/// How a verb's standard output becomes a file.
struct OutputFile {
  std::filesystem::path place;
  /// Whether what a verb has written that failed replaces the file, too.
  bool takes_failed = true;
  /// Changes the draft before it takes the file's place; only a file can be written then. Errors
  /// are sentences. Empty: nothing is changed.
  std::function<tl::expected<void, std::string>(const std::filesystem::path& draft)> finish{};
};

/// Runs a verb whose standard output goes into a file, which is written as whoever typed the verb,
/// 0600, and replaced in one step. A link and what is no file (a device, a pipe) are written to as
/// a shell's `>` does (CL10).
/// @param run returns what to exit with.
/// @returns that, or 1 after an ERROR where the file cannot be written
[[nodiscard]] int write_output_file(const OutputFile& file, const std::function<int()>& run);

} // namespace orrery::cmd
