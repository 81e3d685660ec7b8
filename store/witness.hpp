#pragma once

#include "store/database.hpp"

#include <filesystem>
#include <memory>
#include <string>

namespace rocksdb {
class RandomRWFile;
}

namespace orrery::store {

/// Bytes of a store's id: random, in hexadecimal.
inline constexpr std::size_t store_id_size = 32;

/// A small file beside the store that remembers the last sequence number it acknowledged, and the
/// id of that store.
///
/// RocksDB's recovery takes what it can read and says nothing of what it cannot. So each commit's
/// number is also noted here, after the commit and without a sync: a store that comes back older
/// than its witness has lost something. One of another id was put beside a witness that knows
/// nothing of it.
class Witness {
public:
  /// The content of a witness.
  struct Testimony {
    enum class State { Missing, Damaged, Sound };
    State state = State::Missing;
    std::uint64_t sequence = 0; ///< Of a sound one.
    std::string store{};        ///< The id of the store it is of; empty: an earlier program's.
  };

  /// `DIRECTORY.witness`.
  [[nodiscard]] static std::filesystem::path path_for(const std::filesystem::path& directory);
  /// Reads without changing anything.
  [[nodiscard]] static tl::expected<Testimony, StoreError> look(rocksdb::Env& env,
                                                                const std::filesystem::path& path);
  /// Opens it for notes, made anew if it is not there, not whole, or another store's; from now on
  /// it says `sequence`.
  /// @param store the store's id, of store_id_size bytes
  [[nodiscard]] static tl::expected<std::unique_ptr<Witness>, StoreError>
  open(rocksdb::Env& env,
       const std::filesystem::path& path,
       const std::string& store,
       std::uint64_t sequence);

  ~Witness();
  Witness(const Witness&) = delete;
  Witness& operator=(const Witness&) = delete;

  /// One write in place, no sync: it survives the process, and mostly the machine.
  [[nodiscard]] tl::expected<void, StoreError> note(std::uint64_t sequence);

private:
  Witness(std::filesystem::path path,
          std::string store,
          std::unique_ptr<rocksdb::RandomRWFile> file);

  std::filesystem::path path_;
  std::string store_;
  std::unique_ptr<rocksdb::RandomRWFile> file_;
};

} // namespace orrery::store
