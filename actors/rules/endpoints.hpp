#pragma once

#include "actors/protocol/commands.hpp"
#include "store/contents.hpp"

#include <tl/expected.hpp>

#include <string>
#include <vector>

/// Finding the endpoints that a user means (R4).
namespace orrery::rules {

struct Refusal {
  protocol::Code code = protocol::Code::None;
  std::string text; ///< A sentence with rule number and remedy.
  bool operator==(const Refusal&) const = default;
};

/// The endpoint of that name, the implicit juju-info included; nothing if the charm has none.
[[nodiscard]] std::optional<store::CharmEndpoint> find_endpoint(const store::Charm& charm,
                                                                std::string_view name);

/// From `app`, `app:endpoint` on both sides to the one pair that fits.
/// Errors: invalid endpoint text, unknown application, unknown endpoint, no pair, several pairs
/// (all listed, sorted).
[[nodiscard]] tl::expected<protocol::AddRelation, Refusal> infer_relation(
  const store::Contents& contents, const std::string& first, const std::string& second);

/// The relation that `remove-relation` names, by two endpoints or by id.
/// Errors: not found, ambiguous, a peer relation.
[[nodiscard]] tl::expected<store::RelationId, Refusal>
find_relation(const store::Contents& contents, const std::vector<std::string>& names);

} // namespace orrery::rules
