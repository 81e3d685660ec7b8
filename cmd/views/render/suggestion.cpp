#include "cmd/views/render/suggestion.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace orrery::cmd {

namespace {

/// Insertions, deletions, replacements and swaps of two neighbours from one to the other.
std::size_t distance(std::string_view left, std::string_view right) {
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

} // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  constexpr std::size_t longest = 64; // nobody mistypes more than that, and the work is quadratic
  if (word.empty() || word.size() > longest)
    return {};
  std::string best;
  auto best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const auto& candidate : candidates) {
    const auto longer = std::max(word.size(), candidate.size());
    const auto shorter = std::min(word.size(), candidate.size());
    if (longer - shorter >= best_distance)
      continue; // each letter that is missing is a step
    if (const auto steps = distance(word, candidate); steps < best_distance) {
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

std::string nearest_or_all(std::string_view word, const std::vector<std::string>& candidates) {
  auto text = nearest_hint(word, candidates);
  if (!text.empty() || candidates.empty())
    return text;
  for (std::size_t i = 0; i < candidates.size(); ++i)
    text += (i == 0 ? ": write " : i + 1 < candidates.size() ? ", " : " or ") + candidates[i];
  return text;
}

} // namespace orrery::cmd
