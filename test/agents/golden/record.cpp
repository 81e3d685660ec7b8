#include "test/agents/golden/record.hpp"

#include <fmt/format.h>

#include <utility>

namespace orrery::test::golden {

void Record::begin_chapter(std::string title) {
  titles_.push_back(std::move(title));
}

void Record::add(const std::string& owner, Column column, std::string line) {
  std::vector<Chapter>& chapters = sections_[owner];
  if (chapters.empty() || chapters.back().number != titles_.size())
    chapters.push_back({titles_.size(), {}});
  chapters.back().lines[column].push_back(std::move(line));
}

/// Leaves out where an agent that rested begins, finds nothing to do and rests again: how many
/// hints come depends on the order of messages.
std::vector<std::string> Record::without_naps(const std::vector<std::string>& lines) {
  std::vector<std::string> kept;
  for (const std::string& line : lines) {
    kept.push_back(line);
    const std::size_t count = kept.size();
    if (line == rests && count > 3 && kept[count - 2].starts_with("provider: hooks ")
        && kept[count - 3] == begins && kept[count - 4] == rests)
      kept.resize(count - 3);
  }
  return kept;
}

std::string Record::text() const {
  const std::map<Column, const char*> words{{Column::Step, ""},
                                            {Column::Aside, "aside "},
                                            {Column::Report, "report "},
                                            {Column::Log, "log "}};
  std::string text;
  for (const auto& [owner, chapters] : sections_) {
    text += "\n" + owner + "\n";
    for (const Chapter& chapter : chapters) {
      text += fmt::format("  -- {}. {}\n", chapter.number,
                          chapter.number == 0 ? "the model begins" : titles_[chapter.number - 1]);
      for (const auto& [column, lines] : chapter.lines)
        for (const std::string& line : without_naps(lines))
          text += fmt::format("  {}{}\n", words.at(column), line);
    }
  }
  return text;
}

} // namespace orrery::test::golden
