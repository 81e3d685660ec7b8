#include "actors/agents/forcer.hpp"
#include "actors/rules/force.hpp"
#include "store/keys.hpp"

/// The forcer's sight of its targets; each sight may be the time for the next step.
namespace orrery::agents {

void Forcer::unit_seen(const protocol::UnitSeen& seen) {
  Target* target = find(store::ForceTarget::Unit, 0, seen.unit.name);
  if (target == nullptr)
    return;
  const store::Key key = store::force_key(target->force);
  if (seen.gone)
    return forget(key);
  target->unit = seen;
  consider(key);
}

void Forcer::machine_seen(const protocol::MachineSeen& seen) {
  Target* target = find(store::ForceTarget::Machine, seen.machine.id, {});
  if (target == nullptr)
    return;
  const store::Key key = store::force_key(target->force);
  if (seen.gone)
    return forget(key);
  target->machine = seen;
  consider(key);
}

void Forcer::application_seen(const protocol::ApplicationSeen& seen) {
  Target* target = find(store::ForceTarget::Application, 0, seen.application.name);
  if (target == nullptr)
    return;
  const store::Key key = store::force_key(target->force);
  if (seen.gone)
    return forget(key);
  target->application = seen;
  consider(key);
}

void Forcer::relation_seen(const protocol::RelationSeen& seen) {
  Target* target = find(store::ForceTarget::Relation, seen.relation, {});
  if (target == nullptr)
    return;
  const store::Key key = store::force_key(target->force);
  if (seen.gone)
    return forget(key);
  consider(key);
}

void Forcer::scope_stirred(const protocol::ScopeStirred& stirred) {
  if (const Target* target = find(store::ForceTarget::Relation, stirred.relation, {}))
    consider(store::force_key(target->force));
}

/// F3: each unit that is still in scope leaves in a transaction of its own; the last one takes the
/// relation with it.
void Forcer::scopes_seen(const protocol::ScopesSeen& seen) {
  Target* target = find(store::ForceTarget::Relation, seen.relation, {});
  if (target == nullptr)
    return;
  target->busy = target->stirred = false;
  target->in_scope.assign(seen.units.rbegin(), seen.units.rend());
  if (!seen.units.empty())
    force_relation(store::force_key(target->force), *target);
}

} // namespace orrery::agents
