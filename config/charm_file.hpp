#pragma once

#include "config/document.hpp"
#include "config/findings.hpp"
#include "config/opened_directory.hpp"

#include <filesystem>
#include <functional>
#include <string>

/// The files beside a charm's metadata, which may be sections of charmcraft.yaml instead.
namespace orrery::config {

/// Whether there is anything by that name; a link that leads nowhere counts, so that reading it
/// says so.
[[nodiscard]] bool is_there(const std::filesystem::path& file);

/// Takes what NAME.yaml holds, or what stands below NAME in charmcraft.yaml; nothing where neither
/// is there, or the file cannot be read. Wrong is to have both.
/// @param own the section of charmcraft.yaml, nothing for a charm with metadata.yaml
/// @param what it declares, for the error: `options`
void read_charm_file(const OpenedDirectory& directory,
                     const std::string& name,
                     const std::string& what,
                     const Document& metadata,
                     const Member* own,
                     Findings& findings,
                     const std::function<void(const Document&, const Node&)>& take);

} // namespace orrery::config
