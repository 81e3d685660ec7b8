#pragma once

#include "config/document.hpp"

#include <optional>
#include <string>
#include <string_view>

/// Plain words and numbers of charms and bundles, which Juju reads as YAML 1.1.
namespace orrery::config {

/// A plain scalar's kind, and how YAML 1.2 would write it.
struct PlainReading {
  PlainKind kind = PlainKind::Text;
  std::string text; ///< `true`, `false`, a decimal number, or the scalar itself.
};

/// Reads `yes`, `0755`, `0x1F`, `0b11` and `1_000` as YAML 1.1 does. `01182252`, which is no octal
/// number, is text.
[[nodiscard]] PlainReading read_old_plain(std::string_view text);

/// Reads text as a whole number, as Juju does where one belongs: a sign, then decimal digits or
/// those behind `0x`, `0b`, `0o` or `0` (octal), with `_` between digits: "010" is 8.
/// @returns it in decimal; nothing for other text and what 64 bits do not hold
[[nodiscard]] std::optional<std::string> read_number_in_text(std::string_view text);

/// A scalar's kind in its own dialect; text if it is in quotes.
[[nodiscard]] PlainKind kind_of(const Node& node);
/// A scalar's text as YAML 1.2 would write it.
[[nodiscard]] std::string reading_of(const Node& node);

} // namespace orrery::config
