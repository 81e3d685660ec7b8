#include "cmd/explain/shown.hpp"

#include "cmd/explain/chosen.hpp"
#include "cmd/explain/moment.hpp"
#include "store/kinds.hpp"

#include <algorithm>

namespace orrery::explain {
namespace {

template <class Map>
bool any_leaving(const Map& entities) {
  return std::any_of(entities.begin(), entities.end(),
                     [](const auto& entry) { return entry.second.life != store::Life::Alive; });
}

bool is_everything(const Choice& choice) {
  return choice.selectors.empty()
         || std::any_of(choice.selectors.begin(), choice.selectors.end(),
                        [](const render::Selector& each) { return each.is_status_word(); });
}

} // namespace

tl::expected<store::Contents, store::StoreError> read_shown(const store::Snapshot& snapshot) {
  constexpr std::string_view always =
    "machusr"; // the model, applications, charms, hosts, units, ...
  constexpr std::string_view scopes = "e";
  auto contents = store::read_kinds(snapshot, always);
  // Only what waits to leave a scope tells of it.
  if (contents && (any_leaving(contents->units) || any_leaving(contents->relations)))
    if (auto more = store::read_kinds(*contents, snapshot, scopes); !more)
      return tl::unexpected(std::move(more.error()));
  return contents;
}

tl::expected<Neighbourhood, store::StoreError>
read_shown(const store::Snapshot& snapshot, References& references, const Choice& choice) {
  if (is_everything(choice))
    return read_shown(snapshot).map([](store::Contents all) {
      return Neighbourhood{std::move(all), {}};
    });
  return Chosen(snapshot, references, choice).read();
}

tl::expected<Neighbourhood, store::StoreError>
read_shown(const store::Database& database, References& references, const Choice& choice) {
  if (is_everything(choice)) // asks no entity
    return read_shown(*database.snapshot(), references, choice);
  return in_a_quiet_moment(database, [&](const store::Snapshot& snapshot) {
    return read_shown(snapshot, references, choice);
  });
}

} // namespace orrery::explain
