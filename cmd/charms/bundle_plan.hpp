#pragma once

#include "cmd/charms/deployment.hpp"
#include "cmd/charms/storage_directives.hpp"
#include "config/bundle.hpp"

#include <map>
#include <string>
#include <vector>

namespace orrery::cmd {

/// Steps that deploying a bundle will take, checked as far as it can be before anything is done.
struct BundlePlan {
  config::Bundle bundle;
  std::vector<PreparedApplication> applications; ///< The missing ones, in the file's order.
  std::vector<std::size_t> unit_order; ///< Of the bundle's applications, so that each comes after
                                       ///< those it is placed beside.
  std::map<std::string, std::uint32_t> units; ///< How many units of each are wanted.
  std::vector<protocol::SetConfig> settings;  ///< Of applications that are there, what differs.
  std::vector<protocol::SetConstraints> constraints; ///< Likewise (MD69).
  std::vector<protocol::SetTrusted> trusts;          ///< Likewise (TR1).
  std::vector<protocol::AddRelation> relations;      ///< The missing ones.
  std::vector<protocol::AttachResource> resources;   ///< Likewise other bytes (RS2).
  std::vector<config::CharmsHold> holds;             ///< Until these have their records.
};

/// Reads the bundle and all its charms, copies them, and infers every relation.
/// @param storage in the place of what the bundle says of the same (ST7)
[[nodiscard]] tl::expected<BundlePlan, std::string>
plan_bundle(Session& session,
            const store::Contents& contents,
            const std::filesystem::path& file,
            const std::vector<std::filesystem::path>& overlays,
            const BundleStorage& storage,
            bool force);

/// Puts each application after those beside whose units it is placed, in `unit_order`.
/// @returns that they wait for each other in a circle, as a sentence with the bundle's file.
[[nodiscard]] tl::expected<void, std::string> order_units(BundlePlan& plan);

} // namespace orrery::cmd
