#pragma once

#include <tl/expected.hpp>

#include <cstddef>
#include <filesystem>
#include <string>

namespace orrery::providers {

/// Removes a file or a directory with all it holds, never what its symlinks lead to; read-only
/// directories too. Goes by descriptors, of which it holds some twenty however deep the tree is,
/// and fewer where there are no more. Lists each directory once, in a tree deeper than that twice
/// on average at most. What is mounted in it is unmounted, with what that holds as it was; where it
/// cannot be unmounted it stays, with the directories above it. Not there is success.
/// @param listings is told how often a directory was opened to be listed, unless it is null.
/// @returns what could not be removed and why.
[[nodiscard]] tl::expected<void, std::string> remove_tree(const std::filesystem::path& path,
                                                          std::size_t* listings = nullptr);

} // namespace orrery::providers
