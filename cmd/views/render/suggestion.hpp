#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace orrery::cmd {

/// The candidate that `word` was probably meant to be: one that is spelled nearly so, or that
/// begins so; empty if there is none.
[[nodiscard]] std::string nearest(std::string_view word,
                                  const std::vector<std::string>& candidates);
/// `; did you mean "X"?`, or nothing if no candidate is near.
[[nodiscard]] std::string nearest_hint(std::string_view word,
                                       const std::vector<std::string>& candidates);

/// Suggests a word of a short list, which is told whole if nothing is near: `: write A, B or C`.
[[nodiscard]] std::string nearest_or_all(std::string_view word,
                                         const std::vector<std::string>& candidates);

} // namespace orrery::cmd
