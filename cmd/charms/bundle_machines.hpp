#pragma once

#include "config/bundle.hpp"
#include "store/contents.hpp"

#include <map>
#include <string>
#include <vector>

/// A bundle that is deployed again finds the machines that it was deployed to.
namespace orrery::cmd {

/// An application's units that are Alive, as a person counts them.
[[nodiscard]] std::vector<std::string> units_of(const store::Contents& contents,
                                                const std::string& application);

/// Which machine of the model is which of the bundle's, as far as its units tell: unit N of an
/// application went where placement N sent it.
[[nodiscard]] std::map<std::string, store::MachineId>
bundle_machines(const config::Bundle& bundle, const store::Contents& contents);

/// The placements of an application at which none of its units stands, in their order.
[[nodiscard]] std::vector<std::string>
open_placements(const config::BundleApplication& application,
                const store::Contents& contents,
                const std::map<std::string, store::MachineId>& machines);

} // namespace orrery::cmd
