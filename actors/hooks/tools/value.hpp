#pragma once

#include "store/records.hpp"

#include <string>
#include <vector>

namespace orrery::hooks {

struct Field;

/// A value that a tool prints, before it is given a format.
struct Value {
  enum class Kind { Null, Boolean, Number, Text, List, Map };
  Kind kind = Kind::Null;
  std::string text;          ///< Of a boolean (`true`, `false`), a number or a text.
  std::vector<Value> items;  ///< Of a list.
  std::vector<Field> fields; ///< Of a map, in their order.

  [[nodiscard]] static Value boolean(bool value);
  /// @param decimal canonical: `42`, `-1`, `0.5`.
  [[nodiscard]] static Value number(std::string decimal);
  [[nodiscard]] static Value of(std::string text);
  [[nodiscard]] static Value list(const std::vector<std::string>& texts);
  [[nodiscard]] static Value list(std::vector<Value> items);
  [[nodiscard]] static Value map(std::vector<Field> fields);
  [[nodiscard]] static Value map(const store::Settings& settings);
};

/// One of a map.
struct Field {
  std::string name;
  Value value;
};

} // namespace orrery::hooks
