#include "actors/protocol/commands.hpp"

namespace orrery::protocol {

Command::Command(const Command& other) = default;
Command::Command(Command&& other) noexcept = default;
Command& Command::operator=(const Command& other) = default;
Command& Command::operator=(Command&& other) noexcept = default;
Command::~Command() = default;

bool Command::operator==(const Command& other) const {
  return static_cast<const Variant&>(*this) == static_cast<const Variant&>(other);
}

} // namespace orrery::protocol
