// When secrets are due is kept as hooks and records come, and never looked for in all of them.
#include "test/rules/owned_secrets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace orrery::test {

using protocol::SecretChange;
using rules::OwnedSecret;
using store::SecretHook;
using store::SecretHookKind;

namespace {

constexpr store::Milliseconds a_minute = 60'000;

SecretChange that_expires(const std::string& text, store::Milliseconds time) {
  SecretChange change = with_value(text);
  change.expires = time;
  return change;
}

/// Looks at all that a secret has.  @returns 0 where it is never due
store::Milliseconds due_by_all(const OwnedSecret& secret) {
  std::set<store::Milliseconds> times;
  std::set<std::uint32_t> known;
  bool is_rotating = false;
  for (const auto& [key, hook] : secret.hooks) {
    is_rotating = is_rotating || hook.kind == SecretHookKind::Rotate;
    if (hook.kind != SecretHookKind::Expired)
      continue;
    known.insert(hook.revision);
    if (hook.who.empty())
      times.insert(hook.due);
  }
  for (const store::SecretRevisionSeen& seen : secret.record.revisions)
    if (!known.contains(seen.number))
      times.insert(seen.expires);
  if (!is_rotating)
    times.insert(secret.record.rotates);
  times.erase(0);
  return times.empty() ? 0 : *times.begin();
}

/// Takes in what is known of a secret as a start does: the record, then its hooks.
rules::OwnedSecrets started_with(const OwnedSecret& secret) {
  rules::OwnedSecrets secrets;
  rules::absorb_secrets(secrets, "db", rules::put(secret.record));
  for (const auto& [key, hook] : secret.hooks)
    rules::absorb_secrets(secrets, "db", rules::put(hook));
  return secrets;
}

/// One change of the secret that a charm or time may make.
void change_by_chance(Owned& owned, std::mt19937& chance) {
  const auto below = [&](std::uint32_t bound) {
    return static_cast<std::uint32_t>(chance() % bound);
  };
  const auto revisions = owned.one().record.revisions;
  switch (below(6)) {
  case 0:
    (void)owned.change("db/0", {{secret_one, that_expires(std::to_string(chance()),
                                                          owned.now + below(20) * a_minute)}});
    break;
  case 1: {
    SecretChange change;
    change.rotation = below(2) == 0 ? "hourly" : "never";
    (void)owned.change("db/0", {{secret_one, change}});
    break;
  }
  case 2: {
    SecretChange change;
    if (revisions.size() > 1)
      change.pruned = {revisions[below(static_cast<std::uint32_t>(revisions.size() - 1))].number};
    (void)owned.change("db/0", {{secret_one, change}});
    break;
  }
  case 3:
    owned.now += below(30) * a_minute;
    break;
  case 4:
    (void)owned.note_due();
    break;
  default:
    if (const auto asked = owned.asked(); !asked.empty())
      (void)owned.end(asked[below(static_cast<std::uint32_t>(asked.size()))]);
  }
}

/// A secret with three revisions that expire; the first is asked for, and the second is to be
/// again.
Owned with_three_expiries() {
  Owned owned;
  SecretChange first = added("db");
  first.expires = 2 * a_minute;
  (void)owned.change("db/0", {{secret_one, first}});
  (void)owned.change("db/0", {{secret_one, that_expires("b", 2 * a_minute)}});
  (void)owned.change("db/0", {{secret_one, that_expires("c", 90 * a_minute)}});
  owned.now = 2 * a_minute;
  (void)owned.note_due();
  (void)owned.end({"db", secret_one, SecretHookKind::Expired, 2, "db", 2 * a_minute});
  return owned;
}

} // namespace

TEST(SecretTimes, SE46_SE50_each_expiry_is_kept_that_is_not_asked_for) {
  const Owned owned = with_three_expiries();
  const std::set<std::pair<store::Milliseconds, std::uint32_t>> expected{{7 * a_minute, 2},
                                                                         {90 * a_minute, 3}};
  EXPECT_EQ(owned.one().expiries, expected);
}

TEST(SecretTimes, SE46_when_a_secret_is_due_is_known_without_a_look_at_all_it_has) {
  const Owned owned = with_three_expiries();
  OwnedSecret bare = owned.one();
  bare.record.revisions.clear();
  bare.hooks.clear();
  EXPECT_EQ(rules::next_due(bare), 7 * a_minute);
}

TEST(SecretTimes, SE46_a_hook_that_is_taken_in_costs_one_look_at_its_own_revision) {
  Owned owned = with_three_expiries();
  OwnedSecret& secret = owned.secrets.by_id.at(secret_one);
  const std::pair<store::Milliseconds, std::uint32_t> mark{80 * a_minute, 4};
  secret.expiries.insert(mark); // a look at all revisions would not find this one
  const SecretHook hook{"db", secret_one, SecretHookKind::Expired, 3, "db", 90 * a_minute};
  rules::absorb_secrets(owned.secrets, "db", rules::put(hook));
  EXPECT_TRUE(secret.expiries.contains(mark));
  EXPECT_FALSE(secret.expiries.contains({90 * a_minute, 3}));
}

TEST(SecretTimes, SE46_what_is_kept_is_what_all_records_say_at_every_moment) {
  for (std::uint32_t seed = 1; seed <= 50 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 chance(seed);
    Owned owned;
    (void)owned.change("db/0", {{secret_one, added("db")}});
    for (int step = 0; step < 60 && !testing::Test::HasFailure(); ++step) {
      change_by_chance(owned, chance);
      const store::Milliseconds due = due_by_all(owned.one());
      EXPECT_EQ(rules::next_due(owned.one()), due);
      EXPECT_EQ(owned.secrets.due.empty() ? 0 : owned.secrets.due.begin()->first, due);
      const rules::OwnedSecrets started = started_with(owned.one());
      EXPECT_EQ(started.by_id.at(secret_one).expiries, owned.one().expiries);
      EXPECT_EQ(started.due, owned.secrets.due);
    }
  }
}

} // namespace orrery::test
