#pragma once

#include "store/database.hpp"

#include <atomic>

namespace orrery::bench {

/// Counts what is written to a database that is not its own.
class CountingDatabase final : public store::Database {
public:
  explicit CountingDatabase(store::Database& database) : database_(database) {}
  [[nodiscard]] std::uint64_t sequence() const override { return database_.sequence(); }
  [[nodiscard]] const std::vector<std::string>& notes() const override { return database_.notes(); }
  [[nodiscard]] tl::expected<void, store::StoreError>
  write(const std::vector<store::Change>& changes, std::uint64_t sequence) override;
  [[nodiscard]] std::unique_ptr<store::Snapshot> snapshot() const override {
    return database_.snapshot();
  }
  [[nodiscard]] tl::expected<void, store::StoreError> verify() const override {
    return database_.verify();
  }
  /// Synced writes.
  [[nodiscard]] std::uint64_t batches() const { return batches_; }
  /// Keys put or deleted, merged to the newest of each within a batch.
  [[nodiscard]] std::uint64_t records() const { return records_; }
  /// Of their keys and values.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

private:
  store::Database& database_;
  std::atomic<std::uint64_t> batches_{0};
  std::atomic<std::uint64_t> records_{0};
  std::atomic<std::uint64_t> bytes_{0};
};

} // namespace orrery::bench
