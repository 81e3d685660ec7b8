#include "actors/rules/decision.hpp"

#include <algorithm>

namespace orrery::rules {

namespace {

/// Whether two steps of one participant are one.
bool merge(Step& present, const Step& more) {
  auto* release = std::get_if<Release>(&present);
  if (const auto* further = std::get_if<Release>(&more); release != nullptr && further != nullptr) {
    release->relations.insert(release->relations.end(), further->relations.begin(),
                              further->relations.end());
    if (!further->unit.empty()) {
      release->unit = further->unit;
      release->charm = further->charm;
    }
    return true;
  }
  auto* forget = std::get_if<ForgetApplications>(&present);
  const auto* further = std::get_if<ForgetApplications>(&more);
  if (forget == nullptr || further == nullptr)
    return false;
  forget->all.insert(forget->all.end(), further->all.begin(), further->all.end());
  forget->dropped.insert(forget->dropped.end(), further->dropped.begin(), further->dropped.end());
  return true;
}

/// Whether a participant decides by what others have written alone.
bool only_takes_part(const Step& step) {
  return std::holds_alternative<Witness>(step) || std::holds_alternative<ReleaseSecrets>(step);
}

} // namespace

void add_visit(std::vector<Visit>& route, std::size_t from, Visit visit) {
  const auto begin = route.begin() + static_cast<std::ptrdiff_t>(from);
  const auto place = std::lower_bound(begin, route.end(), visit,
                                      [](const Visit& a, const Visit& b) { return a.who < b.who; });
  if (place != route.end() && place->who == visit.who) {
    if (merge(place->step, visit.step))
      return;
    if (only_takes_part(visit.step))
      return; // it does already
    if (only_takes_part(place->step)) {
      place->step = std::move(visit.step);
      return;
    }
  }
  route.insert(place, std::move(visit));
}

} // namespace orrery::rules
