#pragma once

#include "store/storage_records.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// A charm's declarations, as the model's database has them.
namespace orrery::store {

enum class Role : std::uint8_t { Requirer, Provider, Peer };
enum class ScopeKind : std::uint8_t { Global, Container };
enum class OptionType : std::uint8_t { String, Int, Float, Boolean, Secret };

/// An endpoint as the charm declares it.
struct CharmEndpoint {
  std::string name;
  std::string interface;
  Role role = Role::Requirer;
  ScopeKind scope = ScopeKind::Global;
  std::uint32_t limit = 0; ///< Most relations at once, 0 for no limit (R2).
  bool operator==(const CharmEndpoint&) const = default;
};

/// One option of a charm's config.yaml.
struct CharmOption {
  OptionType type = OptionType::String;
  std::string description;
  bool has_default = false;
  std::string default_value; ///< Canonical text of the type: `true`, `42`, `0.5`.
  bool operator==(const CharmOption&) const = default;
};

/// An action that a charm offers (A34).
struct CharmAction {
  std::string description;
  bool parallel = false;       ///< May run beside what else runs on the machine (A10).
  std::string execution_group; ///< Or empty (A11).
  std::string schema;          ///< Of its parameters, as JSON (A35).
  bool operator==(const CharmAction&) const = default;
};

/// A file that a charm wants to be given (RS1).
struct CharmResource {
  std::string filename;
  std::string description;
  bool operator==(const CharmResource&) const = default;
};

/// A charm as it was deployed; immutable. Owner: the model.
struct Charm {
  std::string url; ///< `local:NAME-REVISION`, unique.
  std::string name;
  std::uint32_t revision = 0;
  std::string summary;
  std::string directory; ///< Where the deployed copy of its files lies, below the data directory.
  bool subordinate = false;
  std::vector<CharmEndpoint> endpoints; ///< As declared, without the implicit juju-info (R4).
  std::map<std::string, CharmOption> options;
  /// Names that network-get knows beside the endpoints', sorted.
  std::vector<std::string> extra_bindings;
  std::map<std::string, CharmAction> actions;
  std::string version; ///< The charm's own word for it (P45), or empty.
  /// Where it was deployed from first: an absolute path, which may hold anything by now (CL12).
  /// Empty: a program of before has deployed it.
  std::string source{};
  std::map<std::string, CharmStorage> storage{};    ///< By name (ST1).
  std::map<std::string, CharmResource> resources{}; ///< By name.
  bool operator==(const Charm&) const = default;
};

/// The next revision of a charm's name, for all applications; never goes back (P4). Owner: the
/// model.
struct CharmSequence {
  std::string charm; ///< Charm::name.
  std::uint32_t next = 0;
  bool operator==(const CharmSequence&) const = default;
};

} // namespace orrery::store
