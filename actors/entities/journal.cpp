#include "actors/entities/journal.hpp"

#include "actors/entities/messages.hpp"
#include "actors/entities/transactions.hpp"

#include <algorithm>

namespace orrery::entities {

Journal::Journal(caf::actor_config& config, JournalOptions options)
  : CountedActor(config, *options.activity), options_(std::move(options)),
    sequence_(options_.database->sequence()) {
  stop_process_on_exception("the journal");
  if (options_.transactions != nullptr)
    options_.transactions->number_from(sequence_);
}

caf::behavior Journal::make_behavior() {
  return {on(&Journal::append), on(&Journal::sync)};
}

/// Told to end: what came before is written first.
void Journal::on_exit() {
  if (!queue_.empty())
    sync(Sync{});
  CountedActor::on_exit();
}

void Journal::append(const Append& message) {
  queue_.push_back(message.token);
  if (!sync_sent_)
    send(this, Sync{}); // behind whatever has queued by then: that is the batch
  sync_sent_ = true;
}

/// Two that decide at once may come in another order than that of their numbers: then one is still on its way.
bool Journal::has_gap() const {
  if (options_.transactions == nullptr)
    return false;
  std::uint64_t highest = sequence_;
  std::uint64_t numbered = 0;
  for (const TokenPtr& token : queue_) {
    highest = std::max(highest, token->answer.sequence);
    numbered += token->changes.empty() ? 0 : 1;
  }
  return highest - sequence_ != numbered;
}

void Journal::number_tokens() {
  for (const TokenPtr& token : queue_)
    if (!token->changes.empty() && options_.transactions == nullptr)
      token->answer.sequence = ++sequence_;
    else
      sequence_ = std::max(sequence_, token->answer.sequence);
  for (const TokenPtr& token : queue_)
    if (token->changes.empty())
      token->answer.sequence = sequence_; // of the state it has seen
}

std::vector<store::Change> Journal::merged() {
  struct Numbered {
    store::Change* change;
    std::uint64_t number;
  };
  std::vector<Numbered> all;
  for (const TokenPtr& token : queue_)
    for (store::Change& change : token->changes)
      all.push_back({&change, token->answer.sequence});
  std::stable_sort(all.begin(), all.end(), [](const Numbered& a, const Numbered& b) {
    const int order = a.change->key.compare(b.change->key);
    return order < 0 || (order == 0 && a.number < b.number);
  });
  std::vector<store::Change> newest;
  newest.reserve(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    if (i + 1 == all.size() || all[i + 1].change->key != all[i].change->key)
      newest.push_back(std::move(*all[i].change));
  return newest;
}

void Journal::deliver(Token& token) {
  for (Delivery& delivery : token.outbox)
    send(delivery.to, std::move(delivery.what));
  if (token.client)
    send(token.client, token.answer);
}

void Journal::sync(const Sync&) {
  sync_sent_ = false;
  if (broken_ || has_gap())
    return; // what fills the gap asks again
  const std::uint64_t before = sequence_;
  number_tokens();
  if (sequence_ != before) {
    const auto written = options_.database->write(merged(), sequence_);
    if (!written) {
      broken_ = true;
      options_.fault(written.error());
      return;
    }
    if (options_.committed)
      options_.committed(sequence_);
  }
  std::vector<TokenPtr> written_tokens;
  written_tokens.swap(queue_);
  std::size_t admitted = 0;
  for (const TokenPtr& token : written_tokens) {
    deliver(*token);
    admitted += token->admitted ? 1 : 0;
  }
  if (options_.transactions != nullptr)
    options_.transactions->left(admitted);
  activity().remove(static_cast<std::int64_t>(written_tokens.size()));
}

} // namespace orrery::entities
