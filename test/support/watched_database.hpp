#pragma once

#include "store/database.hpp"

#include <map>
#include <memory>
#include <stdexcept>
#include <string>

namespace orrery::test {

/// A database that counts what is written, and fails when told to.
class WatchedDatabase final : public store::Database {
public:
  explicit WatchedDatabase(std::unique_ptr<store::Database> database)
    : database_(std::move(database)) {}

  [[nodiscard]] std::uint64_t sequence() const override { return database_->sequence(); }
  [[nodiscard]] const std::vector<std::string>& notes() const override {
    return database_->notes();
  }
  [[nodiscard]] tl::expected<void, store::StoreError>
  write(const std::vector<store::Change>& changes, std::uint64_t sequence) override {
    if (broken_)
      throw std::runtime_error("the disk is broken");
    if (failing_)
      return tl::unexpected(store::StoreError{store::StoreError::Kind::Other, "the disk is gone"});
    ++batches_;
    changes_ += changes.size();
    return database_->write(changes, sequence);
  }
  [[nodiscard]] std::unique_ptr<store::Snapshot> snapshot() const override {
    return database_->snapshot();
  }
  [[nodiscard]] tl::expected<void, store::StoreError> verify() const override {
    return database_->verify();
  }

  void fail() { failing_ = true; }
  /// From now on it throws, which no database should.
  void break_down() { broken_ = true; }
  [[nodiscard]] std::uint64_t batches() const { return batches_; }
  [[nodiscard]] std::uint64_t changes() const { return changes_; }

private:
  std::unique_ptr<store::Database> database_;
  bool failing_ = false;
  bool broken_ = false;
  std::uint64_t batches_ = 0;
  std::uint64_t changes_ = 0;
};

/// Every record's bytes by key, without the store's own keys.
[[nodiscard]] std::map<std::string, std::string> dump(const store::Database& database);

} // namespace orrery::test
