#pragma once

#include "store/contents.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Facts that conditions and selectors can ask about the model's entities.
namespace orrery::cmd::console {

/// An entity as a set of facts by name, all of them text; `true` and `false` for what is or is not.
struct Entity {
  store::EntityKind kind = store::EntityKind::Unit;
  std::string name; ///< Of a machine or relation: its id.
  std::map<std::string, std::string, std::less<>> facts;
};

/// `unit`, `application` or `app`, `machine`, `relation`, and their plurals; nothing for any other
/// word.
[[nodiscard]] std::optional<store::EntityKind> parse_kind(std::string_view word);
/// `unknown kind "uint"; did you mean "unit"?`, or which there are.
[[nodiscard]] std::string unknown_kind(std::string_view word);
/// The names of the facts of a kind.
[[nodiscard]] const std::vector<std::string>& fact_names(store::EntityKind kind);
/// Every entity of a kind, in natural order of names.
[[nodiscard]] std::vector<Entity> entities(const store::Contents& contents, store::EntityKind kind);

} // namespace orrery::cmd::console
