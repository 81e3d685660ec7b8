#include "test/check/break.hpp"

#include "cmd/views/check/differences.hpp"

namespace orrery::test {

void expect_said(const Break& broken) {
  check::Observed observed = good_observed();
  broken.change(observed);
  const check::Differences found = check::differences(observed);
  std::vector<std::vector<std::string>> said;
  for (const check::Difference& difference : found) {
    said.push_back({difference.entity, difference.records, difference.found});
    EXPECT_FALSE(difference.remedy.empty());
    EXPECT_EQ(difference.patience, broken.patience);
  }
  EXPECT_EQ(said, broken.said);
}

} // namespace orrery::test
