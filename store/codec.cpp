// The bytes of a record. Which kind it is, its key's class letter says (keys.hpp).
//
//     value    = version field*            fields in the order of fields.hpp, nothing after the
// last     version  = byte                      of this kind's layout, from 1: newest_layout in
// fields.hpp     field    = bool | enum | number | text | list | map | part     bool     = 0 | 1
// one byte     enum     = byte                      the enumerator's number     number   = varint
// unsigned: as it is; signed: zigzag, 0 -1 1 -2 as 0 1 2 3     text     = length byte*
// length in bytes     list     = count field*     map      = count (text field)*       names in
// strictly ascending order     part     = field*                    a struct within the record
// length   = count = varint            never more than the bytes that follow     varint   = LEB128,
// at most 64 bits, in the fewest bytes
//
// So a record has exactly one encoding in each layout, and what decodes from the newest encodes to
// the same bytes again. An older layout lacks the fields that came later; the next write of its
// record is in the newest one.

#include "store/codec.hpp"

#include "config/hexadecimal.hpp"
#include "store/decoding.hpp"
#include "store/keys.hpp"
#include "store/packed.hpp"
#include "store/wire.hpp"

#include <stdexcept>

namespace orrery::store {

namespace {

/// Keys are shown to people; a damaged one may hold anything.
std::string printable(std::string_view key) {
  constexpr std::size_t shown_max = 200;
  std::string text;
  for (const char c : key.substr(0, shown_max)) {
    if (c > ' ' && c < 0x7f) {
      text += c;
      continue;
    }
    config::append_hexadecimal(text += "\\x", c);
  }
  return text;
}

tl::unexpected<DecodeError> fault(std::string_view key, const std::string& what) {
  return tl::unexpected(DecodeError{"key " + printable(key) + ": " + what});
}

/// Fills in what a record of an older layout leaves unsaid.
template <typename R>
void fill_in(R&, std::uint8_t) {}

void fill_in(Relation& relation, std::uint8_t layout) {
  if (layout < 2 && relation.unit_count > 0)
    relation.status =
      RelationStatus::Joined; // most likely by a leader, and who is in does not enter again
}

template <typename R>
tl::expected<void, DecodeError>
read_fields(std::string_view key, std::string_view bytes, R& record) {
  if (bytes.empty())
    return fault(key, "field version: ends too early");
  const auto version = static_cast<std::uint8_t>(bytes.front());
  constexpr std::uint8_t newest = newest_layout<R>;
  if (version == 0 || version > newest)
    return fault(key, "field version: unknown layout " + std::to_string(version)
                        + ", this program knows " + (newest > 1 ? "1 to " : "")
                        + std::to_string(newest));
  if (version < newest)
    record = {}; // which fields it lacks
  wire::Reader reader(bytes.substr(1), version);
  fields(record, reader);
  if (reader.failed())
    return fault(key, "field " + reader.field() + ": " + reader.fault());
  if (reader.left() > 0)
    return fault(key, std::to_string(reader.left()) + " bytes too many after the last field");
  fill_in(record, version);
  return {};
}

tl::expected<void, DecodeError> check_key(std::string_view key, const Key& own) {
  if (own != key)
    return fault(key, "the record under it is of key " + printable(own));
  return {};
}

template <typename R>
tl::expected<void, DecodeError>
read_record(std::string_view key, std::string_view bytes, Record& into) {
  if (auto read = read_fields(key, bytes, into.emplace<R>()); !read)
    return read;
  return check_key(key, key_of(into));
}

/// @tparam Bytes of characters, contiguous.
template <typename Bytes, typename R>
Bytes bytes_of(const R& record) {
  wire::Counter counter;
  wire::Walker count(counter);
  fields(record, count);
  Bytes bytes(1 + counter.size(), static_cast<char>(newest_layout<R>));
  wire::Filler filler(bytes.data() + 1);
  wire::Walker fill(filler);
  fields(record, fill);
  assert(filler.end() == bytes.data() + bytes.size());
  return bytes;
}

template <typename R>
void read_own(std::string_view bytes, R& record) {
  if (const auto read = read_fields("in memory", bytes, record); !read)
    throw std::logic_error(read.error().what);
}

} // namespace

std::string encode(const Record& record) {
  return std::visit([](const auto& held) { return bytes_of<std::string>(held); }, record);
}

std::string encode(const Unit& record) {
  return bytes_of<std::string>(record);
}

std::string encode(const UnitStatus& record) {
  return bytes_of<std::string>(record);
}

StoreError undecodable(const DecodeError& error) {
  return {StoreError::Kind::Corrupt,
          "a record cannot be read: " + error.what + ". Restore the store from a backup."};
}

void decode_own(std::string_view bytes, Unit& record) {
  read_own(bytes, record);
}

void decode_own(std::string_view bytes, UnitStatus& record) {
  read_own(bytes, record);
}

void decode_own(std::string_view bytes, Bag& record) {
  read_own(bytes, record);
}

template <class R>
Packed<R>::Packed(const R& record) : bytes_(bytes_of<std::vector<char>>(record)) {}

template <class R>
R Packed<R>::unpack() const {
  R record;
  if (!bytes_.empty())
    decode_own({bytes_.data(), bytes_.size()}, record);
  return record;
}

template class Packed<UnitStatus>;
template class Packed<Bag>;

namespace {

tl::expected<void, DecodeError>
read_past(std::string_view key, std::string_view bytes, Record& record) {
  switch (key.size() < 2 ? '\0' : key[1]) {
  case 'p':
    return read_record<Operation>(key, bytes, record);
  case 't':
    return read_record<Task>(key, bytes, record);
  case 'w':
    return read_record<TaskLine>(key, bytes, record);
  default:
    return read_record<LifeStep>(key, bytes, record);
  }
}

/// Reads a secret, or, by the class letter, a revision, a consumer, a grant or a hook of
/// one.
/// @pre the letter is one of these.
tl::expected<void, DecodeError>
read_of_secret(std::string_view key, std::string_view bytes, Record& record) {
  switch (key.front()) {
  case 'S':
    return read_record<Secret>(key, bytes, record);
  case 'T':
    return read_record<SecretRevision>(key, bytes, record);
  case 'U':
    return read_record<SecretConsumer>(key, bytes, record);
  case 'X':
    return read_record<SecretHook>(key, bytes, record);
  default:
    return read_record<SecretGrant>(key, bytes, record);
  }
}

} // namespace

tl::expected<void, DecodeError>
decode(std::string_view key, std::string_view bytes, Record& record) {
  switch (key.empty() ? '\0' : key.front()) {
  case 'm':
    return read_record<Model>(key, bytes, record);
  case 'g':
    return read_record<ModelConfig>(key, bytes, record);
  case 'n':
    return read_record<ModelDefaults>(key, bytes, record);
  case 'c':
    return read_record<Charm>(key, bytes, record);
  case 'h':
    return read_record<Machine>(key, bytes, record);
  case 'u':
    return read_record<Unit>(key, bytes, record);
  case 's':
    return read_record<UnitStatus>(key, bytes, record);
  case 'a':
    return read_record<Application>(key, bytes, record);
  case 'o':
    return read_record<ApplicationConfig>(key, bytes, record);
  case 'l':
    return read_record<LeaderSettings>(key, bytes, record);
  case 'k':
    return read_record<CharmState>(key, bytes, record);
  case 'q':
    return read_record<UnitSequence>(key, bytes, record);
  case 'v':
    return read_record<CharmSequence>(key, bytes, record);
  case 'j':
    return read_record<HostedModel>(key, bytes, record);
  case 'r':
    return read_record<Relation>(key, bytes, record);
  case 'e':
    return read_record<Scope>(key, bytes, record);
  case 'b':
    return read_record<Bag>(key, bytes, record);
  case 'x':
    return read_record<Cleanup>(key, bytes, record);
  case 'f':
    return read_record<Force>(key, bytes, record);
  case 'p':
    return read_record<Operation>(key, bytes, record);
  case 't':
    return read_record<Task>(key, bytes, record);
  case 'd':
    return read_record<Storage>(key, bytes, record);
  case 'D':
    return read_record<StorageAttachment>(key, bytes, record);
  case 'R':
    return read_record<Resources>(key, bytes, record);
  case 'i':
    return read_record<User>(key, bytes, record);
  case 'w':
    return read_record<Grant>(key, bytes, record);
  case 'S':
  case 'T':
  case 'U':
  case 'W':
  case 'X':
    return read_of_secret(key, bytes, record);
  case 'y':
    return read_past(key, bytes, record);
  case 'z':
    return read_record<Ended>(key, bytes, record);
  default:
    return fault(key, "no kind of record has this class letter");
  }
}

tl::expected<void, DecodeError> decode(std::string_view key, std::string_view bytes, Unit& record) {
  if (auto read = read_fields(key, bytes, record); !read)
    return read;
  return check_key(key, unit_key(record.name));
}

tl::expected<void, DecodeError>
decode(std::string_view key, std::string_view bytes, UnitStatus& record) {
  if (auto read = read_fields(key, bytes, record); !read)
    return read;
  return check_key(key, unit_status_key(record.unit));
}

tl::expected<Record, DecodeError> decode(std::string_view key, std::string_view bytes) {
  tl::expected<Record, DecodeError> record;
  if (auto decoded = decode(key, bytes, *record); !decoded)
    return tl::unexpected(std::move(decoded.error()));
  return record;
}

} // namespace orrery::store
