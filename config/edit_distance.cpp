#include "config/edit_distance.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace orrery::config {

std::size_t edit_distance(std::string_view left, std::string_view right) {
  std::vector<std::size_t> before(right.size() + 1); // two rows above
  std::vector<std::size_t> above(right.size() + 1);
  std::iota(above.begin(), above.end(), std::size_t{0});
  for (std::size_t i = 0; i < left.size(); ++i) {
    std::vector<std::size_t> row(right.size() + 1, i + 1);
    for (std::size_t j = 0; j < right.size(); ++j) {
      row[j + 1] =
        std::min({above[j] + (left[i] == right[j] ? 0 : 1), row[j] + 1, above[j + 1] + 1});
      if (i > 0 && j > 0 && left[i] == right[j - 1] && left[i - 1] == right[j])
        row[j + 1] = std::min(row[j + 1], before[j - 1] + 1);
    }
    before = std::exchange(above, std::move(row));
  }
  return above.back();
}

} // namespace orrery::config
