// Hooks that secrets ask for: what is due, who is told, and how often.
#include "test/rules/owned_secrets.hpp"
#include "test/support/decisions.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::test {

using protocol::SecretChange;
using rules::erase;
using store::SecretHook;
using store::SecretHookKind;

namespace {

constexpr store::Milliseconds minute = 60'000;
constexpr store::Milliseconds hour = 60 * minute;

SecretHook hook_of(const std::string& who,
                   SecretHookKind kind,
                   std::uint32_t revision,
                   store::Milliseconds due = 0) {
  return {who, secret_one, kind, revision, "db", due};
}

using Asked = std::vector<SecretHook>;

SecretChange rotated(const std::string& policy) {
  SecretChange change = added("db");
  change.rotation = policy;
  return change;
}

/// A secret of `db` that is to be rotated each hour, an hour after it was made.
Owned with_rotation_due() {
  Owned owned;
  (void)owned.change("db/0", {{secret_one, rotated("hourly")}});
  owned.now += hour;
  (void)owned.note_due();
  return owned;
}

} // namespace

TEST(SecretHooks, SE39_SE40_what_nobody_reads_any_more_is_told_to_the_owner_once) {
  Owned owned;
  (void)owned.change("db/0", {{secret_one, added("db")}});
  (void)owned.track("db/1", 1);
  (void)owned.change("db/0", {{secret_one, with_value("b")}});
  EXPECT_EQ(owned.asked(), Asked{hook_of("db/1", SecretHookKind::Changed, 2)})
    << "db/1 reads the first";
  (void)owned.track("db/1", 2);
  const SecretHook remove = hook_of("db", SecretHookKind::Remove, 1);
  EXPECT_TRUE(owned.one().hooks.contains(store::secret_hook_key(remove)));
  (void)owned.end(remove);
  (void)owned.change("db/0", {{secret_one, with_value("c")}});
  const Asked asked = owned.asked();
  EXPECT_EQ(std::count(asked.begin(), asked.end(), remove), 0) << "once a revision and owner";
}

TEST(SecretHooks, SE39_a_revision_that_nobody_ever_read_is_told_with_the_next) {
  Owned owned;
  (void)owned.change("db/0", {{secret_one, added("db")}});
  (void)owned.change("db/0", {{secret_one, with_value("b")}});
  EXPECT_EQ(owned.asked(), Asked{hook_of("db", SecretHookKind::Remove, 1)});
  SecretChange pruned;
  pruned.pruned = {1};
  (void)owned.change("db/0", {{secret_one, pruned}});
  EXPECT_TRUE(owned.one().hooks.empty()) << "removed in another way first: no hook";
}

TEST(SecretHooks, SE38_a_revision_that_is_read_again_is_not_obsolete) {
  Owned owned;
  (void)owned.change("db/0", {{secret_one, added("db")}});
  (void)owned.change("db/0", {{secret_one, with_value("b")}});
  ASSERT_EQ(owned.asked().size(), 1U);
  (void)owned.track("db/1", 1);
  EXPECT_EQ(owned.asked(), Asked{hook_of("db/1", SecretHookKind::Changed, 2)});
}

TEST(SecretHooks, SE36_with_the_unit_that_read_it_a_revision_is_obsolete_at_once) {
  Owned owned;
  (void)owned.change("db/0", {{secret_one, added("db")}});
  (void)owned.track("db/1", 1);
  (void)owned.change("db/0", {{secret_one, with_value("b")}});
  store::Unit unit;
  unit.name = "db/1";
  (void)owned.settle({erase(unit)});
  EXPECT_EQ(owned.asked(), Asked{hook_of("db", SecretHookKind::Remove, 1)});
}

TEST(SecretHooks, SE55_what_goes_by_itself_is_told_to_nobody) {
  Owned owned;
  SecretChange change = added("db");
  change.auto_prune = true;
  (void)owned.change("db/0", {{secret_one, change}});
  (void)owned.change("db/0", {{secret_one, with_value("b")}});
  EXPECT_TRUE(owned.one().hooks.empty());
}

TEST(SecretHooks, SE41_several_new_revisions_are_one_hook_and_an_earlier_one_does_not_end_it) {
  Owned owned;
  (void)owned.change("db/0", {{secret_one, added("db")}});
  (void)owned.change("db/0", {{secret_one, granted("web", 4)}});
  (void)owned.track("web/0", 1);
  (void)owned.change("db/0", {{secret_one, with_value("b")}});
  const SecretHook second = hook_of("web/0", SecretHookKind::Changed, 2);
  EXPECT_EQ(owned.asked(), Asked{second});
  (void)owned.change("db/0", {{secret_one, with_value("c")}});
  const SecretHook third = hook_of("web/0", SecretHookKind::Changed, 3);
  const Asked asked = owned.asked();
  EXPECT_EQ(std::count(asked.begin(), asked.end(), third), 1);
  EXPECT_EQ(std::count(asked.begin(), asked.end(), second), 0);
  EXPECT_EQ(owned.end(second), rules::nothing());
  EXPECT_EQ(owned.end(third).writes, rules::Writes{erase(third)});
  EXPECT_EQ(owned.end(third), rules::nothing()) << "never twice for one revision";
}

