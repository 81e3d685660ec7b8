#include "cmd/views/render/selector.hpp"
#include "cmd/views/render/status.hpp"
#include "test/render/sample_model.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace {

using orrery::render::fits;
using orrery::render::Output;
using orrery::render::StatusFormat;
using orrery::render::StatusOptions;
using orrery::test::SampleModel;

SampleModel shop() {
  SampleModel model;
  model.machine(0)
    .machine(1)
    .machine(2)
    .application("db")
    .application("web")
    .application("bare")
    .subordinate("log");
  model.unit("db/0", 0)
    .unit("db/1", 1)
    .unit("web/0", 1)
    .unit_below("log/0", "db/0")
    .unit_below("log/1", "web/0");
  return model.workload("db/1", "blocked")
    .workload("log/1", "error")
    .relation(3, "web:db", "db:server", "sql");
}

Output
shown(const SampleModel& model, const std::vector<std::string>& selectors, StatusFormat format) {
  StatusOptions options;
  options.format = format;
  options.relations = true;
  options.selectors = selectors;
  return orrery::render::status(model.contents, options);
}

/// Names of the units that are shown, in their order.
std::string units(const std::vector<std::string>& selectors) {
  const std::string out = shown(shop(), selectors, StatusFormat::Short).out;
  std::string names;
  for (std::size_t at = out.find("- "); at != std::string::npos; at = out.find("- ", at + 1))
    names.append(names.empty() ? "" : " ").append(out, at + 2, out.find(':', at) - at - 2);
  return names;
}

TEST(Selector, a_unit_brings_its_subordinates) {
  EXPECT_EQ(units({"db/0"}), "db/0 log/0");
  EXPECT_EQ(units({"db/*"}), "db/0 log/0 db/1");
}

TEST(Selector, leader_stands_for_the_unit_that_leads) {
  SampleModel model = shop();
  EXPECT_EQ(shown(model, {"db/leader"}, StatusFormat::Short).err,
            "Nothing matched specified filter.\n");
  model.contents.applications["db"].leader = "db/1";
  const std::string out = shown(model, {"db/leader"}, StatusFormat::Short).out;
  EXPECT_NE(out.find("- db/1:"), std::string::npos) << out;
  EXPECT_EQ(out.find("- db/0:"), std::string::npos) << out;
}

TEST(Selector, a_subordinate_brings_its_principal_only) {
  EXPECT_EQ(units({"log/1"}), "web/0 log/1");
  EXPECT_EQ(units({"log"}), "db/0 log/0 web/0 log/1");
}

TEST(Selector, an_application_or_machine_brings_its_units) {
  EXPECT_EQ(units({"web"}), "web/0 log/1");
  EXPECT_EQ(units({"w*"}), "web/0 log/1");
  EXPECT_EQ(units({"1"}), "db/1 web/0 log/1");
}

TEST(Selector, a_status_word_brings_the_units_in_it) {
  EXPECT_EQ(units({"blocked"}), "db/1");
  EXPECT_EQ(units({"error"}), "web/0 log/1");
  EXPECT_EQ(units({"error", "blocked"}), "db/1 web/0 log/1");
}

TEST(Selector, shows_only_what_belongs_to_what_was_chosen) {
  const std::string out = shown(shop(), {"db/0"}, StatusFormat::Tabular).out;
  EXPECT_NE(out.find("\ndb "), std::string::npos);
  EXPECT_NE(out.find("\nlog "), std::string::npos);
  EXPECT_NE(out.find("\n0 "), std::string::npos);
  EXPECT_NE(out.find("\ndb:server "), std::string::npos);
  EXPECT_EQ(out.find("\nweb "), std::string::npos);
  EXPECT_EQ(out.find("\n1 "), std::string::npos);
}

/// Name, status and scale of an application, as its line has them.
std::string line_of(const std::string& application, const std::vector<std::string>& selectors) {
  const SampleModel model = shop().agent("db/1", "failed");
  const std::string out = shown(model, selectors, StatusFormat::Tabular).out;
  std::istringstream line(out.substr(out.find("\n" + application + " ") + 1));
  std::string name, status, scale;
  line >> name >> status >> scale;
  return name + " " + status + " " + scale;
}

TEST(Selector, an_application_counts_the_units_that_are_shown) {
  EXPECT_EQ(line_of("db", {}), "db blocked 1/2");
  EXPECT_EQ(line_of("db", {"db/0"}), "db active 1");
  EXPECT_EQ(line_of("db", {"db/1"}), "db blocked 0/1");
  EXPECT_EQ(line_of("log", {}), "log error 2");
  EXPECT_EQ(line_of("log", {"log/0"}), "log active 1");
  EXPECT_EQ(line_of("log", {"web/0"}), "log error 1");
}

TEST(Selector, a_word_that_is_no_status_is_a_name_only) {
  SampleModel model = shop();
  model.workload("db/1", "bored");
  EXPECT_EQ(shown(model, {"bored"}, StatusFormat::Short).err,
            "Nothing matched specified filter.\n");
}

TEST(Selector, an_application_or_machine_without_units_can_be_chosen) {
  const std::string out = shown(shop(), {"bare", "2"}, StatusFormat::Tabular).out;
  EXPECT_NE(out.find("\nbare "), std::string::npos);
  EXPECT_NE(out.find("\n2 "), std::string::npos);
  EXPECT_EQ(out.find("\ndb "), std::string::npos);
  EXPECT_NE(shown(shop(), {"unknown"}, StatusFormat::Tabular).out.find("\nbare "),
            std::string::npos);
}

TEST(Selector, that_hits_nothing_says_so) {
  const Output output = shown(shop(), {"nobody", "db/9", "77"}, StatusFormat::Short);
  EXPECT_EQ(output, (Output{"", "Nothing matched specified filter.\n", 0}));
}

TEST(Selector, with_characters_of_no_name_is_refused) {
  const Output output = shown(shop(), {"db", "DB\x1b"}, StatusFormat::Short);
  EXPECT_EQ(output.out, "");
  EXPECT_EQ(output.code, 1);
  EXPECT_EQ(
    output.err,
    "ERROR pattern \"DB\\x1b\" contains invalid characters: use the name of an application, unit "
    "or machine, with * and ?, or a status word\n");
  EXPECT_EQ(shown(shop(), {""}, StatusFormat::Short).code, 1);
}

TEST(Selector, patterns_fit_as_in_a_shell) {
  EXPECT_TRUE(fits("*", "db"));
  EXPECT_TRUE(fits("d*b", "db"));
  EXPECT_TRUE(fits("*/1?", "web/10"));
  EXPECT_TRUE(fits("a*b*c", "aXbXbXc"));
  EXPECT_FALSE(fits("*", "db/0"));
  EXPECT_FALSE(fits("d?", "d"));
  EXPECT_FALSE(fits("", "d"));
  EXPECT_FALSE(fits(std::string(40, '*') + "x", std::string(5'000, 'a')));
}

} // namespace
