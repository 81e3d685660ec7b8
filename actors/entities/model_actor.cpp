#include "actors/entities/actors.hpp"
#include "actors/entities/secret_news.hpp"
#include "actors/rules/transitions.hpp"

#include <cassert>
#include <utility>

namespace orrery::entities {

namespace {
const std::string no_name; ///< The user's secrets are no application's.
} // namespace

ModelActor::ModelActor(caf::actor_config& config, Services& services, rules::ModelState state)
  : Entity(config, services), state_(std::move(state)) {}

bool ModelActor::handle(const Content& message) {
  return dispatch(message, &ModelActor::arrive, &ModelActor::decided, &ModelActor::observe,
                  &ModelActor::read_secrets);
}

rules::Decision ModelActor::decide(const rules::Step& step, const rules::Context& context) {
  rules::Decision decision = rules::decide(state_, step, context);
  assert(rules::keeps_to_tables(state_, decision.writes));
  return decision;
}

void ModelActor::take_in(const rules::Writes& writes, std::vector<Delivery>& outbox) {
  protocol::ModelSeen news;
  bool drops_charm = false;
  const auto tell_janitor = [&](caf::message what) {
    if (const caf::actor janitor = services().servants.janitor())
      outbox.push_back({janitor, std::move(what)});
  };
  for (const rules::Write& write : writes) {
    if (rules::absorb(state_, write))
      news.machines.push_back(std::get<store::Machine>(write.record).id);
    if (const auto* config = std::get_if<store::ModelConfig>(&write.record)) {
      services().model_settings.put(*config);
      tell_janitor(caf::make_message(protocol::ModelConfigured{}));
    }
    if (const auto* storage = std::get_if<store::Storage>(&write.record);
        storage != nullptr && write.deleted && storage->placed)
      news.removed_storages.push_back(*storage);
    if (const auto* operation = std::get_if<store::Operation>(&write.record);
        operation != nullptr && operation->completed != 0) // every task of it was refused (A5)
      tell_janitor(caf::make_message(protocol::OperationEnded{operation->completed}));
    if (const auto* charm = std::get_if<store::Charm>(&write.record);
        charm != nullptr && write.deleted) {
      services().charms.remove(charm->url);
      drops_charm = true;
    }
    drops_charm |= write.deleted && std::holds_alternative<store::Resources>(write.record);
  }
  if (const caf::actor keeper = services().servants.charm_keeper(); keeper && drops_charm)
    outbox.push_back({keeper, caf::make_message(protocol::CharmsDropped{})});
  tell_of_secrets(writes, {state_.secrets, no_name, no_name}, services().servants.secret_keeper(),
                  outbox);
  tell_readers(writes, no_name, services().directory, outbox);
  if (!news.machines.empty() || !news.removed_storages.empty())
    observers_.tell(outbox, caf::make_message(std::move(news)));
}

void ModelActor::read_secrets(const protocol::ReadSecrets&) {
  when_free([this, asker = sender()] {
    deliver(asker, caf::make_message(all_of_secrets({state_.secrets, no_name, no_name})));
  });
}

void ModelActor::observe(const protocol::Observe&) {
  observers_.add(sender());
  when_free([this, asker = sender()] {
    deliver(asker, caf::make_message(protocol::ModelSeen{services().directory.machines()}));
  });
}

} // namespace orrery::entities
