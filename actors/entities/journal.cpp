#include "actors/entities/journal.hpp"

#include "actors/entities/messages.hpp"
#include "actors/entities/transactions.hpp"

#include <algorithm>

namespace orrery::entities {

Journal::Journal(caf::actor_config& config, JournalOptions options)
  : CountedActor(config, *options.activity), options_(std::move(options)),
    sequence_(options_.database->sequence()) {}

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
  if (queue_.empty())
    send(this, Sync{}); // behind whatever has queued by then: that is the batch
  queue_.push_back(message.token);
}

void Journal::number_tokens() {
  for (const TokenPtr& token : queue_) {
    if (!token->changes.empty())
      ++sequence_;
    token->answer.sequence = sequence_;
  }
}

std::vector<store::Change> Journal::merged() {
  std::vector<store::Change*> all;
  for (const TokenPtr& token : queue_)
    for (store::Change& change : token->changes)
      all.push_back(&change);
  std::stable_sort(all.begin(), all.end(),
                   [](const auto* a, const auto* b) { return a->key < b->key; });
  std::vector<store::Change> newest;
  newest.reserve(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    if (i + 1 == all.size() || all[i + 1]->key != all[i]->key)
      newest.push_back(std::move(*all[i]));
  return newest;
}

void Journal::deliver(Token& token) {
  for (Delivery& delivery : token.outbox)
    send(delivery.to, std::move(delivery.what));
  if (token.client)
    send(token.client, token.answer);
}

void Journal::sync(const Sync&) {
  if (broken_)
    return;
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
