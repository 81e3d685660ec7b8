#pragma once

#include "cmd/render/document.hpp"

#include <string>

namespace orrery::render {

/// The document as block YAML: the same values as to_json gives, to readers of YAML 1.1 as well as
/// of 1.2.
///
/// Lists stand at the indentation of their key. A text is plain where every reader takes it for a
/// string, quoted where one might take it for something else (`"8.0"`, `"no"`, `"2026-08-22"`), a
/// `|` block if it has several lines.
[[nodiscard]] std::string to_yaml(const Document& document);

} // namespace orrery::render
