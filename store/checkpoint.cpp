#include "store/checkpoint.hpp"

#include "store/fault.hpp"
#include "store/snapshot.hpp"

#include <rocksdb/db.h>
#include <rocksdb/env.h>

namespace orrery::store {

namespace {

/// A log of RocksDB's own that nobody writes.
class NoLog final : public rocksdb::Logger {
public:
  using rocksdb::Logger::Logv;
  void Logv(const char*, va_list) override {}
};

} // namespace

tl::expected<CopiedPair, StoreError> copy_pair(const Pair& pair,
                                               const std::filesystem::path& model,
                                               const std::filesystem::path& notes) {
  for (const Database* database : {&pair.model, &pair.notes}) // so that there is little left below
    if (const auto settled = database->settle(); !settled)
      return tl::unexpected(settled.error());
  const auto no_records = pair.model.hold();
  const auto no_notes = pair.notes.hold();
  CopiedPair copied{pair.model.snapshot(), pair.model.sequence(), pair.notes.sequence()};
  if (const auto made = pair.model.copy_to(model); !made)
    return tl::unexpected(made.error());
  if (const auto made = pair.notes.copy_to(notes); !made)
    return tl::unexpected(made.error());
  return copied;
}

tl::expected<std::unique_ptr<Snapshot>, StoreError> look_into(const std::filesystem::path& store) {
  rocksdb::Options options;
  options.wal_recovery_mode = rocksdb::WALRecoveryMode::kPointInTimeRecovery;
  options.info_log = std::make_shared<NoLog>();
  rocksdb::DB* opened = nullptr;
  if (const auto status = rocksdb::DB::OpenForReadOnly(options, store.string(), &opened);
      !status.ok())
    return tl::unexpected(store_error(status, store, "read it"));
  return std::make_unique<RocksSnapshot>(std::shared_ptr<rocksdb::DB>(opened));
}

} // namespace orrery::store
