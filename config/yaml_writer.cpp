#include "config/yaml_writer.hpp"

#include "config/yaml_scalar.hpp"

namespace orrery::config {

namespace {

constexpr std::size_t indent_step = 2;

} // namespace

/// Before the first line of a list or map it is not known whether it has one.
void YamlWriter::begin_line() {
  Level& level = levels_.back();
  if (!level.filled && level.below_key)
    out_ += '\n';
  if (level.filled || level.below_key)
    out_.append(level.indentation, ' ');
  level.filled = true;
}

/// Writes what comes before a value. @returns the indentation of its further lines
std::size_t YamlWriter::begin_value() {
  if (levels_.empty())
    return indent_step;
  if (levels_.back().list) {
    begin_line();
    out_ += '-';
  }
  return levels_.back().indentation + indent_step;
}

void YamlWriter::begin(bool list) {
  if (levels_.empty())
    return levels_.push_back({list, false, false, 0});
  const std::size_t inner = begin_value();
  const bool in_list = levels_.back().list;
  if (in_list)
    out_ += ' ';
  levels_.push_back({list, !in_list, false, list && !in_list ? inner - indent_step : inner});
}

void YamlWriter::end(std::string_view empty) {
  const Level level = levels_.back();
  levels_.pop_back();
  if (!level.filled)
    out_.append(level.below_key ? " " : "").append(empty).append("\n");
}

void YamlWriter::key(std::string_view name) {
  begin_line();
  out_.append(yaml_line(name, style_)).append(":");
}

void YamlWriter::text(std::string_view text) {
  const bool outermost = levels_.empty();
  const std::size_t indentation = begin_value();
  out_.append(outermost ? "" : " ");
  out_.append(yaml_scalar(text, indentation, style_)).append("\n");
}

void YamlWriter::word(std::string_view word) {
  const bool outermost = levels_.empty();
  (void)begin_value();
  out_.append(outermost ? "" : " ").append(word).append("\n");
}

} // namespace orrery::config
