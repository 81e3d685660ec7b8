// Readers of a secret, however many: what a read and a new revision write, and who is told.
#include "test/rules/owned_secrets.hpp"
#include "test/support/decisions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace orrery::test {

using store::SecretHook;
using store::SecretHookKind;

namespace {

std::string reader(int index) {
  return "web/" + std::to_string(index);
}

/// A secret of `db` that so many units of `web` read.
Owned read_by(int readers) {
  Owned owned;
  protocol::SecretChange change = added("db");
  change.grants["web"] = 4;
  (void)owned.change("db/0", {{secret_one, change}});
  for (int index = 0; index < readers; ++index)
    (void)owned.track(reader(index), 1);
  return owned;
}

/// Lets the owner tell readers until all are told.  @returns how many transactions that took
std::size_t tell_all(Owned& owned) {
  std::size_t rounds = 0;
  for (; !owned.secrets.due.empty() && rounds < 50; ++rounds)
    EXPECT_LE(owned.note_due().writes.size(), rules::most_hooks_at_once + 1);
  return rounds;
}

/// How often each unit is asked to run `secret-changed` for a revision.
std::size_t asked_for(const Owned& owned, std::uint32_t revision) {
  const auto asked = owned.asked();
  return static_cast<std::size_t>(
    std::count_if(asked.begin(), asked.end(), [&](const SecretHook& hook) {
      return hook.kind == SecretHookKind::Changed && hook.revision == revision;
    }));
}

} // namespace

TEST(SecretReaders, SE41_a_new_revision_is_told_in_transactions_that_have_a_bound) {
  Owned owned = read_by(250);
  const auto decision = owned.change("db/0", {{secret_one, with_value("b")}});
  EXPECT_LE(decision.writes.size(), rules::most_hooks_at_once + 2) << "the record, its content";
  EXPECT_EQ(asked_for(owned, 2), 100U);
  EXPECT_EQ(tell_all(owned), 2U);
  EXPECT_EQ(asked_for(owned, 2), 250U);
  EXPECT_EQ(owned.one().record.told_to, "");
}

TEST(SecretReaders, SE41_few_readers_are_told_with_the_revision_itself) {
  Owned owned = read_by(100);
  (void)owned.change("db/0", {{secret_one, with_value("b")}});
  EXPECT_EQ(asked_for(owned, 2), 100U);
  EXPECT_TRUE(owned.secrets.due.empty());
}

TEST(SecretReaders, SE41_each_is_told_once_whoever_ends_or_comes_meanwhile) {
  Owned owned = read_by(250);
  std::map<std::string, int> ran;
  const auto run_all = [&] {
    for (const SecretHook& hook : owned.asked())
      if (hook.kind == SecretHookKind::Changed) {
        ++ran[hook.who];
        (void)owned.end(hook);
      }
  };
  (void)owned.change("db/0", {{secret_one, with_value("b")}});
  run_all();
  (void)owned.track("web/9999", 2); // behind those that were told, as far as that has come
  (void)owned.track("web/0a", 2);   // before them
  run_all();
  while (!owned.secrets.due.empty()) {
    (void)owned.note_due();
    run_all();
  }
  EXPECT_EQ(ran.size(), 252U);
  for (const auto& [unit, times] : ran)
    EXPECT_EQ(times, 1) << unit;
}

TEST(SecretReaders, SE41_a_revision_that_comes_meanwhile_is_told_to_all) {
  Owned owned = read_by(250);
  (void)owned.change("db/0", {{secret_one, with_value("b")}});
  (void)owned.note_due();
  (void)owned.change("db/0", {{secret_one, with_value("c")}});
  (void)tell_all(owned);
  EXPECT_EQ(asked_for(owned, 3), 250U);
  EXPECT_EQ(asked_for(owned, 2), 0U);
}

TEST(SecretReaders, SE41_nobody_new_is_told_of_a_revision_that_has_gone_meanwhile) {
  Owned owned = read_by(250);
  (void)owned.change("db/0", {{secret_one, with_value("b")}});
  ASSERT_FALSE(owned.one().record.told_to.empty());
  protocol::SecretChange newest_goes;
  newest_goes.pruned = {2};
  (void)owned.change("db/0", {{secret_one, newest_goes}});
  EXPECT_EQ(owned.one().record.told_to, "");
  EXPECT_TRUE(owned.secrets.due.empty());
  const std::size_t asked = owned.asked().size();
  (void)owned.note_due();
  EXPECT_EQ(owned.asked().size(), asked);
}

TEST(SecretReaders, SE41_nobody_is_told_of_a_revision_that_goes_with_the_change_that_made_it) {
  Owned owned = read_by(2);
  protocol::SecretChange change = with_value("b");
  change.pruned = {2};
  (void)owned.change("db/0", {{secret_one, change}});
  EXPECT_TRUE(owned.asked().empty());
}

