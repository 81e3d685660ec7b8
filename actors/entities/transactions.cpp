#include "actors/entities/transactions.hpp"

#include "actors/entities/deliveries.hpp"
#include "actors/entities/messages.hpp"
#include "actors/protocol/command_names.hpp"
#include "actors/rules/history.hpp"
#include "actors/rules/plan.hpp"
#include "actors/rules/transaction.hpp"
#include "store/codec.hpp"

#include <caf/send.hpp>

namespace orrery::entities {

namespace {

void encode_writes(Token& token) {
  token.changes.reserve(token.writes.size());
  for (const rules::Write& write : token.writes)
    token.changes.push_back(
      {store::key_of(write.record),
       write.deleted ? std::nullopt : std::optional<std::string>(store::encode(write.record))});
  for (const store::Record& record :
       rules::history_of(token.writes, token.context, token.answer.sequence))
    token.changes.push_back({store::key_of(record), store::encode(record)});
}

} // namespace

void Transactions::begin(caf::actor client,
                         std::uint64_t ticket,
                         const protocol::Command& command) {
  TokenPtr token{new Token, false};
  token->client = std::move(client);
  token->answer.ticket = ticket;
  token->context.now = clock_.now();
  token->context.cause = protocol::name_of(command);
  token->route =
    rules::plan(command, [this](const std::string& name) { return directory_.find_unit(name); });
  token->writes = rules::own_writes(command);
  token->admitted = true;
  activity_.add();
  admit(std::move(token));
}

void Transactions::admit(TokenPtr token) {
  {
    const std::lock_guard lock(mutex_);
    if (in_flight_ >= most_in_flight) {
      waiting_.push_back(std::move(token));
      return;
    }
    ++in_flight_;
  }
  set_out(token);
}

void Transactions::set_out(const TokenPtr& token) {
  if (token->route.empty()) {
    number(token);
    commit(token);
  } else {
    pass_on(token);
  }
}

/// A place that gets free goes to who has waited longest, past nobody.
TokenPtr Transactions::take_place() {
  const std::lock_guard lock(mutex_);
  if (waiting_.empty()) {
    --in_flight_;
    return {};
  }
  TokenPtr next = std::move(waiting_.front());
  waiting_.pop_front();
  return next;
}

void Transactions::left(std::size_t tokens, std::size_t admitted) {
  with_journal_ -= tokens;
  for (; admitted > 0; --admitted)
    if (const TokenPtr next = take_place())
      set_out(next);
}

void Transactions::pass_on(const TokenPtr& token) {
  for (; token->next < token->route.size(); ++token->next) { // past those gone and not needed
    const rules::Visit& visit = token->route[token->next];
    if (const caf::actor participant = directory_.find(visit.who)) {
      caf::anon_send(participant, Arrive{token});
      return;
    }
    rules::Decision decision = rules::missing(visit);
    if (decision.verdict == rules::Verdict::Proceed)
      continue;
    if (decision.verdict == rules::Verdict::Again)
      start_over(token, std::move(decision.visits));
    else
      abort(token, protocol::Verdict::Refused, std::move(decision.refusal));
    return;
  }
  number(token); // whoever came last was one of these
  commit(token);
}

namespace {

void tell_holders(const TokenPtr& token, bool committed) {
  for (const caf::actor& holder : token->holders)
    caf::anon_send(holder, Decided{token, committed});
}

} // namespace

void Transactions::abort(const TokenPtr& token, protocol::Verdict verdict, rules::Refusal refusal) {
  token->answer.verdict = verdict;
  token->answer.code = refusal.code;
  token->answer.text = std::move(refusal.text);
  token->answer.created.clear();
  token->writes.clear();
  tell_holders(token, false);
  hand_over(token); // the answer shows a state that may not be on disk yet
}

void Transactions::start_over(const TokenPtr& token, std::vector<rules::Visit> route) {
  tell_holders(token, false);
  token->holders.clear();
  token->writes.clear();
  token->answer.created.clear();
  token->next = 0;
  if (++token->tries >= most_tries) {
    abort(token, protocol::Verdict::Contended,
          rules::contended(token->context.cause, token->tries));
    return;
  }
  token->route = std::move(route);
  pass_on(token);
}

void Transactions::number(const TokenPtr& token) {
  if (token->writes.empty())
    return;
  token->answer.sequence = ++last_number_;
  rules::number(token->writes, token->answer.sequence);
  tell_janitor(*token);
}

/// Tells the janitor of each beat of the numbers, whoever decided the transaction: nobody else
/// counts them (C3).
void Transactions::tell_janitor(Token& token) const {
  if (token.answer.sequence % rules::history_beat == 0)
    if (const caf::actor janitor = servants_.janitor())
      token.outbox.push_back(
        {janitor, caf::make_message(protocol::HistoryDue{token.answer.sequence})});
}

void Transactions::commit(const TokenPtr& token) {
  token->answer.verdict =
    token->writes.empty() ? protocol::Verdict::Nothing : protocol::Verdict::Done;
  encode_writes(*token);
  const std::vector<caf::actor> holders = std::move(token->holders);
  hand_over(token);
  for (const caf::actor& holder : holders)
    caf::anon_send(holder, Decided{token, true});
}

void Transactions::hand_over(const TokenPtr& token) {
  ++with_journal_;
  caf::anon_send(journal_, Append{token});
}

/// Delivers what entities show. All of it was with the journal before anybody could see it there;
/// once that has done with all, it is on disk, and whatever the entity had sent before has been
/// sent.
void Transactions::deliver(std::vector<Delivery> outbox) {
  if (with_journal_ == 0)
    return send_out(std::move(outbox), journal_, post_);
  TokenPtr token{new Token, false};
  token->outbox = std::move(outbox);
  activity_.add();
  hand_over(token);
}

/// Takes a number, which makes the journal wait for all up to that, as for any gap.
void Transactions::flush(caf::actor client, std::uint64_t ticket) {
  TokenPtr token{new Token, false};
  token->client = std::move(client);
  token->answer.ticket = ticket;
  token->answer.sequence = last_number_;
  activity_.add();
  hand_over(token);
}

} // namespace orrery::entities
