#pragma once

#include "config/data_writer.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::config {

/// Writes block YAML: the same values as JSON, to readers of YAML 1.1 as well as of 1.2.
///
/// Lists stand at the indentation of their key. A text is plain where every reader takes it for a
/// string, quoted where one might take it for something else (`"8.0"`, `"no"`, `"2026-08-22"`), in
/// Orrery's own style a `|` block if it has several lines.
class YamlWriter final : public DataWriter {
public:
  explicit YamlWriter(std::string& out, TextStyle style = TextStyle::Plain)
    : out_(out), style_(style) {}
  void begin_map() override { begin(false); }
  void end_map() override { end("{}"); }
  void begin_list() override { begin(true); }
  void end_list() override { end("[]"); }
  void key(std::string_view name) override;
  void text(std::string_view text) override;
  void word(std::string_view word) override;

private:
  /// A list or map that has begun.
  struct Level {
    bool list = false;
    bool below_key = false;      ///< Its first line begins below its key, otherwise after a dash.
    bool filled = false;         ///< Has elements.
    std::size_t indentation = 0; ///< Of its lines.
  };
  void begin(bool list);
  void end(std::string_view empty);
  void begin_line();
  [[nodiscard]] std::size_t begin_value();

  std::string& out_;
  TextStyle style_;
  std::vector<Level> levels_;
};

} // namespace orrery::config
