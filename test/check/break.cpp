#include "test/check/break.hpp"

#include "cmd/views/check/differences.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace orrery::test {

namespace {

/// Every remedy by words of it, and where it is followed word by word until nothing is wrong any
/// more (test/end_to_end), or why it is not. A finding with another remedy fails without a row.
constexpr std::array<std::string_view, 17> known_remedies{
  "orrery retry-provisioning",                   // test_remedies.py, test_lost_machines.py
  "is released",                                 // test_remedies.py: a machine in the making
  "remove the directory once nothing in it",     // test_remedies.py
  "restart orrery serve, then orrery exec",      // test_remedies.py
  "kill what runs below process",                // test_remedies.py
  "kill -9 ",                                    // test_remedies.py
  "restore the data directory from a backup",    // test_remedies.py
  "serve: it is released then",                  // test_remedies.py
  "recalls it then and deletes its notes",       // test_remedies.py: a start mends notes
  "serve: it is deployed then",                  // test_remedies.py: a start mends notes
  "serve: it deletes notes that belong to",      // test_remedies.py: a start mends notes
  "serve: the unit's hooks run from install",    // test_remedies.py: a start mends notes
  "serve: its agent looks at all relations",     // test_remedies.py: a start mends notes
  "serve: the hook counts as failed and runs",   // test_kills.py: a kill in a hook
  "serve: its agent forgets the relation then",  // not tried: no tool writes such notes
  "serve: the agent begins anew from its notes", // not tried: no tool writes such notes
  " recalls it then",                            // not tried: no tool writes such notes
};

bool is_known(const std::string& remedy) {
  return std::any_of(known_remedies.begin(), known_remedies.end(), [&](std::string_view words) {
    return remedy.find(words) != std::string::npos;
  });
}

} // namespace

void expect_said(const Break& broken) {
  check::Observed observed = good_observed();
  broken.change(observed);
  const check::Differences found = check::differences(observed);
  std::vector<std::vector<std::string>> said;
  for (const check::Difference& difference : found) {
    said.push_back({difference.entity, difference.records, difference.found});
    EXPECT_TRUE(is_known(difference.remedy)) << difference.remedy;
    EXPECT_EQ(difference.patience, broken.patience);
  }
  EXPECT_EQ(said, broken.said);
}

} // namespace orrery::test
