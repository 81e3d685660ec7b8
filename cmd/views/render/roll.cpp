#include "cmd/views/render/roll.hpp"

#include "store/give_way.hpp"

#include <algorithm>
#include <tuple>

namespace orrery::render {

namespace {

bool holds(const std::vector<bool>& marks, std::size_t place) {
  return !marks.empty() && marks[place];
}

} // namespace

Roll::Roll(const store::PackedUnits& units, const Index& index, const TimeFormat& time)
  : units_(units), index_(index), time_(time) {
  put_below_principals();
}

void Roll::put_below_principals() {
  const auto& subordinates = units_.subordinates();
  const auto is_subordinate = [&](std::size_t place) {
    const auto found = std::lower_bound(
      subordinates.begin(), subordinates.end(), place,
      [](const auto& subordinate, std::size_t at) { return subordinate.unit < at; });
    return found != subordinates.end() && found->unit == place;
  };
  for (const auto& [place, name] : subordinates)
    // A subordinate has none, whatever the records say: no circles.
    if (const auto principal = units_.find(name); principal && !is_subordinate(*principal)) {
      is_below_.resize(units_.size());
      is_below_[place] = true;
      below_.push_back({*principal, place});
    }
  std::sort(below_.begin(), below_.end(), [this](const Below& left, const Below& right) {
    if (left.principal != right.principal)
      return left.principal < right.principal;
    return store::natural_less(units_.name(left.subordinate), units_.name(right.subordinate));
  });
}

void Roll::find_shown_below(std::size_t principal, Places& places) const {
  places.clear();
  for (auto at = std::lower_bound(
         below_.begin(), below_.end(), principal,
         [](const Below&below, std::size_t place) { return below.principal < place; });
       at != below_.end() && at->principal == principal; ++at)
    if (!holds(hidden_, at->subordinate))
      places.push_back(at->subordinate);
}

/// @param each gets the picture, the unit's place and those of its subordinates that are shown
template <class Each>
void Roll::each_place(std::string_view application, Each each) const {
  const auto* const run = units_.run_of(application);
  if (run == nullptr)
    return;
  store::ReportedUnit unit;
  Places below;
  std::vector<store::ReportedUnit> subordinates;
  for (std::size_t place = run->first; place < run->first + run->count; ++place) {
    if (holds(is_below_, place) || holds(hidden_, place))
      continue;
    units_.unpack(place, unit);
    UnitPicture picture = draw_unit(index_, unit.unit, unit.report(), time_);
    find_shown_below(place, below);
    subordinates.resize(below.size());
    for (std::size_t i = 0; i < below.size(); ++i) {
      units_.unpack(below[i], subordinates[i]);
      picture.subordinates.push_back(
        draw_unit(index_, subordinates[i].unit, subordinates[i].report(), time_));
    }
    each(picture, place, below);
    store::give_way();
  }
}

void Roll::each_of(std::string_view application, const Visit& visit) const {
  each_place(application,
             [&visit](const UnitPicture& unit, std::size_t, const Places&) { visit(unit); });
}

void Roll::keep(std::string_view application,
                const std::function<Kept(const UnitPicture&)>& choose) {
  hidden_.resize(units_.size());
  each_place(application, [&](const UnitPicture& unit, std::size_t place, const Places& below) {
    const Kept kept = choose(unit);
    hidden_[place] = !kept.unit;
    for (std::size_t i = 0; i < below.size(); ++i)
      hidden_[below[i]] = !kept.subordinates[i];
  });
}

} // namespace orrery::render
