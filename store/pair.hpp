#pragma once

#include "store/database.hpp"

#include <cstdint>
#include <string>
#include <vector>

/// The model's store and the agents' store belong together. Each holds, as keys of its own, the
/// model's UUID and a number: what of the other one was durable when its last batch was written. So
/// a store that is missing, that is older than the other one knows it, or that is another model's,
/// is not taken for its half, also where its witness went along with it.
namespace orrery::store {

/// @returns what the next batch of a store says of the other one; the least of all keys.
[[nodiscard]] Change seen_of(const Database& other);
/// @returns what a store says of whose it is.
[[nodiscard]] Change belongs_to(const std::string& model);

struct Pair {
  Database& model;
  Database& notes;
};

/// @returns the last transaction of the model's store that the agents' store knows of, if the
/// model's store does not hold it any more; else 0. Errors: a store of another model.
[[nodiscard]] tl::expected<std::uint64_t, StoreError> lost_of_model(const Pair& pair,
                                                                    const std::string& model);

/// Compares both stores with each other and with the model's UUID. A store that says nothing yet,
/// as those of earlier programs, gets the UUID.
/// @param accept_loss a store that is older than the other one knows it is taken all the same, and
/// that is written down, so that the next start does not find it again.
/// @returns what was accepted, a sentence each. Errors: what differs, and what to do.
[[nodiscard]] tl::expected<std::vector<std::string>, StoreError>
match_pair(const Pair& pair, const std::string& model, bool accept_loss);

} // namespace orrery::store
