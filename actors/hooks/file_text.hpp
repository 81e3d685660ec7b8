#pragma once

#include <string>

namespace orrery::hooks {

/// The text of a file of /proc or of control groups; empty if it cannot be read. No libraries: the
/// keeper program is built with it too.
[[nodiscard]] std::string file_text(const std::string& path);

} // namespace orrery::hooks
