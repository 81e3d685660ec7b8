#include "actors/entities/counterparts.hpp"

#include <algorithm>

namespace orrery::entities {

Counterparts::Counterparts(const rules::RelationState& state) : state_(state) {
  for (const auto& [unit, scope] : state_.members)
    after(scope);
}

void Counterparts::before(const store::Scope& scope) {
  const auto old = state_.members.find(scope.unit);
  if (old == state_.members.end())
    return;
  if (state_.record.scope == store::ScopeKind::Global)
    sides_[old->second.role].erase(old->first);
  else
    placed_.erase({old->second.container, old->first});
}

void Counterparts::after(const store::Scope& scope) {
  const auto fresh = state_.members.find(scope.unit);
  if (fresh == state_.members.end())
    return;
  if (state_.record.scope == store::ScopeKind::Global)
    sides_[fresh->second.role].insert(fresh->first);
  else
    placed_.emplace(fresh->second.container, fresh->first);
}

void Counterparts::changed(const rules::Stir& side, const std::string& member) {
  if (state_.record.scope != store::ScopeKind::Global)
    return;
  Log& log = logs_[side.role];
  log.changes.emplace_back(++now_, member);
  forget_some(log);
}

/// A reader who is so far behind that it reads everybody has missed a part of them that grows with
/// their number: so that costs no more than to be told of each change.
void Counterparts::forget_some(Log& log) const {
  if (log.changes.size() < std::max(kept_at_least, state_.members.size() / 2))
    return;
  const auto middle = log.changes.begin() + static_cast<std::ptrdiff_t>(log.changes.size() / 2);
  log.known_from = std::prev(middle)->first;
  log.changes.erase(log.changes.begin(), middle);
}

std::vector<std::string_view> Counterparts::observed_by(store::Role observer) const {
  std::vector<std::string_view> units;
  for (const auto& [role, side] : sides_)
    if (rules::observes(state_.record, {observer, {}}, {role, {}}))
      units.insert(units.end(), side.begin(), side.end());
  return units;
}

std::vector<std::string_view> Counterparts::in_container(const std::string& container) const {
  std::vector<std::string_view> units;
  for (auto at = placed_.lower_bound({container, {}});
       at != placed_.end() && at->first == container; ++at)
    units.push_back(at->second);
  return units;
}

std::optional<std::set<std::string>> Counterparts::since(store::Role observer, Time seen) const {
  std::set<std::string> names;
  for (const auto& [role, log] : logs_) {
    if (!rules::observes(state_.record, {observer, {}}, {role, {}}))
      continue;
    if (seen < log.known_from)
      return std::nullopt;
    const auto first =
      std::upper_bound(log.changes.begin(), log.changes.end(), seen,
                       [](Time time, const auto& entry) { return time < entry.first; });
    for (auto at = first; at != log.changes.end(); ++at)
      names.insert(at->second);
  }
  return names;
}

} // namespace orrery::entities
