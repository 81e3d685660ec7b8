#pragma once

#include "actors/entities/token.hpp"
#include "actors/runtime/counted_actor.hpp"
#include "store/database.hpp"

#include <functional>
#include <mutex>
#include <vector>

namespace orrery::entities {

class Transactions;

/// Parts that the journal works with.
struct JournalOptions {
  store::Database* database = nullptr;
  /// Numbers what it sends, and is told when admitted transactions end. Null: the journal numbers
  /// by itself.
  Transactions* transactions = nullptr;
  runtime::UnderWay* activity = nullptr; ///< Of which each token that it is given is a part.
  /// Called when a write fails; must not return to go on writing: a sync is never tried again.
  std::function<void(const store::StoreError&)> fault;
  /// Told the sequence number after each durable batch, on the journal's thread; may be empty.
  std::function<void(std::uint64_t)> committed;
  /// The other store of the pair: each batch says what of it was durable before (store/pair.hpp).
  /// Outlives the journal; null: there is none.
  const store::Database* other = nullptr;
};

/// The one writer of a database: tokens queue while it syncs; then their records, sorted and merged
/// to the newest of each key, become one batch, one fsync (L7). Only then are their
/// messages delivered and their clients answered. Spawned detached, on a thread of its own; in a
/// simulation like any actor.
class Journal : public runtime::CountedActor {
public:
  Journal(caf::actor_config& config, JournalOptions options);

  /// Sets tokens aside in the sender's thread: however many gather, the journal handles one
  /// message.
  void enqueue(caf::mailbox_element_ptr element, caf::execution_unit* unit) override;

private:
  caf::behavior make_behavior() override;
  void on_exit() override;
  [[nodiscard]] bool set_aside(TokenPtr token);
  void let_more_come() const;
  void take_arrived();
  void sync(const Sync& message);

  [[nodiscard]] std::vector<store::Change> merged();
  void number_tokens();
  [[nodiscard]] bool has_gap() const;
  void deliver(Token& token);

  JournalOptions options_;
  std::mutex arrival_;
  std::vector<TokenPtr> arrived_; ///< Since the last sync began; under `arrival_`.
  bool over_ = false;             ///< Nothing arrives any more; under `arrival_`.
  std::vector<TokenPtr> queue_;   ///< To be written next.
  std::uint64_t sequence_;
  std::size_t last_batch_ = 0; ///< Tokens.
  bool broken_ = false;        ///< A write has failed: nothing is acknowledged any more.
};

} // namespace orrery::entities
