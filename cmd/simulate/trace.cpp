#include "cmd/simulate/trace.hpp"

namespace orrery::simulate {

TraceLine::TraceLine(store::Milliseconds time, std::string_view event, std::string_view model) {
  writer_.begin_map();
  raw("time", std::to_string(time));
  if (!model.empty())
    text("model", model);
  text("event", event);
}

TraceLine& TraceLine::text(std::string_view key, std::string_view value) {
  writer_.add(key, value);
  return *this;
}

TraceLine& TraceLine::number(std::string_view key, std::uint64_t value) {
  return raw(key, std::to_string(value));
}

TraceLine& TraceLine::flag(std::string_view key, bool value) {
  writer_.add_word(key, value);
  return *this;
}

TraceLine& TraceLine::raw(std::string_view key, std::string_view json) {
  writer_.key(key);
  writer_.word(json);
  return *this;
}

const std::string& TraceLine::finish() {
  writer_.end_map();
  writer_.finish();
  return line_;
}

void Trace::add(TraceLine& line) {
  const std::string& text = line.finish();
  ++lines_;
  sum_.add(text);
  if (writer_)
    writer_(text);
}

} // namespace orrery::simulate
