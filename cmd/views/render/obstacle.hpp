#pragma once

#include "cmd/views/render/index.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace orrery::render {

/// An obstacle: what stops an entity by itself, so that whatever waits for it waits until that has
/// passed.
struct Obstacle {
  enum class Kind : std::uint8_t {
    HookFailed,   ///< It is tried again, or waits for `resolved` (W2, W10).
    AgentLost,    ///< Nothing is heard of the unit's agent (W6).
    AgentFailed,  ///< The agent cannot do its work, and says why.
    MachineDown,  ///< The unit's machine is gone.
    NotReleased,  ///< The provider does not release a Dead machine's instance (M11).
    HookDebugged, ///< Its hook is in a user's debug session, without a deadline (D4).
    TaskOpen,     ///< A user's task runs, or waits to (A10, A15, A60).
  };
  Kind kind = Kind::HookFailed;
  std::string
    text; ///< `hook "stop" failed`, `its agent is lost`; of the charm's or provider's words.
  store::Milliseconds since = 0;      ///< 0 if it is not known.
  std::vector<store::TaskId> tasks{}; ///< Of TaskOpen: those that can be cancelled.
};

/// Finds what stops a unit, whatever its life. Nothing if its agent can go on, or will when it sees
/// that its hook was resolved or is to be skipped.
[[nodiscard]] std::optional<Obstacle> unit_obstacle(const Index& index, const store::Unit& unit);
/// Finds what stops the removal of a machine by itself, whomever it hosts.
[[nodiscard]] std::optional<Obstacle> machine_obstacle(const Index& index,
                                                       const store::Machine& machine);

/// The first obstacle in the way of the entity's end, its own or that of something that holds it:
/// `unit mysql/0: hook "stop" failed`. Of a task with what ends it. Empty if nothing is stopped.
[[nodiscard]] std::string first_obstacle(const Index& index, const store::Unit& unit);
[[nodiscard]] std::string first_obstacle(const Index& index, const store::Machine& machine);
[[nodiscard]] std::string first_obstacle(const Index& index, const store::Relation& relation);
[[nodiscard]] std::string first_obstacle(const Index& index, const store::Application& application);

} // namespace orrery::render
