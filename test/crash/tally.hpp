#pragma once

#include "test/crash/wreck.hpp"

#include <array>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace orrery::test {

/// Recoveries of one crash point.
struct PointResult {
  CrashPoint point;
  std::size_t recoveries = 0;
  std::vector<std::string> failures; ///< `CUT: what went wrong`, one line each.
};

/// What a sweep has found so far, in a file to which each point is added when it is done: a sweep
/// that is begun again goes on behind it.
class Tally {
public:
  /// @param file empty: none is kept. One of another scenario is begun anew.
  Tally(std::filesystem::path file, std::string scenario);
  [[nodiscard]] bool has(const CrashPoint& point) const;
  void add(PointResult result);
  /// Adds what another has found, to no file.
  void take(const Tally& other);
  [[nodiscard]] std::size_t recoveries() const;
  [[nodiscard]] std::size_t failures() const;
  /// Points, recoveries and failures by phase.
  [[nodiscard]] std::string table() const;

private:
  void read();
  void append(const PointResult& result) const;

  std::filesystem::path file_;
  std::string scenario_;
  std::map<std::pair<std::size_t, Phase>, PointResult> results_;
};

} // namespace orrery::test
