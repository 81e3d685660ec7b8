#pragma once

#include <tl/expected.hpp>

#include <string>

namespace orrery::config {

/// A fault of an input: where, what is wrong, and what would be right.
struct Error {
  std::string file;
  int line = 0;   ///< From 1; 0 if the whole file is meant.
  int column = 0; ///< From 1; 0 if the whole line is meant.
  std::string what;
  std::string remedy;

  /// `FILE:LINE:COLUMN: WHAT: REMEDY`, without the parts that are not known.
  [[nodiscard]] std::string text() const;
};

template <class T>
using Result = tl::expected<T, Error>;

} // namespace orrery::config
