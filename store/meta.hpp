#pragma once

#include "store/database.hpp"

#include <string>
#include <string_view>

namespace rocksdb {
class DB;
class Snapshot;
} // namespace rocksdb

/// The store's own keys, `!schema` and `!sequence`, decimal numbers, and `!id`: any tool can show
/// them.
namespace orrery::store::meta {

inline constexpr std::string_view schema_key = "!schema";
inline constexpr std::string_view sequence_key = "!sequence";
/// The store's id, which its witness says, too; one of an earlier program has none.
inline constexpr std::string_view id_key = "!id";
/// The least key that is a record's: all keys of the store's own begin with `!`.
inline constexpr std::string_view first_record_key = "\"";

/// @returns nothing if there is no such key.
/// @param snapshot what to read, or nothing for what is newest.
[[nodiscard]] tl::expected<std::optional<std::uint64_t>, StoreError>
read(rocksdb::DB& db, const rocksdb::Snapshot* snapshot, std::string_view key);

/// The text of a key; empty if there is none.
[[nodiscard]] tl::expected<std::string, StoreError> read_text(rocksdb::DB& db,
                                                              std::string_view key);
/// An id for a store that has none, of store_id_size bytes.
[[nodiscard]] std::string random_id();

} // namespace orrery::store::meta
