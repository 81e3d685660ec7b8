#pragma once

#include <tl/expected.hpp>

#include <filesystem>
#include <string>

namespace orrery::cmd {

/// Refuses a data directory in which a link stands for a directory or a file of a model: what is
/// destroyed or discarded there would stay where the link leads to, with its keys. The data
/// directory's own path may have links, and any directory in it may be a mount.
/// @returns which one, and what to do.
[[nodiscard]] tl::expected<void, std::string> refuse_links(const std::filesystem::path& data);

} // namespace orrery::cmd
