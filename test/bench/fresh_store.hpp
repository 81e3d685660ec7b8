#pragma once

#include "store/contents.hpp"
#include "store/database.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>

namespace orrery::bench {

/// A store in a directory of its own below $TMPDIR, with a model in it; gone with the object. The
/// model lies in files: what RocksDB holds in memory, up to its buffer's size whatever the model's,
/// begins with nothing.
class FreshStore {
public:
  /// @param buffer bytes that RocksDB holds in memory before it writes a file
  explicit FreshStore(const store::Contents& model,
                      std::uint64_t buffer = store::OpenOptions{}.write_buffer);
  ~FreshStore();
  FreshStore(const FreshStore&) = delete;
  FreshStore& operator=(const FreshStore&) = delete;
  [[nodiscard]] store::Database& database() { return *database_; }

private:
  void open(std::uint64_t buffer);

  std::filesystem::path root_;
  std::unique_ptr<store::Database> database_;
};

/// A measure cannot go on: says why, and ends the process with 1.
[[noreturn]] void give_up(const std::string& why);

} // namespace orrery::bench
