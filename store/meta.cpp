#include "store/meta.hpp"

#include "config/number.hpp"
#include "store/fault.hpp"
#include "store/witness.hpp"

#include <rocksdb/db.h>

#include <random>

namespace orrery::store::meta {

tl::expected<std::optional<std::uint64_t>, StoreError>
read(rocksdb::DB& db, const rocksdb::Snapshot* snapshot, std::string_view key) {
  rocksdb::ReadOptions options;
  options.snapshot = snapshot;
  std::string text;
  const auto status = db.Get(options, key, &text);
  if (status.IsNotFound())
    return std::nullopt;
  if (!status.ok())
    return tl::unexpected(store_error(status, db.GetName(), "read key " + std::string(key)));
  const auto number = config::parse_number<std::uint64_t>(text);
  if (!number)
    return tl::unexpected(
      StoreError{StoreError::Kind::Corrupt,
                 "store " + db.GetName() + ": key " + std::string(key)
                   + " holds no number: this is no store of orrery's, or it is damaged; "
                     "restore it from a backup."});
  return number;
}

tl::expected<std::string, StoreError> read_text(rocksdb::DB& db, std::string_view key) {
  std::string text;
  const auto status = db.Get(rocksdb::ReadOptions(), key, &text);
  if (!status.ok() && !status.IsNotFound())
    return tl::unexpected(store_error(status, db.GetName(), "read key " + std::string(key)));
  return text;
}

std::string random_id() {
  constexpr std::string_view digits = "0123456789abcdef";
  std::random_device source;
  std::string id;
  for (std::size_t i = 0; i < store_id_size; ++i)
    id += digits[source() % digits.size()];
  return id;
}

} // namespace orrery::store::meta
