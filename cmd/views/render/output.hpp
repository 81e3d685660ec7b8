#pragma once

#include <string>

namespace orrery::render {

/// Output of a verb that shows something.
struct Output {
  std::string out;
  std::string err;
  int code = 0; ///< 0, or 1 if something that was asked for is not there.
  bool operator==(const Output&) const = default;
};

} // namespace orrery::render
