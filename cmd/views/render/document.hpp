#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::render {

/// A value as both JSON and YAML know it. Maps keep the order in which their keys were added.
class Document {
public:
  enum class Kind : std::uint8_t { Null, Boolean, Number, String, List, Map };

  Document() = default; ///< Null.
  Document(std::string text) : kind_(Kind::String), text_(std::move(text)) {}
  Document(std::string_view text) : kind_(Kind::String), text_(text) {}
  Document(const char* text) : kind_(Kind::String), text_(text) {}
  Document(bool value) : kind_(Kind::Boolean), text_(value ? "true" : "false") {}
  Document(std::uint32_t value) : kind_(Kind::Number), text_(std::to_string(value)) {}

  /// A number from its canonical text; a string if the text is no number that JSON could hold.
  [[nodiscard]] static Document number(const std::string& text);
  [[nodiscard]] static Document list();
  [[nodiscard]] static Document map();

  /// Appends to a map. The key must be new.
  Document& add(std::string key, Document value);
  /// Appends to a map unless the text is empty.
  Document& add_text(std::string key, std::string_view text);
  /// Appends to a map unless the list or map has no elements.
  Document& add_filled(std::string key, Document value);
  /// Appends to a list.
  Document& push(Document value);

  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] const std::string& text() const { return text_; } ///< Of a scalar.
  [[nodiscard]] std::size_t size() const { return children_.size(); }
  [[nodiscard]] const std::string& key(std::size_t i) const { return keys_[i]; }
  [[nodiscard]] const Document& child(std::size_t i) const { return children_[i]; }

private:
  Kind kind_ = Kind::Null;
  std::string text_;
  std::vector<std::string> keys_; ///< Of a map, as many as children.
  std::vector<Document> children_;
};

} // namespace orrery::render
