#pragma once

#include "store/database.hpp"

namespace rocksdb {
class DB;
class Snapshot;
} // namespace rocksdb

namespace orrery::store {

/// A snapshot of RocksDB's; shares its files with the database, which may be closed before.
class RocksSnapshot final : public Snapshot {
public:
  explicit RocksSnapshot(std::shared_ptr<rocksdb::DB> db);
  ~RocksSnapshot() override;
  RocksSnapshot(const RocksSnapshot&) = delete;
  RocksSnapshot& operator=(const RocksSnapshot&) = delete;

  [[nodiscard]] std::uint64_t sequence() const override;
  [[nodiscard]] tl::expected<std::optional<std::string>, StoreError>
  get(const Key& key) const override;
  [[nodiscard]] tl::expected<void, StoreError>
  scan_from(std::string_view first, std::string_view prefix, const Visit& visit) const override;

private:
  std::shared_ptr<rocksdb::DB> db_;
  const rocksdb::Snapshot* snapshot_;
  std::uint64_t sequence_ = 0;
  std::optional<StoreError> fault_; ///< Why even its number could not be read: every use says so.
};

} // namespace orrery::store
