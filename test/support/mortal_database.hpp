#pragma once

#include "store/database.hpp"

#include <memory>

namespace orrery::test {

/// A database whose process may die: from then on nothing is written any more, and nobody told.
class MortalDatabase final : public store::Database {
public:
  /// @param effects counts every batch that is written.
  MortalDatabase(std::unique_ptr<store::Database> database,
                 const bool& dead,
                 std::uint64_t& effects)
    : database_(std::move(database)), dead_(dead), effects_(effects) {}

  [[nodiscard]] std::uint64_t sequence() const override { return database_->sequence(); }
  [[nodiscard]] const std::vector<std::string>& notes() const override {
    return database_->notes();
  }
  [[nodiscard]] tl::expected<void, store::StoreError>
  write(const std::vector<store::Change>& changes, std::uint64_t sequence) override {
    if (dead_)
      return tl::make_unexpected(store::StoreError{store::StoreError::Kind::Other, "dead"});
    ++effects_;
    return database_->write(changes, sequence);
  }
  [[nodiscard]] std::unique_ptr<store::Snapshot> snapshot() const override {
    return database_->snapshot();
  }
  [[nodiscard]] tl::expected<void, store::StoreError> verify() const override {
    return database_->verify();
  }

private:
  std::unique_ptr<store::Database> database_;
  const bool& dead_;
  std::uint64_t& effects_;
};

} // namespace orrery::test
