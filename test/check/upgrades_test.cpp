// Units whose files are not of their application's charm (P24, P30).
#include "cmd/views/check/differences.hpp"
#include "test/check/break.hpp"

#include <gtest/gtest.h>

namespace orrery::check {
namespace {

TEST(UpgradeDifferences, P24_a_unit_that_rests_with_older_files_is_named) {
  for (const bool is_noted : {false, true}) {
    Observed observed = test::good_observed();
    observed.contents.applications["mysql"].charm = "local:mysql-2";
    if (is_noted)
      observed.notes.units["mysql/0"].charm = "local:mysql-1";
    const Differences found = differences(observed);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].entity, "unit mysql/0");
    EXPECT_EQ(found[0].records, "charm local:mysql-2");
    EXPECT_EQ(found[0].found, "its agent's notes say that it has the files of local:mysql-1");
  }
}

TEST(UpgradeDifferences, P30_what_a_conflict_keeps_waiting_is_no_difference) {
  Observed observed = test::good_observed();
  observed.contents.applications["mysql"].charm = "local:mysql-2";
  observed.contents.applications["mysql"].config_version = 5;
  observed.contents.bags[{1, "wordpress/0"}].version = 9;
  observed.contents.units["mysql/0"].charm = "local:mysql-2";
  observed.contents.statuses["mysql/0"].workflow = "upgrade-error";
  agents::UnitNotes& local = observed.notes.units["mysql/0"];
  local.charm = "local:mysql-1";
  local.upgrade = "local:mysql-2";
  local.conflict = "the disk is full";
  EXPECT_EQ(differences(observed), Differences{});
}

} // namespace
} // namespace orrery::check
