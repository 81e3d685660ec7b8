#pragma once

#include "actors/protocol/agents.hpp"

#include <caf/allowed_unsafe_message_type.hpp>

#include <string>

namespace orrery::simulate {

/// To who asks for a simulated world's users: have a command run by whoever acts for a unit or for
/// `machine 3`.
struct AskAgent {
  std::string whose;
  protocol::RunCommand command;
};

} // namespace orrery::simulate

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::simulate::AskAgent)
