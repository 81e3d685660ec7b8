#pragma once

#include "actors/hooks/keepers.hpp"
#include "cmd/views/check/notes.hpp"
#include "config/settings.hpp"
#include "store/contents.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace orrery::check {

/// Directories that the provider has.
struct Directories {
  std::set<std::string> instances;
  std::map<store::MachineId, std::set<std::string>>
    units; ///< Of the model's machines that have an instance.
  /// Ids of storages that have data, as `data/0`; nothing: it was not looked.
  std::optional<std::set<std::string>> storages;
};

/// One look at everything; its parts are from nearly, not exactly, the same instant.
struct Observed {
  store::Contents contents;
  std::vector<std::string> broken_history; ///< Sentences of store::broken_history.
  std::vector<std::string> broken_secrets; ///< Sentences of store::broken_secrets.
  Notes notes;
  std::vector<hooks::Keeper> keepers;
  Directories directories;
  config::RetryPolicy retry; ///< Tells which failed hooks are not tried again.
  bool quiet = false;        ///< Nothing was under way, nor written, while it was looked.
};

} // namespace orrery::check
