#pragma once

#include "actors/protocol/commands.hpp"
#include "cmd/simulate/step.hpp"
#include "store/contents.hpp"

#include <cstdint>
#include <map>
#include <optional>

namespace orrery::simulate {

/// Turns a user's refresh into what it asks for, one after the other: a revision for the charm,
/// then the refresh with it. One whose first answer a crash takes with it asks for no more.
class Refreshes {
public:
  /// @returns what to ask for first: a refresh at once where there is no such application, so that
  /// it is refused.
  [[nodiscard]] static protocol::Command first(const steps::Refresh& step,
                                               const store::Contents& contents);
  /// Remembers under which ticket that was asked for.
  void asked(std::uint64_t ticket, const steps::Refresh& step, const protocol::Command& command);
  /// @returns what to ask for next, if that was the answer with a revision.
  [[nodiscard]] std::optional<protocol::Command> answered(const protocol::Answer& answer);
  void process_died() { numbering_.clear(); }

private:
  struct Numbering {
    steps::Refresh step;
    std::string charm; ///< Charm::name.
  };
  std::map<std::uint64_t, Numbering> numbering_; ///< By ticket.
};

} // namespace orrery::simulate
