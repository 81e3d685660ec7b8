#include "store/database.hpp"

#include "store/fault.hpp"
#include "store/meta.hpp"
#include "store/opening.hpp"
#include "store/snapshot.hpp"

#include <rocksdb/db.h>
#include <rocksdb/perf_level.h>
#include <rocksdb/utilities/checkpoint.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <system_error>

namespace orrery::store {

namespace {

[[maybe_unused]] bool are_sorted_and_unique(const std::vector<Change>& changes) {
  const auto not_before = [](const Change& left, const Change& right) {
    return left.key >= right.key;
  };
  return std::adjacent_find(changes.begin(), changes.end(), not_before) == changes.end();
}

std::size_t bytes_of(const std::vector<Change>& changes) {
  constexpr std::size_t overhead = 16; // tag and two lengths
  std::size_t size = 64;
  for (const Change& change : changes)
    size += overhead + change.key.size() + (change.value ? change.value->size() : 0);
  return size;
}

rocksdb::Status
fill(rocksdb::WriteBatch& batch, const std::vector<Change>& changes, std::uint64_t sequence) {
  auto status = batch.Put(meta::sequence_key, std::to_string(sequence));
  for (const Change& change : changes) {
    if (!status.ok())
      return status;
    status = change.value ? batch.Put(change.key, *change.value) : batch.Delete(change.key);
  }
  return status;
}

/// On a simulated disk a table is written after so many bytes: soon enough to be seen, and always
/// at the same place. RocksDB's own measure depends on chance, as its skip lists draw the sizes of
/// their nodes.
constexpr std::size_t simulated_table_size = 1 << 14;

class RocksDatabase final : public Database {
public:
  /// @param table_size bytes of batches after which a table is written; 0: when RocksDB's memory
  /// for them is full
  RocksDatabase(std::filesystem::path directory, Opened opened, std::size_t table_size)
    : directory_(std::move(directory)), table_size_(table_size), db_(std::move(opened.db)),
      witness_(std::move(opened.witness)), sequence_(opened.sequence),
      notes_(std::move(opened.notes)) {}

  [[nodiscard]] std::uint64_t sequence() const override {
    return sequence_.load(std::memory_order_acquire);
  }
  [[nodiscard]] const std::vector<std::string>& notes() const override { return notes_; }

  [[nodiscard]] tl::expected<void, StoreError> write(const std::vector<Change>& changes,
                                                     std::uint64_t sequence) override {
    if (fault_)
      return tl::unexpected(StoreError{
        fault_->kind, "refused, because an earlier write failed and a restart must recover first: "
                        + fault_->text});
    assert(are_sorted_and_unique(changes) && sequence > sequence_.load());
    const std::lock_guard lock(writing_);
    auto written = commit(changes, sequence);
    if (!written)
      fault_ = written.error(); // fail-stop: what is in memory may be ahead of the disk
    return written;
  }

  [[nodiscard]] std::unique_ptr<Snapshot> snapshot() const override {
    return std::make_unique<RocksSnapshot>(db_);
  }

  [[nodiscard]] tl::expected<void, StoreError> verify() const override {
    if (const auto status = db_->VerifyChecksum(); !status.ok())
      return tl::unexpected(store_error(status, directory_, "verify all files"));
    return {};
  }
  [[nodiscard]] std::unique_lock<std::mutex> hold() const override {
    return std::unique_lock(writing_);
  }
  [[nodiscard]] tl::expected<void, StoreError> settle() const override {
    if (const auto status = db_->Flush(rocksdb::FlushOptions()); !status.ok())
      return tl::unexpected(store_error(status, directory_, "write a file"));
    return {};
  }
  [[nodiscard]] tl::expected<void, StoreError>
  copy_to(const std::filesystem::path& directory) const override {
    rocksdb::Checkpoint* made = nullptr;
    auto status = rocksdb::Checkpoint::Create(db_.get(), &made);
    const std::unique_ptr<rocksdb::Checkpoint> checkpoint(made);
    if (status.ok())
      status = checkpoint->CreateCheckpoint(directory.string());
    if (!status.ok())
      return tl::unexpected(store_error(status, directory_, "copy it to " + directory.string()));
    return {};
  }

private:
  tl::expected<void, StoreError> commit(const std::vector<Change>& changes,
                                        std::uint64_t sequence) {
    rocksdb::WriteBatch batch(bytes_of(changes));
    auto status = fill(batch, changes, sequence);
    if (status.ok())
      status = make_room(batch.GetDataSize());
    rocksdb::WriteOptions sync;
    sync.sync = true;
    rocksdb::SetPerfLevel(
      rocksdb::PerfLevel::kDisable); // or it counts each comparison for this thread
    if (status.ok())
      status = db_->Write(sync, &batch);
    if (!status.ok())
      return tl::unexpected(
        store_error(status, directory_, "write transaction " + std::to_string(sequence)));
    sequence_.store(sequence, std::memory_order_release);
    return witness_->note(sequence);
  }

  rocksdb::Status make_room(std::size_t size) {
    unflushed_ += size;
    if (table_size_ == 0 || unflushed_ < table_size_)
      return rocksdb::Status::OK();
    unflushed_ = size;
    rocksdb::FlushOptions in_background;
    in_background.wait = false;
    return db_->Flush(in_background);
  }

  std::filesystem::path directory_;
  std::size_t table_size_;
  std::size_t unflushed_ = 0; ///< Bytes since the last table was begun.
  std::shared_ptr<rocksdb::DB> db_;
  std::unique_ptr<Witness> witness_;
  mutable std::mutex writing_; ///< Held for each batch.
  std::atomic<std::uint64_t> sequence_;
  std::vector<std::string> notes_;
  std::optional<StoreError> fault_;
};

} // namespace

tl::expected<std::unique_ptr<Database>, StoreError> Database::open(const OpenOptions& options) {
  OpenOptions absolute = options;
  std::error_code
    error; // where there is no working directory, the name stays as it is and is refused below
  if (auto path = std::filesystem::absolute(options.directory, error).lexically_normal(); !error)
    absolute.directory = path.filename().empty() ? path.parent_path() : path;
  auto opened = open_checked(absolute);
  if (!opened)
    return tl::unexpected(opened.error());
  return std::make_unique<RocksDatabase>(absolute.directory, std::move(*opened),
                                         options.env != nullptr ? simulated_table_size : 0);
}

} // namespace orrery::store
