#include "cmd/console/selector.hpp"

#include "cmd/suggestion.hpp"

#include <algorithm>

namespace orrery::cmd::console {

std::vector<Entity> Selector::select(const store::Contents& contents) const {
  std::vector<Entity> selected;
  for (const auto kind : kinds)
    for (auto& entity : entities(contents, kind))
      if (std::all_of(filters.begin(), filters.end(),
                      [&entity](const Filter& f) { return f.fits(entity); }))
        selected.push_back(std::move(entity));
  return selected;
}

const std::vector<Kind>& all_kinds() {
  static const std::vector<Kind> kinds{Kind::Application, Kind::Unit, Kind::Machine,
                                       Kind::Relation};
  return kinds;
}

tl::expected<Selector, std::string> parse_selector(std::string_view text) {
  const auto kind_end = std::min(text.find_first_of("[."), text.size());
  const auto kind = parse_kind(text.substr(0, kind_end));
  if (!kind)
    return tl::unexpected{"selector \"" + std::string{text}
                          + "\": " + unknown_kind(text.substr(0, kind_end))
                          + "; selectors look like unit[app=db life=alive]"};
  Selector selector{{*kind}, {}};
  if (kind_end == text.size())
    return selector;
  auto filters = text.substr(kind_end + 1);
  if (text[kind_end] == '[') {
    if (!filters.ends_with(']'))
      return tl::unexpected{"selector \"" + std::string{text} + "\" does not end with \"]\""};
    filters.remove_suffix(1);
  }
  while (!filters.empty()) {
    const auto end = std::min(filters.find_first_of(" ,\t"), filters.size());
    if (end > 0) {
      auto filter = parse_filter(filters.substr(0, end), selector.kinds);
      if (!filter)
        return tl::unexpected{filter.error()};
      selector.filters.push_back(std::move(*filter));
    }
    filters.remove_prefix(std::min(end + 1, filters.size()));
  }
  return selector;
}

} // namespace orrery::cmd::console
