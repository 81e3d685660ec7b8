#pragma once

#include "cmd/views/render/document.hpp"
#include "config/bundle.hpp"
#include "config/charm.hpp"
#include "store/contents.hpp"

#include <tl/expected.hpp>

#include <map>
#include <string>

namespace orrery::cmd {

/// The charm of one of a bundle's applications.
struct BundleCharm {
  config::CharmDeclaration charm;
  std::string directory; ///< As store::Charm::directory would be.
  /// Hashes of the application's files by resource, as store::Resource::hash; without those that
  /// cannot be read.
  std::map<std::string, std::string> resources{};
};

/// In what a bundle and a model differ (CL15): an empty map if in nothing. Options count by what
/// holds: one that is set to its default is as one that is not set. Storage counts as it was
/// directed, a resource by its bytes: the bundle has a path, the model a hash.
/// @param charms of the bundle's applications, by their names
/// @param machines of the model, by the bundle's names for them
/// Errors: an option that the charm does not have, or of another type.
[[nodiscard]] tl::expected<render::Document, std::string>
bundle_difference(const config::Bundle& bundle,
                  const store::Contents& model,
                  const std::map<std::string, BundleCharm>& charms,
                  const std::map<std::string, store::MachineId>& machines);

} // namespace orrery::cmd
