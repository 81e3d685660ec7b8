#pragma once

#include "config/data.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace orrery::hooks {

enum class Format { Smart, Yaml, Json };

/// `smart`, `yaml` or `json`.
[[nodiscard]] std::optional<Format> parse_format(std::string_view text);

/// The value as a tool prints it, with its last newline; empty if nothing is printed.
///
/// Smart: a text as it is, a boolean as `True` or `False`, a list of texts one a line, the rest as
/// YAML; nothing for an empty text or null.
[[nodiscard]] std::string formatted(const config::Data& value, Format format);

/// On one line, without spaces; what is not UTF-8 becomes U+FFFD.
[[nodiscard]] std::string json_text(const config::Data& value);
/// Block style, lists not indented in maps; readers of YAML 1.1 and 1.2 see the same values.
[[nodiscard]] std::string yaml_text(const config::Data& value);

/// In double quotes, with `"`, `\` and control characters escaped: for error messages.
[[nodiscard]] std::string in_quotes(std::string_view text);

} // namespace orrery::hooks
