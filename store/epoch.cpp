#include "store/epoch.hpp"

#include "store/codec.hpp"
#include "store/fields.hpp"

#include <algorithm>
#include <concepts>
#include <limits>
#include <string_view>
#include <variant>

namespace orrery::store {

namespace {

bool is_counter(std::string_view name) {
  return name.starts_with("next") || name.ends_with("version");
}

/// Visits a record's counters.
template <class Act>
struct EachCounter {
  Act act;
  void operator()(std::string_view name, auto& value) {
    using Value = std::remove_cvref_t<decltype(value)>;
    if constexpr (std::unsigned_integral<Value> && !std::same_as<Value, bool>)
      if (is_counter(name))
        act(name, value);
  }
};
// clang 14, which builds the fuzzers, deduces none for an aggregate.
template <class Act>
EachCounter(Act) -> EachCounter<Act>;

/// Takes together how far records have counted.
struct Counting {
  Counters& counters;

  void unit(const std::string& application, std::uint32_t next) const {
    auto& known = counters.units[application];
    known = std::max(known, next);
    counters.named = std::max(counters.named, next);
  }
  void take_in(const Key& key, auto& record) const {
    EachCounter each{[&](std::string_view name, const auto& value) {
      counters.records[key][std::string(name)] = value;
    }};
    fields(record, each);
  }
  void operator()(const Key& key, Application& record) const {
    unit(record.name, record.next_unit);
    take_in(key, record);
  }
  void operator()(const Key&, UnitSequence& record) const { unit(record.application, record.next); }
  void operator()(const Key&, Charm& record) const {
    counters.named = std::max(counters.named, record.revision + 1);
  }
  void operator()(const Key&, CharmSequence& record) const {
    counters.named = std::max(counters.named, record.next);
  }
  void operator()(const Key& key, Model& record) const {
    counters.named = std::max(counters.named, record.next_named);
    take_in(key, record);
  }
  void operator()(const Key& key, auto& record) const { take_in(key, record); }
};

/// Moves the counters of records, and says which one has no room left.
struct Jumping {
  std::uint64_t by;
  const Counters& floor;
  std::string stuck; ///< Empty: none.

  template <std::unsigned_integral Value>
  void jump(Value& value, std::uint64_t least, std::string_view name) {
    const std::uint64_t from = std::max<std::uint64_t>(value, least);
    if (std::numeric_limits<Value>::max() - by < from)
      stuck = name;
    else
      value = static_cast<Value>(from + by);
  }
  std::uint64_t least_of(const Key& key, std::string_view name) const {
    const auto record = floor.records.find(key);
    if (record == floor.records.end())
      return 0;
    const auto field = record->second.find(std::string(name));
    return field == record->second.end() ? 0 : field->second;
  }
  std::uint64_t next_unit_of(const std::string& application) const {
    const auto found = floor.units.find(application);
    return found == floor.units.end() ? 0 : found->second;
  }

  /// @returns whether the record has counters.
  bool move(const Key& key, auto& record) {
    bool has_any = false;
    EachCounter each{[&](std::string_view name, auto& value) {
      has_any = true;
      jump(value, least_of(key, name), name);
    }};
    fields(record, each);
    return has_any;
  }
  bool operator()(const Key& key, Application& record) {
    record.next_unit = static_cast<std::uint32_t>(
      std::max<std::uint64_t>(record.next_unit, next_unit_of(record.name)));
    return move(key, record);
  }
  bool operator()(const Key&, UnitSequence& record) {
    jump(record.next, next_unit_of(record.application), "next");
    return true;
  }
  bool operator()(const Key&, CharmSequence& record) {
    jump(record.next, floor.named, "next");
    return true;
  }
  bool operator()(const Key& key, Model& record) {
    record.next_named = std::max(record.next_named, floor.named);
    return move(key, record);
  }
  bool operator()(const Key& key, auto& record) { return move(key, record); }
};

using Visit = std::function<void(const Key&, Record&)>;

/// Decodes every record but those of history, which count nothing.
tl::expected<void, StoreError> each_record(const Snapshot& snapshot, const Visit& visit) {
  std::string damage;
  const auto scanned = snapshot.scan("", [&](std::string_view key, std::string_view value) {
    if (!key.empty() && key.front() >= history_letter)
      return false;
    auto record = decode(key, value);
    if (record)
      visit(Key(key), *record);
    else
      damage = record.error().what;
    return damage.empty();
  });
  if (!scanned)
    return scanned;
  if (!damage.empty())
    return tl::unexpected(StoreError{StoreError::Kind::Corrupt, damage});
  return {};
}

/// Counts on for applications of which the records now know nothing.
void add_gone_applications(std::map<Key, std::string>& changed,
                           const Counters& before,
                           const Counters& now,
                           std::uint64_t by) {
  for (const auto& [application, next] : before.units)
    if (!now.units.contains(application) && next > 0)
      changed[unit_sequence_key(application)] =
        encode(UnitSequence{application, static_cast<std::uint32_t>(next + by)});
}

} // namespace

tl::expected<Counters, StoreError> read_counters(const Snapshot& records, const Snapshot& notes) {
  Counters counters;
  counters.transactions = records.sequence();
  counters.notes = notes.sequence();
  const auto read = each_record(records, [&](const Key& key, Record& record) {
    std::visit([&](auto& each) { Counting{counters}(key, each); }, record);
  });
  if (!read)
    return tl::unexpected(read.error());
  return counters;
}

tl::expected<void, StoreError>
begin_epoch(const Pair& pair, std::uint64_t by, const Counters& before) {
  const auto snapshot = pair.model.snapshot();
  const auto now = read_counters(*snapshot, *pair.notes.snapshot());
  if (!now)
    return tl::unexpected(now.error());
  Counters floor = before;
  floor.named = std::max(floor.named, now->named);
  Jumping jumping{by, floor, {}};
  std::map<Key, std::string> changed;
  const auto read = each_record(*snapshot, [&](const Key& key, Record& record) {
    if (std::visit([&](auto& each) { return jumping(key, each); }, record))
      changed[key] = encode(record);
  });
  if (!read)
    return read;
  if (!jumping.stuck.empty())
    return tl::unexpected(StoreError{
      StoreError::Kind::Other, "the counter \"" + jumping.stuck + "\" has no room for a jump of "
                                 + std::to_string(by) + ": let it jump less far with --jump"});
  add_gone_applications(changed, before, *now, by);
  std::vector<Change> changes{seen_of(pair.notes)};
  for (auto& [key, value] : changed)
    changes.push_back({key, std::move(value)});
  const std::uint64_t further = by * transactions_per_number;
  if (auto done =
        pair.model.write(changes, std::max(now->transactions, before.transactions) + further);
      !done)
    return done;
  return pair.notes.write({seen_of(pair.model)}, std::max(now->notes, before.notes) + further);
}

} // namespace orrery::store
