#include "store/severity.hpp"

#include <algorithm>
#include <iterator>

namespace orrery::store {

int severity(std::string_view workload) {
  static constexpr std::string_view rising[] = {"unknown", "terminated", "active", "maintenance",
                                                "waiting", "blocked",    "error"};
  const auto* found = std::find(std::begin(rising), std::end(rising), workload);
  return found == std::end(rising) ? 0 : static_cast<int>(found - std::begin(rising));
}

} // namespace orrery::store
