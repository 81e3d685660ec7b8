#include "actors/workflow/mind.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

/// Takes in the answers of the model.
namespace orrery::agents {

namespace {

bool is_gone(const protocol::Answer& answer) {
  return answer.code == protocol::Code::NotFound;
}

/// Nothing was changed, and no news will tell when it has passed: the same step is taken again
/// (L8).
bool is_contended(const protocol::Answer& answer) {
  return answer.verdict == protocol::Verdict::Contended;
}

/// Refused: only news can help.
bool must_wait(const protocol::Answer& answer) {
  return answer.verdict == protocol::Verdict::Refused && !is_gone(answer);
}

} // namespace

void Mind::handle(const protocol::Answer& answer) {
  assert(std::holds_alternative<Asking>(under_way_));
  const auto asking = std::get<Asking>(std::exchange(under_way_, Nothing{}));
  std::visit([&](const auto& asked) { answered(asked, answer); }, asking.what);
  take_steps();
}

void Mind::answered(const Became& became, const protocol::Answer& answer) {
  sight_.looked_at().stir_all();
  if (answer.ok())
    sight_.became(became.life);
  else if (is_gone(answer))
    sight_.became(store::Life::Dead);
  else
    stalled_ = must_wait(answer);
}

void Mind::answered(const Entered& entered, const protocol::Answer& answer) {
  if (!sight_.knows(entered.relation))
    return;
  sight_.looked_at().stir(entered.relation);
  if (answer.ok())
    sight_.entered(entered.relation);
  else if (!is_contended(answer))
    sight_.entering_was_refused(entered.relation);
}

/// Otherwise the agent waits for news, asks again, or the relation is gone.
bool Mind::is_changed(store::RelationId relation, const protocol::Answer& answer) {
  stalled_ = must_wait(answer);
  sight_.looked_at().stir(relation);
  return !stalled_ && !is_contended(answer) && sight_.knows(relation);
}

void Mind::answered(const Departed& departed, const protocol::Answer& answer) {
  if (is_changed(departed.relation, answer))
    sight_.departed(departed.relation);
}

void Mind::answered(const Left& left, const protocol::Answer& answer) {
  if (is_changed(left.relation, answer))
    sight_.left(left.relation);
}

void Mind::answered(const Claimed&, const protocol::Answer& answer) {
  sight_.claimed(answer.ok(), is_contended(answer));
  owes_answer_to_offer_ &= answer.code != protocol::Code::NotLeader; // somebody else was faster
}

void Mind::answered(const ResolvedCleared&, const protocol::Answer& answer) {
  stalled_ = !answer.ok() && !is_contended(answer);
  if (answer.ok())
    sight_.resolved_is_cleared();
}

void Mind::answered(const Flushed& flush, const protocol::Answer& answer) {
  if (!answer.ok())
    return flushed(answer.text);
  take_over_ports(flush);
  flushed({});
}

void Mind::take_over_ports(const Flushed& flush) {
  for (const store::Port& port : flush.closed)
    std::erase(ports_, port);
  for (const store::Port& port : flush.opened)
    if (std::find(ports_.begin(), ports_.end(), port) == ports_.end())
      ports_.push_back(port);
}

} // namespace orrery::agents
