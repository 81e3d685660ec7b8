#include "actors/agents/deployer.hpp"

#include <fmt/format.h>

#include <stdexcept>

/// Notes of a deployer, and what it reads of the notes of those that it has deployed.
namespace orrery::agents {

/// Notes of deployed units: `d HOLDER UNIT`; names hold no blanks. A holder of `machine 3` is
/// written `machine-3`.
std::string Deployer::note_key(const std::string& unit) const {
  return fmt::format("d {} {}", holder_, unit);
}

void Deployer::recall_notes() {
  const std::string prefix = note_key("");
  const auto scanned =
    agent_.of_model().notes->snapshot()->scan(prefix, [&](std::string_view key, std::string_view) {
      const std::string unit(key.substr(prefix.size()));
      Held& held = units_[unit];
      held.deployed = true;
      held.resting = held.rested = agent_.of_model().roster.rests(unit);
      held.prepared = agent_.of_model().roster.rests_after_running(unit);
      return true;
    });
  if (!scanned)
    throw std::runtime_error(scanned.error().text); // the supervisor shows it
}

bool Deployer::ever_ran(const std::string& unit) const {
  bool found = false;
  const auto scanned =
    agent_.of_model().notes->snapshot()->scan(notes_prefix(unit), [&](auto, auto) {
      found = true;
      return false;
    });
  if (!scanned)
    throw std::runtime_error(scanned.error().text); // the supervisor shows it
  return found;
}

std::vector<std::string> Deployer::keys_below(const std::string& prefix) const {
  std::vector<std::string> keys;
  const auto scanned =
    agent_.of_model().notes->snapshot()->scan(prefix, [&](std::string_view key, std::string_view) {
      keys.emplace_back(key);
      return true;
    });
  if (!scanned)
    throw std::runtime_error(scanned.error().text); // the supervisor shows it
  return keys;
}

/// Names the subordinates of a unit; a subordinate has none of its own.
std::vector<std::string> Deployer::deployed_by(const std::string& unit) const {
  if (is_principal())
    return {};
  const std::string below = fmt::format("d {} ", unit);
  std::vector<std::string> units = keys_below(below);
  for (std::string& key : units)
    key.erase(0, below.size());
  return units;
}

void Deployer::add_hook_notes(const std::string& unit, std::vector<store::Change>& changes) const {
  for (const std::string& key : keys_below(notes_prefix(unit)))
    changes.push_back({key, std::nullopt});
}

/// With those of the subordinates that it has deployed.
std::vector<store::Change> Deployer::notes_of(const std::string& unit) const {
  std::vector<store::Change> changes{{note_key(unit), std::nullopt}};
  add_hook_notes(unit, changes);
  for (const std::string& subordinate : deployed_by(unit)) {
    changes.push_back({fmt::format("d {} {}", unit, subordinate), std::nullopt});
    add_hook_notes(subordinate, changes);
  }
  return changes;
}

UnitNotes Deployer::notes_about(const std::string& unit) const {
  UnitNotes local;
  local.unit = unit;
  const auto scanned = agent_.of_model().notes->snapshot()->scan(
    notes_prefix(unit), [&](std::string_view key, std::string_view value) {
      const auto read = read_notes_of(local, key, value);
      if (!read)
        throw std::runtime_error("agents' store: " + read.error().what); // shown by who started it
      return true;
    });
  if (!scanned)
    throw std::runtime_error(scanned.error().text);
  return local;
}

/// A unit whose notes cannot be read counts as installed: its own agent says so, and fails alone.
bool Deployer::was_installed(const std::string& unit) const {
  UnitNotes local;
  local.unit = unit;
  bool are_read = true;
  const auto scanned = agent_.of_model().notes->snapshot()->scan(
    notes_prefix(unit), [&](std::string_view key, std::string_view value) {
      are_read = are_read && read_notes_of(local, key, value).has_value();
      return are_read;
    });
  if (!scanned)
    throw std::runtime_error(scanned.error().text); // the supervisor shows it
  return local.installed || !are_read;
}

void Deployer::forget_hooks(std::function<void()> then) {
  std::vector<store::Change> changes;
  const std::string prefix = note_key("");
  for (const std::string& key : keys_below(prefix)) {
    const std::string unit = key.substr(prefix.size());
    add_hook_notes(unit, changes);
    for (const std::string& subordinate : deployed_by(unit))
      add_hook_notes(subordinate, changes);
  }
  agent_.note(std::move(changes), std::move(then));
}

} // namespace orrery::agents
