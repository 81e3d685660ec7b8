#pragma once

#include "config/error.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace orrery::config {

enum class EndpointRole { Requirer, Provider, Peer };
enum class OptionKind { String, Int, Float, Boolean, Secret };

struct EndpointDeclaration {
  std::string name;
  std::string interface;
  EndpointRole role = EndpointRole::Requirer;
  bool container = false;
  std::uint32_t limit = 0; ///< 0 for none.
};

struct OptionDeclaration {
  OptionKind kind = OptionKind::String;
  std::string description;
  bool has_default = false;
  std::string default_value; ///< Canonical text: `true`/`false`, decimal integer, shortest decimal
                             ///< fraction, or the string.
};

/// An action as the charm declares it (A34).
struct ActionDeclaration {
  std::string description;
  bool parallel = false;       ///< May run beside what else runs on the machine.
  std::string execution_group; ///< Or empty.
  std::string schema;          ///< Of its parameters: JSON on one line, keys sorted (A35).
  bool operator==(const ActionDeclaration&) const = default;
};

/// A storage as the charm declares it (ST1).
struct StorageDeclaration {
  std::string description;
  std::string location;       ///< Absolute; empty: the storage directory.
  std::uint32_t least = 1;    ///< Instances of each unit (ST2).
  std::uint32_t most = 1;     ///< 0: no upper bound.
  std::uint64_t size_mib = 0; ///< At least; 0: nothing said (ST3).
  bool block = false;
  bool shared = false;
  bool read_only = false;
  bool transient = false;
};

/// A file that a charm wants to be given (RS1).
struct ResourceDeclaration {
  std::string filename; ///< What units see it as.
  std::string description;
  bool operator==(const ResourceDeclaration&) const = default;
};

/// A charm as its files declare it, checked.
struct CharmDeclaration {
  std::string name;
  std::string summary;
  std::string description;
  std::uint32_t revision = 0; ///< The least that it may get, as its file `revision` says (P4).
  std::string version;        ///< As its file `version` says (P45), or empty.
  bool subordinate = false;
  std::vector<EndpointDeclaration> endpoints; ///< Sorted by name.
  std::vector<std::string> extra_bindings;    ///< Names of addresses that no endpoint has, sorted.
  std::map<std::string, OptionDeclaration> options;
  std::map<std::string, ActionDeclaration> actions;
  std::map<std::string, StorageDeclaration> storage; ///< By name.
  std::map<std::string, ResourceDeclaration> resources;
  bool has_dispatch = false;
  /// Hooks and dispatch that lack the right to be run: the units' copy gets it. Relative to the
  /// charm's directory, sorted.
  std::vector<std::filesystem::path> made_executable;
  /// Texts of the files that charms read, by name (metadata.yaml, config.yaml, actions.yaml), where
  /// there is only charmcraft.yaml. The units' copy gets those that are not there.
  std::map<std::string, std::string> split_files;
  std::vector<std::string> lacking;  ///< What it declares and does not get here: `resource "data"`.
  std::vector<std::string> unmet;    ///< Why it cannot run here, a sentence each.
  std::vector<std::string> warnings; ///< `FILE:LINE:COLUMN: WHAT`, of what is taken all the same.
};

/// Reads a charm from its directory: metadata.yaml, or charmcraft.yaml where there is none,
/// config.yaml and actions.yaml.
///
/// Errors: no such directory, no metadata, reserved names (`juju`, `juju-*`), an endpoint declared
/// twice, a subordinate without a container-scoped requirement, a hook that cannot be run, an
/// orrery.yaml that cannot be read, a file `revision` without a number, a wrong type anywhere.
[[nodiscard]] Result<CharmDeclaration> load_charm(const std::filesystem::path& directory);

/// Brings a user's text for an option to its canonical form.
/// @returns an error that names the option, its type and the text.
[[nodiscard]] Result<std::string>
canonical_option(const std::string& name, OptionKind kind, const std::string& text);

} // namespace orrery::config
