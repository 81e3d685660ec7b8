#pragma once

#include "test/tools/world.hpp"

#include <string>
#include <vector>

namespace orrery::hooks {

/// One call and all that it answers.
struct Case {
  std::vector<std::string> arguments;
  int code;
  std::string output;
  std::string error; ///< Without `ERROR ` and the newline.
};

/// Makes the calls in their order and compares all that they answer.
void check(World& world, const std::vector<Case>& cases);

} // namespace orrery::hooks
