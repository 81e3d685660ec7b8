#pragma once

#include "actors/agents/local_model.hpp"
#include "actors/protocol/commands.hpp"
#include "cmd/simulate/random.hpp"
#include "store/secret_vault.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace orrery::simulate {

/// The key of a simulated model's secrets, and the ids of those that hooks add. Both outlive every
/// crash.
class SimulatedSecrets {
public:
  explicit SimulatedSecrets(std::uint64_t seed) : random_(seed, stream) {}
  ~SimulatedSecrets();
  SimulatedSecrets(const SimulatedSecrets&) = delete;
  SimulatedSecrets& operator=(const SimulatedSecrets&) = delete;

  /// Gives agents of a process the key, and ids that the seed decides.
  void serve(agents::LocalModel& model);
  /// Returns a command with the content sealed that is in the clear in it (a command that is drawn,
  /// or read from a story).
  [[nodiscard]] protocol::Command sealed(protocol::Command command);
  /// Draws the id of a secret that a hook adds: none that an operator of the same seed draws.
  [[nodiscard]] std::string new_id();

private:
  static constexpr std::uint32_t stream = 1; ///< The operator draws from that of the seed itself.
  [[nodiscard]] store::SecretVault& vault();

  Random random_;
  std::filesystem::path directory_; ///< Of the key; empty until there is one.
  std::optional<store::SecretVault> vault_;
};

/// Returns a new id of a secret: 20 characters, `[0-9a-v]`.
[[nodiscard]] std::string draw_secret_id(Random& random);

} // namespace orrery::simulate
