#pragma once

#include "cmd/views/render/picture.hpp"
#include "store/contents.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// Meanings of the names in a query of `wait-for` (CL17).
namespace orrery::cmd::query {

/// An entity, or the model itself; `name` is a machine's id. One that is gone is dead.
struct Thing {
  enum class Kind : std::uint8_t { Model, Application, Unit, Machine };
  Kind kind = Kind::Model;
  std::string name{};
};
/// `model`, `application`, `unit`, `machine`; nothing for any other word.
[[nodiscard]] std::optional<Thing::Kind> parse_kind(std::string_view word);
/// The word of a kind, in the singular.
[[nodiscard]] std::string_view word_of(Thing::Kind kind);

using Things = std::vector<Thing>;
/// The value of a part of a query.
using Value =
  std::variant<bool, std::int64_t, double, std::string, const store::Settings*, Thing, Things>;

/// Whether it counts as true: not false, zero, or empty.
[[nodiscard]] bool is_true(const Value& value);
/// For people: `"active"`, `3`, `unit db/0`, `2 units`.
[[nodiscard]] std::string shown(const Value& value);

/// The records behind the names. Used by one thread; nothing of it outlives it.
class World {
public:
  /// Keeps a reference to the contents, of which no other kinds and entities are seen than are in
  /// them.
  /// @param model_life of the model itself, which its records do not tell.
  explicit World(const store::Contents& contents, store::Life model_life = store::Life::Alive)
    : contents_(contents), model_life_(model_life), index_(contents) {}

  /// Whether there is a record of it.
  [[nodiscard]] bool has(const Thing& thing) const;
  [[nodiscard]] store::Life life_of(const Thing& thing) const;
  /// Returns what an identifier means; nothing if such things have none of that name. What is gone
  /// is dead, and all else of it is empty.
  [[nodiscard]] std::optional<Value> property(const Thing& thing, std::string_view name) const;
  /// All identifiers of such things.
  [[nodiscard]] static const std::vector<std::string>& names(Thing::Kind kind);

private:
  [[nodiscard]] std::optional<Value> of_model(std::string_view name) const;
  [[nodiscard]] std::optional<Value> of_application(const std::string& application,
                                                    std::string_view name) const;
  [[nodiscard]] std::optional<Value> of_unit(const std::string& unit, std::string_view name) const;
  [[nodiscard]] std::optional<Value> of_machine(const std::string& machine,
                                                std::string_view name) const;
  [[nodiscard]] const store::Machine* machine_of(const std::string& id) const;
  [[nodiscard]] Things machines_of(const std::string& application) const;
  [[nodiscard]] const render::ApplicationPicture* picture_of(const std::string& application) const;

  const store::Contents& contents_;
  store::Life model_life_;
  render::Index index_;
  // Made by the first who asks.
  mutable std::optional<store::PackedUnits> units_;
  mutable std::optional<render::Picture> picture_;
  mutable std::optional<store::Settings> config_; ///< With defaults.
};

} // namespace orrery::cmd::query
