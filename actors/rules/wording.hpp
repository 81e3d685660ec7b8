#pragma once

#include <string>
#include <string_view>

namespace orrery::rules {

/// Names in a sentence: `web/0, web/1`.
template <class Names>
[[nodiscard]] std::string listed(const Names& names, std::string_view separator) {
  std::string text;
  for (const std::string& name : names) {
    if (!text.empty())
      text.append(separator);
    text.append(name);
  }
  return text;
}

} // namespace orrery::rules
