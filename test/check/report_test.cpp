#include "cmd/views/check/report.hpp"
#include "cmd/views/render/json.hpp"
#include "test/check/observed.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace orrery::check {
namespace {

Report clean() {
  Report report;
  const Observed observed = test::good_observed();
  report.sequence = observed.contents.sequence;
  report.counts = count(observed);
  return report;
}

Report faulty() {
  Report report = clean();
  report.broken = {"application db counts 5 units, but has 0"};
  report.verdict.faults = {{"unit a/0", "alive", "gone\n", "bring it back", Patience::Short}};
  report.verdict.in_motion = {{"unit b/0", "alive", "going", "wait", Patience::Known}};
  return report;
}

TEST(Report, says_what_was_counted_when_nothing_is_wrong) {
  EXPECT_EQ(to_text(clean()),
            "all invariants hold, and notes, processes and directories agree: 3 applications, 3 "
            "units, 2 machines, 3 relations, notes of 3 units, 1 keeper, 2 instances at seq=7\n");
  Report records = clean();
  records.records_only = true;
  EXPECT_EQ(to_text(records),
            "all invariants hold: 3 applications, 3 units, 2 machines, 3 relations at seq=7\n");
}

TEST(Report, tells_faults_and_what_is_in_motion_apart) {
  EXPECT_EQ(to_text(faulty()), "application db counts 5 units, but has 0\n"
                               "unit a/0\n"
                               "  records: alive\n"
                               "  found:   gone\\n\n"
                               "  remedy:  bring it back\n"
                               "in motion: unit b/0: alive; going\n");
  EXPECT_FALSE(faulty().is_clean());
  Report moving = faulty();
  moving.broken.clear();
  moving.verdict.faults.clear();
  EXPECT_TRUE(moving.is_clean());
}

TEST(Report, is_the_same_as_json) {
  const auto json = nlohmann::json::parse(render::to_json(to_document(faulty())));
  EXPECT_EQ(json["sequence"], 7);
  EXPECT_EQ(json["checked"]["units"], 3);
  EXPECT_EQ(json["checked"]["keepers"], 1);
  EXPECT_EQ(json["broken-invariants"][0], "application db counts 5 units, but has 0");
  EXPECT_EQ(json["differences"], nlohmann::json::array({{{"entity", "unit a/0"},
                                                         {"records", "alive"},
                                                         {"found", "gone\n"},
                                                         {"remedy", "bring it back"}}}));
  EXPECT_EQ(json["in-motion"][0]["entity"], "unit b/0");
  const auto empty = nlohmann::json::parse(render::to_json(to_document(clean())));
  EXPECT_TRUE(empty["differences"].empty());
}

} // namespace
} // namespace orrery::check
