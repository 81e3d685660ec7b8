#pragma once

#include "cmd/session/arguments.hpp"

#include <utility>

namespace orrery::cmd::console {

/// A statement's word is wrong.
/// @param word its index
[[nodiscard]] inline tl::unexpected<UsageError> wrong(std::string text, std::size_t word) {
  return tl::unexpected(UsageError{std::move(text), word});
}

} // namespace orrery::cmd::console
