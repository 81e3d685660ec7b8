#include "store/history.hpp"

#include "store/codec.hpp"
#include "store/contents.hpp"
#include "test/support/store_directory.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::store {
namespace {

LifeStep step(const std::string& unit, std::uint64_t sequence, bool removed = false) {
  return {EntityKind::Unit, 0, unit, Life::Alive, removed, {1, "test", sequence}};
}

/// A store in which these records were written at once.
class Written {
public:
  explicit Written(const std::vector<Record>& records) : database_(directory_.open().value()) {
    std::vector<Change> changes;
    for (const Record& record : records)
      changes.push_back({key_of(record), encode(record)});
    std::sort(changes.begin(), changes.end(),
              [](const Change& left, const Change& right) { return left.key < right.key; });
    EXPECT_TRUE(database_->write(changes, 9'000));
  }
  [[nodiscard]] std::unique_ptr<Snapshot> snapshot() const { return database_->snapshot(); }

private:
  test::StoreDirectory directory_;
  std::unique_ptr<Database> database_;
};

using Steps = std::vector<LifeStep>;

} // namespace

TEST(History, is_of_that_entity_alone_in_the_order_of_the_transactions) {
  LifeStep application = step("web", 7);
  application.entity.kind = EntityKind::Application;
  const Written store({step("web/1", 1'000), step("web/1", 9), step("web/10", 3), step("web/11", 4),
                       step("webs/1", 5), application, UnitStatus{}});
  const auto unit = read_history(*store.snapshot(), unit_ref("web/1"));
  ASSERT_TRUE(unit) << unit.error().text;
  EXPECT_EQ(*unit, (Steps{step("web/1", 9), step("web/1", 1'000)}));
  EXPECT_EQ(read_history(*store.snapshot(), application_ref("web")).value(), Steps{application});
  EXPECT_EQ(read_history(*store.snapshot(), machine_ref(1)).value(), Steps{});
}

TEST(History, is_no_part_of_the_contents) {
  const Written store(
    {step("web/1", 1'000), UnitSequence{"web", 4}, Ended{9, EntityKind::Unit, 0, "web/1"}});
  const auto contents = read_contents(*store.snapshot());
  ASSERT_TRUE(contents) << contents.error().text;
  EXPECT_EQ(contents->sequences.size(), 1U);
}

TEST(History, is_old_when_its_entity_ended_before) {
  const Ended first{20, EntityKind::Unit, 0, "web/1"};
  const Ended second{30, EntityKind::Unit, 0, "web/2"};
  const Written store({step("web/1", 10), step("web/1", 20, true), first, step("web/2", 11),
                       step("web/2", 30, true), second, step("web/3", 12)});
  auto old = read_old_history(*store.snapshot(), 0, 30, 8);
  ASSERT_TRUE(old) << old.error().text;
  EXPECT_EQ(old->steps, (Steps{step("web/1", 10), step("web/1", 20, true)}));
  EXPECT_EQ(old->ended, std::vector<Ended>{first});
  EXPECT_FALSE(old->more);
  old = read_old_history(*store.snapshot(), 0, 31, 8);
  EXPECT_EQ(old->steps.size(), 4U);
  EXPECT_EQ(old->ended, (std::vector<Ended>{first, second}));
  old = read_old_history(*store.snapshot(), 0, 31, 1);
  EXPECT_EQ(old->ended, std::vector<Ended>{first});
  EXPECT_TRUE(old->more);
  EXPECT_EQ(read_old_history(*store.snapshot(), 20, 31, 8)->ended,
            (std::vector<Ended>{first, second}));
  EXPECT_EQ(read_old_history(*store.snapshot(), 21, 31, 8)->ended, std::vector<Ended>{second});
}

TEST(History, of_a_name_that_was_used_again_goes_life_by_life) {
  const auto life = [](std::uint64_t sequence, bool removed) {
    LifeStep made = step("web", sequence, removed);
    made.entity.kind = EntityKind::Application;
    return made;
  };
  const Ended first{20, EntityKind::Application, 0, "web"};
  const Ended second{40, EntityKind::Application, 0, "web"};
  const Written store({life(10, false), life(20, true), first, life(30, false), life(40, true),
                       second, life(50, false)});
  EXPECT_EQ(read_old_history(*store.snapshot(), 0, 25, 8)->steps,
            (Steps{life(10, false), life(20, true)}));
  EXPECT_EQ(read_old_history(*store.snapshot(), 0, 99, 8)->steps,
            (Steps{life(10, false), life(20, true), life(30, false), life(40, true)}));
}

} // namespace orrery::store
