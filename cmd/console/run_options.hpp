#pragma once

#include "cmd/session/arguments.hpp"

#include <tl/expected.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace orrery::cmd::console {

/// How a script runs, and what is written about it.
struct RunOptions {
  bool json = false; ///< One JSON object a command instead of what it prints.
  bool echo = false; ///< Each command on standard error before it runs.
  std::string trace; ///< File for every command and its answer; empty: none.
  std::string junit; ///< File for what was asserted and waited for; empty: none.
  /// Variables that are set from outside: the script's own `let` of them has no effect.
  std::map<std::string, std::string> variables{};
  std::filesystem::path directory; ///< Where `source` looks; empty: the client's directory.
};

/// Reads the options of `orrery console`.
/// @param file what it runs; empty: no file.
/// Errors: what is set is no variable.
[[nodiscard]] tl::expected<RunOptions, std::string> run_options(const Arguments& arguments,
                                                                const std::string& file);
/// Writes options as a request carries them: `json`, `echo`, `trace=FILE`, `junit=FILE`,
/// `set=NAME=VALUE`, `directory=DIR`.
[[nodiscard]] std::vector<std::string> to_words(const RunOptions& options);
/// The other way round. Errors: a word that is none of them.
[[nodiscard]] tl::expected<RunOptions, std::string>
parse_run_options(const std::vector<std::string>& words);

} // namespace orrery::cmd::console
