#include "cmd/verbs/machine_data.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>
#include <string>
#include <system_error>

// Data of a machine that is made again, as people are told of it.
namespace orrery::cmd {
namespace {

namespace fs = std::filesystem;

TEST(MachineData, M11_names_the_directory_its_size_and_the_units) {
  std::string data = (fs::temp_directory_path() / "orrery-machine-XXXXXX").string();
  ASSERT_NE(::mkdtemp(data.data()), nullptr);
  EXPECT_EQ(machine_data(data, 3), "");
  const fs::path directory = fs::path(data) / "machines" / "3";
  for (const char* unit : {"b-10", "b-2", "a-0", "notes"})
    fs::create_directories(directory / "units" / unit);
  std::ofstream(directory / "units" / "b-2" / "file") << std::string(3'000, 'x');
  EXPECT_EQ(machine_data(data, 3), directory.string() + ", 3 KiB, of units a/0, b/2, b/10");
  std::error_code ignored;
  fs::remove_all(data, ignored);
}

} // namespace
} // namespace orrery::cmd
