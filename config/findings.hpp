#pragma once

#include "config/error.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace orrery::config {

/// One thing that a charm's files give cause to say, and where.
struct Finding {
  enum class Kind : std::uint8_t {
    Wrong,   ///< The charm cannot be taken.
    Unmet,   ///< Why it cannot run here, a sentence: `it needs Juju 9.0 (min-juju-version), ...`.
    Lacking, ///< What it declares and does not get here: `resource "data"`.
    Warning, ///< Taken all the same.
  };
  Kind kind = Kind::Wrong;
  Error error;
};

/// Collects what is found while a charm is read to its end, in the order of reading: its first
/// wrong one is what a reading that stops there would have said.
class Findings {
public:
  void wrong(Error error) { add(Finding::Kind::Wrong, std::move(error)); }
  void unmet(Error error) { add(Finding::Kind::Unmet, std::move(error)); }
  void lacking(Error error) { add(Finding::Kind::Lacking, std::move(error)); }
  void warn(Error error) { add(Finding::Kind::Warning, std::move(error)); }

  /// Notes why a part could not be read. @returns whether it was read.
  template <class T>
  bool take(const Result<T>& part) {
    if (!part)
      wrong(part.error());
    return part.has_value();
  }

  [[nodiscard]] const std::vector<Finding>& all() const { return all_; }

private:
  void add(Finding::Kind kind, Error error) { all_.push_back({kind, std::move(error)}); }

  std::vector<Finding> all_;
};

} // namespace orrery::config
