#pragma once

#include "config/descriptor.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <string>

namespace orrery::hooks {

/// One side of a program's standard streams: what the program reads and writes, or what its user
/// does.
struct ProgramStreams {
  config::Descriptor input;
  config::Descriptor output;
  config::Descriptor errors;
};

/// Both sides of the standard streams of one program: three pipes, so that bytes pass as they are.
struct PipedStreams {
  ProgramStreams program;
  ProgramStreams user; ///< Writes to `input`, reads the others; none of them blocks.
};

/// Opens them for a program of that user; 0: of ours.
/// Errors: no descriptor is left; a sentence.
[[nodiscard]] tl::expected<PipedStreams, std::string> open_streams(std::uint32_t user);

} // namespace orrery::hooks
