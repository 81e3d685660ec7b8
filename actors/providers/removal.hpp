#pragma once

#include <tl/expected.hpp>

#include <filesystem>
#include <string>

namespace orrery::providers {

/// Removes a file or a directory with all it holds, never what its symlinks lead to; read-only
/// directories too. Goes by descriptors, of which it holds three however deep the tree is. What is
/// mounted in it is unmounted, with what that holds as it was; where it cannot be unmounted it
/// stays, with the directories above it. Not there is success.
/// @returns what could not be removed and why.
[[nodiscard]] tl::expected<void, std::string> remove_tree(const std::filesystem::path& path);

} // namespace orrery::providers
