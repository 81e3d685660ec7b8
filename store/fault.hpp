#pragma once

#include "store/database.hpp"

namespace rocksdb {
class Status;
}

namespace orrery::store {

/// RocksDB's word for what went wrong, as one for people: the place, the cause and the remedy.
/// @param doing what was tried, as in "cannot DOING".
[[nodiscard]] StoreError store_error(const rocksdb::Status& status,
                                     const std::filesystem::path& directory,
                                     std::string_view doing);

} // namespace orrery::store
