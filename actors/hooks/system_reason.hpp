#pragma once

#include <string>
#include <system_error>

namespace orrery::hooks {

/// `no pipes for the hook: Too many open files`.
/// @param number an errno
[[nodiscard]] inline std::string reason_of(const std::string& what, int number) {
  return what + ": " + std::generic_category().message(number);
}

} // namespace orrery::hooks
