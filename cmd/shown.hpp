#pragma once

#include "cmd/render/output.hpp"
#include "cmd/session.hpp"

namespace orrery::cmd {

/// Passes on what a rendering has to say. @returns its exit code
int show(Session& session, const render::Output& output);

} // namespace orrery::cmd
