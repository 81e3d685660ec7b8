#pragma once

#include "actors/rules/transitions.hpp"
#include "test/support/world.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Entities of every kind in every life that they can have, and every command that names them.
namespace orrery::test {

/// An entity in the middle of a small model that holds whatever commands to it need.
struct Subject {
  std::string name; ///< `principal in a scope`: its kind, and what holds it.
  store::EntityKind kind = store::EntityKind::Machine;
  std::string unit = "app/0";
  std::string application = "app";
  store::MachineId machine = 1;
  store::RelationId relation = 0;
  std::vector<rules::Stage> lives; ///< Unborn: it is not there.
  World (*model)(rules::Stage life) = nullptr;
};
[[nodiscard]] std::vector<Subject> subjects();

/// Where the subject stands in a model; Removed if it is not there.
[[nodiscard]] rules::Stage stage_in(const store::Contents& contents, const Subject& subject);

/// Every command that names an entity of the subject's kind, aimed at the subject, in the words of
/// protocol::name_of; removals with force and drain once more.
[[nodiscard]] std::vector<std::pair<std::string, protocol::Command>>
commands_to(const Subject& subject);

} // namespace orrery::test
