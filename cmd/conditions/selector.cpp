#include "cmd/conditions/selector.hpp"

#include "cmd/views/render/suggestion.hpp"
#include "store/names.hpp"

#include <algorithm>

namespace orrery::cmd::console {

namespace {

/// The unit or application, if the filter lets only one of that name pass, or its units.
bool names_one(const Filter& filter, store::EntityKind kind, explain::Named& named) {
  if (filter.bare || filter.comparison != Comparison::Equal)
    return false;
  const bool is_name = filter.fact == "name";
  if (kind == store::EntityKind::Unit && is_name && store::is_unit_name(filter.value)) {
    named.units = {filter.value};
    named.applications = {std::string(store::application_of(filter.value))};
    return true;
  }
  const bool of_application = filter.fact == "app" || filter.fact == "application";
  if ((kind == store::EntityKind::Unit ? !of_application
                                       : kind != store::EntityKind::Application || !is_name)
      || !store::is_application_name(filter.value))
    return false;
  named.applications = {filter.value};
  named.with_units = true;
  return true;
}

} // namespace

explain::Named Selector::tells() const {
  explain::Named named;
  named.with_states = true;
  if (kinds.size() == 1)
    for (const Filter& filter : filters)
      if (names_one(filter, kinds.front(), named))
        return named;
  named.kinds = "chusar"; // all that facts are made of: charms, hosts, units, their statuses, ...
  return named;
}

std::vector<Entity> Selector::select(const store::Contents& contents) const {
  std::vector<Entity> selected;
  for (const auto kind : kinds)
    for (auto& entity : entities(contents, kind))
      if (std::all_of(filters.begin(), filters.end(),
                      [&entity](const Filter& f) { return f.fits(entity); }))
        selected.push_back(std::move(entity));
  return selected;
}

const std::vector<store::EntityKind>& all_kinds() {
  static const std::vector<store::EntityKind> kinds{
    store::EntityKind::Application, store::EntityKind::Unit, store::EntityKind::Machine,
    store::EntityKind::Relation};
  return kinds;
}

tl::expected<Selector, std::string> parse_selector(std::string_view text) {
  const auto kind_end = std::min(text.find_first_of("[."), text.size());
  const auto kind = parse_kind(text.substr(0, kind_end));
  if (!kind)
    return tl::unexpected("selector \"" + std::string{text}
                          + "\": " + unknown_kind(text.substr(0, kind_end))
                          + "; selectors look like unit[app=db life=alive]");
  Selector selector{{*kind}, {}};
  if (kind_end == text.size())
    return selector;
  auto filters = text.substr(kind_end + 1);
  if (text[kind_end] == '[') {
    if (!filters.ends_with(']'))
      return tl::unexpected("selector \"" + std::string{text} + "\" does not end with \"]\"");
    filters.remove_suffix(1);
  }
  while (!filters.empty()) {
    const auto end = std::min(filters.find_first_of(" ,\t"), filters.size());
    if (end > 0) {
      auto filter = parse_filter(filters.substr(0, end), selector.kinds);
      if (!filter)
        return tl::unexpected(filter.error());
      selector.filters.push_back(std::move(*filter));
    }
    filters.remove_prefix(std::min(end + 1, filters.size()));
  }
  return selector;
}

} // namespace orrery::cmd::console
