#pragma once

#include "store/records.hpp"

#include <string>
#include <vector>

namespace orrery::simulate {

class World;

/// Removes every application, unit and machine but the one that manages the model, as a person
/// would who does what `orrery explain` says, and force only where it says nothing else.  @pre
/// nothing goes wrong any more
/// @param patience within which everything comes to rest
/// @returns what is left nevertheless, with its explanation; what it had to say of the way there.
[[nodiscard]] std::vector<std::string> remove_everything(World& world,
                                                         store::Milliseconds patience);

} // namespace orrery::simulate
