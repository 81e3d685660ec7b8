#include "store/pair.hpp"

#include "config/number.hpp"

#include <utility>

namespace orrery::store {

namespace {

// Both sort before all records and are in no scan, as all keys that begin so.
const Key belongs_key = "!belongs";
const Key other_key = "!other";

struct Half {
  const char* name; ///< For people.
  Database& database;
  std::string belongs; ///< Empty: nothing yet.
  std::uint64_t other = 0;
};

tl::expected<Half, StoreError> read_half(const char* name, Database& database) {
  Half half{name, database, {}, 0};
  const auto snapshot = database.snapshot();
  const auto belongs = snapshot->get(belongs_key);
  const auto other = snapshot->get(other_key);
  if (!belongs || !other)
    return tl::unexpected(belongs ? other.error() : belongs.error());
  half.belongs = belongs->value_or("");
  const std::string text = other->value_or("0");
  const auto number = config::parse_number<decltype(half.other)>(text);
  if (!number)
    return tl::unexpected(StoreError{StoreError::Kind::Corrupt,
                                     std::string(name) + " says of the other store \"" + text
                                       + "\", which is no number: restore both from a backup"});
  half.other = *number;
  return half;
}

/// @returns what is lost of `half`; empty if nothing is.
std::string loss_of(const Half& half, const Half& witness) {
  if (half.database.sequence() >= witness.other)
    return {};
  return std::string(half.name) + " holds everything up to its transaction "
         + std::to_string(half.database.sequence()) + ", but " + witness.name
         + " was written when transaction " + std::to_string(witness.other)
         + " was on disk there: what lies between is gone";
}

tl::expected<void, StoreError> refuse_stranger(const Half& half, const std::string& model) {
  if (half.belongs.empty() || half.belongs == model)
    return {};
  return tl::unexpected(StoreError{
    StoreError::Kind::LostData,
    std::string(half.name) + " of model " + model + " belongs to model " + half.belongs
      + ": somebody has put it there. Nothing was changed: put back both stores of one model, each "
        "with its witness"});
}

tl::expected<void, StoreError>
write_down(const Half& half, const Half& other, const std::string& model, bool other_is_known) {
  std::vector<Change> changes;
  if (half.belongs.empty())
    changes.push_back(belongs_to(model));
  if (!other_is_known)
    changes.push_back(seen_of(other.database));
  if (changes.empty())
    return {};
  return half.database.write(changes, half.database.sequence() + 1);
}

/// Reads both halves: the records', then the notes'. Errors: one cannot be read, or is another
/// model's.
tl::expected<std::pair<Half, Half>, StoreError> read_halves(const Pair& pair,
                                                            const std::string& model) {
  auto records = read_half("the model's store", pair.model);
  auto notes = read_half("the agents' store", pair.notes);
  if (!records || !notes)
    return tl::unexpected(records ? notes.error() : records.error());
  for (const Half* half : {&*records, &*notes})
    if (const auto own = refuse_stranger(*half, model); !own)
      return tl::unexpected(own.error());
  return std::pair{std::move(*records), std::move(*notes)};
}

} // namespace

Change seen_of(const Database& other) {
  return {other_key, std::to_string(other.sequence())};
}

Change belongs_to(const std::string& model) {
  return {belongs_key, model};
}

tl::expected<std::uint64_t, StoreError> lost_of_model(const Pair& pair, const std::string& model) {
  const auto halves = read_halves(pair, model);
  if (!halves)
    return tl::unexpected(halves.error());
  const auto& [records, notes] = *halves;
  return pair.model.sequence() < notes.other ? notes.other : 0;
}

tl::expected<std::vector<std::string>, StoreError>
match_pair(const Pair& pair, const std::string& model, bool accept_loss) {
  const auto halves = read_halves(pair, model);
  if (!halves)
    return tl::unexpected(halves.error());
  const auto& [records, notes] = *halves;
  const std::string of_records = loss_of(records, notes);
  const std::string of_notes = loss_of(notes, records);
  std::vector<std::string> accepted;
  for (const std::string& loss : {of_records, of_notes}) {
    if (loss.empty())
      continue;
    if (!accept_loss)
      return tl::unexpected(
        StoreError{StoreError::Kind::LostData,
                   loss
                     + " (a store that was deleted, or an older copy put back). Nothing was "
                       "changed: put back both stores of one backup, or start with --accept-loss "
                       "to go on with what is left"});
    accepted.push_back(loss + ", which --accept-loss accepts");
  }
  if (auto written = write_down(records, notes, model, of_notes.empty()); !written)
    return tl::unexpected(written.error());
  if (auto written = write_down(notes, records, model, of_records.empty()); !written)
    return tl::unexpected(written.error());
  return accepted;
}

} // namespace orrery::store
