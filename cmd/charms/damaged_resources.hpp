#pragma once

#include "store/contents.hpp"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace orrery::cmd {

/// Reads the kept bytes of all resources that applications have, each content once, and tells of
/// those that are not the bytes of their hash: a sentence for each, with the remedy. Files that
/// units have got are their own, and are compared with each resource-get (RS9).
/// @param data the model's directory, whose kept charms the caller holds since before it read
/// `contents`.
/// @param cancelled asked before each content; nobody waits any more once it says so.
[[nodiscard]] std::vector<std::string> damaged_resources(const std::filesystem::path& data,
                                                         const store::Contents& contents,
                                                         const std::function<bool()>& cancelled);

} // namespace orrery::cmd
