#pragma once

#include "actors/providers/provider.hpp"

#include <tl/expected.hpp>

#include <filesystem>
#include <initializer_list>
#include <string>
#include <vector>

/// Directories and links as a provider needs them: for their owner only, safe to repeat.
namespace orrery::providers {

/// @returns nothing if it is there now, mode 0700.
[[nodiscard]] tl::expected<void, ProviderError> make_directory(const std::filesystem::path& path);
[[nodiscard]] tl::expected<void, ProviderError>
make_directories(std::initializer_list<std::filesystem::path> paths);
/// Replaces whatever link is there: after an upgrade the program may lie elsewhere.
[[nodiscard]] tl::expected<void, ProviderError> make_link(const std::filesystem::path& link,
                                                          const std::filesystem::path& target);
/// Names of the directories in `path`; none if it is not there.
[[nodiscard]] tl::expected<std::vector<std::string>, ProviderError>
directories_in(const std::filesystem::path& path);

/// A sentence about the call that has failed just now (errno): `/a/b cannot be read: ...`.
[[nodiscard]] tl::unexpected<std::string> cannot_be(const std::filesystem::path& path,
                                                    const char* what);

} // namespace orrery::providers
