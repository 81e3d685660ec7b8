#pragma once

#include "cmd/render/reason.hpp"
#include "cmd/session.hpp"

#include <string>

namespace orrery::cmd {

/// Says what holds back something that is not Alive and was asked to go once more.
void tell_what_blocks(Session& session,
                      const store::Contents& contents,
                      render::EntityKind kind,
                      const std::string& name,
                      const std::string& shown);

} // namespace orrery::cmd