TEST(SecretHooks, SE35_who_may_not_read_any_more_is_not_told) {
  Owned owned;
  (void)owned.change("db/0", {{secret_one, added("db")}});
  (void)owned.change("db/0", {{secret_one, granted("web", 4)}});
  (void)owned.track("web/0", 1);
  (void)owned.change("db/0", {{secret_one, with_value("b")}});
  ASSERT_EQ(owned.asked().size(), 1U);
  SecretChange revoked;
  revoked.revoked = {"web"};
  (void)owned.change("db/0", {{secret_one, revoked}});
  EXPECT_TRUE(owned.asked().empty());
  (void)owned.change("db/0", {{secret_one, with_value("c")}});
  EXPECT_EQ(owned.asked(), Asked{hook_of("db", SecretHookKind::Remove, 2)})
    << "nor at later revisions; the first is still pinned";
}

TEST(SecretHooks, SE46_nothing_is_due_before_its_time_and_SE52_it_is_asked_for_once) {
  Owned owned;
  (void)owned.change("db/0", {{secret_one, rotated("hourly")}});
  EXPECT_EQ(owned.secrets.due.begin()->first, 60'000 + hour);
  owned.now += hour - 1;
  EXPECT_EQ(owned.note_due(), rules::nothing());
  owned.now += 1;
  EXPECT_EQ(owned.note_due().writes,
            rules::Writes{rules::put(hook_of("db", SecretHookKind::Rotate, 1, owned.now))});
  EXPECT_TRUE(owned.secrets.due.empty());
  owned.now += 10 * hour;
  EXPECT_EQ(owned.note_due(), rules::nothing());
}

TEST(SecretHooks, SE51_what_is_due_within_a_minute_is_taken_along) {
  Owned owned;
  (void)owned.change("db/0", {{secret_one, rotated("hourly")}});
  owned.now += minute / 2;
  (void)owned.change("db/0", {{secret_two, rotated("hourly")}});
  owned.now += hour - minute / 2;
  EXPECT_EQ(owned.note_due().writes.size(), 2U);
}

TEST(SecretHooks, SE47_a_new_content_is_the_rotation_and_the_period_counts_from_when_it_was_due) {
  Owned owned = with_rotation_due();
  const auto due = owned.one().record.rotates;
  owned.now += 10 * minute;
  (void)owned.change("db/0", {{secret_one, with_value("b")}});
  EXPECT_EQ(owned.one().record.rotates, due + hour);
  EXPECT_FALSE(rules::is_rotating(owned.one())) << "in the hook's transaction";
  EXPECT_EQ(owned.end(hook_of("db", SecretHookKind::Rotate, 1, due)), rules::nothing());
}

TEST(SecretHooks, SE47_SE49_without_a_new_content_it_comes_again_five_minutes_later) {
  Owned owned = with_rotation_due();
  const auto due = owned.one().record.rotates;
  const SecretHook first = hook_of("db", SecretHookKind::Rotate, 1, due);
  (void)owned.end(first);
  EXPECT_EQ(owned.one().record.rotates, due + rules::secret_retry);
  owned.now = due + 2 * hour;
  (void)owned.note_due();
  EXPECT_EQ(owned.end(first), rules::nothing()) << "of the time before";
  (void)owned.end(hook_of("db", SecretHookKind::Rotate, 1, due + rules::secret_retry));
  EXPECT_EQ(owned.one().record.rotates, owned.now + rules::secret_retry) << "late: from now on";
}

TEST(SecretHooks, SE48_periods_that_are_past_are_left_out) {
  Owned owned = with_rotation_due();
  const auto due = owned.one().record.rotates;
  owned.now += 5 * hour + minute;
  (void)owned.change("db/0", {{secret_one, with_value("b")}});
  EXPECT_EQ(owned.one().record.rotates, due + 6 * hour);
}

TEST(SecretHooks, SE47_what_expires_before_the_next_period_is_rotated_again_soon) {
  Owned owned = with_rotation_due();
  const auto due = owned.one().record.rotates;
  SecretChange change = with_value("b");
  change.expires = owned.now + 30 * minute;
  (void)owned.change("db/0", {{secret_one, change}});
  EXPECT_EQ(owned.one().record.rotates, due + rules::secret_retry);
}

TEST(SecretHooks, SE46_who_wants_no_rotation_any_more_is_not_asked_for_one) {
  Owned owned = with_rotation_due();
  SecretChange never;
  never.rotation = "never";
  (void)owned.change("db/0", {{secret_one, never}});
  EXPECT_TRUE(owned.one().hooks.empty());
  EXPECT_TRUE(owned.secrets.due.empty());
}

TEST(SecretHooks, SE50_an_expired_revision_is_told_every_five_minutes_until_it_is_removed) {
  Owned owned;
  SecretChange change = added("db");
  change.expires = 10 * minute;
  (void)owned.change("db/0", {{secret_one, change}});
  owned.now = 10 * minute;
  (void)owned.note_due();
  const SecretHook expired = hook_of("db", SecretHookKind::Expired, 1, 10 * minute);
  EXPECT_EQ(owned.asked(), Asked{expired});
  (void)owned.end(expired);
  EXPECT_TRUE(owned.asked().empty());
  EXPECT_EQ(owned.secrets.due.begin()->first, 15 * minute);
  (void)owned.change("db/0", {{secret_one, with_value("b")}});
  EXPECT_EQ(owned.secrets.due.begin()->first, 15 * minute) << "a new one does not stop it";
  owned.now = 15 * minute;
  (void)owned.note_due();
  const Asked asked = owned.asked();
  const SecretHook again = hook_of("db", SecretHookKind::Expired, 1, 15 * minute);
  EXPECT_EQ(std::count(asked.begin(), asked.end(), again), 1);
  EXPECT_EQ(owned.end(expired), rules::nothing()) << "what was told is another one";
  SecretChange pruned;
  pruned.pruned = {1};
  (void)owned.change("db/0", {{secret_one, pruned}});
  EXPECT_TRUE(owned.one().hooks.empty());
  EXPECT_TRUE(owned.secrets.due.empty());
}

TEST(SecretHooks, SE50_another_expiry_of_the_revision_counts_anew) {
  Owned owned;
  SecretChange change = added("db");
  change.expires = 10 * minute;
  (void)owned.change("db/0", {{secret_one, change}});
  owned.now = 10 * minute;
  (void)owned.note_due();
  SecretChange later;
  later.expires = 60 * minute;
  (void)owned.change("db/0", {{secret_one, later}});
  EXPECT_TRUE(owned.asked().empty());
  EXPECT_EQ(owned.secrets.due.begin()->first, 60 * minute);
}

TEST(SecretHooks, SE51_a_units_own_secrets_rotate_as_its_applications_do) {
  Owned owned;
  SecretChange change = added("db/1");
  change.rotation = "hourly";
  (void)owned.change("db/1", {{secret_one, change}});
  owned.now += hour;
  (void)owned.note_due();
  ASSERT_EQ(owned.asked().size(), 1U);
  EXPECT_EQ(owned.asked().front().who, "db/1");
}

TEST(SecretHooks, SE37_hooks_go_with_the_secret) {
  Owned owned = with_rotation_due();
  SecretChange removed;
  removed.removed = true;
  const auto decision = owned.change("db/0", {{secret_one, removed}});
  EXPECT_NE(std::find(decision.writes.begin(), decision.writes.end(),
                      erase(hook_of("db", SecretHookKind::Rotate, 1, owned.now))),
            decision.writes.end());
  EXPECT_TRUE(owned.secrets.due.empty());
}

TEST(SecretHooks, SE45_of_an_applications_secret_the_leader_is_told) {
  const Owned owned = with_rotation_due();
  ASSERT_EQ(owned.one().hooks.size(), 1U);
  const store::SecretHook& hook = owned.one().hooks.begin()->second;
  const auto awaited = rules::awaited_hook(hook, "db/2");
  EXPECT_TRUE(awaited && awaited->unit == "db/2" && awaited->kind == SecretHookKind::Rotate);
  EXPECT_FALSE(rules::awaited_hook(hook, "").has_value());
}

TEST(SecretHooks, SE46_one_transaction_asks_for_those_of_so_many_secrets_and_no_more) {
  Owned owned;
  for (int number = 0; number < 250; ++number)
    (void)owned.change("db/0", {{"secret" + std::to_string(number), rotated("hourly")}});
  owned.now += hour;
  std::size_t rounds = 0;
  std::size_t asked = 0;
  while (!owned.secrets.due.empty() && rounds < 10) {
    const std::size_t writes = owned.note_due().writes.size();
    EXPECT_LE(writes, 100U);
    asked += writes;
    ++rounds;
  }
  EXPECT_EQ(asked, 250U);
  EXPECT_EQ(rounds, 3U);
}

} // namespace orrery::test
