#pragma once

#include <filesystem>

namespace orrery::config {

/// Says whether a symlink of a charm leads to something inside the charm, by following it, and all
/// links on its way, as the kernel would: an absolute target leads out, and so does each step above
/// the charm's directory, also where a later one would come back. What is not there yet counts as
/// inside if its name is.
/// @param root the charm's directory. @param place the link's, relative to it.
[[nodiscard]] bool leads_inside(const std::filesystem::path& root,
                                const std::filesystem::path& place);

} // namespace orrery::config
