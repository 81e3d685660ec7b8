#include "actors/entities/journal.hpp"

#include "actors/entities/deliveries.hpp"
#include "actors/entities/messages.hpp"
#include "actors/entities/transactions.hpp"
#include "store/pair.hpp"

#include <caf/actor_cast.hpp>
#include <caf/mailbox_element.hpp>

#include <algorithm>
#include <functional>
#include <iterator>
#include <thread>
#include <utility>

namespace orrery::entities {

namespace {

/// A batch of so many tokens says that more are on their way.
constexpr std::size_t several = 4;
/// One of so many needs no more.
constexpr std::size_t enough = 32;

} // namespace

Journal::Journal(caf::actor_config& config, JournalOptions options)
  : CountedActor(config, *options.activity), options_(std::move(options)),
    sequence_(options_.database->sequence()) {
  stop_process_on_exception("the journal");
  if (options_.transactions != nullptr)
    options_.transactions->number_from(sequence_);
}

caf::behavior Journal::make_behavior() {
  return {on(&Journal::sync)};
}

/// @returns whether it is the first of a batch: then somebody has to ask for it.
bool Journal::set_aside(TokenPtr token) {
  const std::lock_guard lock(arrival_);
  if (over_)
    return false;
  arrived_.push_back(std::move(token));
  return arrived_.size() == 1;
}

void Journal::enqueue(caf::mailbox_element_ptr element, caf::execution_unit* unit) {
  caf::type_erased_tuple& content = element->content();
  if (content.match_elements<Append>()) {
    if (!set_aside(content.get_as<Append>(0).token))
      return;
    // Behind whatever has arrived by then: that is the batch.
    element = caf::make_mailbox_element(nullptr, caf::make_message_id(), {}, Sync{});
  }
  CountedActor::enqueue(std::move(element), unit);
}

/// A write takes a processor from those who make transactions, for as long as several of these
/// take; this leaves it to them a little longer. Where nobody waits for a processor it takes no
/// time.
void Journal::let_more_come() const {
  if (last_batch_ >= several && last_batch_ < enough)
    std::this_thread::yield();
}

void Journal::take_arrived() {
  const std::lock_guard lock(arrival_);
  if (queue_.empty())
    queue_.swap(arrived_);
  else // there was a gap
    queue_.insert(queue_.end(), std::make_move_iterator(arrived_.begin()),
                  std::make_move_iterator(arrived_.end()));
  arrived_.clear();
}

/// Told to end: what came before is written first.
void Journal::on_exit() {
  sync(Sync{});
  std::vector<TokenPtr> too_late;
  {
    const std::lock_guard lock(arrival_);
    over_ = true;
    too_late.swap(arrived_);
  }
  CountedActor::on_exit();
}

/// Two that decide at once may come in another order than that of their numbers: then one is still
/// on its way.
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

namespace {

/// A change with what decides its place, so that few comparisons look at the keys themselves.
struct Placed {
  Placed(store::Change& of, std::uint64_t in_transaction)
    : first(word_at(of.key, 0)), second(word_at(of.key, word)), number(in_transaction),
      change(&of) {}
  /// By key, then the newest last: later ones of a transaction lie behind.
  bool operator<(const Placed& other) const {
    if (first != other.first)
      return first < other.first;
    if (second != other.second)
      return second < other.second;
    if (const int order = change->key.compare(other.change->key); order != 0)
      return order < 0;
    return number != other.number ? number < other.number : std::less<>{}(change, other.change);
  }

  static constexpr std::size_t word = sizeof(std::uint64_t);
  /// Bytes of the key as a number that compares as they do; missing ones are the least.
  static std::uint64_t word_at(const store::Key& key, std::size_t begin) {
    std::uint64_t value = 0;
    for (std::size_t i = begin; i < begin + word; ++i)
      value = value << 8 | (i < key.size() ? static_cast<std::uint8_t>(key[i]) : 0U);
    return value;
  }

  std::uint64_t first;
  std::uint64_t second;
  std::uint64_t number;
  store::Change* change;
};

} // namespace

std::vector<store::Change> Journal::merged() {
  std::size_t count = 0;
  for (const TokenPtr& token : queue_)
    count += token->changes.size();
  std::vector<Placed> all;
  all.reserve(count);
  for (const TokenPtr& token : queue_)
    for (store::Change& change : token->changes)
      all.emplace_back(change, token->answer.sequence);
  std::sort(all.begin(), all.end());
  std::vector<store::Change> newest;
  newest.reserve(count + 1);
  if (options_.other != nullptr)
    newest.push_back(store::seen_of(*options_.other)); // before all others by its key
  for (std::size_t i = 0; i < all.size(); ++i)
    if (i + 1 == all.size() || all[i + 1].change->key != all[i].change->key)
      newest.push_back(std::move(*all[i].change));
  return newest;
}

void Journal::deliver(Token& token) {
  if (!token.outbox.empty())
    send_out(std::move(token.outbox), caf::actor_cast<caf::actor>(this),
             options_.transactions->post());
  if (token.client)
    send(token.client, std::move(token.answer));
}

void Journal::sync(const Sync&) {
  let_more_come();
  take_arrived();
  if (queue_.empty() || broken_ || has_gap())
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
  last_batch_ = written_tokens.size();
  std::size_t admitted = 0;
  for (const TokenPtr& token : written_tokens) {
    deliver(*token);
    admitted += token->admitted ? 1 : 0;
  }
  if (options_.transactions != nullptr)
    options_.transactions->left(written_tokens.size(), admitted);
  activity().remove(static_cast<std::int64_t>(written_tokens.size()));
}

} // namespace orrery::entities
