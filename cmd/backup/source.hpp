#pragma once

#include "config/kept_charms.hpp"
#include "store/pair.hpp"
#include "store/secret_vault.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

/// Stores and directories that a backup is made of.
namespace orrery::backup {

/// A model of which a backup is made.
struct ModelSource {
  std::string uuid;
  store::Pair stores;
  std::filesystem::path directory;
  std::uint64_t memory = 0; ///< Bytes that its stores may write as files before they are copied.
  /// Holds the model's kept charms (config/kept_charms.hpp).
  std::function<config::CharmsHold()> hold_charms;
  /// Holds the keys of the model's secrets; empty: it has none (a test).
  std::function<store::SecretVault::Hold()> hold_keys{};
  /// While this lives the model's stores are open.
  std::shared_ptr<const void> in_use;
};

/// Models that a process has beside its first one.
struct OtherModels {
  std::vector<ModelSource> served; ///< Those that can be used.
  /// While this lives no model is added, and none begins to go.
  std::shared_ptr<const void> unchanged;
};

struct Source {
  ModelSource first; ///< In its records are those of the others.
  std::function<OtherModels()> others;
  std::filesystem::path data; ///< The data directory.
  std::string program;        ///< This program's version.
  std::uint64_t boot = 0;     ///< The number of this boot (cmd/engine/boot.hpp).
};

} // namespace orrery::backup
