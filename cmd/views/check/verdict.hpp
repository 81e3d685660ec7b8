#pragma once

#include "cmd/views/check/difference.hpp"

namespace orrery::check {

/// Verdict of a look: what is wrong, and what only has not come to rest yet.
struct Verdict {
  Differences faults;
  Differences in_motion;
};

/// Returns those of `earlier` that a later look shows, too, word for word; sorted, with remedies of
/// the later look. A remedy is not compared, because it may tell of more than the two that differ:
/// of a hook that runs just then.
[[nodiscard]] Differences unchanged(Differences earlier, Differences later);
/// Judges what has not changed for as long as anybody's next step may take.
/// @param quiet whether nothing at all was under way at the last look.
[[nodiscard]] Verdict judge(const Differences& lasting, bool quiet);

} // namespace orrery::check
