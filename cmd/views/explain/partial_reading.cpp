#include "cmd/views/explain/partial_reading.hpp"

#include "store/decoding.hpp"

namespace orrery::explain {

PartialReading::PartialReading(const store::Snapshot& snapshot) : snapshot_(snapshot) {
  contents_.sequence = snapshot.sequence();
}

void PartialReading::fail(const store::StoreError& fault) {
  if (!fault_)
    fault_ = fault;
}

std::optional<store::Record> PartialReading::decoded(std::string_view key, std::string_view value) {
  auto record = store::decode(key, value);
  if (record)
    return std::move(*record);
  fail(store::undecodable(record.error()));
  return std::nullopt;
}

void PartialReading::read(const store::Key& key) {
  if (fault_ || !read_.insert(key).second)
    return;
  const auto value = snapshot_.get(key);
  if (!value)
    return fail(value.error());
  if (*value)
    if (auto record = decoded(key, **value))
      store::insert(contents_, std::move(*record));
}

void PartialReading::scan(
  std::string_view prefix,
  const std::function<bool(std::string_view key, std::string_view value)>& visit) {
  if (fault_)
    return;
  if (const auto scanned = snapshot_.scan(prefix, visit); !scanned)
    fail(scanned.error());
}

void PartialReading::read_first(std::string_view prefix, std::size_t most) {
  if (most == 0)
    return;
  std::size_t count = 0;
  scan(prefix, [&](std::string_view key, std::string_view value) {
    if (read_.insert(store::Key(key)).second)
      if (auto record = decoded(key, value))
        store::insert(contents_, std::move(*record));
    return !fault_ && ++count < most;
  });
}

void PartialReading::read_wanted(std::string_view prefix,
                                 std::size_t most,
                                 const std::function<bool(store::Record&)>& wanted) {
  if (most == 0)
    return;
  std::size_t count = 0;
  scan(prefix, [&](std::string_view key, std::string_view value) {
    auto record = decoded(key, value);
    if (!record)
      return false;
    if (!wanted(*record))
      return true;
    if (read_.insert(store::Key(key)).second)
      store::insert(contents_, std::move(*record));
    return ++count < most;
  });
}

void PartialReading::read_ending(std::string_view prefix, std::string_view ending) {
  scan(prefix, [&](std::string_view key, std::string_view value) {
    if (key.ends_with(ending) && read_.insert(store::Key(key)).second)
      if (auto record = decoded(key, value))
        store::insert(contents_, std::move(*record));
    return !fault_;
  });
}

std::optional<store::Record> PartialReading::first(std::string_view prefix) {
  std::optional<store::Record> found;
  scan(prefix, [&](std::string_view key, std::string_view value) {
    found = decoded(key, value);
    return false;
  });
  return found;
}

} // namespace orrery::explain
