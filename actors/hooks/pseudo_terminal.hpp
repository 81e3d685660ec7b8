#pragma once

#include "config/descriptor.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <string>

namespace orrery::hooks {

/// A terminal without a device: what is typed is written to one side, and programs open the other.
struct PseudoTerminal {
  /// When the last descriptor of it is closed, it hangs up on the programs at the other side.
  config::Descriptor user_side;
  std::string program_side; ///< A path; a leader of a session without a terminal gets this one.

  /// Makes another descriptor of the user's side; one that is not open if we may have no more.
  [[nodiscard]] config::Descriptor shared_user_side() const;
};

/// Opens one for programs of that user; 0: of ours.
/// Errors: the system has none left, or does not let us give it away; a sentence.
[[nodiscard]] tl::expected<PseudoTerminal, std::string> open_pseudo_terminal(std::uint32_t user);

} // namespace orrery::hooks
