#pragma once

#include "actors/entities/token.hpp"
#include "actors/rules/transitions.hpp"
#include "cmd/simulate/findings.hpp"
#include "store/contents.hpp"
#include "store/database.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace orrery::simulate {

/// A step of an entity's life that a transaction took.
struct LifeChange {
  store::EntityKind kind = store::EntityKind::Unit;
  std::string name; ///< Of machines and relations the id.
  rules::Stage from = rules::Stage::Unborn;
  rules::Stage to = rules::Stage::Alive;
};

/// A transaction that has changed something, in the order of the numbers.
struct Applied {
  std::uint64_t sequence = 0;
  std::string cause;
  rules::Writes writes;
  std::vector<LifeChange> lives;
};

/// The model as the transactions have made it one by one, whether they are on disk yet or not;
/// holds each against the rules, and what is on disk after a crash against what was there before.
class Ledger {
public:
  using Listener = std::function<void(const Applied&)>;

  /// @param listener is told of each transaction before it is in contents().
  Ledger(Findings& findings, Listener listener)
    : findings_(findings), listener_(std::move(listener)) {}

  /// A transaction has ended. Those that come before their turn wait for it.
  void decided(const entities::Token& token);
  /// The model's store has acknowledged this number.
  void committed(std::uint64_t sequence);
  /// A process begins with what is on disk: that must be what some number of transactions, no less
  /// than was acknowledged, had made.
  void recovered(const store::Database& model);

  [[nodiscard]] const store::Contents& contents() const { return contents_; }
  [[nodiscard]] std::uint64_t sequence() const { return sequence_; }
  /// Transactions that changed something, including those lost in crashes.
  [[nodiscard]] std::uint64_t count() const { return count_; }

private:
  struct Waiting {
    Applied applied;
    std::vector<store::Change> changes;
  };
  void apply(Waiting next);
  void fold(std::uint64_t sequence);
  void judge(Applied& applied);
  void judge_birth(const LifeChange& change);
  void compare(const store::Snapshot& snapshot);

  Findings& findings_;
  Listener listener_;
  store::Contents contents_;
  std::uint64_t sequence_ = 0;
  std::uint64_t acknowledged_ = 0;
  std::uint64_t count_ = 0;
  std::map<std::uint64_t, Waiting>
    waiting_; ///< By number; those before them are still on their way.
  std::map<std::string, std::string> durable_; ///< Every key of the store, up to durable_sequence_.
  std::uint64_t durable_sequence_ = 0;
  std::map<std::uint64_t, std::vector<store::Change>> since_; ///< What came after that, by number.
  std::map<std::string, std::uint64_t>
    born_; ///< `unit web/0`: what was given once (L6), and by which transaction.
};

/// `unit web/0`, `machine 3`.
[[nodiscard]] std::string name_of(const LifeChange& change);

} // namespace orrery::simulate
