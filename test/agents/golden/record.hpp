#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace orrery::test::golden {

/// A life as it is written down, by who did it and by chapter.
class Record {
public:
  /// Columns of which each has an order of its own: an agent waits for what it notes, asks and
  /// runs, but neither for what it says aside (that it leads no more, how a user's command ended),
  /// nor for its reports, nor for its log.
  enum class Column : std::uint8_t { Step, Aside, Report, Log };

  /// Lines by which agents that only looked are known.
  static constexpr const char* begins = "its agent begins";
  static constexpr const char* rests = "rests";

  void begin_chapter(std::string title);
  void add(const std::string& owner, Column column, std::string line);
  /// One section for each owner, in which chapters follow one another.
  [[nodiscard]] std::string text() const;

private:
  [[nodiscard]] static std::vector<std::string> without_naps(const std::vector<std::string>& lines);
  struct Chapter {
    std::size_t number = 0;
    std::map<Column, std::vector<std::string>> lines;
  };
  std::vector<std::string> titles_;
  std::map<std::string, std::vector<Chapter>> sections_;
};

} // namespace orrery::test::golden
