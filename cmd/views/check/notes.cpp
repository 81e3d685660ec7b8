#include "cmd/views/check/notes.hpp"

namespace orrery::check {

namespace {

/// `d HOLDER UNIT`, as actors/agents/deployer_notes.cpp writes it.
void take_deployment(Notes& notes, std::string_view key) {
  const auto rest = key.substr(2);
  const auto blank = rest.find(' ');
  if (blank == std::string_view::npos || blank == 0 || blank + 1 == rest.size())
    notes.unreadable.push_back(std::string(key) + ": no holder and unit in the key");
  else
    notes.deployed.insert(
      {std::string(rest.substr(0, blank)), std::string(rest.substr(blank + 1))});
}

void take_local(Notes& notes, std::string_view key, std::string_view bytes) {
  const auto colon = key.find(':');
  const std::string unit(key.substr(1, colon == std::string_view::npos ? colon : colon - 1));
  agents::UnitNotes local = std::move(notes.units[unit]);
  const auto good = agents::read_notes_of(local, key, bytes);
  if (!good)
    notes.unreadable.push_back(good.error().what);
  if (local.unit.empty())
    notes.units.erase(unit);
  else
    notes.units[unit] = std::move(local);
}

} // namespace

tl::expected<Notes, store::StoreError> read_notes(const store::Snapshot& snapshot) {
  Notes notes;
  const auto scanned = snapshot.scan({}, [&](std::string_view key, std::string_view bytes) {
    if (key.starts_with("d "))
      take_deployment(notes, key);
    else
      take_local(notes, key, bytes);
    return true;
  });
  if (!scanned)
    return tl::unexpected(scanned.error());
  return notes;
}

} // namespace orrery::check
