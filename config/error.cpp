#include "config/error.hpp"

namespace orrery::config {

std::string Error::text() const {
  std::string result = file;
  if (line > 0) {
    result.append(1, ':').append(std::to_string(line));
    if (column > 0)
      result.append(1, ':').append(std::to_string(column));
  }
  if (!result.empty() && !what.empty())
    result += ": ";
  result += what;
  if (!remedy.empty())
    result.append(": ").append(remedy);
  return result;
}

} // namespace orrery::config
