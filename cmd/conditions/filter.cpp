#include "cmd/conditions/filter.hpp"

#include "cmd/views/render/selector.hpp"
#include "cmd/views/render/suggestion.hpp"

#include <algorithm>

namespace orrery::cmd::console {

namespace {

std::string_view sign_of(Comparison comparison) {
  switch (comparison) {
  case Comparison::Equal:
    return "=";
  case Comparison::Different:
    return "!=";
  case Comparison::Less:
    return "<";
  case Comparison::LessOrEqual:
    return "<=";
  case Comparison::Greater:
    return ">";
  case Comparison::GreaterOrEqual:
    return ">=";
  }
  return "=";
}

bool is_true(std::string_view value) {
  return !value.empty() && value != "false" && value != "0";
}

} // namespace

std::optional<Comparison> parse_comparison(std::string_view word) {
  if (word == "=" || word == "==")
    return Comparison::Equal;
  for (const auto comparison : {Comparison::Different, Comparison::Less, Comparison::LessOrEqual,
                                Comparison::Greater, Comparison::GreaterOrEqual})
    if (word == sign_of(comparison))
      return comparison;
  return std::nullopt;
}

bool compare(std::string_view left, Comparison comparison, std::string_view right) {
  switch (comparison) {
  case Comparison::Equal:
    return left == right || render::fits(right, left);
  case Comparison::Different:
    return left != right && !render::fits(right, left);
  case Comparison::Less:
    return store::natural_less(left, right);
  case Comparison::LessOrEqual:
    return !store::natural_less(right, left);
  case Comparison::Greater:
    return store::natural_less(right, left);
  case Comparison::GreaterOrEqual:
    return !store::natural_less(left, right);
  }
  return false;
}

bool Filter::fits(const Entity& entity) const {
  const auto found = entity.facts.find(fact);
  if (found == entity.facts.end())
    return false;
  return bare ? is_true(found->second) != negated : compare(found->second, comparison, value);
}

std::string Filter::text() const {
  if (bare)
    return (negated ? "!" : "") + fact;
  return fact + std::string{sign_of(comparison)} + value;
}

tl::expected<Filter, std::string> parse_filter(std::string_view text,
                                               const std::vector<store::EntityKind>& kinds) {
  Filter filter;
  const auto sign = text.find_first_of("=<>!", 1);
  if (sign == std::string_view::npos) {
    filter.bare = true;
    filter.negated = text.starts_with('!');
    filter.fact = text.substr(filter.negated ? 1 : 0);
  } else {
    const auto end = std::min(text.find_first_not_of("=<>!", sign), text.size());
    const auto comparison = parse_comparison(text.substr(sign, end - sign));
    if (!comparison)
      return tl::unexpected("unknown comparison in \"" + std::string{text}
                            + "\": write =, !=, <, <=, > or >=");
    filter.comparison = *comparison;
    filter.fact = text.substr(0, sign);
    filter.value = text.substr(end);
  }
  std::vector<std::string> known;
  for (const auto kind : kinds)
    known.insert(known.end(), fact_names(kind).begin(), fact_names(kind).end());
  if (std::find(known.begin(), known.end(), filter.fact) != known.end())
    return filter;
  const auto owner =
    kinds.size() == 1 ? " of a " + std::string{store::word_of(kinds[0])} : std::string{};
  return tl::unexpected("unknown fact \"" + filter.fact + "\"" + owner
                        + nearest_or_all(filter.fact, known));
}

} // namespace orrery::cmd::console
