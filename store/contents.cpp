#include "store/contents.hpp"

#include "store/decoding.hpp"
#include "store/kinds.hpp"

#include <algorithm>
#include <future>

namespace orrery::store {

namespace {

/// Puts records where they belong.
class Filling {
public:
  explicit Filling(Contents& contents) : contents_(contents) {}

  void operator()(Model& record) { contents_.model = std::move(record); }
  void operator()(ModelConfig& record) { contents_.model_config = std::move(record); }
  void operator()(ModelDefaults& record) { contents_.model_defaults = std::move(record); }
  void operator()(Charm& record) { put(contents_.charms, record.url, record); }
  void operator()(Machine& record) { put(contents_.machines, record.id, record); }
  void operator()(Unit& record) { put(contents_.units, record.name, record); }
  void operator()(UnitStatus& record) { put(contents_.statuses, record.unit, record); }
  void operator()(Application& record) { put(contents_.applications, record.name, record); }
  void operator()(ApplicationConfig& record) { put(contents_.configs, record.application, record); }
  void operator()(LeaderSettings& record) {
    put(contents_.leader_settings, record.application, record);
  }
  void operator()(CharmState& record) { put(contents_.charm_states, record.unit, record); }
  void operator()(UnitSequence& record) { put(contents_.sequences, record.application, record); }
  void operator()(CharmSequence& record) { put(contents_.charm_sequences, record.charm, record); }
  void operator()(HostedModel& record) { put(contents_.hosted_models, record.uuid, record); }
  void operator()(Relation& record) { put(contents_.relations, record.id, record); }
  void operator()(Scope& record) { put(contents_.scopes, {record.relation, record.unit}, record); }
  void operator()(Bag& record) { put(contents_.bags, {record.relation, record.owner}, record); }
  void operator()(Cleanup& record) { put(contents_.cleanups, record.relation, record); }
  void operator()(Force& record) { put(contents_.forces, force_key(record), record); }
  void operator()(Operation& record) {
    if (record.completed == 0)
      put(contents_.operations, record.id, record);
  }
  void operator()(Task& record) {
    if (!is_final(record.status))
      put(contents_.tasks, record.id, record);
  }
  void operator()(Resources& record) { put(contents_.resources, record.owner, record); }
  void operator()(User& record) { put(contents_.users, record.name, record); }
  void operator()(Grant& record) { put(contents_.grants, {record.user, record.target}, record); }
  void operator()(const TaskLine&) {}
  void operator()(Storage& record) { put(contents_.storages, storage_id(record), record); }
  void operator()(StorageAttachment& record) { put(contents_.attachments, record.storage, record); }
  void operator()(Secret& record) { put(contents_.secrets, record.id, record); }
  void operator()(const SecretRevision&) {}
  void operator()(SecretConsumer& record) {
    put(contents_.secret_consumers, {record.unit, record.secret}, record);
  }
  void operator()(SecretGrant& record) {
    put(contents_.secret_grants, {record.secret, record.subject}, record);
  }
  void operator()(SecretHook& record) {
    put(contents_.secret_hooks, secret_hook_key(record), record);
  }
  void operator()(const LifeStep&) {} // history is no part of what exists
  void operator()(const Ended&) {}

private:
  /// Most come in the order of the map.
  template <class Map>
  void put(Map& map, const typename Map::key_type& key, typename Map::mapped_type& record) {
    map.try_emplace(map.end(), key)->second = std::move(record);
  }

  Contents& contents_;
};

/// The unit's name in its keys, where its number has ten digits.
std::string unit_in(std::string_view key) {
  key.remove_prefix(1);
  const auto number = key.find('/') + 1;
  const auto digits = std::min(key.find_first_not_of('0', number), key.size() - 1);
  return std::string(key.substr(0, number)).append(key.substr(digits));
}

/// Decodes most records, which are units' and their statuses, where they belong.
class Decoding {
public:
  explicit Decoding(Contents& contents)
    : fill_(contents), units_(contents.units), statuses_(contents.statuses) {}

  tl::expected<void, DecodeError> operator()(std::string_view key, std::string_view value) {
    if (key.starts_with('u') && key.size() > 1)
      return units_.decode_next(key, value);
    if (key.starts_with('s') && key.size() > 1)
      return statuses_.decode_next(key, value);
    if (auto decoded = decode(key, value, record_); !decoded)
      return decoded;
    std::visit(fill_, record_);
    return {};
  }

private:
  /// Each is first looked for right behind the one before: they come by number, and lie by name.
  template <class R>
  struct ByUnit {
    explicit ByUnit(std::map<std::string, R>& of) : map(of), next(of.end()) {}
    tl::expected<void, DecodeError> decode_next(std::string_view key, std::string_view value) {
      const auto slot = map.try_emplace(next, unit_in(key));
      next = std::next(slot);
      return decode(key, value, slot->second);
    }
    std::map<std::string, R>& map;
    typename std::map<std::string, R>::iterator next;
  };

  Filling fill_;
  ByUnit<Unit> units_;
  ByUnit<UnitStatus> statuses_;
  Record record_;
};

/// Keys with that prefix, from `first` on to those before `end`; empty: to the history.
struct Range {
  std::string_view prefix;
  std::string_view first = prefix;
  std::string_view end = {};
};

tl::expected<void, StoreError>
scan(Contents& contents, const Snapshot& snapshot, const Range& range) {
  Decoding decoding(contents);
  std::optional<StoreError> fault;
  auto scanned = snapshot.scan_from(
    range.first, range.prefix, [&](std::string_view key, std::string_view value) {
      if (key.front() == history_letter || (!range.end.empty() && key >= range.end))
        return false;
      if (const auto decoded = decoding(key, value); !decoded) {
        fault = undecodable(decoded.error());
        return false;
      }
      return true;
    });
  if (fault)
    return tl::unexpected(std::move(*fault));
  return scanned;
}

} // namespace

void insert(Contents& contents, Record record) {
  std::visit(Filling(contents), record);
}

tl::expected<void, StoreError>
read_kinds(Contents& contents, const Snapshot& snapshot, std::string_view letters) {
  for (std::size_t i = 0; i < letters.size(); ++i)
    if (auto done = scan(contents, snapshot, {letters.substr(i, 1)}); !done)
      return done;
  return {};
}

tl::expected<Contents, StoreError> read_kinds(const Snapshot& snapshot, std::string_view letters) {
  Contents contents;
  contents.sequence = snapshot.sequence();
  if (auto done = read_kinds(contents, snapshot, letters); !done)
    return tl::unexpected(std::move(done.error()));
  return contents;
}

tl::expected<Contents, StoreError> read_contents(const Snapshot& snapshot) {
  Contents contents;
  contents.sequence = snapshot.sequence();
  if (auto done = scan(contents, snapshot, {""}); !done)
    return tl::unexpected(std::move(done.error()));
  return contents;
}

tl::expected<Contents, StoreError> read_contents_in_halves(const Snapshot& snapshot) {
  constexpr std::string_view second_half = "s"; // statuses and units: as much as what lies before
  Contents contents;
  contents.sequence = snapshot.sequence();
  auto second = std::async(std::launch::async, [&contents, &snapshot, second_half] {
    return scan(contents, snapshot, {"", second_half});
  });
  auto done = scan(contents, snapshot, {"", "", second_half});
  auto other = second.get();
  if (!done || !other)
    return tl::unexpected(std::move((done ? other : done).error()));
  return contents;
}

} // namespace orrery::store
