// Keys of the agents' store:
//
//     key         = "l" unit ":" part
//     part        = "m" id ":" remote-unit     the settings version delivered of a member
//                 | "r" id                     what was done in a relation, without its members
//                 | "s" storage              a storage whose storage-attached has succeeded
//                 | "u"                        everything else of the unit
//     unit        = application "/" number
//     storage     = name "/" number
//     remote-unit = application "/" number
//     id          = 10 digits
//
// No unit name contains a colon, so what belongs to web/1 never begins as what belongs to web/10
// does. Values: see unit_notes_codec.cpp.
#include "actors/workflow/unit_notes_record.hpp"

#include "actors/workflow/unit_notes_codec.hpp"
#include "config/number.hpp"

#include <utility>

namespace orrery::agents {
namespace {

constexpr std::size_t id_digits = 10;

std::string id_text(store::RelationId id) {
  const auto digits = std::to_string(id);
  return std::string(id_digits - digits.size(), '0') + digits;
}

std::string relation_key(const UnitNotes& local, store::RelationId id) {
  return notes_prefix(local.unit) + "r" + id_text(id);
}

std::string member_key(const UnitNotes& local, store::RelationId id, const std::string& member) {
  return notes_prefix(local.unit) + "m" + id_text(id) + ":" + member;
}

tl::unexpected<store::DecodeError> refused(std::string_view key, std::string_view why) {
  return tl::unexpected(store::DecodeError{std::string(key) + ": " + std::string(why)});
}

/// Takes the ten digits of an id from the front of `text`.
std::optional<store::RelationId> take_id(std::string_view& text) {
  if (text.size() < id_digits)
    return std::nullopt;
  const auto id = config::parse_number<store::RelationId>(text.substr(0, id_digits));
  if (id)
    text.remove_prefix(id_digits);
  return id;
}

tl::expected<void, store::DecodeError>
read_member(UnitNotes& local, std::string_view key, std::string_view part, std::string_view bytes) {
  const auto id = take_id(part);
  if (!id || part.size() < 2 || part.front() != ':')
    return refused(key, "no relation and member in the key");
  const auto version = decode_member(key, bytes);
  if (!version)
    return tl::unexpected(version.error());
  local.relations[*id].members[std::string(part.substr(1))] = *version;
  return {};
}

tl::expected<void, store::DecodeError> read_relation(UnitNotes& local,
                                                     std::string_view key,
                                                     std::string_view part,
                                                     std::string_view bytes) {
  const auto id = take_id(part);
  if (!id || !part.empty())
    return refused(key, "no relation in the key");
  RelationProgress progress;
  if (auto good = decode_progress(progress, key, bytes); !good)
    return good;
  RelationProgress& place = local.relations[*id];
  progress.members = std::move(place.members); // Its members may have been read before it.
  place = std::move(progress);
  return {};
}

tl::expected<void, store::DecodeError> read_storage(UnitNotes& local,
                                                    std::string_view key,
                                                    std::string_view part,
                                                    std::string_view bytes) {
  if (part.size() < 3 || part.find('/') == std::string_view::npos)
    return refused(key, "no storage in the key");
  if (auto good = decode_storage(key, bytes); !good)
    return good;
  local.storages.emplace(part);
  return {};
}

} // namespace

store::Change core_change(const UnitNotes& local) {
  return {notes_prefix(local.unit) + "u", encode_core(local)};
}

store::Change relation_change(const UnitNotes& local, store::RelationId id) {
  return {relation_key(local, id), encode_progress(local.relations.at(id))};
}

store::Change
member_change(const UnitNotes& local, store::RelationId id, const std::string& member) {
  const auto& members = local.relations.at(id).members;
  const auto found = members.find(member);
  if (found == members.end())
    return {member_key(local, id, member), std::nullopt};
  return {member_key(local, id, member), encode_member(found->second)};
}

store::Change storage_change(const UnitNotes& local, const std::string& storage) {
  const std::string key = notes_prefix(local.unit) + "s" + storage;
  if (!local.storages.contains(storage))
    return {key, std::nullopt};
  return {key, encode_storage()};
}

NoteChanges relation_deletions(const UnitNotes& local, store::RelationId id) {
  NoteChanges writes;
  for (const auto& [member, version] : local.relations.at(id).members)
    writes.push_back({member_key(local, id, member), std::nullopt});
  writes.push_back({relation_key(local, id), std::nullopt});
  return writes;
}

NoteChanges erase(const UnitNotes& local) {
  NoteChanges writes;
  for (const auto& [id, progress] : local.relations)
    for (const auto& [member, version] : progress.members)
      writes.push_back({member_key(local, id, member), std::nullopt});
  for (const auto& [id, progress] : local.relations)
    writes.push_back({relation_key(local, id), std::nullopt});
  for (const std::string& storage : local.storages)
    writes.push_back({notes_prefix(local.unit) + "s" + storage, std::nullopt});
  writes.push_back({notes_prefix(local.unit) + "u", std::nullopt});
  return writes;
}

std::string notes_prefix(const std::string& unit) {
  return "l" + unit + ":";
}

tl::expected<void, store::DecodeError>
read_notes_of(UnitNotes& local, std::string_view key, std::string_view bytes) {
  const auto colon = key.find(':');
  if (colon == std::string_view::npos || colon < 2 || colon + 1 == key.size() || key.front() != 'l')
    return refused(key, "no key of the agents' store");
  const auto unit = key.substr(1, colon - 1);
  if (!local.unit.empty() && local.unit != unit)
    return refused(key, "belongs to another unit than " + local.unit);
  const auto part = key.substr(colon + 1);
  const auto rest = part.substr(1);
  tl::expected<void, store::DecodeError> good;
  if (part.front() == 'm')
    good = read_member(local, key, rest, bytes);
  else if (part.front() == 'r')
    good = read_relation(local, key, rest, bytes);
  else if (part.front() == 's')
    good = read_storage(local, key, rest, bytes);
  else if (part == "u")
    good = decode_core(local, key, bytes);
  else
    return refused(key, "no part of a unit's record has this letter");
  if (good)
    local.unit = unit;
  return good;
}

} // namespace orrery::agents
