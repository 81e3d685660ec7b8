#pragma once

#include "cmd/session/orchestrator.hpp"

#include <string>

namespace orrery::cmd {

/// The models of a process, as sessions ask for them. For any thread.
class Models {
public:
  virtual ~Models() = default;
  /// @param name `[CONTROLLER:][OWNER/]MODEL`, or the first six characters of its UUID at least
  /// (cmd/client/model_reference.hpp); empty, or without a model: that of a session that names
  /// none.
  /// @returns what the session's verbs are given, as long as the process is there; null: there is
  /// no such model.
  [[nodiscard]] virtual Orchestrator* find_model(const std::string& name) = 0;
};

} // namespace orrery::cmd
