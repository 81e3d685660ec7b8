#pragma once

#include "config/document.hpp"

#include <string>
#include <string_view>

/// What charms and bundles mean by plain words and numbers: Juju reads them as YAML 1.1.
namespace orrery::config {

/// What a plain scalar stands for, and how YAML 1.2 would write that.
struct PlainReading {
  PlainKind kind = PlainKind::Text;
  std::string text; ///< `true`, `false`, a decimal number, or the scalar itself.
};

/// Reads `yes`, `0755`, `0x1F`, `0b11` and `1_000` as YAML 1.1 does. `01182252`, which is no octal
/// number, is text.
[[nodiscard]] PlainReading read_old_plain(std::string_view text);

/// What a scalar stands for in its own dialect; text if it is in quotes.
[[nodiscard]] PlainKind kind_of(const Node& node);
/// A scalar's text as YAML 1.2 would write it.
[[nodiscard]] std::string reading_of(const Node& node);

} // namespace orrery::config
