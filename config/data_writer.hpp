#pragma once

#include <cstdint>
#include <string_view>

namespace orrery::config {

/// How JSON and YAML spell texts.
enum class TextStyle : std::uint8_t {
  Plain, ///< What Orrery shows: no character that a terminal acts on, lines as YAML's blocks.
  Juju,  ///< As Juju's hook tools write for charms: each text on one line.
};

/// Writes a value as both JSON and YAML know it, from its beginning to its end. Appends to a text
/// that others may shorten between two calls.
class DataWriter {
public:
  virtual ~DataWriter() = default;
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

} // namespace orrery::config
