#include "actors/rules/force.hpp"

#include <algorithm>

namespace orrery::rules {

store::Force force_on(store::EntityKind target, std::uint32_t id, const std::string& name) {
  store::Force force;
  force.target = target;
  force.id = id;
  force.name = name;
  return force;
}

void add_force(Decision& decision,
               const store::Rare<store::Force>& present,
               store::Force wish,
               const protocol::Removal& how,
               const Context& context) {
  if (!how.force)
    return;
  // A time that is still to come is of before the clock was set back.
  wish.since = present ? std::min(present->since, context.now) : context.now;
  wish.due = context.now + how.max_wait;
  if (present && present->due <= wish.due)
    return;
  decision.writes.push_back(put(std::move(wish)));
}

void drop_force(Decision& decision, const store::Rare<store::Force>& present) {
  if (present)
    decision.writes.push_back(erase(*present));
}

void absorb_force(store::Rare<store::Force>& present,
                  store::EntityKind target,
                  std::uint32_t id,
                  std::string_view name,
                  const Write& write) {
  const auto* force = std::get_if<store::Force>(&write.record);
  if (force == nullptr || force->target != target || force->id != id || force->name != name)
    return;
  if (write.deleted)
    present.reset();
  else
    present = *force;
}

protocol::Removal at_once() {
  protocol::Removal how;
  how.force = true;
  how.max_wait = 0;
  return how;
}

} // namespace orrery::rules
