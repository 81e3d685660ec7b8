#pragma once

#include "test/model/trace_recorder.hpp"

#include <filesystem>

namespace orrery::test {

/// A program that build_checker makes of docs/model/lives.pml; a variable of the environment names
/// it. Traces lie in a directory of its own below the temporary one, which goes with it unless a
/// trace is to be kept.
class TraceChecker {
public:
  explicit TraceChecker(const char* variable = "ORRERY_TRACE_CHECKER");
  ~TraceChecker();
  TraceChecker(const TraceChecker&) = delete;
  TraceChecker& operator=(const TraceChecker&) = delete;

  /// @returns `accepted: 63 of 63 lines`, `rejected: 21 of 63 lines`, or all that it says of an
  /// error.
  [[nodiscard]] std::string check(const std::vector<TraceEvent>& events);
  /// Keeps the trace that was checked last. @returns its file
  std::filesystem::path keep_last();

private:
  std::string program_;
  std::filesystem::path directory_;
  std::filesystem::path last_;
  int checked_ = 0;
  bool kept_ = false;
};

} // namespace orrery::test
