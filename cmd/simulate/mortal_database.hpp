#pragma once

#include "store/database.hpp"

#include <functional>
#include <memory>
#include <utility>

namespace orrery::simulate {

/// A database whose process may die: from then on nothing is written any more, and nobody told.
class MortalDatabase final : public store::Database {
public:
  using Written = std::function<void(std::uint64_t sequence)>;

  /// @param effects counts every batch that is written.
  /// @param written is told of each; empty: nobody is.
  MortalDatabase(std::unique_ptr<store::Database> database,
                 const bool& dead,
                 std::uint64_t& effects,
                 Written written = {})
    : database_(std::move(database)), dead_(dead), effects_(effects), written_(std::move(written)) {
  }

  [[nodiscard]] std::uint64_t sequence() const override { return database_->sequence(); }
  [[nodiscard]] const std::vector<std::string>& notes() const override {
    return database_->notes();
  }
  [[nodiscard]] tl::expected<void, store::StoreError>
  write(const std::vector<store::Change>& changes, std::uint64_t sequence) override {
    if (dead_)
      return tl::unexpected(store::StoreError{store::StoreError::Kind::Other, "dead"});
    ++effects_;
    auto outcome = database_->write(changes, sequence);
    if (dead_) // meanwhile
      return tl::unexpected(store::StoreError{store::StoreError::Kind::Other, "dead"});
    if (outcome && written_)
      written_(sequence);
    return outcome;
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
  Written written_;
};

} // namespace orrery::simulate
