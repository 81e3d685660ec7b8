#include "actors/entities/entity.hpp"

#include "actors/entities/spawn.hpp"

#include <caf/actor_cast.hpp>

#include <cassert>
#include <utility>

namespace orrery::entities {

void Entity::arrive(const Arrive& message) {
  if (holding_)
    waiting().tokens.push_back(message.token);
  else
    visit(message.token);
}

Entity::Waiting& Entity::waiting() {
  if (!waiting_)
    waiting_ = std::make_unique<Waiting>();
  return *waiting_;
}

void Entity::visit(const TokenPtr& token) {
  token->context.so_far = &token->writes;
  rules::Decision decision = decide(token->route[token->next].step, token->context);
  switch (decision.verdict) {
  case rules::Verdict::Nothing:
    services_.transactions.abort(token, protocol::Verdict::Nothing, {});
    return;
  case rules::Verdict::Refuse:
    services_.transactions.abort(token, protocol::Verdict::Refused, std::move(decision.refusal));
    return;
  case rules::Verdict::Again:
    services_.transactions.start_over(token, std::move(decision.visits));
    return;
  case rules::Verdict::Proceed:
    break;
  }
  for (rules::Write& write : decision.writes)
    token->writes.push_back(std::move(write));
  if (!decision.created.empty())
    token->answer.created = std::move(decision.created);
  ++token->next;
  for (rules::Visit& further : decision.visits)
    rules::add_visit(token->route, token->next, std::move(further));
  conclude(token);
}

void Entity::conclude(const TokenPtr& token) {
  if (token->next < token->route.size()) {
    assert(token->route[token->next - 1].who < token->route[token->next].who);
    holding_ = token;
    token->holders.push_back(caf::actor_cast<caf::actor>(this));
    services_.transactions.pass_on(token);
    return;
  }
  // The last one decides, and is never locked.
  services_.transactions.number(token);
  spawn_created(services_, token);
  take_in(token->writes, token->outbox);
  tell_forcer(*token);
  services_.transactions.commit(token);
}

/// Wishes for force are acted upon by an agent of their own, once they are on disk (F4).
void Entity::tell_forcer(Token& token) const {
  for (const rules::Write& write : token.writes)
    if (const auto* force = std::get_if<store::Force>(&write.record);
        force != nullptr && !write.deleted)
      if (const caf::actor forcer = services_.servants.forcer())
        token.outbox.push_back({forcer, caf::make_message(protocol::ForceDue{*force})});
}

void Entity::decided(const Decided& message) {
  assert(holding_ == message.token);
  const bool knows_writes = waiting_ && std::exchange(waiting_->newborn, false);
  if (message.committed && !knows_writes) {
    std::vector<Delivery> outbox;
    take_in(message.token->writes, outbox);
    if (!outbox.empty())
      services_.transactions.deliver(std::move(outbox));
  }
  unlock();
}

void Entity::unlock() {
  holding_.reset();
  if (!waiting_)
    return;
  for (const auto& read : std::exchange(waiting_->reads, {}))
    read();
  while (!holding_ && !waiting_->tokens.empty()) {
    const TokenPtr next = std::move(waiting_->tokens.front());
    waiting_->tokens.pop_front();
    visit(next);
  }
  if (waiting_->tokens.empty())
    waiting_.reset();
}

void Entity::deliver(caf::actor to, caf::message what) {
  if (to)
    services_.transactions.deliver({Delivery{std::move(to), std::move(what)}});
}

Recipient Entity::recipient(const std::string& acting_for) const {
  return acting_for.empty() ? Recipient(sender()) : Recipient(acting_for);
}

caf::actor Entity::sender() const {
  return caf::actor_cast<caf::actor>(const_cast<Entity*>(this)->current_sender());
}

} // namespace orrery::entities
