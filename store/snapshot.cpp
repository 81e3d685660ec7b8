#include "store/snapshot.hpp"

#include "store/fault.hpp"
#include "store/give_way.hpp"
#include "store/meta.hpp"

#include <rocksdb/db.h>

#include <algorithm>

namespace orrery::store {

namespace {

/// The least key that is greater than every key with this prefix; empty if there is none.
std::string end_of(std::string_view prefix) {
  std::string end(prefix);
  while (!end.empty() && static_cast<unsigned char>(end.back()) == 0xff)
    end.pop_back();
  if (!end.empty())
    end.back() = static_cast<char>(static_cast<unsigned char>(end.back()) + 1);
  return end;
}

} // namespace

RocksSnapshot::RocksSnapshot(std::shared_ptr<rocksdb::DB> db)
  : db_(std::move(db)), snapshot_(db_->GetSnapshot()) {
  // Read from the snapshot itself: the database's own count may be one batch ahead or behind.
  if (const auto number = meta::read(*db_, snapshot_, meta::sequence_key))
    sequence_ = number->value_or(0);
  else
    fault_ = number.error();
}

RocksSnapshot::~RocksSnapshot() {
  db_->ReleaseSnapshot(snapshot_);
}

std::uint64_t RocksSnapshot::sequence() const {
  return sequence_;
}

tl::expected<std::optional<std::string>, StoreError> RocksSnapshot::get(const Key& key) const {
  if (fault_)
    return tl::unexpected(*fault_);
  rocksdb::ReadOptions options;
  options.snapshot = snapshot_;
  std::string value;
  const auto status = db_->Get(options, key, &value);
  if (status.IsNotFound())
    return std::nullopt;
  if (!status.ok())
    return tl::unexpected(store_error(status, db_->GetName(), "read key " + key));
  return value;
}

tl::expected<void, StoreError> RocksSnapshot::scan_from(std::string_view first,
                                                        std::string_view prefix,
                                                        const Visit& visit) const {
  if (fault_)
    return tl::unexpected(*fault_);
  const std::string end = end_of(prefix);
  const rocksdb::Slice bound(end);
  rocksdb::ReadOptions options;
  options.snapshot = snapshot_;
  // What belongs to one thing is read again soon; a pass over a kind (a letter, a blank) must not
  // push that out.
  options.fill_cache = prefix.size() > 2;
  if (!end.empty())
    options.iterate_upper_bound = &bound;
  const std::unique_ptr<rocksdb::Iterator> it(db_->NewIterator(options));
  for (it->Seek(std::max({first, prefix, meta::first_record_key})); it->Valid(); it->Next()) {
    if (!visit(it->key().ToStringView(), it->value().ToStringView()))
      break;
    give_way();
  }
  // At a damaged block an iterator just ends: only its status tells that from the last key.
  if (!it->status().ok())
    return tl::unexpected(store_error(it->status(), db_->GetName(),
                                      "read all keys with prefix " + std::string(prefix)));
  return {};
}

} // namespace orrery::store
