#pragma once

#include "cmd/views/check/difference.hpp"

namespace orrery::check {

/// Verdict of a look: what is wrong, and what only has not come to rest yet.
struct Verdict {
  Differences faults;
  Differences in_motion;
};

/// Returns those of `earlier` that a later look shows, too, word for word; sorted.
[[nodiscard]] Differences unchanged(Differences earlier, Differences later);
/// Judges what has not changed for as long as anybody's next step may take.
/// @param quiet whether nothing at all was under way at the last look.
[[nodiscard]] Verdict judge(const Differences& lasting, bool quiet);

} // namespace orrery::check
