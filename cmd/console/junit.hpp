#pragma once

#include "cmd/console/record.hpp"

namespace orrery::cmd::console {

/// A JUnit file: a testcase for each assert, expect and wait, and for each command that failed. It
/// is whole after every command, so that it tells of a script whose orchestrator was lost as well.
class Junit {
public:
  [[nodiscard]] static tl::expected<Junit, std::string> open(const std::filesystem::path& path);
  void take(const Record& record);
  [[nodiscard]] const std::string& trouble() const { return file_.trouble(); }

private:
  explicit Junit(RecordFile file) : file_{std::move(file)} {}
  void write(const std::string& testcase);
  [[nodiscard]] std::string head() const;

  RecordFile file_;
  std::uint64_t tests_ = 0;
  std::uint64_t failures_ = 0;
  std::chrono::milliseconds took_{0};
  std::uint64_t end_ = 0; ///< Where the next testcase goes.
};

} // namespace orrery::cmd::console
