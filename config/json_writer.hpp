#pragma once

#include "config/data_writer.hpp"

#include <string>
#include <string_view>

namespace orrery::config {

/// Writes one line of JSON, with a newline at its end. Bytes that are no UTF-8 become U+FFFD.
class JsonWriter final : public DataWriter {
public:
  explicit JsonWriter(std::string& out, TextStyle style = TextStyle::Plain)
    : out_(out), style_(style) {}
  void begin_map() override { begin('{'); }
  void end_map() override { end('}'); }
  void begin_list() override { begin('['); }
  void end_list() override { end(']'); }
  void key(std::string_view name) override;
  void text(std::string_view text) override;
  void word(std::string_view word) override;
  void finish() override { out_ += '\n'; }

private:
  void begin(char bracket);
  void end(char bracket);
  void separate();

  std::string& out_;
  TextStyle style_;
  bool after_value_ = false; ///< In the same list or map.
};

/// Returns a text between double quotes with JSON's escapes, which YAML reads in the same way.
[[nodiscard]] std::string json_quoted(std::string_view text, TextStyle style = TextStyle::Plain);

} // namespace orrery::config
