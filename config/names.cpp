#include "config/names.hpp"

#include "config/edit_distance.hpp"

#include <algorithm>
#include <cstddef>

namespace orrery::config {

namespace {

constexpr std::size_t longest_name = 64;

bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}

bool is_lower_or_digit(char c) {
  return is_lower(c) || (c >= '0' && c <= '9');
}

} // namespace

bool is_application_name(std::string_view text) {
  if (text.empty() || text.size() > longest_name || !is_lower(text.front()))
    return false;
  // Each part between dashes has a letter: `web-1` would read like a unit.
  bool part_has_letter = false;
  for (const char c : text) {
    if (c == '-') {
      if (!part_has_letter)
        return false;
      part_has_letter = false;
    } else if (is_lower_or_digit(c)) {
      part_has_letter = part_has_letter || is_lower(c);
    } else {
      return false;
    }
  }
  return part_has_letter;
}

bool is_endpoint_name(std::string_view text) {
  if (text.empty() || text.size() > longest_name || !is_lower(text.front()))
    return false;
  bool after_separator = false;
  for (const char c : text) {
    const bool separator = c == '-' || c == '_';
    if ((separator && after_separator) || (!separator && !is_lower_or_digit(c)))
      return false;
    after_separator = separator;
  }
  return !after_separator;
}

bool is_action_name(std::string_view text) {
  const auto allowed = [](char c) { return is_lower_or_digit(c) || c == '-'; };
  return !text.empty() && std::all_of(text.begin(), text.end(), allowed) && text.front() != '-'
         && text.back() != '-';
}

bool is_reserved_name(std::string_view text) {
  return text == "juju" || text.substr(0, 5) == "juju-";
}

std::string nearest_name(std::string_view text, const std::vector<std::string>& candidates) {
  if (text.size() > longest_name)
    return {};
  std::string best;
  auto best_distance = std::max<std::size_t>(1, text.size() / 3) + 1;
  for (const auto& candidate : candidates) {
    const auto distance = edit_distance(text, candidate);
    if (distance < best_distance && distance < candidate.size()) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

} // namespace orrery::config
