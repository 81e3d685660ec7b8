#pragma once

#include "cmd/views/render/document.hpp"
#include "cmd/views/render/show.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace orrery::render {

/// Writes a value as both JSON and YAML know it, from its beginning to its end. Appends to a text
/// that others may shorten between two calls.
class Writer {
public:
  virtual ~Writer() = default;
  virtual void begin_map() = 0;
  virtual void end_map() = 0;
  virtual void begin_list() = 0;
  virtual void end_list() = 0;
  /// Names what comes next in a map. The name must be new there.
  virtual void key(std::string_view name) = 0;
  virtual void text(std::string_view text) = 0;
  /// A number, a boolean or null, as it is written in both.
  virtual void word(std::string_view word) = 0;
  /// After the outermost value.
  virtual void finish() {}

  void add(std::string_view name, std::string_view value) {
    key(name);
    text(value);
  }
  /// Nothing for an empty text.
  void add_text(std::string_view name, std::string_view value) {
    if (!value.empty())
      add(name, value);
  }
  void add_word(std::string_view name, bool value) {
    key(name);
    word(value ? "true" : "false");
  }
};

/// Writes what the document holds.
void write(Writer& to, const Document& document);
/// @param text appended to; must outlive the writer
[[nodiscard]] std::unique_ptr<Writer> writer_of(DataFormat format, std::string& text);

} // namespace orrery::render
