#include "actors/entities/actors.hpp"

#include <caf/actor_storage.hpp>

namespace orrery::entities {

// A million of these: with a little more the allocator would spend 768 bytes on each.
static_assert(sizeof(caf::actor_storage<UnitActor>) <= 640);

bool UnitActor::handle(const Content& message) {
  return dispatch(message, &UnitActor::arrive, &UnitActor::decided, &UnitActor::observe,
                  &UnitActor::unobserve);
}

caf::message UnitActor::seen(std::uint64_t answers) const {
  protocol::UnitSeen seen{state().record,
                          {},
                          {state().scopes.begin(), state().scopes.end()},
                          state().status.unpack(),
                          state().gone,
                          tasks_to_run(state().tasks),
                          answers};
  for (const auto& [name, life] : state().subordinates)
    seen.subordinates.push_back({name, life});
  for (const auto& [key, held] : state().storages())
    seen.storage.push_back({held.storage, held.attachment});
  return caf::make_message(std::move(seen));
}

rules::Who UnitActor::who() const {
  return rules::who(state().record);
}

} // namespace orrery::entities
