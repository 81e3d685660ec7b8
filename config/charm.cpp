#include "config/charm.hpp"

#include "config/charm_reading.hpp"

#include <utility>

namespace orrery::config {

Result<CharmDeclaration> load_charm(const std::filesystem::path& directory) {
  CharmReading read = read_charm(directory);
  for (const Finding& finding : read.findings.all())
    switch (finding.kind) {
    case Finding::Kind::Wrong:
      return tl::unexpected(finding.error);
    case Finding::Kind::Unmet:
      read.charm.unmet.push_back(finding.error.what);
      break;
    case Finding::Kind::Lacking:
      read.charm.lacking.push_back(finding.error.what);
      break;
    case Finding::Kind::Warning:
      read.charm.warnings.push_back(finding.error.text());
      break;
    }
  return std::move(read.charm);
}

} // namespace orrery::config
