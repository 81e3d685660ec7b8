#include "actors/rules/unexpected.hpp"

#include <cstdio>
#include <cstdlib>

namespace orrery::rules {

Decision unexpected_step(const Step& step) {
  const auto* command = std::get_if<protocol::Command>(&step);
  std::fprintf(
    stderr, "orrery: bug: step %zu (command %zu) was sent to an entity that has no rule for it\n",
    step.index(), command == nullptr ? std::variant_npos : command->index());
  std::abort();
}

} // namespace orrery::rules
