#include "test/crash/tally.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

// The file: a line that names the scenario, then for each point
//
//     COMMIT PHASE RECOVERIES FAILURES
//
// and a line `! TEXT` for each failure.
namespace orrery::test {

Tally::Tally(std::filesystem::path file, std::string scenario)
  : file_(std::move(file)), scenario_(std::move(scenario)) {
  if (!file_.empty())
    read();
}

void Tally::read() {
  std::ifstream in(file_);
  std::string line;
  if (std::getline(in, line) && line == scenario_) {
    PointResult* last = nullptr;
    while (std::getline(in, line) && !in.eof()) { // a line that was cut off counts for nothing
      if (line.starts_with("! ") && last != nullptr) {
        last->failures.push_back(line.substr(2));
        continue;
      }
      PointResult result;
      int phase = 0;
      std::istringstream words(line);
      if (!(words >> result.point.commit >> phase >> result.recoveries))
        break;
      result.point.phase = static_cast<Phase>(phase);
      last = &(results_[{result.point.commit, result.point.phase}] = result);
    }
    return;
  }
  std::ofstream(file_, std::ios::trunc) << scenario_ << "\n";
}

bool Tally::has(const CrashPoint& point) const {
  return results_.contains({point.commit, point.phase});
}

void Tally::add(PointResult result) {
  if (!file_.empty())
    append(result);
  const auto key = std::pair(result.point.commit, result.point.phase);
  results_[key] = std::move(result);
}

void Tally::take(const Tally& other) {
  results_.insert(other.results_.begin(), other.results_.end());
}

void Tally::append(const PointResult& result) const {
  std::string text = fmt::format("{} {} {}\n", result.point.commit,
                                 static_cast<int>(result.point.phase), result.recoveries);
  for (std::string failure : result.failures) {
    for (char& byte : failure)
      byte = byte == '\n' ? '|' : byte;
    text += "! " + failure + "\n";
  }
  std::ofstream(file_, std::ios::app) << text << std::flush;
}

std::size_t Tally::recoveries() const {
  std::size_t sum = 0;
  for (const auto& [key, result] : results_)
    sum += result.recoveries;
  return sum;
}

std::size_t Tally::failures() const {
  std::size_t sum = 0;
  for (const auto& [key, result] : results_)
    sum += result.failures.size();
  return sum;
}

std::string Tally::table() const {
  std::string text =
    fmt::format("{:<26}{:>8}{:>12}{:>8}\n", "crash", "commits", "recoveries", "failed");
  for (const Phase phase : {Phase::BeforeWrite, Phase::Written, Phase::Synced}) {
    std::size_t points = 0;
    std::size_t recovered = 0;
    std::size_t failed = 0;
    for (const auto& [key, result] : results_)
      if (key.second == phase) {
        ++points;
        recovered += result.recoveries;
        failed += result.failures.size();
      }
    text += fmt::format("{:<26}{:>8}{:>12}{:>8}\n", to_string(phase), points, recovered, failed);
  }
  text += fmt::format("{:<26}{:>8}{:>12}{:>8}\n", "all", "", recoveries(), failures());
  for (const auto& [key, result] : results_)
    for (const std::string& failure : result.failures)
      text += fmt::format("commit {}, {}: {}\n", key.first, to_string(key.second), failure);
  return text;
}

} // namespace orrery::test
