#pragma once

#include "cmd/simulate/simulation.hpp"

#include <chrono>
#include <string>

namespace orrery::simulate {

/// Report of some runs, for people.
class Report {
public:
  void add(const Outcome& outcome, std::chrono::nanoseconds took);

  /// One run: its digest, and what it found with the command that plays it again.
  [[nodiscard]] static std::string line(const Outcome& outcome, std::chrono::nanoseconds took);
  /// All of them.
  [[nodiscard]] std::string summary() const;
  /// How often each step of a life and each command came, in peace and after each trouble; then
  /// what never did.
  [[nodiscard]] std::string coverage() const;
  [[nodiscard]] std::uint64_t failed() const { return failed_; }

private:
  std::uint64_t runs_ = 0;
  std::uint64_t failed_ = 0;
  Outcome total_;
  std::chrono::nanoseconds took_{0};
};

} // namespace orrery::simulate
