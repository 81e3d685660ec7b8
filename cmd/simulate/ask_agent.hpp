#pragma once

#include "actors/protocol/agents.hpp"

#include <caf/actor.hpp>
#include <caf/allowed_unsafe_message_type.hpp>

namespace orrery::simulate {

/// To who asks for a simulated world's users: have that agent run a command.
struct AskAgent {
  caf::actor agent;
  protocol::RunCommand command;
};

} // namespace orrery::simulate

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::simulate::AskAgent)
