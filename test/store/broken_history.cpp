#include "store/broken_history.hpp"

#include "store/codec.hpp"
#include "test/support/store_directory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace orrery::store {
namespace {

using Sentences = std::vector<std::string>;

constexpr std::uint64_t kept = 1'000;
constexpr std::uint64_t present = 5'000;

LifeStep step(const std::string& unit, Life life, std::uint64_t sequence, bool removed = false) {
  return {EntityKind::Unit, 0, unit, life, removed, {1, "test", sequence}};
}

LifeStep removal(const std::string& unit, std::uint64_t sequence) {
  return step(unit, Life::Dead, sequence, true);
}

Ended ended(const std::string& unit, std::uint64_t sequence) {
  return {sequence, EntityKind::Unit, 0, unit};
}

/// A unit that is there, as the last step of its life left it.
Contents with_unit(const std::string& name, Life life, std::uint64_t sequence) {
  Contents contents;
  contents.sequence = present;
  Unit unit;
  unit.name = name;
  unit.life = life;
  unit.turn = {1, "test", sequence};
  insert(contents, unit);
  return contents;
}

Contents empty() {
  Contents contents;
  contents.sequence = present;
  return contents;
}

/// What is said of a store with these records, and with these bytes besides.
Sentences said(const Contents& contents,
               const std::vector<Record>& records,
               const std::map<Key, std::string>& bytes = {}) {
  const test::StoreDirectory directory;
  const auto database = directory.open().value();
  std::map<Key, std::string> all = bytes;
  for (const Record& record : records)
    all[key_of(record)] = encode(record);
  std::vector<Change> changes;
  for (auto& [key, value] : all)
    changes.push_back({key, value});
  EXPECT_TRUE(database->write(changes, present));
  return broken_history(*database->snapshot(), contents, kept).value();
}

TEST(BrokenHistory, a_life_and_what_ended_lately_are_as_they_should_be) {
  EXPECT_EQ(
    said(with_unit("web/1", Life::Dying, 30),
         {step("web/1", Life::Alive, 10), step("web/1", Life::Dying, 30),
          step("web/2", Life::Alive, 11), step("web/2", Life::Dying, 4'500),
          step("web/2", Life::Dead, 4'501), removal("web/2", 4'502), ended("web/2", 4'502)}),
    Sentences{});
}

TEST(BrokenHistory, a_name_may_be_given_again) {
  LifeStep first{EntityKind::Application, 0, "web", Life::Alive, false, {1, "test", 4'100}};
  LifeStep gone = first, again = first;
  gone.removed = true;
  gone.turn.sequence = 4'200;
  again.turn.sequence = 4'300;
  Contents contents = empty();
  contents.applications["web"].turn = again.turn;
  EXPECT_EQ(said(contents, {first, gone, again, Ended{4'200, EntityKind::Application, 0, "web"}}),
            Sentences{});
}

TEST(BrokenHistory, L2_a_life_that_goes_back_is_told) {
  EXPECT_EQ(said(with_unit("web/1", Life::Alive, 30),
                 {step("web/1", Life::Dying, 10), step("web/1", Life::Alive, 30)}),
            (Sentences{"history of unit web/1: alive (seq 30) after dying (L2)"}));
}

TEST(BrokenHistory, a_last_step_that_is_not_the_entitys_life_is_told) {
  EXPECT_EQ(said(with_unit("web/1", Life::Dying, 30), {step("web/1", Life::Alive, 10)}),
            (Sentences{"history of unit web/1: alive (seq 10), but it is dying (seq 30)"}));
  EXPECT_EQ(said(empty(), {step("web/1", Life::Alive, 10)}),
            (Sentences{"history of unit web/1: alive (seq 10), but there is no such entity"}));
  EXPECT_EQ(said(with_unit("web/1", Life::Alive, 30),
                 {step("web/1", Life::Alive, 30), removal("web/1", 4'900), ended("web/1", 4'900)}),
            (Sentences{"history of unit web/1: removed (seq 4900), but it is alive"}));
}

TEST(BrokenHistory, C3_what_ended_and_who_forgets_it_know_of_one_another) {
  EXPECT_EQ(said(empty(), {removal("web/1", 4'900)}),
            (Sentences{"history: a removal is not known to who forgets it: "
                       "00000000000000004900/uweb/0000000001"}));
  EXPECT_EQ(
    said(empty(), {ended("web/1", 4'900)}),
    (Sentences{"history of unit web/1: it ended by transaction 4900, but no step says so"}));
}

TEST(BrokenHistory, C3_what_is_kept_too_long_is_told_once) {
  EXPECT_EQ(said(empty(), {removal("web/1", 3'998), ended("web/1", 3'998), removal("web/2", 3'999),
                           ended("web/2", 3'999), removal("web/3", 4'000), ended("web/3", 4'000)}),
            (Sentences{"history of unit web/1: it ended by transaction 3998 of 5000 and should be "
                       "forgotten (C3)"}));
}

TEST(BrokenHistory, a_step_of_a_transaction_to_come_is_told) {
  EXPECT_EQ(said(with_unit("web/1", Life::Alive, 5'001), {step("web/1", Life::Alive, 5'001)}),
            (Sentences{"history of unit web/1: alive by transaction 5001, which has not been"}));
}

TEST(BrokenHistory, what_cannot_be_read_is_told_and_the_rest_is_read_all_the_same) {
  const LifeStep good = step("web/1", Life::Alive, 10);
  const Key key = key_of(step("web/0", Life::Alive, 9));
  const Sentences found = said(empty(), {good}, {{key, "\x07"}});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_NE(found[0].find("unknown layout 7"), std::string::npos) << found[0];
  EXPECT_NE(found[1].find("web/1"), std::string::npos);
}

} // namespace
} // namespace orrery::store
