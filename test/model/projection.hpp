#pragma once

#include "actors/rules/decision.hpp"
#include "store/database.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace orrery::test {

/// What docs/model/lives.pml knows of the records: lives, counts, scopes, wishes for force, and how
/// far each unit's agent has come. The applications are `web` (A), `db` (B) and `log` (S, a
/// subordinate); machine 0 stays, any other is machine 1. Whoever is made again takes the place of
/// who was there before.
class Projection {
public:
  /// In the order of trace_row() in docs/model/trace.pml.
  using Row = std::vector<std::uint8_t>;

  Projection();

  /// Throws if the write does not fit into the model: it has no place for it.
  void take_in(const rules::Write& write);
  /// The agents' notes as they are now.
  void take_in_notes(const store::Database& notes);
  [[nodiscard]] Row row() const;
  /// Without what the agents have noted.
  [[nodiscard]] Row records() const;

  /// A place for a principal of that application.
  [[nodiscard]] bool has_place(const std::string& application) const;
  [[nodiscard]] bool has_machine_place() const { return machines_[1].life == 0; }

private:
  struct Machine {
    std::uint8_t life = 0, draining = 0, instance = 0, forced = 0;
  };
  struct Unit {
    std::string name; ///< Of who was there last.
    std::uint8_t life = 0, host = 0, forced = 0, noted = 0;
  };
  struct Application {
    std::uint8_t life = 0, units = 0, relations = 0, forced = 0;
  };
  struct Relation {
    std::optional<store::RelationId> id;
    std::uint8_t life = 0, members = 0, scope = 0, departing = 0, forced = 0;
  };

  void take(const store::Machine& record, bool deleted);
  void take(const store::Unit& record, bool deleted);
  void take(const store::Application& record, bool deleted);
  void take(const store::Relation& record, bool deleted);
  void take(const store::Scope& record, bool deleted);
  void take(const store::Force& record, bool deleted);
  template <class Other>
  void take(const Other& /*record*/, bool /*deleted*/) {}

  [[nodiscard]] std::optional<std::size_t> place_of(const std::string& unit) const;
  [[nodiscard]] std::size_t place_for(const store::Unit& record) const;
  [[nodiscard]] Relation* find(store::RelationId id);

  std::array<Machine, 2> machines_;
  std::array<Unit, 5> units_;
  std::array<Application, 3> applications_;
  std::array<Relation, 3> relations_;
};

} // namespace orrery::test
