#pragma once

#include "config/data_writer.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orrery::config {

/// A value as both JSON and YAML know it. Maps keep the order in which their keys were added.
class Data {
public:
  enum class Kind : std::uint8_t { Null, Boolean, Number, String, List, Map };

  Data() = default; ///< Null.
  Data(std::string text) : kind_(Kind::String), text_(std::move(text)) {}
  Data(std::string_view text) : kind_(Kind::String), text_(text) {}
  Data(const char* text) : kind_(Kind::String), text_(text) {}
  Data(bool value) : kind_(Kind::Boolean), text_(value ? "true" : "false") {}
  Data(std::uint32_t value) : kind_(Kind::Number), text_(std::to_string(value)) {}

  /// A number from its canonical text; a string if the text is no number that JSON could hold.
  [[nodiscard]] static Data number(const std::string& text);
  [[nodiscard]] static Data list();
  /// @param texts strings, each whatever it looks like
  [[nodiscard]] static Data list(const std::vector<std::string>& texts);
  [[nodiscard]] static Data map();
  /// @param texts strings, each whatever it looks like
  [[nodiscard]] static Data map(const std::map<std::string, std::string>& texts);

  /// Appends to a map. The key must be new.
  Data& add(std::string key, Data value);
  /// Appends to a map unless the text is empty.
  Data& add_text(std::string key, std::string_view text);
  /// Appends to a map unless the list or map has no elements.
  Data& add_filled(std::string key, Data value);
  /// Appends to a list.
  Data& push(Data value);
  /// Takes a key from a map that may have it.
  void drop(std::string_view key);

  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] bool is_null() const { return kind_ == Kind::Null; }
  [[nodiscard]] const std::string& text() const { return text_; } ///< Of a scalar.
  [[nodiscard]] std::size_t size() const { return children_.size(); }
  [[nodiscard]] const std::string& key(std::size_t i) const { return keys_[i]; }
  [[nodiscard]] const Data& child(std::size_t i) const { return children_[i]; }
  /// @returns nothing if this is no map or has no such key
  [[nodiscard]] const Data* find(std::string_view key) const;

private:
  Kind kind_ = Kind::Null;
  std::string text_;
  std::vector<std::string> keys_; ///< Of a map, as many as children.
  std::vector<Data> children_;
};

/// Writes the value from its beginning to its end.
void write(DataWriter& to, const Data& data);

} // namespace orrery::config
