#pragma once

#include "actors/rules/open_tasks.hpp"
#include "actors/rules/unit_holdings.hpp"
#include "store/packed.hpp"
#include "store/rare.hpp"

#include <map>
#include <set>
#include <string>

/// The rules of units, principals and subordinates (U, B).
namespace orrery::rules {

/// Knowledge of a unit: its records, who references it, and what it references.
struct UnitState {
  store::Unit record;
  store::Packed<store::UnitStatus> status;         ///< For people.
  std::map<std::string, store::Life> subordinates; ///< Not yet removed.
  std::set<store::RelationId>
    scopes; ///< Relations whose scope it is in, from the scope records (S10).
  bool gone = false;
  bool keeps = false;                ///< Has a CharmState; what it holds lies on disk only.
  store::Rare<store::Force> force{}; ///< The user wants it gone past what holds it (F1).
  store::Rare<OpenTasks> tasks{};    ///< That it is to run.
  store::Rare<UnitHoldings> held{};

  [[nodiscard]] const UnitHoldings& holdings() const {
    static const UnitHoldings none;
    return held ? *held : none;
  }
  [[nodiscard]] const HeldStorages& storages() const { return holdings().storages; }
};

[[nodiscard]] inline Who who(const store::Unit& record) {
  return unit(record.name, !record.principal.empty());
}

[[nodiscard]] Decision decide(const UnitState& unit, const Step& step, const Context& context);
/// Takes in one write of a transaction it took part in, or of recovery. @returns whether observers
/// should know.
bool absorb(UnitState& unit, const Write& write);

/// A unit's first records, before any agent has run.
[[nodiscard]] store::UnitStatus first_status(const std::string& unit, store::Milliseconds now);

} // namespace orrery::rules
