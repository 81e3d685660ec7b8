#pragma once

#include "actors/rules/decision.hpp"

#include <cstdint>

/// History of lives, kept for those who ask later.
namespace orrery::rules {

/// Transactions after which what is known of something removed is deleted (C3).
inline constexpr std::uint64_t history_kept = 200'000;
/// After so many transactions the janitor looks again for what is that old.
inline constexpr std::uint64_t history_beat = 1'024;

/// After how many transactions at the latest nothing is known any more of what was removed: the
/// janitor forgets in small steps, behind whoever removes.
[[nodiscard]] constexpr std::uint64_t history_kept_longest(std::uint64_t kept) {
  return kept + kept / 2 + 2 * history_beat;
}

/// The steps of lives that a transaction takes: the records to be written with its own.
/// @param writes its writes, numbered
/// @param context when it happens and what caused it
/// @param sequence its number
[[nodiscard]] std::vector<store::Record>
history_of(const Writes& writes, const Context& context, std::uint64_t sequence);

} // namespace orrery::rules
