#pragma once

#include "store/pair.hpp"

#include <cstdint>
#include <map>
#include <string>

/// A restore takes a model's counters back to the day of its backup, and what was given since then
/// would be given a second time. So it begins an epoch: each counter jumps, once, beyond whatever
/// was given meanwhile. Which fields are counters, their names say (store/fields.hpp).
namespace orrery::store {

/// How far a model has counted.
struct Counters {
  std::uint64_t transactions = 0; ///< Of the model's store.
  std::uint64_t notes = 0;        ///< Of the agents' store.
  /// Counters of single records by key and field, those of the units' numbers left out.
  std::map<Key, std::map<std::string, std::uint64_t>> records;
  std::map<std::string, std::uint32_t> units; ///< The next one by application, gone ones too.
  std::uint32_t named = 0; ///< More than any revision of a charm and any number of a unit.
};

/// Transactions jump so many times as far as what is counted in records: they are given faster.
inline constexpr std::uint64_t transactions_per_number = 100;

/// @returns how far the model of these stores has counted; O(records).
[[nodiscard]] tl::expected<Counters, StoreError> read_counters(const Snapshot& records,
                                                               const Snapshot& notes);

/// Has each counter of the model jump, by one batch a store: whoever compares a version with what
/// he has seen, sees another.
/// @param by 1 to 1,000,000: beyond the counters that are there and those of `before`; transactions
/// `transactions_per_number` times that.
/// @param before how far the model had counted that is replaced, if it is the same one.
/// @returns or which counter is at its end.
[[nodiscard]] tl::expected<void, StoreError>
begin_epoch(const Pair& pair, std::uint64_t by, const Counters& before);

} // namespace orrery::store
