#include "test/model/projection.hpp"

#include "actors/workflow/unit_notes.hpp"

#include <algorithm>
#include <stdexcept>

namespace orrery::test {

namespace {

enum Noted : std::uint8_t { Nowhere, Deployed, Installed, Started, Stopped };

std::uint8_t number(store::Life life) {
  switch (life) {
  case store::Life::Alive:
    return 1;
  case store::Life::Dying:
    return 2;
  case store::Life::Dead:
    return 3;
  }
  return 0;
}

std::size_t place_of_application(const std::string& name) {
  constexpr std::array<const char*, 3> names{"web", "db", "log"};
  const auto found = std::ranges::find(names, name);
  if (found == names.end())
    throw std::out_of_range("the model has no application " + name);
  return static_cast<std::size_t>(found - names.begin());
}

std::size_t place_of_relation(const store::Relation& relation) {
  if (relation.ends.size() == 1)
    return 2;
  const bool with_log = std::ranges::any_of(
    relation.ends, [](const store::RelationEnd& end) { return end.application == "log"; });
  return with_log ? 0 : 1;
}

/// What the agent of a unit has on disk. Begun, but nothing of it done, is Deployed.
std::uint8_t noted_of(const store::Snapshot& notes, const std::string& unit) {
  agents::UnitNotes local;
  local.unit = unit;
  bool found = false;
  const auto scanned =
    notes.scan(agents::notes_prefix(unit), [&](std::string_view key, std::string_view value) {
      found = true;
      return agents::read_notes_of(local, key, value).has_value();
    });
  if (!scanned)
    throw std::runtime_error(scanned.error().text);
  if (local.removed)
    return Stopped;
  if (local.started)
    return Started;
  return local.installed ? Installed : found ? Deployed : Nowhere;
}

bool is_deployed(const store::Snapshot& notes, const std::string& unit) {
  bool found = false;
  const auto scanned = notes.scan("d ", [&](std::string_view key, std::string_view) {
    found = found || key.ends_with(" " + unit);
    return true;
  });
  if (!scanned)
    throw std::runtime_error(scanned.error().text);
  return found;
}

void set(std::uint8_t& bits, std::size_t bit, bool on) {
  const auto mask = static_cast<std::uint8_t>(1U << bit);
  bits = static_cast<std::uint8_t>(on ? bits | mask : bits & ~mask);
}

} // namespace

Projection::Projection() {
  machines_[0] = {1, 0, 1, 0};
}

void Projection::take_in(const rules::Write& write) {
  std::visit([&](const auto& record) { take(record, write.deleted); }, write.record);
}

void Projection::take(const store::Machine& record, bool deleted) {
  Machine& machine = machines_[record.id == 0 ? 0 : 1];
  const std::uint8_t forced = machine.life == 0 ? std::uint8_t{0} : machine.forced;
  machine = deleted
              ? Machine{}
              : Machine{number(record.life), record.draining, !record.instance.empty(), forced};
}

void Projection::take(const store::Unit& record, bool deleted) {
  Unit& unit = units_[place_of(record.name).value_or(place_for(record))];
  if (unit.name != record.name)
    unit = {};
  unit.name = record.name;
  unit.life = deleted ? std::uint8_t{0} : number(record.life);
  unit.host = !deleted && record.principal.empty() && record.machine != 0 ? 1 : 0;
  if (deleted)
    unit.forced = 0;
}

void Projection::take(const store::Application& record, bool deleted) {
  Application& application = applications_[place_of_application(record.name)];
  if (deleted)
    application = {};
  else
    application = {number(record.life), static_cast<std::uint8_t>(record.unit_count),
                   static_cast<std::uint8_t>(record.relation_count), application.forced};
}

void Projection::take(const store::Relation& record, bool deleted) {
  Relation& relation = relations_[place_of_relation(record)];
  if (deleted) {
    relation.life = relation.members = relation.forced = 0;
    return; // its scopes have writes of their own
  }
  if (relation.id != record.id)
    relation = {};
  relation.id = record.id;
  relation.life = number(record.life);
  relation.members = static_cast<std::uint8_t>(record.unit_count);
}

void Projection::take(const store::Scope& record, bool deleted) {
  Relation* relation = find(record.relation);
  const std::optional<std::size_t> unit = place_of(record.unit);
  if (relation == nullptr || !unit)
    throw std::out_of_range("a scope of nobody");
  set(relation->scope, *unit, !deleted);
  set(relation->departing, *unit, !deleted && record.departing);
}

void Projection::take(const store::Force& record, bool deleted) {
  const std::uint8_t forced = deleted ? 0 : 1;
  switch (record.target) {
  case store::EntityKind::Machine:
    machines_[record.id == 0 ? 0 : 1].forced = forced;
    return;
  case store::EntityKind::Unit:
    if (const auto place = place_of(record.name))
      units_[*place].forced = forced;
    return;
  case store::EntityKind::Application:
    applications_[place_of_application(record.name)].forced = forced;
    return;
  case store::EntityKind::Relation:
    if (Relation* relation = find(record.id))
      relation->forced = forced;
    return;
  }
}

std::optional<std::size_t> Projection::place_of(const std::string& unit) const {
  const auto found =
    std::ranges::find_if(units_, [&](const Unit& known) { return known.name == unit; });
  if (found == units_.end())
    return std::nullopt;
  return static_cast<std::size_t>(found - units_.begin());
}

std::size_t Projection::place_for(const store::Unit& record) const {
  if (!record.principal.empty())
    return place_of(record.principal).value() + 1;
  if (record.application == "db")
    return 2;
  return units_[0].life == 0 ? 0 : 3;
}

Projection::Relation* Projection::find(store::RelationId id) {
  const auto found =
    std::ranges::find_if(relations_, [&](const Relation& known) { return known.id == id; });
  return found == relations_.end() ? nullptr : &*found;
}

void Projection::take_in_notes(const store::Database& notes) {
  const auto snapshot = notes.snapshot();
  for (Unit& unit : units_) {
    unit.noted = unit.name.empty() ? std::uint8_t{Nowhere} : noted_of(*snapshot, unit.name);
    if (unit.noted == Nowhere && !unit.name.empty() && is_deployed(*snapshot, unit.name))
      unit.noted = Deployed;
  }
}

Projection::Row Projection::records() const {
  Row row;
  const auto add = [&row](const auto& all, auto... members) {
    (std::ranges::for_each(all, [&](const auto& each) { row.push_back(each.*members); }), ...);
  };
  add(applications_, &Application::life, &Application::units, &Application::relations);
  add(relations_, &Relation::life, &Relation::members, &Relation::scope, &Relation::departing);
  add(units_, &Unit::life, &Unit::host);
  add(machines_, &Machine::life, &Machine::draining, &Machine::instance);
  add(applications_, &Application::forced);
  add(relations_, &Relation::forced);
  add(units_, &Unit::forced);
  add(machines_, &Machine::forced);
  return row;
}

Projection::Row Projection::row() const {
  Row row = records();
  for (const Unit& unit : units_)
    row.push_back(unit.noted);
  return row;
}

bool Projection::has_place(const std::string& application) const {
  return application == "db" ? units_[2].life == 0 : units_[0].life == 0 || units_[3].life == 0;
}

} // namespace orrery::test
