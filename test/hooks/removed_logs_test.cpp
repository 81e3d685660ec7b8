#include "actors/hooks/removed_logs.hpp"
#include "test/hooks/sandbox.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::hooks {
namespace {

namespace fs = std::filesystem;

std::string log_of(int unit) {
  return "unit-db-" + std::to_string(unit) + ".log";
}

void remove(const fs::path& file) {
  fs::remove(file);
}

/// A unit with a log, and one that was renamed, is removed.
void remove_unit(RemovedLogs& logs, const fs::path& directory, int unit) {
  write_file(directory / log_of(unit), "said\n");
  write_file(directory / (log_of(unit) + ".1"), "said before\n");
  logs.add(log_of(unit));
}

std::size_t lines_in(const fs::path& file) {
  const std::string text = read_file(file);
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST(RemovedLogs, the_last_ones_stay) {
  Sandbox box;
  write_file(box.root() / log_of(99), "of a unit that is there\n");
  RemovedLogs logs(box.root(), 3, remove);
  for (int unit = 0; unit < 5; ++unit)
    remove_unit(logs, box.root(), unit);
  for (const int unit : {0, 1}) {
    EXPECT_FALSE(fs::exists(box.root() / log_of(unit)));
    EXPECT_FALSE(fs::exists(box.root() / (log_of(unit) + ".1")));
  }
  for (const int unit : {2, 3, 4, 99})
    EXPECT_TRUE(fs::exists(box.root() / log_of(unit))) << unit;
}

TEST(RemovedLogs, are_known_again_after_a_restart_and_fewer_may_stay_then) {
  Sandbox box;
  {
    RemovedLogs logs(box.root(), 10, remove);
    for (int unit = 0; unit < 5; ++unit)
      remove_unit(logs, box.root(), unit);
  }
  RemovedLogs logs(box.root(), 2, remove);
  for (int unit = 0; unit < 5; ++unit)
    EXPECT_EQ(fs::exists(box.root() / log_of(unit)), unit >= 3) << unit;
  remove_unit(logs, box.root(), 5);
  EXPECT_FALSE(fs::exists(box.root() / log_of(3)));
}

TEST(RemovedLogs, their_names_take_no_more_room_than_they) {
  Sandbox box;
  RemovedLogs logs(box.root(), 10, remove);
  for (int unit = 0; unit < 1'000; ++unit) {
    logs.add(log_of(unit));
    ASSERT_LE(lines_in(box.root() / "removed"), 121U);
  }
  EXPECT_GE(lines_in(box.root() / "removed"), 10U);
  EXPECT_TRUE(read_file(box.root() / "removed").ends_with("\n" + log_of(999) + "\n"));
}

TEST(RemovedLogs, are_noted_as_soon_as_there_is_a_directory) {
  Sandbox box;
  RemovedLogs logs(box.root() / "logs", 10, remove);
  logs.add(log_of(0));
  fs::create_directory(box.root() / "logs");
  logs.add(log_of(1));
  EXPECT_EQ(read_file(box.root() / "logs" / "removed"), log_of(1) + "\n");
}

TEST(RemovedLogs, nothing_but_logs_of_units_is_ever_deleted) {
  Sandbox box;
  write_file(box.root() / "orrery.log", "");
  write_file(box.root() / "kept.log", "");
  fs::create_directory(box.root() / "logs");
  write_file(box.root() / "logs" / "removed", "../kept.log\norrery.log\nunit-/../kept.log\n\n");
  RemovedLogs logs(box.root() / "logs", 0, remove);
  logs.add("../kept.log");
  EXPECT_TRUE(fs::exists(box.root() / "kept.log"));
  EXPECT_TRUE(fs::exists(box.root() / "orrery.log"));
}

} // namespace
} // namespace orrery::hooks
