#pragma once

#include "store/names.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

/// Changes of secrets by hooks and users (SE). Contents are sealed before they come here.
namespace orrery::protocol {

/// Where a secret lies: both are parts of its key.
struct SecretName {
  std::string owner; ///< Secret::owner
  std::string id;    ///< Secret::id
  bool operator==(const SecretName&) const = default;
};

/// A content for a new revision.
struct SecretValue {
  std::string sealed;      ///< SecretRevision::sealed
  std::string fingerprint; ///< Secret::fingerprint
  bool operator==(const SecretValue&) const = default;
};

/// All that is changed of one secret at once. Fields left empty stay as they are.
struct SecretChange {
  std::optional<std::string> added_for; ///< Makes the secret, of this owner (Secret::owner).
  std::optional<SecretValue> value;
  std::optional<std::string> label;
  std::optional<std::string> description;
  std::optional<std::string> rotation;
  std::optional<std::int64_t> expires; ///< Milliseconds since the epoch.
  std::optional<bool> auto_prune;
  bool tracks = false; ///< The unit goes on with the new revision (SE22).
  std::map<std::string, std::optional<std::uint32_t>>
    grants;                       ///< By subject, the relation; nothing: the model.
  std::set<std::string> revoked;  ///< Subjects.
  std::set<std::uint32_t> pruned; ///< Revisions that go.
  bool removed = false;           ///< All of it goes.
  bool operator==(const SecretChange&) const = default;
};
using SecretChanges = std::map<std::string, SecretChange>; ///< By id.

} // namespace orrery::protocol
