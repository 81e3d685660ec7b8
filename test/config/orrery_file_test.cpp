#include "config/charm.hpp"
#include "config/orrery_file.hpp"
#include "test/config/sample_directory.hpp"

#include <gtest/gtest.h>

namespace orrery::config {

namespace {

/// When units restart, as a charm with this orrery.yaml says it; the error below its directory.
Result<RestartUnits> restart_units_in(const std::string& text, std::string* error = nullptr) {
  const test::SampleDirectory files;
  files.write("orrery.yaml", text);
  const auto read = load_orrery_file(OpenedDirectory::named(files.path()));
  if (read)
    return read->restart_units;
  if (error != nullptr)
    *error = files.local(read.error().text());
  return tl::unexpected(read.error());
}

std::string fault_of_file(const std::string& text) {
  std::string error = "no error";
  (void)restart_units_in(text, &error);
  return error;
}

} // namespace

TEST(OrreryFile, W10_says_when_units_restart) {
  EXPECT_EQ(restart_units_in("restart-units: never\n"), RestartUnits::Never);
  EXPECT_EQ(restart_units_in("restart-units: on-failure\n"), RestartUnits::OnFailure);
  EXPECT_EQ(restart_units_in("restart-units: always\n"), RestartUnits::Always);
  EXPECT_EQ(restart_units_in("{}\n"), RestartUnits::OnFailure);
}

TEST(OrreryFile, a_charm_without_one_has_the_defaults) {
  const test::SampleDirectory files;
  const auto read = load_orrery_file(OpenedDirectory::named(files.path()));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->restart_units, RestartUnits::OnFailure);
}

TEST(OrreryFile, what_is_wrong_is_named_with_its_place) {
  EXPECT_EQ(fault_of_file("restart-units: sometimes\n"),
            "orrery.yaml:1:16: expected when units restart, found \"sometimes\": write one of "
            "restart-units: never, on-failure, always");
  EXPECT_EQ(fault_of_file("restart-unit: never\n"),
            "orrery.yaml:1:1: orrery.yaml has no key \"restart-unit\": did you mean "
            "restart-units?");
}

TEST(OrreryFile, a_charm_with_a_wrong_one_is_not_deployed) {
  const test::SampleDirectory files;
  files.write("metadata.yaml", "name: web\n");
  files.write("orrery.yaml", "restart-units: [never]\n");
  const auto charm = load_charm(files.path());
  ASSERT_FALSE(charm);
  EXPECT_NE(charm.error().text().find("orrery.yaml:1:16"), std::string::npos);
}

} // namespace orrery::config
