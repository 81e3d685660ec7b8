#pragma once

#include <string>
#include <string_view>

namespace orrery::config {

/// Returns the MD5 digest (RFC 1321) as 16 bytes. For names by which others know something, as the
/// fingerprint of an ssh key; it protects nothing.
[[nodiscard]] std::string md5(std::string_view bytes);

} // namespace orrery::config
