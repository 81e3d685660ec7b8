#pragma once

#include "store/database.hpp"

#include <string_view>

namespace rocksdb {
class DB;
class Snapshot;
} // namespace rocksdb

/// The store's own keys, `!schema` and `!sequence`: decimal numbers, so that any tool can show
/// them.
namespace orrery::store::meta {

inline constexpr std::string_view schema_key = "!schema";
inline constexpr std::string_view sequence_key = "!sequence";
/// The least key that is a record's: all keys of the store's own begin with `!`.
inline constexpr std::string_view first_record_key = "\"";

/// @returns nothing if there is no such key.
/// @param snapshot what to read, or nothing for what is newest.
[[nodiscard]] tl::expected<std::optional<std::uint64_t>, StoreError>
read(rocksdb::DB& db, const rocksdb::Snapshot* snapshot, std::string_view key);

} // namespace orrery::store::meta
