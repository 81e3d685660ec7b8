#include "test/support/contention.hpp"

#include "actors/entities/messages.hpp"

#include <caf/actor_cast.hpp>
#include <caf/send.hpp>

#include <utility>

namespace orrery::test {

Contention::Contention(caf::actor_config& config,
                       entities::Services& services,
                       rules::Who who,
                       std::string cause,
                       int& ended)
  : CountedActor(config, services.activity), services_(services), who_(std::move(who)),
    cause_(std::move(cause)), ended_(ended), entity_(services.directory.find(who_)) {}

caf::behavior Contention::make_behavior() {
  services_.directory.add(who_, caf::actor_cast<caf::actor>(this));
  return {on(&Contention::arrive), on(&Contention::observe), on(&Contention::unobserve)};
}

/// @pre the entity is the first of the route, which is then still as it was planned.
void Contention::arrive(const entities::Arrive& message) {
  if (message.token->context.cause != cause_ || tries_ == entities::Transactions::most_tries) {
    caf::anon_send(entity_, message);
    return;
  }
  if (++tries_ == entities::Transactions::most_tries) {
    ++ended_;
    services_.directory.add(who_, entity_);
  }
  services_.transactions.start_over(message.token, message.token->route);
}

void Contention::observe(const protocol::Observe& message) {
  delegate(entity_, message);
}

void Contention::unobserve(const protocol::Unobserve& message) {
  delegate(entity_, message);
}

} // namespace orrery::test
