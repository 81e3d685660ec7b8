#pragma once

#include "actors/rules/application.hpp"
#include "actors/rules/machine.hpp"
#include "actors/rules/model.hpp"
#include "actors/rules/operation.hpp"
#include "actors/rules/relation.hpp"
#include "actors/rules/unit.hpp"
#include "store/contents.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace orrery::rules {

/// Knowledge of every entity of a model, its own records and those of others that concern it.
struct States {
  std::map<store::MachineId, MachineState> machines;
  std::map<std::string, UnitState> units;
  std::map<std::string, ApplicationState> applications;
  std::map<store::RelationId, RelationState> relations;
  std::map<store::TaskId, OperationState> operations; ///< That have not ended.
  ModelState model;
};

/// A charm by its url; never null for one that an application has.
using FindCharm = std::function<std::shared_ptr<const store::Charm>(const std::string& url)>;

/// Gathers what each entity knows from the records of others.
[[nodiscard]] States gather(const store::Contents& contents, const FindCharm& find_charm);

/// An entity's state before it has taken in anything but its own record.
[[nodiscard]] MachineState first_state(const store::Machine& record);
[[nodiscard]] UnitState first_state(const store::Unit& record);
[[nodiscard]] ApplicationState first_state(const store::Application& record,
                                           std::shared_ptr<const store::Charm> charm);
[[nodiscard]] RelationState first_state(const store::Relation& record);
[[nodiscard]] OperationState first_state(const store::Operation& record);

} // namespace orrery::rules
