#include "actors/entities/actors.hpp"

#include <caf/actor_storage.hpp>

#include <utility>

namespace orrery::entities {

// A million of these: with a little more the allocator would spend 768 bytes on each.
static_assert(sizeof(caf::actor_storage<UnitActor>) <= 640);

bool UnitActor::handle(const Content& message) {
  return dispatch(message, &UnitActor::arrive, &UnitActor::decided, &UnitActor::observe,
                  &UnitActor::unobserve, &UnitActor::read_secret_names,
                  &UnitActor::secret_read_ended);
}

void UnitActor::read_secret_names(const protocol::ReadSecretNames& message) {
  when_free([this, asker = sender(), ticket = message.ticket, label = message.label] {
    protocol::SecretNamesSeen seen{ticket, {}};
    if (auto found = state().holdings().secret_labels.find(label))
      seen.secrets.push_back(std::move(*found));
    deliver(asker, caf::make_message(std::move(seen)));
  });
}

/// The transaction was one of the secret's owner alone.
void UnitActor::secret_read_ended(const protocol::SecretReadEnded& message) {
  take_over(rules::erase(message.read));
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
