#include "cmd/suggestion.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace orrery::cmd {

namespace {

/// Insertions, deletions and replacements from one to the other.
std::size_t distance(std::string_view left, std::string_view right) {
  std::vector<std::size_t> row(right.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < left.size(); ++i) {
    auto diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < right.size(); ++j) {
      const auto replaced = diagonal + (left[i] == right[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

} // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  constexpr std::size_t longest = 64; // nobody mistypes more than that, and the work is quadratic
  if (word.empty() || word.size() > longest)
    return {};
  std::string best;
  auto best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const auto& candidate : candidates) {
    const auto steps = candidate.size() > longest ? best_distance : distance(word, candidate);
    if (steps < best_distance) {
      best_distance = steps;
      best = candidate;
    }
  }
  return best;
}

std::string nearest_hint(std::string_view word, const std::vector<std::string>& candidates) {
  const auto best = nearest(word, candidates);
  return best.empty() ? std::string{} : "; did you mean \"" + best + "\"?";
}

} // namespace orrery::cmd
