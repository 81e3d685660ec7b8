#pragma once

#include "actors/entities/directory.hpp"
#include "actors/entities/servants.hpp"
#include "actors/entities/token.hpp"
#include "actors/rules/transaction.hpp"
#include "actors/runtime/activity.hpp"
#include "actors/runtime/clock.hpp"

#include <atomic>
#include <deque>
#include <mutex>

namespace orrery::entities {

/// Starts transactions, passes them on, and bounds how many are in flight. One that ends early has
/// changed nothing (L7). Thread-safe.
class Transactions {
public:
  /// More in flight only adds latency.
  static constexpr std::size_t most_in_flight = 256;
  /// Times a transaction may start over before it ends in "excessive contention" (L8).
  static constexpr std::uint32_t most_tries = rules::most_tries;

  Transactions(Directory& directory,
               runtime::Activity& activity,
               const runtime::Clock& clock,
               const Servants& servants)
    : directory_(directory), activity_(activity), clock_(clock), servants_(servants) {}

  void set_journal(caf::actor journal) { journal_ = std::move(journal); }
  /// Knows who acts for units. Null: nobody does. @pre nothing is in flight
  void set_post(Post* post) { post_ = post; }
  [[nodiscard]] Post* post() const { return post_; }
  /// The store's last number: the next transaction that writes gets the one after it.
  void number_from(std::uint64_t last) { last_number_ = last; }
  /// Gives a decided transaction its number, and writes it into the lives it turned. Whoever sees
  /// its outcome comes after it and gets a greater one.
  void number(const TokenPtr& token);

  /// Returns the number of the transaction that was decided last.
  [[nodiscard]] std::uint64_t last_number() const { return last_number_; }

  /// Runs a command; `client` gets a protocol::Answer with this ticket once the outcome is on disk.
  void begin(caf::actor client, std::uint64_t ticket, const protocol::Command& command);
  /// Sends the token to the next participant of its route. One that does not exist ends it: not
  /// found; or starts it over, where it was only in the way (A3).
  void pass_on(const TokenPtr& token);
  /// Ends it without changes: the holders unlock, the client is answered.
  void abort(const TokenPtr& token, protocol::Verdict verdict, rules::Refusal refusal);
  /// Starts it over with another route, a bounded number of times (L8).
  void start_over(const TokenPtr& token, std::vector<rules::Visit> route);
  /// Ends the transaction with its changes: hands it to the journal first, then tells the holders,
  /// so that the journal sees conflicting tokens in their order.
  void commit(const TokenPtr& token);
  /// Sends messages once everything seen so far is on disk: by the journal, or at once where that
  /// has nothing left to do.
  void deliver(std::vector<Delivery> outbox);
  /// Answers with this ticket once everything that was decided before is on disk, those included
  /// that have not come to the journal yet: whoever asked Services for an agent before this call
  /// has been numbered before it, too.
  void flush(caf::actor client, std::uint64_t ticket);
  /// The journal has done all that so many tokens asked for, some of them admitted transactions:
  /// those that wait come in.
  void left(std::size_t tokens, std::size_t admitted);

private:
  void hand_over(const TokenPtr& token);
  void tell_janitor(Token& token) const;
  void admit(TokenPtr token);
  void set_out(const TokenPtr& token);
  [[nodiscard]] TokenPtr take_place();

  Directory& directory_;
  runtime::Activity& activity_;
  const runtime::Clock& clock_;
  const Servants& servants_;
  caf::actor journal_;
  Post* post_ = nullptr;
  std::atomic<std::uint64_t> last_number_{0};
  std::atomic<std::size_t> with_journal_{0}; ///< Tokens that it has not done with.
  std::mutex mutex_;
  std::size_t in_flight_ = 0;
  std::deque<TokenPtr> waiting_; ///< Bounded by the clients, each of which waits for its answers.
};

} // namespace orrery::entities
