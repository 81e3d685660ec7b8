#include "cmd/views/check/verdict.hpp"

#include <algorithm>
#include <iterator>

namespace orrery::check {

Differences unchanged(Differences earlier, Differences later) {
  std::sort(earlier.begin(), earlier.end());
  std::sort(later.begin(), later.end());
  Differences both;
  std::set_intersection(earlier.begin(), earlier.end(), later.begin(), later.end(),
                        std::back_inserter(both));
  return both;
}

Verdict judge(const Differences& lasting, bool quiet) {
  Verdict verdict;
  for (const Difference& difference : lasting) {
    const bool may_pass = difference.patience == Patience::Known
                          || (difference.patience == Patience::Settled && !quiet);
    (may_pass ? verdict.in_motion : verdict.faults).push_back(difference);
  }
  return verdict;
}

} // namespace orrery::check
