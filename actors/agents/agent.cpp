#include "actors/agents/agent.hpp"

#include <caf/actor_cast.hpp>

#include <algorithm>
#include <chrono>

namespace orrery::agents {

void Agent::ask(const protocol::Command& command, OnAnswer then) {
  const std::uint64_t ticket = next_ticket();
  answers_.emplace(ticket, std::move(then));
  of_model_.model->run(*this, ticket, command);
}

void Agent::answered(const protocol::Answer& answer) {
  const auto found = answers_.find(answer.ticket);
  if (found == answers_.end())
    return;
  const OnAnswer then = std::move(found->second);
  answers_.erase(found);
  then(answer);
}

void Agent::note(std::vector<store::Change> changes, std::function<void()> then) {
  const std::uint64_t ticket = next_ticket();
  answers_.emplace(ticket, [then = std::move(then)](const protocol::Answer&) { then(); });
  entities::TokenPtr token{new entities::Token, false};
  token->client = caf::actor_cast<caf::actor>(this);
  token->answer.ticket = ticket;
  token->changes = std::move(changes);
  activity().add();
  send(of_model_.notebook, entities::Append{std::move(token)});
}

void Agent::read_model(std::function<void()> read) {
  const std::uint64_t ticket = next_ticket();
  answers_.emplace(ticket, [read = std::move(read)](const protocol::Answer&) { read(); });
  of_model_.model->flush(*this, ticket);
}

bool Agent::ask_entity(const rules::Who& whom, Question question) {
  return of_model_.model->ask(*this, whom, std::move(question));
}

bool Agent::observe(const rules::Who& whom) {
  return ask_entity(whom, protocol::Observe{acting_for(), next_look()});
}

void Agent::unobserve(const rules::Who& whom) {
  (void)ask_entity(whom, protocol::Unobserve{acting_for()});
}

runtime::Hold& Agent::wake_at(store::Milliseconds at) {
  waiting_.emplace(holds());
  waiting_->keep(std::make_shared<TimedWait>(of_model_.model->known_parts()));
  if (timer_at_ == at)
    return *waiting_;
  timer_at_ = at;
  const std::chrono::milliseconds delay{std::max<store::Milliseconds>(0, at - now())};
  delayed_send(this, delay, protocol::Wake{++generation_});
  return *waiting_;
}

void Agent::forget_wake() {
  waiting_.reset();
}

bool Agent::is_due(const protocol::Wake& wake) {
  if (wake.generation != generation_)
    return false;
  timer_at_.reset();
  const bool awaited = waiting_.has_value();
  waiting_.reset();
  return awaited;
}

} // namespace orrery::agents
