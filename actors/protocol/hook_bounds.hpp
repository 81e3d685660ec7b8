#pragma once

#include "actors/protocol/secret_changes.hpp"

#include <cstddef>
#include <cstdint>

/// Bounds of what one hook may change: its tools refuse what is beyond, and the model refuses it
/// again when the hook has succeeded.
namespace orrery::protocol {

/// Ranges of ports that a unit has open, each endpoint's counted for itself.
inline constexpr std::size_t open_ports_max = 1024;
/// Bytes of all that a unit's hooks keep, names and values (CS2).
inline constexpr std::size_t kept_bytes_max = std::size_t{2} << 20;
/// Instances of storage that one hook adds, of all names: no unit has more (ST32).
inline constexpr std::uint32_t added_storage_max = 64;
/// Secrets that one hook adds or changes (SE13).
inline constexpr std::size_t changed_secrets_max = 100;
/// Secrets of which one hook only takes something away, or all: an owner may end what its hooks
/// have added in the course of time.
inline constexpr std::size_t removed_secrets_max = 10'000;
/// Bytes of all that one hook changes of secrets, contents as they are sealed (SE13).
inline constexpr std::size_t changed_secrets_bytes_max = std::size_t{1} << 20;

/// Returns the bytes of all texts of a change; a number counts as eight.
[[nodiscard]] inline std::size_t size_of(const SecretChange& change) {
  std::size_t size = 8 * change.pruned.size();
  for (const auto* text : {&change.added_for, &change.label, &change.description, &change.rotation})
    size += *text ? (*text)->size() : 0;
  if (change.value)
    size += change.value->sealed.size() + change.value->fingerprint.size();
  for (const auto& [subject, relation] : change.grants)
    size += subject.size() + 8;
  for (const std::string& subject : change.revoked)
    size += subject.size() + 8;
  return size;
}

/// Whether a change only takes away: the secret, revisions of it, or rights.
[[nodiscard]] inline bool only_takes_away(const SecretChange& change) {
  SecretChange least;
  least.removed = change.removed;
  least.pruned = change.pruned;
  least.revoked = change.revoked;
  return change == least && change != SecretChange{};
}

} // namespace orrery::protocol
