#include "cmd/simulate/newest_charm.hpp"
#include "cmd/simulate/step.hpp"

#include <gtest/gtest.h>

/// Refreshes as a simulation's steps, and the judge of what they have come to where all rests.
namespace orrery::simulate {
namespace {

struct Resting {
  store::Contents contents;
  std::string files = "/charms/web-more";
  bool is_well = true;

  Resting() {
    store::Application web;
    web.name = "web";
    web.charm = "local:web-3";
    contents.applications["web"] = web;
    for (const char* url : {"local:web-1", "local:web-3"}) {
      store::Charm charm;
      charm.url = url;
      charm.directory = charm.url == web.charm ? "/charms/web-more" : "/charms/web";
      contents.charms[url] = charm;
    }
    store::Unit unit;
    unit.name = "web/0";
    unit.application = "web";
    unit.charm = web.charm;
    contents.units["web/0"] = unit;
  }
  [[nodiscard]] std::string found() const {
    std::string all;
    for (const std::string& text : charms_that_lag(
           contents, [this](const auto&) { return is_well; },
           [this](const auto&) { return files; }))
      all += text + "\n";
    return all;
  }
};

TEST(NewestCharm, P24_a_unit_that_stays_behind_is_found_where_it_is_well) {
  Resting resting;
  EXPECT_EQ(resting.found(), "");
  resting.contents.units["web/0"].charm = "local:web-1";
  resting.contents.applications["web"].older_charms["local:web-1"] = 1;
  resting.files = "/charms/web";
  EXPECT_EQ(resting.found(), "all rests, and web/0 has local:web-1, not local:web-3 (P24)\n");
  resting.is_well = false;
  EXPECT_EQ(resting.found(), "");
}

TEST(NewestCharm, P25_files_of_another_charm_than_the_record_s_are_found) {
  Resting resting;
  resting.files = "/charms/web";
  EXPECT_EQ(resting.found(),
            "all rests, and files of web/0 are those of /charms/web, not of local:web-3 (P25)\n");
  resting.files.clear();
  EXPECT_EQ(resting.found(), "") << "notes were lost";
}

TEST(NewestCharm, P21_a_wrong_count_of_units_with_older_charms_is_found) {
  Resting resting;
  resting.contents.applications["web"].older_charms["local:web-1"] = 2;
  EXPECT_EQ(resting.found(),
            "units of web with older charms are counted local:web-1: 2, and are none (P21)\n");
}

TEST(NewestCharm, P31_a_failing_unit_with_an_older_charm_waits_for_the_beginning_of_its_agent) {
  Resting resting;
  store::UnitStatus& status = resting.contents.statuses["web/0"];
  EXPECT_FALSE(waits_for_a_beginning(resting.contents));
  status.error.hook = store::failed_upgrade;
  EXPECT_TRUE(waits_for_a_beginning(resting.contents));
  status.error.hook = "start";
  EXPECT_FALSE(waits_for_a_beginning(resting.contents));
  resting.contents.units["web/0"].charm = "local:web-1";
  EXPECT_TRUE(waits_for_a_beginning(resting.contents));
}

TEST(Story, a_refresh_is_read_as_it_was_written) {
  for (const char* text :
       {"7 refresh web", "7 refresh web force-units", "7 refresh web force",
        "7 refresh web force-units force", "7 ask refresh web local:web-3 size=3 force-units"}) {
    const auto step = step_of(text);
    ASSERT_TRUE(step) << text;
    EXPECT_EQ(to_text(*step), text);
  }
  for (const char* wrong : {"7 refresh", "7 refresh web now", "7 ask refresh web",
                            "7 ask refresh web local:nothing-3", "7 ask refresh web local:web-x"})
    EXPECT_FALSE(step_of(wrong)) << wrong;
}

} // namespace
} // namespace orrery::simulate
