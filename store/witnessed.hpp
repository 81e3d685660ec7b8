#pragma once

#include "store/database.hpp"
#include "store/witness.hpp"

#include <string>
#include <vector>

/// Holds what a store's witness says against the store when it is opened. `notes` gets what is odd
/// and not fatal, a sentence each; a loss is taken where the options accept it.
namespace orrery::store {

/// @returns an error that names the store's directory
[[nodiscard]] tl::unexpected<StoreError>
refuse(StoreError::Kind kind, const OpenOptions& options, const std::string& text);

/// Refuses a witness of another store, which can say nothing of this one. That of an earlier
/// program says no id, and is taken.
/// @param id the store's; empty: it has none, and is an earlier copy than its witness
[[nodiscard]] tl::expected<void, StoreError> compare_ids(const Witness::Testimony& testimony,
                                                         const std::string& id,
                                                         const OpenOptions& options,
                                                         std::vector<std::string>& notes);

/// Refuses a store that holds less than its witness saw acknowledged.
/// @param recovered what the store holds; 0 of one that is still to be made
/// @param fresh it is still to be made
[[nodiscard]] tl::expected<void, StoreError> compare_sequences(const Witness::Testimony& testimony,
                                                               std::uint64_t recovered,
                                                               bool fresh,
                                                               const OpenOptions& options,
                                                               std::vector<std::string>& notes);

} // namespace orrery::store
