#pragma once

#include <compare>
#include <string>
#include <vector>

namespace orrery::check {

/// Why a difference may be there for a while without anything being wrong.
enum class Patience {
  Short,   ///< Only for the moment between two writes.
  Settled, ///< As long as an agent or a provider has it before it: until the system is settled.
  Known,   ///< As long as something that status shows keeps its agent from acting.
};

/// Two sources that say different things of one entity.
struct Difference {
  std::string entity;  ///< `unit db/0`, `machine 3`, `instance process-99`.
  std::string records; ///< What the model's records say.
  std::string found;   ///< What the agents' notes, /proc or the machines' directories say.
  std::string remedy;
  Patience patience = Patience::Short;
  auto operator<=>(const Difference&) const = default;
};

using Differences = std::vector<Difference>;

} // namespace orrery::check
