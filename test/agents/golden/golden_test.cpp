// What agents do in a life from beginning to end, beside what they did before. A life that reads
// otherwise is either a mistake, or a change that its commit gives a reason for
// (docs/developers/testing.md).
#include "test/agents/golden/lives.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace orrery::test::golden {

namespace {

constexpr std::uint64_t orders = 12; ///< In so many orders of messages a life must read the same.

struct Played {
  std::string text;
  std::vector<std::string> found_wrong;
};

Played play(const Life& life, std::uint64_t seed) {
  RecordedWorld world(seed, life.idle_agents);
  life.play(world);
  std::string text = fmt::format("{}\n{}", life.title, world.record());
  return {std::move(text), world.found_wrong()};
}

std::filesystem::path file_of(const Life& life) {
  return std::filesystem::path(GOLDEN_LIVES) / (life.name + ".txt");
}

std::string content_of(const std::filesystem::path& file) {
  std::ostringstream content;
  content << std::ifstream(file).rdbuf();
  return content.str();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  return lines;
}

/// The section and the chapter that a line stands in.
std::string place_of(const std::vector<std::string>& lines, std::size_t index) {
  std::string section;
  std::string chapter;
  for (std::size_t i = 0; i < std::min(index, lines.size()); ++i) {
    if (!lines[i].empty() && lines[i].front() != ' ')
      section = lines[i];
    if (lines[i].starts_with("  -- "))
      chapter = lines[i].substr(2);
  }
  return section + " " + chapter;
}

/// The first lines that differ, with some that follow; empty where none does.
std::string difference(const std::string& was, const std::string& is) {
  const std::vector<std::string> before = lines_of(was);
  const std::vector<std::string> after = lines_of(is);
  std::size_t first = 0;
  while (first < before.size() && first < after.size() && before[first] == after[first])
    ++first;
  if (first == before.size() && first == after.size())
    return "";
  constexpr std::size_t shown = 5;
  std::string text = fmt::format("line {}, {}\n", first + 1, place_of(before, first));
  for (std::size_t i = first; i < std::min(first + shown, before.size()); ++i)
    text += "  - " + before[i] + "\n";
  for (std::size_t i = first; i < std::min(first + shown, after.size()); ++i)
    text += "  + " + after[i] + "\n";
  return text;
}

class GoldenLives : public testing::TestWithParam<Life> {};

} // namespace

TEST_P(GoldenLives, reads_as_it_did) {
  const Life& life = GetParam();
  const Played played = play(life, 1);
  EXPECT_EQ(played.found_wrong, std::vector<std::string>{});
  if (std::getenv("ORRERY_WRITE_GOLDEN") != nullptr)
    std::ofstream(file_of(life)) << played.text;
  const std::string differs = difference(content_of(file_of(life)), played.text);
  EXPECT_TRUE(differs.empty())
    << file_of(life).filename().string() << ", " << differs
    << "Agents do something else than before (-: before, +: now). If that is meant, write the "
       "lives\n"
       "anew with ORRERY_WRITE_GOLDEN=1, read each changed line, and say in the commit why it may\n"
       "change: notes are read by later programs, and hooks are seen by charms.";
}

/// A life is changed only by an agent that does something else, not by how many messages it takes.
TEST_P(GoldenLives, L10_reads_the_same_in_whatever_order_messages_come) {
  const Played first = play(GetParam(), 1);
  for (std::uint64_t seed = 2; seed <= orders; ++seed) {
    const Played other = play(GetParam(), seed);
    const std::string differs = difference(first.text, other.text);
    EXPECT_TRUE(differs.empty()) << "seed " << seed << ", " << differs;
    EXPECT_EQ(other.found_wrong, std::vector<std::string>{}) << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Life, GoldenLives, testing::ValuesIn(lives()), [](const auto& life) {
  return life.param.name;
});

/// A file of which no life is left would never be read again.
TEST(GoldenFiles, each_file_has_its_life) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(GOLDEN_LIVES))
    files += entry.path().extension() == ".txt" ? 1 : 0;
  EXPECT_EQ(files, lives().size());
}

} // namespace orrery::test::golden
