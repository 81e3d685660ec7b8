#pragma once

#include "config/document.hpp"
#include "config/findings.hpp"

#include <array>
#include <string_view>

namespace orrery::config {

/// Keys of metadata.yaml that charmcraft.yaml may have, too.
inline constexpr std::array<std::string_view, 23> metadata_keys{
  "assumes",  "charm-user",     "containers", "description", "devices",          "display-name",
  "docs",     "extra-bindings", "issues",     "maintainers", "min-juju-version", "name",
  "payloads", "peers",          "provides",   "requires",    "resources",        "source",
  "storage",  "subordinate",    "summary",    "terms",       "website"};

/// Warns of keys that nobody knows and that are nearly one of metadata_keys. Charms have keys of
/// other tools, too, which are passed over.
void warn_of_misspelled_keys(const Document& metadata, Findings& findings);

} // namespace orrery::config
