#include "store/operations.hpp"

#include "store/codec.hpp"
#include "test/support/store_directory.hpp"

#include <gtest/gtest.h>

namespace orrery::store {
namespace {

Operation operation(TaskId id, std::uint32_t tasks, std::int64_t completed) {
  Operation made;
  made.id = id;
  made.tasks = tasks;
  made.completed = completed;
  made.status = completed == 0 ? TaskStatus::Running : TaskStatus::Completed;
  return made;
}

Task task(TaskId id, TaskId of, TaskStatus status, std::uint32_t lines = 0) {
  Task made;
  made.id = id;
  made.operation = of;
  made.status = status;
  made.lines = lines;
  return made;
}

/// Operations 1 and 5 have ended, 7 has not: one of its two tasks has.
class Stored {
public:
  Stored() {
    std::map<Key, std::string> sorted;
    for (const Record& record : std::vector<Record>{
           operation(1, 1, 100), task(2, 1, TaskStatus::Completed, 2), TaskLine{2, 0, 90, "half"},
           TaskLine{2, 1, 95, "all"}, operation(5, 1, 50), task(6, 5, TaskStatus::Failed),
           operation(7, 2, 0), task(8, 7, TaskStatus::Failed), task(9, 7, TaskStatus::Running)})
      sorted[key_of(record)] = encode(record);
    std::vector<Change> changes;
    for (const auto& [key, bytes] : sorted)
      changes.push_back({key, bytes});
    EXPECT_TRUE(database_->write(changes, 1));
  }
  [[nodiscard]] std::unique_ptr<Snapshot> snapshot() const { return database_->snapshot(); }

private:
  test::StoreDirectory directory_;
  std::unique_ptr<Database> database_ = directory_.open().value();
};

TEST(Operations, are_read_with_their_tasks_whether_they_have_ended_or_not) {
  const Stored stored;
  const auto ended = read_operation(*stored.snapshot(), 1).value();
  ASSERT_TRUE(ended);
  ASSERT_EQ(ended->tasks.size(), 1U);
  ASSERT_EQ(ended->tasks[0].lines.size(), 2U);
  EXPECT_EQ(ended->tasks[0].lines[1].text, "all");
  const auto open = read_operation(*stored.snapshot(), 7).value();
  ASSERT_TRUE(open);
  ASSERT_EQ(open->tasks.size(), 2U);
  EXPECT_EQ(open->tasks[0].task.status, TaskStatus::Failed);
  EXPECT_EQ(open->tasks[1].task.status, TaskStatus::Running);
  EXPECT_FALSE(read_operation(*stored.snapshot(), 2).value()) << "a task is no operation";
}

TEST(Operations, of_one_task_is_read_with_that_alone) {
  const Stored stored;
  const auto seen = read_task(*stored.snapshot(), 9).value();
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->operation.id, 7U);
  ASSERT_EQ(seen->tasks.size(), 1U);
  EXPECT_EQ(seen->tasks[0].task.id, 9U);
  EXPECT_FALSE(read_task(*stored.snapshot(), 7).value()) << "an operation is no task";
}

TEST(Operations, come_by_their_numbers_until_nobody_wants_more) {
  const Stored stored;
  std::vector<TaskId> ids;
  const auto take = [&](std::size_t most) {
    ids.clear();
    EXPECT_TRUE(each_operation(*stored.snapshot(), [&](const OperationSeen& seen) {
      ids.push_back(seen.operation.id);
      return ids.size() < most;
    }));
  };
  take(10);
  EXPECT_EQ(ids, (std::vector<TaskId>{1, 5, 7}));
  take(2);
  EXPECT_EQ(ids, (std::vector<TaskId>{1, 5}));
}

TEST(Operations, that_ended_long_ago_are_found_whole) {
  const Stored stored;
  const auto old = read_old_operations(*stored.snapshot(), 60, 16).value();
  ASSERT_EQ(old.size(), 1U);
  EXPECT_EQ(old[0].operation.id, 5U);
  EXPECT_EQ(old[0].tasks.size(), 1U);
  EXPECT_EQ(read_old_operations(*stored.snapshot(), 200, 16).value().size(), 2U);
  EXPECT_EQ(read_old_operations(*stored.snapshot(), 200, 1).value().size(), 1U);
  EXPECT_TRUE(read_old_operations(*stored.snapshot(), 10, 16).value().empty());
}

TEST(Operations, A63_one_that_ended_first_is_found_behind_others_that_took_longer) {
  test::StoreDirectory directory;
  const std::unique_ptr<Database> database = directory.open().value();
  EXPECT_EQ(read_first_end(*database->snapshot()).value(), std::nullopt);
  std::vector<Change> changes;
  for (TaskId id = 1; id <= 40; ++id) {
    Operation made = operation(id, 0, id == 30 ? 35 : 1'000);
    made.enqueued = id;
    changes.push_back({key_of(made), encode(made)});
  }
  ASSERT_TRUE(database->write(changes, 1));
  EXPECT_EQ(read_first_end(*database->snapshot()).value(), 35);
  const auto old = read_old_operations(*database->snapshot(), 500, 16).value();
  ASSERT_EQ(old.size(), 1U);
  EXPECT_EQ(old[0].operation.id, 30U);
}

TEST(Operations, that_have_ended_are_read_from_one_on) {
  const Stored stored;
  const auto all = read_ended_operations(*stored.snapshot(), 0, 16).value();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].operation.id, 1U);
  EXPECT_EQ(all[0].tasks.at(0).lines.size(), 2U);
  const auto later = read_ended_operations(*stored.snapshot(), 1, 16).value();
  ASSERT_EQ(later.size(), 1U);
  EXPECT_EQ(later[0].operation.id, 5U);
  EXPECT_EQ(read_ended_operations(*stored.snapshot(), 0, 1).value().size(), 1U);
  EXPECT_EQ(read_open_operations(*stored.snapshot()).value(), (std::vector<TaskId>{7}));
}

TEST(Operations, take_more_room_the_more_is_kept_of_them) {
  OperationSeen seen{operation(1, 1, 100), {{task(2, 1, TaskStatus::Completed), {}}}};
  const std::uint64_t bare = size_of(seen);
  seen.tasks[0].task.results = std::string(1000, 'x');
  seen.tasks[0].lines.push_back({2, 0, 90, std::string(500, 'y')});
  EXPECT_GE(size_of(seen), bare + 1500);
}

} // namespace
} // namespace orrery::store
