#pragma once

#include "config/descriptor.hpp"

#include <cstdint>
#include <filesystem>

namespace orrery::config {

/// Symlinks that an opening follows below its directory.
enum class Links : std::uint8_t {
  None,   ///< None: a link on the way, or at its end, is an error (ELOOP).
  Inside, ///< Those that stay in the directory. One that leads out is an error (EXDEV or ELOOP).
};

/// Opens what lies below a directory, whatever its owner exchanges there meanwhile: the kernel
/// judges each step as it takes it (openat2), so nothing comes between looking and opening.
/// @param directory of which any descriptor will do, one of O_PATH too.
/// @param inside relative to it; empty is the directory itself. A step above it is an error
/// (EXDEV).
/// @param flags of open(2), for reading or O_PATH: nothing is made. O_CLOEXEC is added.
/// @returns none, and errno, if it cannot be opened.
[[nodiscard]] Descriptor
open_beneath(int directory, const std::filesystem::path& inside, int flags, Links links);

/// Does what open_beneath() does on kernels before 5.6, which have no openat2: takes one step after
/// the other by descriptors that follow no link.
[[nodiscard]] Descriptor
walk_beneath(int directory, const std::filesystem::path& inside, int flags, Links links);

} // namespace orrery::config
