#include "cmd/views/explain/sections.hpp"

namespace orrery::explain {

std::string text_of(const std::string& title, const Sections& sections) {
  std::string text = title + "\n";
  for (const auto& [name, lines] : sections)
    if (!lines->empty()) {
      text += "  " + name + ":\n";
      for (const std::string& line : *lines)
        text += "    " + line + "\n";
    }
  return text;
}

void add_sections(render::Document& document, const Sections& sections) {
  for (const auto& [name, lines] : sections) {
    auto list = render::Document::list();
    for (const std::string& line : *lines)
      list.push(line);
    document.add(name, std::move(list));
  }
}

} // namespace orrery::explain
