#include "store/opening.hpp"

#include "store/fault.hpp"
#include "store/log_ahead.hpp"
#include "store/meta.hpp"
#include "store/rocks_log.hpp"
#include "store/synced_list.hpp"
#include "store/witnessed.hpp"

#include <rocksdb/cache.h>
#include <rocksdb/db.h>
#include <rocksdb/slice_transform.h>
#include <rocksdb/table.h>

#include <algorithm>
#include <system_error>

namespace orrery::store {

namespace {

using Kind = StoreError::Kind;

rocksdb::Env& env_of(const OpenOptions& options) {
  return options.env != nullptr ? *options.env : *rocksdb::Env::Default();
}

rocksdb::Options rocks_options(rocksdb::Env& env, const OpenOptions& options, bool create) {
  constexpr std::size_t mebibyte = 1 << 20;
  rocksdb::Options rocks;
  rocks.create_if_missing = create;
  rocks.wal_recovery_mode = rocksdb::WALRecoveryMode::kPointInTimeRecovery;
  rocks.track_and_verify_wals_in_manifest = true;
  // Recovery leaves the log as it was, so that a store refused for a lost record can still be
  // mended.
  rocks.avoid_flush_during_recovery = true;
  rocks.write_buffer_size = options.write_buffer;
  if (&env != rocksdb::Env::Default()) {
    // On a simulated disk all is done in one order; the database says when a table is written.
    rocks.max_file_opening_threads = 1;
  } else {
    rocks.info_log = make_rocks_log(options.directory);
  }
  // Records of one kind are written in the order of their keys: the next lies near the last.
  rocks.memtable_insert_with_hint_prefix_extractor.reset(rocksdb::NewCappedPrefixTransform(1));
  rocks.max_background_jobs = 2;
  rocks.max_open_files = 256;
  rocks.max_manifest_file_size = 16 * mebibyte;
  // By default 4 MiB: on a disk that is nearly full one store would take, while it opens, what the
  // other needs.
  rocks.manifest_preallocation_size = mebibyte / 16;
  rocks.max_bgerror_resume_count = 0; // a failed write is never retried
  rocks.info_log_level = rocksdb::InfoLogLevel::WARN_LEVEL;
  rocks.stats_dump_period_sec = 0;
  rocks.stats_persist_period_sec = 0;
  rocksdb::BlockBasedTableOptions table;
  table.block_cache = options.blocks ? options.blocks : make_block_cache(options.write_buffer / 2);
  rocks.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  return rocks;
}

bool is_data_file(const std::string& name) {
  return name.ends_with(".sst") || name.ends_with(".log");
}

/// Whether a store is to be made here. Where data files lie without their index, RocksDB would
/// begin anew and delete them.
tl::expected<bool, StoreError> is_new(rocksdb::Env& env, const OpenOptions& options) {
  if (env.FileExists((options.directory / "CURRENT").string()).ok())
    return false;
  std::vector<std::string> names;
  const auto status = env.GetChildren(options.directory.string(), &names);
  if (!status.ok() && !status.IsNotFound() && !status.IsPathNotFound())
    return tl::unexpected(store_error(status, options.directory, "list the directory"));
  if (std::any_of(names.begin(), names.end(), is_data_file))
    return refuse(Kind::Corrupt, options,
                  "the file CURRENT is missing beside data files. Nothing was changed: restore the "
                  "store from a backup.");
  return true;
}

rocksdb::Status make_durable_directory(rocksdb::Env& env, const std::filesystem::path& directory) {
  auto status = env.CreateDirIfMissing(directory.string());
  std::unique_ptr<rocksdb::Directory> parent;
  if (status.ok())
    status = env.NewDirectory(directory.parent_path().string(), &parent);
  return status.ok() ? parent->Fsync() : status;
}

/// RocksDB makes the last directory only, and leaves its name to chance.
tl::expected<void, StoreError> make_directories(rocksdb::Env& env, const OpenOptions& options) {
  std::vector<std::filesystem::path> missing;
  for (auto path = options.directory;
       path.has_relative_path() && !env.FileExists(path.string()).ok(); path = path.parent_path())
    missing.push_back(path);
  for (auto path = missing.rbegin(); path != missing.rend(); ++path)
    if (const auto status = make_durable_directory(env, *path); !status.ok())
      return tl::unexpected(store_error(status, options.directory, "make its directory"));
  return {};
}

bool is_locked(rocksdb::Env& env, const std::filesystem::path& directory) {
  rocksdb::FileLock* lock = nullptr;
  if (!env.LockFile((directory / "LOCK").string(), &lock).ok())
    return true;
  env.UnlockFile(lock).PermitUncheckedError();
  return false;
}

tl::expected<std::shared_ptr<rocksdb::DB>, StoreError>
open_files(rocksdb::Env& env, const OpenOptions& options, bool create) {
  rocksdb::DB* db = nullptr;
  rocksdb::Options rocks = rocks_options(env, options, create);
  const std::shared_ptr<rocksdb::Env> files = with_log_ahead(with_synced_list(env));
  rocks.env = files.get();
  const auto status = rocksdb::DB::Open(rocks, options.directory.string(), &db);
  if (status.ok())
    return std::shared_ptr<rocksdb::DB>(db, [files](rocksdb::DB* opened) { delete opened; });
  auto error = store_error(status, options.directory, "open");
  if (status.IsIOError() && error.kind == Kind::Other && is_locked(env, options.directory))
    return refuse(Kind::Locked, options,
                  "another orrery runs on it (the file LOCK is held). Stop that one first, or use "
                  "another data directory.");
  if (status.IsInvalidArgument()) // it is never asked for direct I/O: this is its word for that
    return refuse(Kind::Other, options,
                  "cannot open its file CURRENT (" + status.ToString()
                    + "). Check the disk and the system's log, then start orrery again; what was "
                      "acknowledged is safe.");
  return tl::unexpected(std::move(error));
}

tl::expected<void, StoreError> check_schema(std::optional<std::uint64_t> schema,
                                            const OpenOptions& options) {
  if (schema && *schema > options.schema)
    return refuse(Kind::NewerSchema, options,
                  "it was written by a newer orrery (schema " + std::to_string(*schema)
                    + "; this one knows up to " + std::to_string(options.schema)
                    + "). Start it with that version, or restore an older backup.");
  return {};
}

/// Whether any record lies in the store.
tl::expected<bool, StoreError> has_records(rocksdb::DB& db) {
  const std::unique_ptr<rocksdb::Iterator> it(db.NewIterator(rocksdb::ReadOptions()));
  it->Seek(meta::first_record_key);
  if (!it->status().ok())
    return tl::unexpected(store_error(it->status(), db.GetName(), "read the first key"));
  return it->Valid();
}

/// An id for a new store. On a simulated disk the same each time, as all that is written there.
std::string make_id(const OpenOptions& options) {
  return options.env == nullptr ? meta::random_id() : std::string(store_id_size, '0');
}

struct Numbers {
  std::optional<std::uint64_t> schema;
  std::uint64_t sequence = 0;
  std::string id; ///< Empty: none yet.
};

/// Writes schema, sequence and id into a store that has none yet, or our schema and an id into an
/// older one.
tl::expected<void, StoreError>
settle_schema(rocksdb::DB& db, Numbers& numbers, const OpenOptions& options) {
  if (numbers.schema == options.schema && !numbers.id.empty())
    return {};
  rocksdb::WriteBatch batch;
  auto status = batch.Put(meta::schema_key, std::to_string(options.schema));
  if (status.ok() && !numbers.schema)
    status = batch.Put(meta::sequence_key, "0");
  if (numbers.id.empty())
    numbers.id = make_id(options);
  if (status.ok())
    status = batch.Put(meta::id_key, numbers.id);
  rocksdb::WriteOptions sync;
  sync.sync = true;
  if (status.ok())
    status = db.Write(sync, &batch);
  if (!status.ok())
    return tl::unexpected(store_error(status, options.directory, "write the schema"));
  return {};
}

tl::expected<Numbers, StoreError> read_numbers(rocksdb::DB& db, const OpenOptions& options) {
  const auto schema = meta::read(db, nullptr, meta::schema_key);
  const auto sequence = meta::read(db, nullptr, meta::sequence_key);
  const auto records = has_records(db);
  const auto id = meta::read_text(db, meta::id_key);
  if (!schema || !sequence || !records || !id)
    return tl::unexpected(!schema     ? schema.error()
                          : !sequence ? sequence.error()
                          : !records  ? records.error()
                                      : id.error());
  if (schema->has_value() != sequence->has_value() || (*records && !schema->has_value()))
    return refuse(Kind::Corrupt, options,
                  "it holds keys but not both its schema and its sequence number: this is no store "
                  "of orrery's, or it "
                  "is damaged; restore it from a backup.");
  return Numbers{*schema, sequence->value_or(0), *id};
}

} // namespace

BlockCache make_block_cache(std::uint64_t bytes) {
  return rocksdb::NewLRUCache(bytes);
}

tl::expected<Opened, StoreError> open_checked(const OpenOptions& options) {
  rocksdb::Env& env = env_of(options);
  const auto witness_path = Witness::path_for(options.directory);
  const auto fresh = is_new(env, options);
  if (!fresh)
    return tl::unexpected(fresh.error());
  Opened opened;
  if (*fresh) { // before anything is made: a store that is gone altogether is a loss too
    std::vector<std::string> told_later;
    const auto before = Witness::look(env, witness_path);
    if (!before)
      return tl::unexpected(before.error());
    if (const auto sound = compare_sequences(*before, 0, true, options, told_later); !sound)
      return tl::unexpected(sound.error());
    if (const auto made = make_directories(env, options); !made)
      return tl::unexpected(made.error());
  }
  auto db = open_files(env, options, *fresh);
  if (!db)
    return tl::unexpected(db.error());
  opened.db = std::move(*db);
  auto numbers = read_numbers(*opened.db, options);
  if (!numbers)
    return tl::unexpected(numbers.error());
  if (const auto known = check_schema(numbers->schema, options); !known)
    return tl::unexpected(known.error());
  opened.sequence = numbers->sequence;
  const auto testimony =
    Witness::look(env, witness_path); // only now: whoever holds the lock has written it
  if (!testimony)
    return tl::unexpected(testimony.error());
  if (const auto sound =
        compare_sequences(*testimony, opened.sequence, *fresh, options, opened.notes);
      !sound)
    return tl::unexpected(sound.error());
  if (numbers->schema)
    if (const auto own = compare_ids(*testimony, numbers->id, options, opened.notes); !own)
      return tl::unexpected(own.error());
  if (const auto settled = settle_schema(*opened.db, *numbers, options); !settled)
    return tl::unexpected(settled.error());
  auto witness = Witness::open(env, witness_path, numbers->id, opened.sequence);
  if (!witness)
    return tl::unexpected(witness.error());
  opened.witness = std::move(*witness);
  return opened;
}

} // namespace orrery::store
