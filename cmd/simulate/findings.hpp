#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace orrery::simulate {

/// Faults that a simulation has found, a sentence each. A test turns them into failures.
class Findings {
public:
  using Listener = std::function<void(const std::string&)>;

  /// @param listener is told each at once; empty: nobody is.
  explicit Findings(Listener listener = {}) : listener_(std::move(listener)) {}

  /// Adds a finding. Only the first of many are kept; all are told and counted.
  void add(std::string text) {
    ++count_;
    if (listener_)
      listener_(text);
    if (kept_.size() < most_kept)
      kept_.push_back(std::move(text));
  }
  [[nodiscard]] const std::vector<std::string>& kept() const { return kept_; }
  [[nodiscard]] std::size_t count() const { return count_; }

private:
  static constexpr std::size_t most_kept = 20;
  Listener listener_;
  std::vector<std::string> kept_;
  std::size_t count_ = 0;
};

} // namespace orrery::simulate
