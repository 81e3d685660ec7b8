// Secrets as their owners and readers decide of them: what ends with whom.
#include "actors/rules/application.hpp"
#include "actors/rules/effects.hpp"
#include "actors/rules/model.hpp"
#include "actors/rules/plan.hpp"
#include "test/rules/secret_change.hpp"
#include "test/support/decisions.hpp"
#include "test/support/world.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::test {

using protocol::Code;
using protocol::SecretChange;
using rules::erase;
using rules::put;

TEST(Secrets, SE37_an_applications_secrets_go_with_it) {
  auto application = World{}.application("db").application_state("db");
  store::Secret secret;
  secret.id = secret_one;
  secret.owner = "db";
  secret.revisions = {{1, 0, 0}};
  (void)rules::absorb(application, put(secret));
  const rules::Writes none;
  const auto decision =
    rules::decide(application, protocol::RemoveApplication{"db"}, {1, "remove", &none});
  EXPECT_NE(std::find(decision.writes.begin(), decision.writes.end(), erase(secret)),
            decision.writes.end());
  EXPECT_NE(std::find(decision.writes.begin(), decision.writes.end(),
                      erase(store::SecretRevision{secret_one, 1, "db", {}})),
            decision.writes.end());
}

TEST(Secrets, SE56_a_grant_of_the_users_wants_an_application_that_is_there_and_goes_with_it) {
  auto model = World{}.application("web").model_state();
  const rules::Writes none;
  const auto change = [&](const SecretChange& wanted) {
    auto decision = rules::decide(model, protocol::ChangeUserSecret{secret_one, wanted},
                                  {1'000, "a test", &none});
    for (const rules::Write& write : decision.writes)
      (void)rules::absorb(model, write);
    return decision;
  };
  (void)change(added("", "mine"));
  SecretChange grant;
  grant.grants["nobody"] = std::nullopt;
  EXPECT_TRUE(refused(change(grant), Code::NotFound, "application \"nobody\" not found"));
  grant.grants = {{"web", std::nullopt}};
  EXPECT_EQ(change(grant).writes.size(), 1U);
  EXPECT_TRUE(refused(change(added("", "mine")), Code::AlreadyExists, "already exists"));
  store::Application web;
  web.name = "web";
  const rules::Writes gone{erase(web)};
  const auto forgotten =
    rules::decide(model, rules::ForgetApplications{{{"web", 0, {}}}, {}}, {1'000, "a test", &gone});
  EXPECT_NE(std::find(forgotten.writes.begin(), forgotten.writes.end(),
                      erase(store::SecretGrant{secret_one, "web", "", false, 0})),
            forgotten.writes.end());
}

TEST(Secrets, SE34_to_SE37_what_would_end_is_told_and_no_content) {
  store::Contents before;
  store::Secret secret;
  secret.id = secret_one;
  secret.owner = "db/0";
  secret.fingerprint = "mark of hunter2";
  secret.newest = 2;
  secret.revisions = {{1, 0, 0}, {2, 0, 0}};
  const store::SecretGrant grant{secret_one, "web", "db/0", true, 4};
  store::insert(before, secret);
  store::insert(before, grant);
  store::Secret newer = secret;
  newer.fingerprint = "mark of hunter3";
  newer.newest = 3;
  newer.revisions = {{2, 0, 0}, {3, 0, 0}};
  store::Secret pruned = secret;
  pruned.revisions = {{2, 0, 0}};
  std::vector<std::string> told;
  for (const rules::Writes& writes :
       {rules::Writes{put(store::SecretRevision{secret_one, 3, "db/0", "hunter3"}), put(newer)},
        rules::Writes{put(pruned)}, rules::Writes{erase(grant)},
        rules::Writes{erase(store::SecretRevision{secret_one, 1, "db/0", {}}), erase(secret)}})
    for (const rules::Effect& effect : rules::effects_of(before, writes)) {
      EXPECT_EQ(effect.who, rules::application("db"));
      told.push_back(effect.kind == rules::Effect::Kind::Removed
                       ? effect.name + " is removed"
                       : effect.name + " " + effect.detail);
    }
  const std::string name = "secret " + secret_one;
  EXPECT_EQ(told,
            (std::vector<std::string>{name + " gets revision 3", name + " loses revision 1",
                                      name + " can be read by web no more", name + " is removed"}));
}

TEST(Secrets, SE33_a_grant_wants_a_relation_that_the_unit_is_in) {
  const auto unit = World{}.application("db").unit("db/0").unit_state("db/0");
  protocol::FlushHook flush{"db/0", {}, {}, {}, {}};
  flush.secrets[secret_one] = granted("web", 4);
  EXPECT_TRUE(refused(rules::decide(unit, flush, now()), Code::NotAlive,
                      "cannot grant access to secret in scope of relation 4"));
}

TEST(Secrets, SE33_a_grant_to_a_unit_that_is_gone_is_left_out) {
  protocol::FlushHook flush{"db/0", {}, {}, {}, {}};
  flush.secrets[secret_one] = granted("web/0", 4);
  flush.secrets[secret_one].grants["web/1"] = 4;
  flush.secrets[secret_one].grants["web"] = 4;
  protocol::FinishTask finish;
  finish.unit = "db/0";
  finish.changes = flush;
  const auto planned = [](const protocol::Command& command) {
    return rules::plan(command, [](const std::string& name) {
      return name == "web/0" ? std::nullopt : std::optional(rules::unit(name, false));
    });
  };
  flush.secrets[secret_one].grants.erase("web/0");
  const rules::Visit witness{rules::unit("web/1", false), rules::AssertAlive{}};
  EXPECT_EQ(
    planned(finish.changes.value()),
    (std::vector<rules::Visit>{{rules::unit("db/0", false), protocol::Command(flush)}, witness}));
  protocol::FinishTask without = finish;
  without.changes = flush;
  EXPECT_EQ(planned(finish), (std::vector<rules::Visit>{
                               {rules::unit("db/0", false), protocol::Command(without)}, witness}));
}

TEST(Secrets, SE36_the_owners_of_what_a_unit_has_read_hear_of_its_end) {
  auto unit = World{}.application("web").unit("web/0").dead().unit_state("web/0");
  (void)rules::absorb(unit, put(store::SecretConsumer{"web/0", secret_one, "db/3", 1, {}}));
  (void)rules::absorb(unit, put(store::SecretConsumer{"web/0", secret_two, "", 1, {}}));
  const auto decision = rules::decide(unit, protocol::DeleteUnit{"web/0"}, now());
  const auto hears = [&](const rules::Who& who) {
    return std::any_of(decision.visits.begin(), decision.visits.end(),
                       [&](const rules::Visit& visit) { return visit.who == who; });
  };
  EXPECT_TRUE(hears(rules::application("db")));
  EXPECT_TRUE(hears(rules::model()));
}

} // namespace orrery::test
