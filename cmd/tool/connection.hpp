#pragma once

#include "actors/hooks/wire.hpp"
#include "config/descriptor.hpp"

#include <string>

namespace orrery::tool {

/// A connection to the orchestrator that runs this hook.
class Connection {
public:
  /// Connects to a Unix socket; its path may be longer than a socket address holds.
  /// @returns what went wrong, empty if nothing did.
  [[nodiscard]] std::string open(const std::string& path);
  /// Sends a frame and waits for the reply.
  /// @returns what went wrong, empty if nothing did.
  [[nodiscard]] std::string exchange(const std::string& frame, hooks::ToolReply& reply);

private:
  config::Descriptor socket_;
};

} // namespace orrery::tool
