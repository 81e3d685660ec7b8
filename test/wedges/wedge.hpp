#pragma once

#include "test/wedges/story.hpp"

#include <functional>
#include <ostream>
#include <string>
#include <vector>

namespace orrery::test {

/// One thing that is done, or goes wrong.
struct Step {
  const char* what;
  std::function<void(Story&)> act;
};

/// A way in which models with such lives got stuck elsewhere, as a script.
/// docs/developers/wedges.md tells why it cannot happen here.
struct Wedge {
  std::string name;      ///< Its number, and what became stuck.
  const char* elsewhere; ///< What people met.
  std::function<void(Story&)> setup;
  std::vector<Step> steps;
  /// When everything is settled: what must be gone, what must be there.
  std::function<void(Story&)> ending;
  bool needs_a_person =
    false; ///< In order; without a hook that fails for ever nobody may be needed.
};

/// How a failing test shows it.
inline void PrintTo(const Wedge& wedge, std::ostream* out) {
  *out << wedge.elsewhere;
}

/// W01 to W14.
[[nodiscard]] std::vector<Wedge> all_wedges();

// Each in a file of its own kind.
[[nodiscard]] std::vector<Wedge> wedges_of_units();
[[nodiscard]] std::vector<Wedge> wedges_of_force();
[[nodiscard]] std::vector<Wedge> wedges_of_machines();
[[nodiscard]] std::vector<Wedge> wedges_of_records();

} // namespace orrery::test
