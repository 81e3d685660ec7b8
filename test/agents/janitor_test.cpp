#include "store/history.hpp"
#include "store/operations.hpp"
#include "test/agents/charms.hpp"
#include "test/support/moments.hpp"

#include <gtest/gtest.h>
#include <rocksdb/perf_context.h>

namespace orrery::test {

namespace {

/// A relation between that many units of web, and mysql/0.
store::RelationId relate_many(SimulatedWorld& world, int webs) {
  world.deploy(web_charm(), "web", webs, 0);
  world.deploy(database_charm(), "mysql", 1, 0);
  const store::RelationId relation = world.relate("web:db", "mysql:server");
  world.settle();
  return relation;
}

} // namespace

TEST(Janitor, C1_the_settings_of_a_removed_relation_go_in_bounded_steps) {
  SimulatedWorld world;
  const store::RelationId relation = relate_many(world, 600);
  ASSERT_EQ(world.contents().bags.size(), 601U);
  world.run(protocol::RemoveRelation{relation});
  world.settle();
  EXPECT_TRUE(world.contents().bags.empty());
  EXPECT_TRUE(world.contents().cleanups.empty());
}

/// What was deleted lately is there until RocksDB merges its files, and a scan looks at it: five
/// steps that each begin at the first setting would meet 256, 512, 768 and 1,024 of them again.
/// Scans of others meet some, too.
TEST(Janitor, C1_each_setting_is_met_once) {
  SimulatedWorld world;
  const store::RelationId relation = relate_many(world, 1'100);
  const std::uint64_t before = rocksdb::get_perf_context()->internal_delete_skipped_count;
  world.run(protocol::RemoveRelation{relation});
  world.settle();
  EXPECT_TRUE(world.contents().bags.empty());
  EXPECT_LT(rocksdb::get_perf_context()->internal_delete_skipped_count - before, 2'560U);
}

TEST(Janitor, C1_it_goes_on_where_it_was_after_a_crash_at_any_step) {
  std::uint64_t from = 0;
  for (std::uint64_t effect = 1; effect < 40; effect += next_moment) {
    SCOPED_TRACE(effect);
    SimulatedWorld world;
    const store::RelationId relation = relate_many(world, 2);
    const std::uint64_t before = world.effects();
    world.crash_after(effect);
    world.run(protocol::RemoveRelation{relation});
    world.settle();
    if (world.contents().relations.contains(relation)) // the command died with the process
      world.run(protocol::RemoveRelation{relation});
    world.settle();
    EXPECT_TRUE(world.contents().bags.empty());
    EXPECT_TRUE(world.contents().cleanups.empty());
    EXPECT_TRUE(world.contents().relations.empty());
    from += world.effects() - before;
  }
  EXPECT_GT(from, 0U);
}

/// Word of it goes to the one that has failed, and only after its successor has begun.
TEST(Janitor, C1_what_one_that_failed_was_to_be_told_of_its_successor_finds) {
  int met = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SimulatedWorld world(seed);
    const store::RelationId relation = relate_many(world, 2);
    world.start(protocol::RemoveRelation{relation});
    for (int i = 0; i < 10'000 && world.services().directory.find(rules::relation(relation)); ++i)
      world.step(1);
    ASSERT_FALSE(world.services().directory.find(rules::relation(relation))) << "decided";
    if (!world.contents().relations.contains(relation))
      continue; // on disk by now, and told
    ++met;
    world.slow_disk(true, 60'000);
    world.fail_janitor();
    world.step(1'000);
    world.settle();
    EXPECT_TRUE(world.contents().bags.empty());
    EXPECT_TRUE(world.contents().cleanups.empty());
  }
  EXPECT_GT(met, 0);
}

TEST(Janitor, C2_a_relation_made_again_sees_no_old_settings) {
  SimulatedWorld world;
  const store::RelationId relation = relate_many(world, 1);
  world.run(protocol::FlushHook{"web/0", {{relation, {{"old", "yes"}}}}, {}, {}, {}});
  world.settle();
  world.start(protocol::RemoveRelation{relation});
  world.settle();
  const store::RelationId again = world.relate("web:db", "mysql:server");
  world.settle();
  EXPECT_NE(again, relation);
  EXPECT_FALSE(world.contents().bags.at({again, "web/0"}).values.contains("old"));
}

namespace {

constexpr std::uint64_t kept = 100;

std::size_t history_of(SimulatedWorld& world, const std::string& unit) {
  const auto steps = store::read_history(*world.database().snapshot(), store::unit_ref(unit));
  EXPECT_TRUE(steps);
  return steps->size();
}

void remove_unit(SimulatedWorld& world, const std::string& unit) {
  world.run(protocol::RemoveUnit{unit});
  world.settle();
}

void report(SimulatedWorld& world, std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i) {
    const store::Status status{"active", std::to_string(world.database().sequence()), 0};
    world.run(protocol::ReportUnit{"web/1", status, {}, {}, {}, {}});
  }
}

/// Makes that many transactions; at one of them at least the janitor is told how many there were.
void let_transactions_pass(SimulatedWorld& world, std::uint64_t count) {
  report(world, count);
  world.settle();
}

/// Whether there are records of that operation.
bool is_kept(SimulatedWorld& world, store::TaskId operation) {
  const auto snapshot = world.database().snapshot();
  const auto seen = store::read_operation(*snapshot, operation);
  const auto task = store::read_task(*snapshot, operation + 1);
  EXPECT_TRUE(seen && task);
  EXPECT_EQ(seen->has_value(), task->has_value());
  return seen->has_value();
}

} // namespace

TEST(Janitor, C3_forgets_what_was_removed_long_ago_and_nothing_else) {
  SimulatedWorld world(1, kept);
  world.deploy(web_charm(), "web", 600, 0);
  world.settle();
  for (int i = 0; i < 600; ++i)
    if (i != 1)
      world.start(protocol::RemoveUnit{"web/" + std::to_string(i)});
  world.settle();
  let_transactions_pass(world, rules::history_beat + kept);
  for (int i = 0; i < 600; ++i)
    EXPECT_EQ(history_of(world, "web/" + std::to_string(i)), i == 1 ? 1U : 0U) << i;
  const auto old = store::read_old_history(*world.database().snapshot(), 0, UINT64_MAX, 10);
  ASSERT_TRUE(old);
  EXPECT_TRUE(old->ended.empty());
}

TEST(Janitor, C3_keeps_what_was_removed_lately) {
  SimulatedWorld world(1, 10 * rules::history_beat);
  world.deploy(web_charm(), "web", 2, 0);
  remove_unit(world, "web/0");
  let_transactions_pass(world, rules::history_beat + kept);
  EXPECT_EQ(history_of(world, "web/0"), 4U);
}

TEST(Janitor, C3_forgets_after_a_crash_too) {
  for (const std::uint64_t effect : {1U, 2U, 3U, 4U}) {
    SCOPED_TRACE(effect);
    SimulatedWorld world(1, kept);
    world.deploy(web_charm(), "web", 2, 0);
    remove_unit(world, "web/0");
    EXPECT_EQ(history_of(world, "web/0"), 4U);
    let_transactions_pass(world, rules::history_beat - 3 - world.database().sequence());
    EXPECT_EQ(history_of(world, "web/0"), 4U);
    world.crash_after(effect);
    let_transactions_pass(world, kept / 2);
    world.crash();
    world.settle();
    EXPECT_EQ(history_of(world, "web/0"), 0U);
  }
}

/// That number goes to a transaction that no entity takes part in.
TEST(Janitor, C3_forgets_whoever_gets_the_number_at_which_it_is_told) {
  SimulatedWorld world(1, kept);
  world.deploy(web_charm(), "web", 2, 0);
  world.deploy(database_charm(), "mysql", 1, 0);
  const store::RelationId relation = world.relate("web:db", "mysql:server");
  world.settle();
  remove_unit(world, "web/0");
  world.run(protocol::RemoveRelation{relation});
  world.settle();
  const store::RelationId other = world.relate("web:db", "mysql:server");
  world.settle();
  let_transactions_pass(world, rules::history_beat - 2 - world.database().sequence());
  ASSERT_EQ(history_of(world, "web/0"), 4U);
  ASSERT_EQ(world.database().sequence(), rules::history_beat - 2);
  world.services().transactions.begin({}, 0, protocol::DeleteBags{other + 100, {}, true});
  world.settle();
  world.services().transactions.begin({}, 0, protocol::DeleteBags{other + 100, {}, true});
  world.settle();
  EXPECT_GE(world.database().sequence(), rules::history_beat);
  EXPECT_EQ(history_of(world, "web/0"), 0U);
}

TEST(Janitor, A63_forgets_operations_that_ended_longer_ago_than_they_are_kept_and_no_other) {
  constexpr store::Milliseconds age = 336 * store::Milliseconds{3'600'000}; // by default
  SimulatedWorld world(1, kept);
  world.deploy(web_charm(), "web", 2, 0);
  world.settle();
  world.hooks().played().play("web/0", "juju-exec");
  const std::uint64_t hanging = world.exec("web/0"), done = world.exec("web/1");
  world.run();
  const store::Task open = world.task(hanging), old = world.task(done);
  ASSERT_EQ(open.status, store::TaskStatus::Running);
  ASSERT_EQ(old.status, store::TaskStatus::Completed);
  world.advance(age / 2);
  const std::uint64_t later = world.exec("web/1");
  world.run();
  const store::Task young = world.task(later);
  report(world, rules::history_beat);
  EXPECT_TRUE(is_kept(world, old.operation)) << "it is not old yet";
  world.advance(age / 2 + 1);
  report(world, rules::history_beat);
  EXPECT_FALSE(is_kept(world, old.operation));
  EXPECT_TRUE(is_kept(world, young.operation));
  EXPECT_TRUE(is_kept(world, open.operation)) << "it has not ended";
  world.hooks().played().end("web/0");
  world.settle();
}

TEST(Janitor, A63_forgets_the_oldest_operations_once_all_take_more_room_than_they_are_given) {
  SimulatedWorld world(1, kept);
  world.deploy(web_charm(), "web", 2, 0);
  world.settle();
  world.hooks().played().play("web/0", "juju-exec");
  const std::uint64_t hanging = world.exec("web/0");
  world.run();
  const store::Task open = world.task(hanging);
  std::vector<store::TaskId> ended;
  for (int i = 0; i < 40; ++i) { // some hundred bytes each
    const std::uint64_t ticket = world.exec("web/1");
    world.run();
    ended.push_back(world.task(ticket).operation);
  }
  report(world, rules::history_beat);
  EXPECT_TRUE(is_kept(world, ended.front())) << "there is room for 5 GiB";
  world.run(protocol::SetModelConfig{{{"max-action-results-size", "0.001M"}}, {}});
  report(world, rules::history_beat);
  EXPECT_FALSE(is_kept(world, ended.front()));
  EXPECT_FALSE(is_kept(world, ended[30])) << "more than a look at a time";
  EXPECT_TRUE(is_kept(world, ended.back()));
  EXPECT_TRUE(is_kept(world, open.operation)) << "it has not ended";
  world.hooks().played().end("web/0");
  world.settle();
  for (int i = 0; i < 10; ++i) {
    (void)world.exec("web/1");
    world.run();
  }
  report(world, rules::history_beat);
  EXPECT_FALSE(is_kept(world, open.operation)) << "it ended late, and is the oldest";
}

TEST(Janitor, A63_an_age_that_is_set_counts_without_a_restart) {
  SimulatedWorld world(1, kept);
  world.deploy(web_charm(), "web", 2, 0);
  world.settle();
  const std::uint64_t done = world.exec("web/1");
  world.run();
  const store::Task old = world.task(done);
  world.advance(store::Milliseconds{2} * 3'600'000);
  report(world, rules::history_beat);
  EXPECT_TRUE(is_kept(world, old.operation));
  world.run(protocol::SetModelConfig{{{"max-action-results-age", "1h"}}, {}});
  report(world, rules::history_beat);
  EXPECT_FALSE(is_kept(world, old.operation));
}

} // namespace orrery::test
