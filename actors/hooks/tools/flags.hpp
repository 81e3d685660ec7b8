#pragma once

#include <tl/expected.hpp>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace orrery::hooks {

/// A flag that a tool knows.
struct Flag {
  std::vector<std::string>
    names;              ///< Without dashes, `r` and `relation`; the first names it in Flags.
  bool boolean = false; ///< Takes no argument, except after `=`.
  std::string initial;  ///< Where it is not given.
  std::string help;
};

/// A tool's arguments, taken apart.
struct Flags {
  std::map<std::string, std::string> values; ///< By first name; a boolean is `true` or `false`.
  std::set<std::string> given; ///< First names of those that stand among the arguments.
  std::vector<std::string> positional;
  bool help = false; ///< `--help` or `-h` was given.

  /// Whether a boolean flag is on.
  [[nodiscard]] bool on(const std::string& name) const;
  /// The flag's text, empty if the tool has none of that name.
  [[nodiscard]] std::string text(const std::string& name) const;
};

/// GNU-like, as Juju's tools: one-letter flags with one or two dashes, together (`-ar 1`) and with
/// their argument
/// (`-r1`), long ones with two; `--flag=VALUE`, `--boolean=False`; flags after positionals; `--`
/// ends flags; `-` is a positional; the last of equal flags counts.
/// @param arguments without the tool's name.
/// @returns a sentence that names the flag that is wrong.
[[nodiscard]] tl::expected<Flags, std::string>
parse_flags(const std::vector<Flag>& known, const std::vector<std::string>& arguments);

/// Lines that tell of the flags, for `--help`.
[[nodiscard]] std::string describe_flags(const std::vector<Flag>& known);

} // namespace orrery::hooks
