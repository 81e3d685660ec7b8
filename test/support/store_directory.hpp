#pragma once

#include "store/database.hpp"

#include <filesystem>
#include <string>

namespace orrery::test {

/// A store in a directory of its own below the temporary directory, gone with the object.
class StoreDirectory {
public:
  StoreDirectory();
  ~StoreDirectory();
  StoreDirectory(const StoreDirectory&) = delete;
  StoreDirectory& operator=(const StoreDirectory&) = delete;

  [[nodiscard]] std::filesystem::path store() const { return root_ / "model"; }
  [[nodiscard]] std::filesystem::path witness() const { return root_ / "model.witness"; }
  [[nodiscard]] tl::expected<std::unique_ptr<store::Database>, store::StoreError>
  open(bool accept_loss = false, std::uint32_t schema = store::newest_schema) const;
  /// The newest file of the store that ends so and is not empty. Fails the test if there is none.
  [[nodiscard]] std::filesystem::path newest(const std::string& ending) const;
  /// Makes RocksDB write everything into table files.
  void flush() const;

private:
  std::filesystem::path root_;
};

/// Writes `count` batches of one key each, `key.N` with the number as value, from the sequence
/// number after the last.
void write_batches(store::Database& database, std::uint64_t count);
/// How many keys of write_batches() the database holds.
[[nodiscard]] std::uint64_t count_keys(const store::Database& database);

[[nodiscard]] std::string read_file(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, const std::string& bytes);
/// Inverts one byte.
void flip(const std::filesystem::path& path, std::uint64_t offset);

} // namespace orrery::test
