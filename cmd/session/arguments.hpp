#pragma once

#include <tl/expected.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::cmd {

/// A command line that does not say what to do.
struct UsageError {
  std::string text;
  std::optional<std::size_t> word; ///< Which word is wrong, from 0, the verb being word 0.
};

/// Text of a whole number, 0 to 2^31 - 1; nothing for any other text.
[[nodiscard]] std::optional<std::uint32_t> parse_flag_number(std::string_view text);

/// A verb's words, taken apart and checked against its flags.
struct Arguments {
  std::vector<std::string> words;  ///< Positional ones.
  std::vector<std::size_t> places; ///< Where each stood, the verb being 0.
  std::map<std::string, std::vector<std::string>>
    flags; ///< By long name; switches as `true` and `false`.

  [[nodiscard]] bool has(const std::string& flag) const { return flags.contains(flag); }
  /// Whether a switch is on.
  [[nodiscard]] bool on(const std::string& flag) const;
  /// The last value given.
  [[nodiscard]] std::optional<std::string> text(const std::string& flag) const;
  [[nodiscard]] std::optional<std::uint32_t> number(const std::string& flag) const;
  [[nodiscard]] std::vector<std::string> all(const std::string& flag) const;
  /// An error about positional word `index`.
  [[nodiscard]] tl::unexpected<UsageError> wrong(std::size_t index, std::string text) const;
};

} // namespace orrery::cmd
