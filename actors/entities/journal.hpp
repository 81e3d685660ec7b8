#pragma once

#include "actors/entities/token.hpp"
#include "actors/runtime/counted_actor.hpp"
#include "store/database.hpp"

#include <functional>
#include <vector>

namespace orrery::entities {

class Transactions;

/// What the journal works with.
struct JournalOptions {
  store::Database* database = nullptr;
  /// Numbers what it sends, and is told when admitted transactions end. Null: the journal numbers by itself.
  Transactions* transactions = nullptr;
  runtime::Activity* activity = nullptr;
  /// Called when a write fails; must not return to go on writing (design.md 2: stop, never retry).
  std::function<void(const store::StoreError&)> fault;
  /// Told the sequence number after each durable batch, on the journal's thread; may be empty.
  std::function<void(std::uint64_t)> committed;
};

/// The one writer of a database (design.md 2.6): tokens queue while it syncs; then their records,
/// sorted and merged to the newest of each key, become one batch, one fsync. Only then are their
/// messages delivered and their clients answered. Spawned detached, on a thread of its own; in a
/// simulation like any actor.
class Journal : public runtime::CountedActor {
public:
  Journal(caf::actor_config& config, JournalOptions options);

private:
  caf::behavior make_behavior() override;
  void on_exit() override;
  void append(const Append& message);
  void sync(const Sync& message);

  [[nodiscard]] std::vector<store::Change> merged();
  void number_tokens();
  [[nodiscard]] bool has_gap() const;
  void deliver(Token& token);

  JournalOptions options_;
  std::vector<TokenPtr> queue_;
  std::uint64_t sequence_;
  bool sync_sent_ = false;
  bool broken_ = false; ///< A write has failed: nothing is acknowledged any more.
};

} // namespace orrery::entities
