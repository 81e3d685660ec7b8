#pragma once

#include "cmd/charms/charm_tree.hpp"

#include <tl/expected.hpp>

#include <filesystem>
#include <string>

namespace orrery::cmd {

/// Copies a charm's files to DATA/charms/NAME-HASH, on disk when it returns; equal content is kept
/// once.
///
/// @param data the orchestrator's data directory.
/// @returns the copy's absolute path. On error nothing of the copy remains.
[[nodiscard]] tl::expected<std::filesystem::path, std::string>
keep_charm(const std::filesystem::path& data,
           const std::string& name,
           const std::filesystem::path& source,
           const CharmLimits& limits = {});

} // namespace orrery::cmd
