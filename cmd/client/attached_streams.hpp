#pragma once

#include "config/descriptor.hpp"

namespace orrery::cmd {

/// The user's sides of a program's standard streams: pipes that do not block.
struct FarStreams {
  config::Descriptor input; ///< Is written to.
  config::Descriptor output;
  config::Descriptor errors;
};

/// Descriptors here that stand in their places; not owned.
struct NearStreams {
  int input = -1;
  int output = -1;
  int errors = -1;
};

/// Passes bytes on as they come, until the orchestrator has something to say; what the program has
/// written by then is passed on first. The input's end is passed on, too. If nobody reads the
/// output here any more, this process ends as any writer to a pipe does; where the output takes no
/// more, as on a full disk, nothing more is passed on.
/// @param orchestrator a socket
/// @returns why the output here takes no more, as errno has it; 0 if it takes all
[[nodiscard]] int attach_streams(FarStreams far, const NearStreams& near, int orchestrator);

} // namespace orrery::cmd
