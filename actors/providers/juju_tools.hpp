#pragma once

#include "store/names.hpp"

#include <filesystem>

/// Links by which charms find their tools where Juju has them:
///
///     JUJU_TOOLS/machine-N -> the directory with all tools
///
/// charmhelpers takes the first `/var/lib/juju/tools/machine-*/jujud` that there is. So whatever is
/// there of somebody else stays until it leads nowhere, and what cannot be made is left out: charms
/// have the tools in their PATH.
namespace orrery::providers {

/// Safe to repeat, which costs one look where there is a link.
/// @param juju_tools empty: nothing is made.
void link_juju_tools(const std::filesystem::path& juju_tools,
                     store::MachineId machine,
                     const std::filesystem::path& tools);
/// Takes the machine's link away, if it leads to those tools.
void unlink_juju_tools(const std::filesystem::path& juju_tools,
                       store::MachineId machine,
                       const std::filesystem::path& tools);

} // namespace orrery::providers
