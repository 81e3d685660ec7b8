#pragma once

#include "cmd/engine/layout.hpp"
#include "cmd/engine/unknown_data.hpp"
#include "store/pair.hpp"

#include <filesystem>
#include <string>

namespace orrery::cmd {

/// A loss of a model's store that a user accepts, until it is made good: whatever the store does
/// not know is put aside before it is accepted, and an epoch begun after that. A note in the
/// model's directory has the next start begin the epoch if this one is interrupted between both.
/// Used in the order of its functions.
class AcceptedLoss {
public:
  /// @param place outlives it
  AcceptedLoss(const ModelPlace& place, bool accept_loss)
    : place_(place), note_(place.directory / "accepted-loss"), accept_loss_(accept_loss) {}

  /// Before the stores are opened, which has a store that is accepted forget what its witness saw.
  [[nodiscard]] tl::expected<void, std::string> foresee();
  /// Before both are matched.
  [[nodiscard]] tl::expected<void, std::string> compare(const store::Pair& pair);
  /// After both were matched.
  [[nodiscard]] tl::expected<void, std::string> make_good(const store::Pair& pair);

private:
  tl::expected<void, std::string> accept(const store::Snapshot& records);

  const ModelPlace& place_;
  std::filesystem::path note_;
  bool accept_loss_;
  bool accepted_ = false; ///< By this start.
  std::uint64_t before_ =
    0; ///< The last transaction that the agents' store knows of; 0: none is lost.
  UnknownData unknown_;
};

} // namespace orrery::cmd
