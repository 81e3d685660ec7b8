#pragma once

#include "actors/entities/recipient.hpp"
#include "actors/protocol/commands.hpp"
#include "actors/rules/decision.hpp"
#include "store/database.hpp"

#include <caf/actor.hpp>
#include <caf/intrusive_ptr.hpp>
#include <caf/message.hpp>
#include <caf/ref_counted.hpp>

#include <vector>

namespace orrery::entities {

/// A message that waits until what it tells is on disk (output commit).
struct Delivery {
  Recipient to;
  caf::message what;
  std::vector<Recipient> others = {}; ///< Who are told the same, before.
};

/// One transaction under way: it visits its participants in the order of its route and collects
/// their decisions (docs/developers/architecture.md, "How a transaction runs"). Whoever holds it in
/// its turn may write to it; after the decision nobody does but the journal, which takes `changes`
/// and `outbox`.
struct Token : caf::ref_counted {
  caf::actor client; ///< Gets the answer; may be invalid for a token that only delivers.
  protocol::Answer answer;
  rules::Context context;
  std::vector<rules::Visit> route; ///< Sorted; those before `next` have decided.
  std::size_t next = 0;
  std::vector<caf::actor> holders; ///< Participants that wait for the decision, locked.
  rules::Writes writes;
  std::vector<store::Change> changes; ///< `writes` as bytes.
  std::vector<Delivery> outbox;
  std::uint32_t tries = 0;
  bool admitted = false; ///< Counts among those in flight.
};
using TokenPtr = caf::intrusive_ptr<Token>;

// --- Messages among entities and the journal; they never leave the process. ---

/// To a participant: it is your turn.
struct Arrive {
  TokenPtr token;
};
/// To a holder: the transaction is decided. Committed: take the writes in and unlock; otherwise
/// only unlock.
struct Decided {
  TokenPtr token;
  bool committed = false;
};
/// To the journal: make it durable, then deliver.
struct Append {
  TokenPtr token;
};
/// The journal to itself: write what has gathered.
struct Sync {};

} // namespace orrery::entities
