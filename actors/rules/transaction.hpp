#pragma once

#include "actors/rules/decision.hpp"

#include <cstdint>
#include <string>

/// Parts of a transaction beside its participants' decisions, whoever carries it out.
namespace orrery::rules {

/// Times a transaction may start over before it ends in "excessive contention" (L8).
inline constexpr std::uint32_t most_tries = 16;

/// Returns what a command writes by itself: nobody else knows the records that the janitor deletes
/// (C2).
[[nodiscard]] Writes own_writes(const protocol::Command& command);
/// Gives the lives that turned in this transaction its number; one that turned before keeps its
/// own.
void number(Writes& writes, std::uint64_t sequence);
/// Decides a visit to somebody who is gone before its turn.
[[nodiscard]] Decision missing(const Visit& visit);
[[nodiscard]] Refusal not_found(const Who& who);
[[nodiscard]] Refusal contended(const std::string& cause, std::uint32_t tries);

} // namespace orrery::rules
