#pragma once

#include "store/database.hpp"
#include "store/witness.hpp"

namespace rocksdb {
class DB;
}

namespace orrery::store {

/// A database that has passed every check, ready for use.
struct Opened {
  std::shared_ptr<rocksdb::DB> db;
  std::unique_ptr<Witness> witness;
  std::uint64_t sequence = 0;
  std::vector<std::string> notes;
};

/// Opens or creates the files, compares schema and witness. A refusal changes no file that could
/// still be of use.
[[nodiscard]] tl::expected<Opened, StoreError> open_checked(const OpenOptions& options);

} // namespace orrery::store