TEST(SecretReaders, SE34_grants_are_counted_for_the_relation_that_they_go_with) {
  Owned owned = read_by(0);
  protocol::SecretChange grants;
  grants.grants["web/1"] = 4;
  grants.grants["api"] = 5;
  (void)owned.change("db/0", {{secret_one, grants}});
  EXPECT_EQ(owned.one().granted_over, (std::map<store::RelationId, std::size_t>{{4, 2}, {5, 1}}));
  store::Unit unit;
  unit.name = "web/1";
  (void)owned.settle({rules::erase(unit)});
  EXPECT_TRUE(owned.secrets.related.contains({4, secret_one})) << "web has one";
  store::Relation relation;
  relation.id = 4;
  (void)owned.settle({rules::erase(relation)});
  EXPECT_FALSE(owned.secrets.related.contains({4, secret_one}));
  ASSERT_EQ(owned.one().grants.size(), 1U);
  EXPECT_TRUE(owned.one().grants.contains("api"));
}

TEST(SecretReaders, SE41_who_reads_first_at_a_later_revision_gets_one) {
  Owned owned = read_by(0);
  (void)owned.change("db/0", {{secret_one, with_value("b")}});
  (void)owned.track("db/1", 2);
  EXPECT_EQ(asked_for(owned, 2), 1U);
}

TEST(SecretReaders, SE35_who_loses_the_right_before_it_is_told_is_not_told) {
  Owned owned = read_by(150);
  (void)owned.change("db/0", {{secret_one, with_value("b")}});
  protocol::SecretChange revoked;
  revoked.revoked = {"web"};
  (void)owned.change("db/0", {{secret_one, revoked}});
  (void)tell_all(owned);
  EXPECT_EQ(asked_for(owned, 2), 0U);
}

TEST(SecretReaders, SE41_who_is_given_the_right_again_is_told_of_what_was_made_meanwhile) {
  for (const std::size_t readers : {1U, 150U}) {
    Owned owned = read_by(static_cast<int>(readers));
    protocol::SecretChange revoked;
    revoked.revoked = {"web"};
    (void)owned.change("db/0", {{secret_one, revoked}});
    (void)owned.change("db/0", {{secret_one, with_value("b")}});
    (void)tell_all(owned);
    EXPECT_EQ(asked_for(owned, 2), 0U);
    protocol::SecretChange granted;
    granted.grants["web"] = 4;
    EXPECT_LE(owned.change("db/0", {{secret_one, granted}}).writes.size(),
              rules::most_hooks_at_once + 3);
    (void)tell_all(owned);
    EXPECT_EQ(asked_for(owned, 2), readers);
  }
}

TEST(SecretReaders, SE35_SE41_a_right_given_again_tells_nobody_of_what_he_reads) {
  Owned owned = read_by(2);
  (void)owned.change("db/0", {{secret_one, with_value("b")}});
  (void)owned.track(reader(0), 2);
  protocol::SecretChange revoked;
  revoked.revoked = {"web"};
  (void)owned.change("db/0", {{secret_one, revoked}});
  protocol::SecretChange granted;
  granted.grants["web"] = 4;
  (void)owned.change("db/0", {{secret_one, granted}});
  EXPECT_EQ(asked_for(owned, 2), 1U) << "web/1, which reads the first";
}

TEST(SecretReaders, SE20_a_read_writes_the_same_however_many_others_read) {
  for (const int readers : {1, 300}) {
    Owned owned = read_by(readers);
    (void)owned.change("db/0", {{secret_one, with_value("b")}});
    (void)tell_all(owned);
    EXPECT_EQ(owned.track("web/0", 2).writes.size(), readers == 1 ? 2U : 1U)
      << "the pin, and the owner is told where nobody reads the first any more";
  }
}

TEST(SecretReaders, SE38_the_last_who_reads_a_revision_leaves_it) {
  Owned owned = read_by(3);
  (void)owned.change("db/0", {{secret_one, with_value("b")}});
  const auto is_obsolete = [&] {
    const auto asked = owned.asked();
    return std::any_of(asked.begin(), asked.end(), [](const SecretHook& hook) {
      return hook.kind == SecretHookKind::Remove && hook.revision == 1;
    });
  };
  (void)owned.track("web/0", 2);
  store::Unit gone;
  gone.name = "web/1";
  (void)owned.settle({rules::erase(gone)});
  EXPECT_FALSE(is_obsolete()) << "web/2 reads it";
  (void)owned.track("web/2", 2);
  EXPECT_TRUE(is_obsolete());
  EXPECT_EQ(owned.one().readers, (std::map<std::uint32_t, std::size_t>{{2, 2}}));
}

} // namespace orrery::test
