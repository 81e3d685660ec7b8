#include "cmd/views/check/verdict.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace orrery::check {

namespace {

bool is_before(const Difference& one, const Difference& other) {
  return std::tie(one.entity, one.records, one.found)
         < std::tie(other.entity, other.records, other.found);
}

} // namespace

Differences unchanged(Differences earlier, Differences later) {
  std::sort(earlier.begin(), earlier.end());
  std::sort(later.begin(), later.end());
  Differences both; // of the later ones
  std::set_intersection(later.begin(), later.end(), earlier.begin(), earlier.end(),
                        std::back_inserter(both), is_before);
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
