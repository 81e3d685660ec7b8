#include "store/packed_units.hpp"

#include "store/decoding.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace orrery::store {

namespace {

using Size = std::uint32_t; // of a record's bytes

char* put(char* to, std::string_view text) {
  const auto size = static_cast<Size>(text.size());
  std::memcpy(to, &size, sizeof size);
  std::memcpy(to + sizeof size, text.data(), text.size());
  return to + sizeof size + text.size();
}

std::string_view text_at(const char* from) {
  Size size = 0;
  std::memcpy(&size, from, sizeof size);
  return {from + sizeof size, size};
}

/// Returns a unit's number. A text that is no unit's name has none; find() does not find it then.
std::uint32_t number_of(std::string_view unit) {
  const auto parts = split_unit(unit);
  return parts ? parts->number : 0;
}

/// In the order of their units' keys: behind the name comes a slash, which is greater than a dash.
bool comes_before(std::string_view left, std::string_view right) {
  const auto behind = [](std::string_view name, std::size_t size) {
    return size < name.size() ? name[size] : '/';
  };
  const std::size_t size = std::min(left.size(), right.size());
  const int differs = left.substr(0, size).compare(right.substr(0, size));
  return differs != 0 ? differs < 0 : behind(left, size) < behind(right, size);
}

} // namespace

char* PackedUnits::room_for(std::size_t size) {
  if (size > left_) {
    left_ = std::max(size, block_size);
    blocks_.emplace_back(new char[left_]); // not zeroed: pages that are not needed are not touched
    blocks_end_ = blocks_.back().get() + left_;
  }
  char* const room = blocks_end_ - left_;
  left_ -= size;
  return room;
}

void PackedUnits::add(const Unit& unit, std::string_view bytes, std::string_view status) {
  char* const room = room_for(2 * sizeof(Size) + bytes.size() + status.size());
  put(put(room, bytes), status);
  const std::string_view application = application_of(unit.name); // as keys have it
  if (runs_.empty() || runs_.back().application != application)
    runs_.push_back({std::string(application), places_.size(), 0});
  ++runs_.back().count;
  if (!unit.principal.empty())
    subordinates_.push_back({places_.size(), unit.principal});
  any_leaving_ = any_leaving_ || unit.life != Life::Alive;
  places_.push_back({room, number_of(unit.name)});
}

const PackedUnits::Run* PackedUnits::run_of(std::string_view application) const {
  const auto found = std::lower_bound(
    runs_.begin(), runs_.end(), application,
    [](const Run& run, std::string_view name) { return comes_before(run.application, name); });
  return found != runs_.end() && found->application == application ? &*found : nullptr;
}

std::optional<std::size_t> PackedUnits::find(std::string_view unit) const {
  const auto parts = split_unit(unit);
  const Run* const run = parts ? run_of(parts->application) : nullptr;
  if (run == nullptr)
    return std::nullopt;
  const auto begin = places_.begin() + static_cast<std::ptrdiff_t>(run->first);
  const auto end = begin + static_cast<std::ptrdiff_t>(run->count);
  const auto found =
    std::lower_bound(begin, end, parts->number, [](const Place& place, std::uint32_t number) {
      return place.number < number;
    });
  if (found == end || found->number != parts->number)
    return std::nullopt;
  return static_cast<std::size_t>(found - places_.begin());
}

std::string PackedUnits::name(std::size_t place) const {
  const auto behind =
    std::upper_bound(runs_.begin(), runs_.end(), place,
                     [](std::size_t at, const Run& run) { return at < run.first; });
  return unit_name(std::prev(behind)->application, places_[place].number);
}

void PackedUnits::unpack(std::size_t place, ReportedUnit& into) const {
  const std::string_view unit = text_at(places_[place].bytes);
  const std::string_view status = text_at(unit.data() + unit.size());
  into.unit.skipped_upgrade = {}; // a record of an older layout does not say it
  decode_own(unit, into.unit);
  into.reported = !status.empty();
  if (into.reported)
    decode_own(status, into.status);
}

PackedUnits pack_units(const Contents& contents) {
  std::vector<std::pair<std::uint32_t, const Unit*>>
    of_one; // application: the map has these one after another
  PackedUnits packed;
  for (auto unit = contents.units.begin(); unit != contents.units.end();) {
    const std::string_view application = application_of(unit->first);
    of_one.clear();
    for (; unit != contents.units.end() && application_of(unit->first) == application; ++unit)
      of_one.emplace_back(number_of(unit->first), &unit->second);
    std::sort(of_one.begin(), of_one.end());
    for (const auto& [number, each] : of_one) {
      const auto status = contents.statuses.find(each->name);
      packed.add(*each, encode(*each),
                 status != contents.statuses.end() ? encode(status->second) : std::string());
    }
  }
  return packed;
}

} // namespace orrery::store
