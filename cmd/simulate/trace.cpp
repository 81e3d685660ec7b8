#include "cmd/simulate/trace.hpp"

#include "cmd/views/render/json.hpp"

#include <utility>

namespace orrery::simulate {

TraceLine::TraceLine(store::Milliseconds time, std::string_view event)
  : line_("{\"time\":" + std::to_string(time)) {
  text("event", event);
}

TraceLine& TraceLine::text(std::string_view key, std::string_view value) {
  return raw(key, render::json_quoted(value));
}

TraceLine& TraceLine::number(std::string_view key, std::uint64_t value) {
  return raw(key, std::to_string(value));
}

TraceLine& TraceLine::flag(std::string_view key, bool value) {
  return raw(key, value ? "true" : "false");
}

TraceLine& TraceLine::raw(std::string_view key, std::string_view json) {
  line_ += ",\"";
  line_ += key;
  line_ += "\":";
  line_ += json;
  return *this;
}

std::string TraceLine::finish() && {
  line_ += "}\n";
  return std::move(line_);
}

void Trace::add(TraceLine line) {
  const std::string text = std::move(line).finish();
  ++lines_;
  sum_.add(text);
  if (writer_)
    writer_(text);
}

} // namespace orrery::simulate
