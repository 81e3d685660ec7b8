#pragma once

#include "actors/hooks/wire.hpp"

#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace orrery::hooks {

/// Listens where a hook's tools look for the orchestrator, and answers one connection.
class OrchestratorDouble {
public:
  /// Bytes that answer a call; empty closes the connection.
  using Answer = std::function<std::string(const TokenCall&)>;

  OrchestratorDouble(const std::filesystem::path& socket, Answer answer);
  OrchestratorDouble(const OrchestratorDouble&) = delete;
  OrchestratorDouble& operator=(const OrchestratorDouble&) = delete;
  ~OrchestratorDouble();

  /// The calls so far; only after the tool has ended.
  [[nodiscard]] std::vector<TokenCall> calls();

private:
  void serve();

  int listener_ = -1;
  Answer answer_;
  std::vector<TokenCall> calls_;
  std::thread thread_;
};

} // namespace orrery::hooks
