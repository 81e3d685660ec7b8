#include "config/bundle.hpp"
#include "config/charm.hpp"
#include "test/config/sample_directory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <random>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

// The rows of docs/developers/file-keys.md, each by itself and put together.
namespace orrery::config {

namespace {

struct KeyRow {
  std::string file; ///< The section's heading.
  std::string example;
  std::string outcome; ///< The column "Orrery".
};

/// The cells of a table's row, without spaces around them.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream stream{line.substr(1)};
  for (std::string cell; std::getline(stream, cell, '|');) {
    const auto begin = cell.find_first_not_of(' ');
    const auto end = cell.find_last_not_of(' ');
    cells.push_back(begin == std::string::npos ? "" : cell.substr(begin, end - begin + 1));
  }
  return cells;
}

/// The lines between backticks.
std::string code_of(const std::string& cell) {
  std::string code;
  std::istringstream stream{cell};
  bool inside = false;
  for (std::string part; std::getline(stream, part, '`'); inside = !inside)
    if (inside)
      code += part + '\n';
  return code;
}

std::vector<KeyRow> rows() {
  const char* path = std::getenv("ORRERY_FILE_KEYS");
  std::ifstream file{path == nullptr ? "docs/developers/file-keys.md" : path};
  std::vector<KeyRow> rows;
  std::string section;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("## "))
      section = line.substr(3);
    const auto cells = line.starts_with("|") ? cells_of(line) : std::vector<std::string>{};
    if (cells.size() == 5 && cells[1].starts_with("`"))
      rows.push_back({section, code_of(cells[1]), cells[3]});
  }
  return rows;
}

std::string first_key(const std::string& text) {
  return text.substr(0, text.find(':'));
}

struct Happened {
  std::string outcome; ///< The table's word for it.
  std::string error;   ///< Where there is one.
};

Happened of_charm(const test::SampleDirectory& files) {
  const auto charm = load_charm(files.path());
  if (!charm)
    return {"refused", charm.error().text()};
  if (!charm->unmet.empty())
    return {"needs --force", charm->unmet.front()};
  if (!charm->lacking.empty())
    return {"listed", charm->lacking.front()};
  return {charm->warnings.empty() ? "taken" : "warned", ""};
}

Happened of_bundle(const std::filesystem::path& file) {
  const auto bundle = load_bundle(file);
  if (!bundle)
    return {"refused", bundle.error().text()};
  return {bundle->warnings.empty() ? "taken" : "warned", ""};
}

/// The line that each file of that name has, unless `text` has it already.
std::string line_before(const std::string& file, const std::string& text) {
  const auto has = [&](const std::string& key) {
    return ("\n" + text).find("\n" + key + ":") != std::string::npos;
  };
  if (file == "A bundle")
    return has("applications") || has("services") ? "" : "applications: {web: {charm: ./web}}\n";
  const bool is_metadata = file == "metadata.yaml" || file == "charmcraft.yaml";
  return is_metadata && !has("name") ? "name: web\n" : "";
}

/// Writes `text` into the file of that name among files that are right, and loads them.
Happened load(const std::string& file, const std::string& text) {
  const test::SampleDirectory files;
  const std::string whole = line_before(file, text) + text;
  if (file == "A bundle") {
    files.write("web/metadata.yaml", "name: web\n");
    files.write("db/metadata.yaml", "name: db\n");
    return of_bundle(files.write("bundle.yaml", whole));
  }
  if (file != "charmcraft.yaml")
    files.write("metadata.yaml", "name: web\n");
  files.write(file, whole);
  return of_charm(files);
}

/// The line that an error names, 0 if none.
int line_of(const std::string& error) {
  static const std::regex place{R"(\.yaml:(\d+):)"};
  std::smatch found;
  return std::regex_search(error, found, place) ? std::stoi(found[1]) : 0;
}

/// Rows of one file, each with another key, as one text.
struct RowsTogether {
  std::string text;
  std::string outcome = "taken"; ///< The worst of all.
  std::set<int> refused{0};      ///< Lines of what is refused; an error may be the whole file's.

  RowsTogether(const std::vector<KeyRow>& rows, int line) {
    const std::vector<std::string> worse{"taken", "warned", "listed", "needs --force", "refused"};
    const auto rank = [&](const std::string& outcome_of_row) {
      return std::find(worse.begin(), worse.end(), outcome_of_row) - worse.begin();
    };
    std::set<std::string> keys;
    for (const auto& row : rows) {
      if (!keys.insert(first_key(row.example)).second)
        continue;
      if (row.outcome == "refused")
        refused.insert(line);
      line += static_cast<int>(std::count(row.example.begin(), row.example.end(), '\n'));
      text += row.example;
      if (rank(row.outcome) > rank(outcome))
        outcome = row.outcome;
    }
  }
};

} // namespace

TEST(FileKeys, each_row_of_the_table_holds) {
  const auto all = rows();
  ASSERT_GT(all.size(), 200U);
  for (const auto& row : all) {
    const auto happened = load(row.file, row.example);
    EXPECT_EQ(happened.outcome, row.outcome) << row.file << ": " << row.example << happened.error;
  }
}

/// Rows put together mean what each means by itself: the worst outcome, and an error at its place.
TEST(FileKeys, any_rows_put_together_mean_what_each_means) {
  std::map<std::string, std::vector<KeyRow>> by_file;
  for (auto& row : rows())
    by_file[row.file].push_back(row);
  std::mt19937 random{20261127};
  for (int round = 0; round < 500; ++round) {
    auto file = by_file.begin();
    std::advance(file, random() % by_file.size());
    auto picked = file->second;
    std::shuffle(picked.begin(), picked.end(), random);
    picked.resize(std::min<std::size_t>(picked.size(), 1 + random() % 8));
    const auto text = RowsTogether{picked, 1}.text;
    const RowsTogether together{picked, line_before(file->first, text).empty() ? 1 : 2};
    const auto happened = load(file->first, text);
    EXPECT_EQ(happened.outcome, together.outcome) << file->first << ":\n" << text << happened.error;
    const bool at_its_place =
      happened.outcome != "refused" || together.refused.contains(line_of(happened.error));
    EXPECT_TRUE(at_its_place) << file->first << ":\n" << text << happened.error;
  }
}

} // namespace orrery::config
