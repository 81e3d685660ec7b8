#pragma once

#include "store/block_cache.hpp"
#include "store/keys.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocksdb {
class Env;
}

/// The embedded database under the journal: whole batches in, consistent snapshots out.
namespace orrery::store {

/// One key's new value, or its deletion.
struct Change {
  Key key;
  std::optional<std::string> value; ///< Nothing deletes.
  bool operator==(const Change&) const = default;
};

/// Why a database could not be opened, read or written; `text` names the place and the remedy.
struct StoreError {
  enum class Kind { Locked, NewerSchema, LostData, Corrupt, Full, ReadOnly, Other };
  Kind kind = Kind::Other;
  std::string text;
};

/// Grows when a program of before could not read what is written now: then that one says so, rather
/// than calling it damaged. 2: layout 2 of relations and bags, leaders' settings; of the agents'
/// notes: layout 2 of a unit's core. 3: layout 3 of a unit's core. 4: layout 2 of charms,
/// machines, the model, applications and units' statuses, what hooks keep, layout 4 of a unit's
/// core, the model's configuration. 5: layout 3 of charms and of the model, operations and tasks.
/// 6: layout 4 of charms, 3 of applications, 2 of units, charms' revisions; layout 5 of a unit's
/// core. 7: layout 5 of charms, 4 of applications, 3 of machines, 2 of the model's configuration.
/// 8: layout 6 of charms, 5 of applications, 4 of the model, 3 of units, storage instances and
/// attachments, models that a process hosts, what models to come begin with, resources, users and
/// their rights, secrets with their contents, consumers and grants; layout 6 of a unit's core.
inline constexpr std::uint32_t newest_schema = 8;

struct OpenOptions {
  std::filesystem::path directory;
  rocksdb::Env* env = nullptr; ///< Not owned; nothing: the real file system.
  bool accept_loss = false;    ///< Open although the witness knows of a newer sequence.
  /// Bytes written that stay in memory before they become a file; what a restart replays, about
  /// 100,000 records a second. A simulated disk has its own.
  std::uint64_t write_buffer = 64 << 20;
  BlockCache blocks{}; ///< Shared with other stores; null: one of its own, of half `write_buffer`.
  /// The schema that this program writes; it reads all before it, and takes them over when it opens
  /// them.
  std::uint32_t schema = newest_schema;
};

/// A consistent view of the database; cheap, does not stop writers.
class Snapshot {
public:
  virtual ~Snapshot() = default;
  /// The sequence number of the last batch it holds.
  [[nodiscard]] virtual std::uint64_t sequence() const = 0;
  [[nodiscard]] virtual tl::expected<std::optional<std::string>, StoreError>
  get(const Key& key) const = 0;

  using Visit = std::function<bool(std::string_view key, std::string_view value)>;
  /// Calls `visit` in key order for each key with the prefix until it returns false; never for the
  /// store's own `!` keys.
  [[nodiscard]] tl::expected<void, StoreError> scan(std::string_view prefix,
                                                    const Visit& visit) const {
    return scan_from(prefix, prefix, visit);
  }
  /// Visits the keys that are not less than `first`. Who deletes what it visits goes on where it
  /// was: RocksDB looks at each key that was deleted lately.
  [[nodiscard]] virtual tl::expected<void, StoreError>
  scan_from(std::string_view first, std::string_view prefix, const Visit& visit) const = 0;
};

/// One RocksDB below DIRECTORY, its witness beside it (`DIRECTORY.witness`). One opener at a time;
/// write() from one thread.
class Database {
public:
  /// Opens or creates. Errors: another opener, a newer schema, a store older than its witness,
  /// corruption.
  [[nodiscard]] static tl::expected<std::unique_ptr<Database>, StoreError>
  open(const OpenOptions& options);
  virtual ~Database() = default;
  /// The sequence number of the last durable batch. From any thread.
  [[nodiscard]] virtual std::uint64_t sequence() const = 0;
  /// Oddities that opening found and that are not fatal, for the log: a missing witness, an
  /// accepted loss. One sentence each.
  [[nodiscard]] virtual const std::vector<std::string>& notes() const = 0;
  /// Writes all changes and the sequence number as one synced batch, then notes the number in the
  /// witness.
  /// @pre keys are sorted and unique; `sequence` is greater than the last one. On error nothing is
  /// acknowledged and the database must not be written again: a restart recovers.
  [[nodiscard]] virtual tl::expected<void, StoreError> write(const std::vector<Change>& changes,
                                                             std::uint64_t sequence) = 0;
  /// Takes a snapshot of what is durable now. From any thread; keeps the files open while it lives,
  /// also beyond the database.
  [[nodiscard]] virtual std::unique_ptr<Snapshot> snapshot() const = 0;
  /// Reads every block of every file and compares its checksum.
  [[nodiscard]] virtual tl::expected<void, StoreError> verify() const = 0;
  /// Keeps write() waiting between two batches while what is returned lives. From any thread.
  [[nodiscard]] virtual std::unique_lock<std::mutex> hold() const { return {}; }
  /// Has what lies in memory written as a file, which takes a while. From any thread.
  [[nodiscard]] virtual tl::expected<void, StoreError> settle() const { return {}; }
  /// Makes a second store of what is durable now, without a witness. Files that do not change are
  /// the same ones (hard links) where both lie on one file system.
  /// @param directory is not there; its parent is.
  [[nodiscard]] virtual tl::expected<void, StoreError>
  copy_to(const std::filesystem::path& directory) const {
    return tl::unexpected(
      StoreError{StoreError::Kind::Other, "this store cannot be copied to " + directory.string()});
  }
};

} // namespace orrery::store
