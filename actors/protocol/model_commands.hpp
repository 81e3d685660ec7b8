#pragma once

#include "store/hosted_records.hpp"

#include <cstdint>

/// Commands about models as wholes (commands.hpp).
namespace orrery::protocol {

/// Takes a model that the process has beside its first one a step on; a command to the first model.
struct HostModel {
  enum class Step : std::uint8_t {
    Make,  ///< Its name is taken: stores are about to be made (MD34).
    Begin, ///< It is whole: Making to Alive.
    End,   ///< It is to be destroyed, or differently than so far (MD3, MD6).
    Forget ///< Nothing is left of it: its record goes, and its name is free (MD1).
  };
  Step step = Step::Make;
  /// Make: uuid, name, owner. Begin and Forget: uuid. End: uuid and how; without force a timeout
  /// counts for nothing (MD8).
  store::HostedModel model;
  bool operator==(const HostModel&) const = default;
};

/// Sets the model Dying, to which it is a command: nothing new comes in from then on (MD5).
struct EndModel {
  bool operator==(const EndModel&) const = default;
};

} // namespace orrery::protocol
