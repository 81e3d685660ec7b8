#pragma once

#include "store/records.hpp"

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

/// Entities as a transaction addresses them.
namespace orrery::rules {

/// The global visiting order, along the reference arrows: whoever comes later never waits for an
/// earlier one.
enum class Rank : std::uint8_t {
  Subordinate,
  Principal,
  Machine,
  Relation,
  Operation,
  Application,
  Model,
};

/// A participant: rank, then key. Ids of machines, relations and operations stand in `id`, names of
/// the others in `name`.
struct Who {
  Rank rank = Rank::Model;
  std::uint32_t id = 0;
  std::string name;
  auto operator<=>(const Who&) const = default;
};

[[nodiscard]] inline Who unit(const std::string& name, bool subordinate) {
  return {subordinate ? Rank::Subordinate : Rank::Principal, 0, name};
}
[[nodiscard]] inline Who machine(store::MachineId id) {
  return {Rank::Machine, id, {}};
}
[[nodiscard]] inline Who relation(store::RelationId id) {
  return {Rank::Relation, id, {}};
}
[[nodiscard]] inline Who operation(store::TaskId id) {
  return {Rank::Operation, id, {}};
}
[[nodiscard]] inline Who application(const std::string& name) {
  return {Rank::Application, 0, name};
}
[[nodiscard]] inline Who model() {
  return {Rank::Model, 0, {}};
}
/// Returns the entity that holds the secrets of an owner: a unit's are its application's, the
/// user's (no name) the model's.
[[nodiscard]] inline Who holder_of_secrets(std::string_view owner) {
  return owner.empty() ? model() : application(std::string(store::owning_application(owner)));
}

} // namespace orrery::rules
