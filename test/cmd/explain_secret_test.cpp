// `explain secret` tells what holds a secret, who may read it, what is due and what has not run.
#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace orrery::test {
namespace {

using cmd::Exit;
using store::SecretHookKind;

const std::string charm_secret = "00000000000000000009";

/// A secret of db, which web reads over relation 4; its second revision is to be told.
void put_secret(store::Contents& model) {
  store::Secret secret;
  secret.id = charm_secret;
  secret.owner = "db";
  secret.label = "pw";
  secret.rotation = "daily";
  secret.rotates = 86'400'000;
  secret.newest = 3;
  secret.revisions = {{1, 0, 0}, {2, 0, 3'600'000}, {3, 0, 0}};
  store::insert(model, secret);
  store::insert(model, store::SecretConsumer{"web/0", charm_secret, "db", 2, "mine"});
  store::insert(model, store::SecretGrant{charm_secret, "web", "db", true, 4});
  store::Relation relation;
  relation.id = 4;
  relation.key = "web:db db:server";
  store::insert(model, relation);
  for (const char* name : {"db", "web"}) {
    store::Application application;
    application.name = name;
    store::insert(model, application);
  }
  store::Unit unit;
  unit.name = "web/0";
  unit.application = "web";
  store::insert(model, unit);
}

void ask(store::Contents& model, const std::string& who, SecretHookKind kind) {
  store::insert(model, store::SecretHook{who, charm_secret, kind, 3, "db", 0});
}

void set_status(store::Contents& model, const std::string& agent, const store::HookError& error) {
  store::UnitStatus status;
  status.unit = "web/0";
  status.agent.value = agent;
  status.error = error;
  store::insert(model, status);
}

std::string explained(Bench& bench) {
  EXPECT_EQ(bench.verb({"explain", "secret", charm_secret, "--utc"}), Exit::Fine)
    << bench.output.complained;
  return bench.output.printed;
}

TEST(ExplainSecret, SE44_what_holds_it_who_may_read_it_and_what_is_due) {
  Bench bench;
  bench.orchestrator.change([](store::Contents& model) { put_secret(model); });
  const std::string text = explained(bench);
  for (const std::string& part :
       {"secret:" + charm_secret + " \"pw\" of db, revision 3\n",
        std::string("db owns it: it goes with that application"),
        std::string("all units of db, which owns it"), std::string("all units of web, as long as "),
        std::string("web/0 reads revision 2 as \"mine\""),
        std::string("revision 1, read by nobody: its owner may remove it"),
        std::string("revision 2, read by 1 unit, expires at 1970-01-01 01:00:00Z"),
        std::string("revision 3, the latest\n"),
        std::string("secret-expired of revision 2 at 1970-01-01 01:00:00Z, in the leader of db"),
        std::string("secret-rotate (daily) at 1970-01-02 00:00:00Z, in the leader of db")})
    EXPECT_TRUE(has(text, part)) << part << "\n" << text;
  EXPECT_FALSE(has(text, "hooks-not-run")) << text;
  EXPECT_EQ(bench.verb({"explain", "secret:" + charm_secret, "--format", "json"}), Exit::Fine);
  const auto document = nlohmann::json::parse(bench.output.printed);
  EXPECT_EQ(document["due"].size(), 2U);
  EXPECT_EQ(document["readers"][0], "web/0 reads revision 2 as \"mine\"");
}

TEST(ExplainSecret, SE44_why_a_hook_of_it_has_not_run) {
  Bench bench;
  bench.orchestrator.change([](store::Contents& model) {
    put_secret(model);
    ask(model, "web/0", SecretHookKind::Changed);
    ask(model, "db", SecretHookKind::Rotate);
  });
  const std::string changed = "secret-changed for web/0 (revision 3): ";
  EXPECT_TRUE(has(explained(bench), changed + "web/0 has not started yet"));
  EXPECT_TRUE(has(explained(bench), "secret-rotate for db (revision 3): no unit of db leads"));
  EXPECT_FALSE(has(explained(bench), "secret-rotate (daily) at")) << "it is asked for already";
  store::HookError error;
  error.hook = "config-changed";
  bench.orchestrator.change([&](store::Contents& model) { set_status(model, "error", error); });
  EXPECT_TRUE(has(explained(bench), changed
                                      + "it waits, as hook \"config-changed\" failed in web/0: "
                                        "orrery resolved web/0"));
  error.hook = "secret-changed";
  error.remote_unit = "secret:" + charm_secret + " mine";
  bench.orchestrator.change([&](store::Contents& model) { set_status(model, "error", error); });
  EXPECT_TRUE(has(explained(bench), changed + "it failed: orrery resolved web/0"));
  EXPECT_EQ(bench.verb({"explain", "unit", "web/0", "--format", "json"}), Exit::Fine);
  const auto shown = nlohmann::json::parse(bench.output.printed)["hook-error"];
  EXPECT_EQ(shown["secret-uri"], "secret:" + charm_secret);
  EXPECT_EQ(shown["secret-label"], "mine");
  bench.orchestrator.change([](store::Contents& model) { set_status(model, "idle", {}); });
  EXPECT_TRUE(has(explained(bench), changed + "web/0 runs it next"));
  bench.orchestrator.change(
    [](store::Contents& model) { model.units.at("web/0").life = store::Life::Dying; });
  EXPECT_TRUE(has(explained(bench), changed + "web/0 is being removed"));
}

TEST(ExplainSecret, SE44_of_many_revisions_the_latest_are_told_and_of_times_the_first) {
  Bench bench;
  bench.orchestrator.change([](store::Contents& model) {
    put_secret(model);
    store::Secret& secret = model.secrets.at(charm_secret);
    secret.rotates = 0;
    secret.revisions.clear();
    for (std::uint32_t number = 1; number <= 50; ++number)
      secret.revisions.push_back({number, 0, std::int64_t{60'000} * number});
    secret.newest = 50;
  });
  EXPECT_EQ(bench.verb({"explain", "secret", charm_secret, "--utc", "--format", "json"}),
            Exit::Fine);
  const auto document = nlohmann::json::parse(bench.output.printed);
  const auto& revisions = document["revisions"];
  ASSERT_EQ(revisions.size(), 21U);
  EXPECT_EQ(revisions.front(), "30 earlier ones");
  EXPECT_EQ(revisions.back(), "revision 50, the latest, expires at 1970-01-01 00:50:00Z");
  const auto& due = document["due"];
  ASSERT_EQ(due.size(), 21U);
  EXPECT_EQ(due.front(),
            "secret-expired of revision 1 at 1970-01-01 00:01:00Z, in the leader of db");
  EXPECT_EQ(due.back(), "and 30 more");
}

TEST(ExplainSecret, SE44_what_is_not_of_the_secret_is_not_read) {
  Bench bench;
  bench.orchestrator.change([](store::Contents& model) { put_secret(model); });
  (void)explained(bench);
  for (const std::string& kinds : bench.orchestrator.kinds_read())
    EXPECT_EQ(kinds, "");
}

TEST(ExplainSecret, SE44_one_of_the_users_and_one_that_is_not_there) {
  Bench bench;
  ASSERT_EQ(bench.verb({"add-secret", "mine", "password=hunter2"}), Exit::Fine);
  ASSERT_EQ(bench.verb({"explain", "secret", "mine"}), Exit::Fine) << bench.output.complained;
  EXPECT_TRUE(has(bench.output.printed, "\"mine\" of the user, revision 1"));
  EXPECT_TRUE(has(bench.output.printed, "orrery remove-secret "));
  EXPECT_FALSE(has(bench.output.printed, "hunter2"));
  EXPECT_EQ(bench.verb({"explain", "secret", "nobody"}), Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "secret \"nobody\" not found"));
}

} // namespace
} // namespace orrery::test
