#include "actors/entities/actors.hpp"
#include "actors/entities/secret_news.hpp"
#include "actors/rules/resources.hpp"

namespace orrery::entities {

ApplicationActor::ApplicationActor(caf::actor_config& config,
                                   Services& services,
                                   rules::ApplicationState state)
  : ObservedEntity(config, services, std::move(state)), leader_(this->state().record.leader),
    relations_(this->state().relations.size()), resources_(this->state().resources) {}

bool ApplicationActor::handle(const Content& message) {
  return dispatch(message, &ApplicationActor::arrive, &ApplicationActor::decided,
                  &ApplicationActor::observe, &ApplicationActor::stop_observing,
                  &ApplicationActor::pass_over, &ApplicationActor::read_config,
                  &ApplicationActor::read_secrets, &ApplicationActor::read_secret_names);
}

/// A candidate whose agent ends says nothing else.
void ApplicationActor::stop_observing(const protocol::Unobserve& message) {
  unobserve(message);
  pass_over(protocol::PassOver{message.acting_for});
}

void ApplicationActor::pass_over(const protocol::PassOver& message) {
  when_free([this, unit = message.unit] {
    if (!succession_ || succession_->candidate() != unit)
      return; // somebody else leads by now, or may
    std::vector<Delivery> outbox;
    offer(outbox);
    if (!outbox.empty())
      services().transactions.deliver(std::move(outbox));
  });
}

void ApplicationActor::took_in(const rules::Writes& writes,
                               bool all_told,
                               std::vector<Delivery>& outbox) {
  const bool changed = state().record.leader != leader_;
  if (changed || all_told)
    succession_.reset();
  const bool lost = state().relations.size() < relations_;
  if (!all_told && (changed || lost) && observers().has_actors())
    observers().tell_actors(outbox, seen(protocol::a_change));
  if (changed && !all_told)
    leader_changed(outbox);
  leader_ = state().record.leader;
  relations_ = state().relations.size();
  if (state().resources != resources_)
    drop_resources(outbox);
  const store::Application& record = state().record;
  tell_of_secrets(writes, {state().secrets, record.name, record.leader},
                  services().servants.secret_keeper(), outbox);
  tell_readers(writes, record.name, services().directory, outbox);
}

/// Has bytes of a resource taken away that nobody is given any more (RS5).
void ApplicationActor::drop_resources(std::vector<Delivery>& outbox) {
  const caf::actor keeper = services().servants.charm_keeper();
  if (keeper && rules::have_other_bytes(state().resources, resources_))
    outbox.push_back({keeper, caf::make_message(protocol::CharmsDropped{})});
  resources_ = state().resources;
}

void ApplicationActor::leader_changed(std::vector<Delivery>& outbox) {
  const caf::message what = seen(protocol::a_change);
  const store::Application& record = state().record;
  for (const std::string& unit : {leader_, record.leader})
    if (observers().has_unit(unit))
      outbox.push_back({Recipient(unit), what});
  if (!record.leader.empty() || record.life != store::Life::Alive)
    return;
  succession_ = std::make_unique<Succession>(record.name, leader_, record.next_unit,
                                             services().transactions.last_number());
  offer(outbox);
}

/// To the next who may lead. Once all have been told it is over: whoever can lead then will claim
/// to.
void ApplicationActor::offer(std::vector<Delivery>& outbox) {
  if (const Post* post = services().transactions.post())
    succession_->pass(observers(), *post);
  if (const std::string& candidate = succession_->candidate(); !candidate.empty())
    outbox.push_back({Recipient(candidate), seen(protocol::a_change)});
  else
    succession_.reset();
}

void ApplicationActor::read_config(const protocol::ReadConfig& message) {
  when_free([this, asker = sender(), ticket = message.ticket] {
    deliver(asker, caf::make_message(protocol::ConfigSeen{
                     ticket, state().record.config_version, state().config.values, *state().charm,
                     state().record.status, state().leader_settings.values}));
  });
}

void ApplicationActor::read_secrets(const protocol::ReadSecrets&) {
  when_free([this, asker = sender()] {
    const store::Application& record = state().record;
    deliver(asker,
            caf::make_message(all_of_secrets({state().secrets, record.name, record.leader})));
  });
}

void ApplicationActor::read_secret_names(const protocol::ReadSecretNames& message) {
  when_free([this, asker = sender(), message] {
    deliver(asker, caf::make_message(protocol::SecretNamesSeen{
                     message.ticket,
                     message.label.empty()
                       ? rules::secrets_of(state().secrets, message.owners)
                       : rules::labelled_secrets(state().secrets, message.owners, message.label)}));
  });
}

caf::message ApplicationActor::seen(std::uint64_t answers) const {
  protocol::ApplicationSeen seen{
    state().record, {}, state().gone, state().leader_settings.version, answers};
  for (const auto& [id, relation] : state().relations)
    seen.relations.push_back(relation);
  return caf::make_message(std::move(seen));
}

rules::Who ApplicationActor::who() const {
  return rules::application(state().record.name);
}

} // namespace orrery::entities
