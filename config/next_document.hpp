#pragma once

#include <yaml-cpp/mark.h>

#include <optional>

namespace YAML {
class Parser;
}

namespace orrery::config {

/// Finds where the parser's next document begins, without reading more of it than that. The parser
/// is of no use afterwards.
/// @returns nothing if no document is left. Errors: YAML::Exception where not even its begin can be
/// read.
[[nodiscard]] std::optional<YAML::Mark> begin_of_next_document(YAML::Parser& parser);

} // namespace orrery::config
