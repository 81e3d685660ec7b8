#include "actors/rules/decision.hpp"

#include <algorithm>

namespace orrery::rules {

void add_visit(std::vector<Visit>& route, std::size_t from, Visit visit) {
  const auto begin = route.begin() + static_cast<std::ptrdiff_t>(from);
  const auto place = std::lower_bound(begin, route.end(), visit,
                                      [](const Visit& a, const Visit& b) { return a.who < b.who; });
  if (place != route.end() && place->who == visit.who) {
    auto* present = std::get_if<Release>(&place->step);
    const auto* more = std::get_if<Release>(&visit.step);
    if (present != nullptr && more != nullptr) {
      present->relations.insert(present->relations.end(), more->relations.begin(),
                                more->relations.end());
      if (!more->unit.empty())
        present->unit = more->unit;
      return;
    }
    if (std::holds_alternative<Witness>(visit.step))
      return; // it takes part already
    if (std::holds_alternative<Witness>(place->step)) {
      place->step = std::move(visit.step);
      return;
    }
  }
  route.insert(place, std::move(visit));
}

} // namespace orrery::rules
