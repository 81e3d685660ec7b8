#pragma once

#include <cstdint>
#include <string>

/// How commands are answered.
namespace orrery::protocol {

/// How a command ended.
enum class Verdict : std::uint8_t {
  Done,      ///< Its changes are on disk.
  Nothing,   ///< A no-op: it was so already (L3).
  Refused,   ///< `code` and `text` say why and what would help; nothing changed.
  Contended, ///< Its assumptions changed too often (L8).
};

/// Categories of refusal.
enum class Code : std::uint8_t {
  None,
  NotFound,
  NotAlive,
  AlreadyExists,
  InvalidName,
  NoRelation,
  Ambiguous,
  NoSuchEndpoint,
  LimitExceeded,
  HasAssignedUnits,
  IsSubordinate,
  IsPeer,
  NotDead,
  HasSubordinates,
  InScope,
  CannotEnterScope,
  CannotEnterScopeYet,
  NotInError,
  AlreadyResolved,
  OnlyManager,
  NotLeader,
  BadOption,
  BadStorage, ///< None that there is, may be had, or may go.
  HasStorage,
  Contention,
  Denied, ///< Who asks has no right to it.
};

struct Answer {
  std::uint64_t ticket = 0; ///< The asker's own number.
  Verdict verdict = Verdict::Done;
  Code code = Code::None;
  std::uint64_t sequence =
    0; ///< The transaction's number in the journal; of the state seen, for no-op and refusal.
  std::string text;    ///< A sentence, for refusals.
  std::string created; ///< Name of what was created: unit, machine id, relation id.
  [[nodiscard]] bool ok() const { return verdict == Verdict::Done || verdict == Verdict::Nothing; }
};

} // namespace orrery::protocol
