#include "cmd/console/script.hpp"

#include "cmd/client/terminal_text.hpp"
#include "cmd/console/shown_words.hpp"
#include "cmd/views/render/escape.hpp"

#include <algorithm>

namespace orrery::cmd::console {

std::string Word::literal() const {
  std::string text;
  for (const auto& piece : pieces) {
    if (piece.variable)
      return {};
    text += piece.text;
  }
  return text;
}

std::string Word::variable() const {
  return pieces.size() == 1 && pieces[0].variable && !quoted ? pieces[0].text : std::string{};
}

std::string describe(const Source& source, const Position& at, std::string_view text) {
  std::size_t from = 0;
  for (std::size_t line = 1; line < at.line && from < source.text.size(); ++line)
    from = std::min(source.text.find('\n', from), source.text.size() - 1) + 1;
  const auto to = std::min(source.text.find('\n', from), source.text.size());
  auto line = source.text.substr(from, to - from);
  if (may_give_secrets(line))
    return source.name + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": "
           + one_line(text) + "\n";
  auto column = std::min(at.column, line.size() + 1);
  // A long line is shown from shortly before the column on.
  constexpr std::size_t shown_max = 160;
  if (line.size() > shown_max) {
    const auto skip = column > shown_max / 2 ? column - shown_max / 2 : 0;
    line = line.substr(skip, shown_max);
    column -= skip;
  }
  // What stands before the caret keeps its width, whatever bytes it is made of.
  std::replace(line.begin(), line.end(), '\t', ' ');
  const auto before = render::escaped(line.substr(0, column - 1));
  const auto place =
    source.name + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": ";
  return place + one_line(text) + "\n  " + before + render::escaped(line.substr(column - 1))
         + "\n  " + std::string(render::width(before), ' ') + "^\n";
}

} // namespace orrery::cmd::console
