#include "actors/rules/ties.hpp"

#include "actors/rules/relation.hpp"

namespace orrery::rules {

using store::Life;

std::optional<bool> has_place(const store::Relation& relation,
                              const PlacedUnit& unit,
                              std::optional<bool> other_is_subordinate) {
  const store::RelationEnd* other = counterpart_of(relation, unit.application);
  if (other == nullptr)
    return false;
  if (unit.principal.empty() || relation.ends.size() == 1
      || relation.scope == store::ScopeKind::Global
      || other->application == store::application_of(unit.principal) || unit.in_scope)
    return true;
  return other_is_subordinate;
}

bool is_hookless(std::string_view endpoint, store::Role role) {
  return endpoint == "juju-info" && role == store::Role::Provider;
}

bool keeps_subordinate(const Tie& tie, std::string_view principal) {
  return tie.container && tie.life == Life::Alive
         && tie.counterpart == store::application_of(principal);
}

std::string_view cause_to_die(const Dependence& dependence) {
  if (dependence.application != Life::Alive)
    return "its application is not alive";
  if (dependence.subordinate && dependence.principal != Life::Alive)
    return "its principal is not alive";
  if (dependence.subordinate && !dependence.kept_by_container)
    return "no relation that is alive ties it to its principal's application any more";
  return {};
}

store::Settings first_settings(const std::string& address) {
  return {{"private-address", address},
          {"ingress-address", address},
          {"egress-subnets", address + "/32"}};
}

bool is_teardown_hook(std::string_view hook) {
  return hook == "stop" || hook == "remove" || hook.ends_with("-relation-departed")
         || hook.ends_with("-relation-broken");
}

bool is_skipped(bool teardown, bool in_relation, const SkipsAsked& asked) {
  if (!teardown)
    return false;
  if (asked.of_unit && asked.unit_life != Life::Alive)
    return true;
  return in_relation && asked.of_relation && asked.relation_life != Life::Alive;
}

} // namespace orrery::rules
