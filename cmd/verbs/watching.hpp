#pragma once

#include "cmd/session/session.hpp"
#include "cmd/views/render/output.hpp"

#include <chrono>
#include <functional>
#include <optional>

namespace orrery::cmd {

/// What is shown, and of which state of the model.
struct Drawn {
  render::Output output;
  std::uint64_t sequence = 0;
};
/// Draws the model as it is now; nothing, and an ERROR printed, if it cannot be read.
using Draw = std::function<std::optional<Drawn>()>;

/// Shows the model again whenever it has changed, at most once a period, until nobody looks any
/// more. On a terminal each time in the same place, otherwise one below the other.
/// @returns an Exit
int watch(Session& session, std::chrono::milliseconds period, const Draw& draw);

} // namespace orrery::cmd
