#include "actors/rules/plan.hpp"
#include "cmd/simulate/secret_judge.hpp"
#include "cmd/simulate/secret_lives.hpp"
#include "cmd/simulate/simulated_secrets.hpp"
#include "cmd/simulate/story.hpp"
#include "test/simulation/judged.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

/// The judge of secrets sees what it is there to see.
namespace orrery::simulate {
namespace {

constexpr store::Milliseconds hour = 3'600'000;
const std::string kept_id = "00000000000000000001";

store::Secret secret(std::uint32_t newest = 1, store::Milliseconds rotates = 0) {
  store::Secret made;
  made.id = kept_id;
  made.owner = "db";
  made.rotation = rotates == 0 ? "" : "hourly";
  made.rotates = rotates;
  made.newest = newest;
  made.revisions = {{newest, 0, 0}};
  return made;
}

store::SecretGrant to_web() {
  return {kept_id, "web", "db", true, 1};
}

store::SecretConsumer reader() {
  return {"web/0", kept_id, "db", 1, {}};
}

store::SecretHook asked_hook(store::SecretHookKind kind, const std::string& who) {
  return {who, kept_id, kind, 1, "db", 0};
}

hooks::HookJob job_of(const std::string& unit, const std::string& name) {
  hooks::HookJob made;
  made.unit = unit;
  made.hook = name;
  made.environment["JUJU_SECRET_ID"] = "secret:" + kept_id;
  return made;
}

/// A judge whose ledger hears of the same transactions, each on disk at once unless it is said.
struct JudgedSecret : Judged {
  std::uint64_t sequence = 0;
  SecretJudge judge{findings, ledger, [](const auto&, const auto&) { return true; }};

  void apply(const std::string& cause, rules::Writes writes, bool is_durable = true) {
    judge.applied({++sequence, cause, writes, {}});
    ledger.decided(*token(sequence, std::move(writes)));
    if (is_durable)
      judge.committed(sequence);
  }
  void read() {
    judge.called("web/0");
    answer();
  }
  void answer() {
    hooks::ToolReply reply;
    reply.output = "password: x";
    judge.replied("web/0", {"secret-get", kept_id}, reply);
  }
  void rest(store::Milliseconds now = 0) {
    judge.judge_rest([](const std::string&) { return true; }, now);
  }
};

TEST(SecretJudge, SE11_who_reads_without_a_right_is_found) {
  JudgedSecret judged;
  judged.apply("flush hook", {rules::create(secret())});
  judged.read();
  EXPECT_TRUE(judged.found("which it may not (SE11)"));
}

TEST(SecretJudge, SE35_a_right_that_is_gone_is_none_once_that_is_on_disk) {
  for (const bool is_durable : {true, false}) {
    JudgedSecret judged;
    judged.apply("flush hook", {rules::create(secret()), rules::put(to_web())});
    judged.read();
    EXPECT_FALSE(judged.found("(SE11)"));
    judged.apply("leave scope", {rules::erase(to_web())}, is_durable);
    judged.read();
    EXPECT_EQ(judged.found("(SE11)"), is_durable);
  }
}

TEST(SecretJudge, SE35_whoever_asked_while_he_had_the_right_may_be_answered) {
  JudgedSecret judged;
  judged.apply("flush hook", {rules::create(secret()), rules::put(to_web())});
  judged.judge.called("web/0");
  judged.apply("leave scope", {rules::erase(to_web())});
  judged.answer();
  EXPECT_FALSE(judged.found("(SE11)"));
}

TEST(SecretJudge, SE37_a_secret_that_outlives_its_owner_is_found) {
  for (const bool stays : {true, false}) {
    JudgedSecret judged;
    store::Application owner;
    owner.name = "db";
    judged.apply("deploy", {rules::create(owner)});
    judged.apply("flush hook", {rules::create(secret())});
    rules::Writes end{rules::erase(owner)};
    if (!stays)
      end.push_back(rules::erase(secret()));
    judged.apply("remove-application", end);
    EXPECT_EQ(judged.found("outlives db"), stays);
  }
}

TEST(SecretJudge, SE41_news_that_never_came_are_found_at_rest) {
  for (const bool is_told : {true, false}) {
    JudgedSecret judged;
    judged.apply("flush hook",
                 {rules::create(secret()), rules::put(to_web()), rules::put(reader())});
    judged.apply("flush hook", {rules::put(secret(2))});
    if (is_told)
      judged.judge.began(job_of("web/0", "secret-changed"));
    judged.rest();
    EXPECT_EQ(judged.found("was not told of revision 2 (SE41)"), !is_told);
  }
}

TEST(SecretJudge, SE35_whose_right_is_gone_is_told_nothing) {
  JudgedSecret judged;
  judged.apply("flush hook", {rules::create(secret()), rules::put(to_web()), rules::put(reader())});
  judged.apply("flush hook", {rules::put(secret(2)), rules::erase(to_web())});
  judged.rest();
  EXPECT_FALSE(judged.found("(SE41)"));
}

TEST(SecretJudge, SE41_a_hook_that_is_done_and_runs_again_is_found) {
  const auto asked = asked_hook(store::SecretHookKind::Changed, "web/0");
  for (const bool asked_anew : {true, false}) {
    JudgedSecret judged;
    judged.apply("flush hook", {rules::create(secret()), rules::put(asked)});
    judged.judge.began(job_of("web/0", "secret-changed"));
    judged.judge.process_began(); // it was cut off
    judged.judge.began(job_of("web/0", "secret-changed"));
    judged.apply("end secret hook", {rules::erase(asked)});
    EXPECT_FALSE(judged.found("(SE40, SE41)"));
    if (asked_anew)
      judged.apply("flush hook", {rules::put(asked)});
    judged.judge.began(job_of("web/0", "secret-changed"));
    EXPECT_EQ(judged.found("although it is done"), !asked_anew);
  }
}

TEST(SecretJudge, SE43_a_hook_that_waits_for_a_unit_at_rest_is_found) {
  JudgedSecret judged;
  judged.apply("flush hook", {rules::create(secret()), rules::put(reader()),
                              rules::put(asked_hook(store::SecretHookKind::Changed, "web/0"))});
  judged.rest();
  EXPECT_TRUE(judged.found("waits for web/0 (SE43)"));
}

TEST(SecretJudge, SE46_a_time_that_has_come_unseen_is_found) {
  for (const store::Milliseconds late : {store::Milliseconds{0}, store::Milliseconds{120'000}}) {
    JudgedSecret judged;
    judged.apply("flush hook", {rules::create(secret(1, hour))});
    judged.rest(hour + late);
    EXPECT_EQ(judged.found("(SE46)"), late != 0);
  }
}

TEST(SecretJudge, SE46_a_clock_that_is_set_forward_while_it_runs_brings_no_time_sooner) {
  JudgedSecret judged;
  judged.apply("flush hook", {rules::create(secret(1, hour))});
  judged.judge.clock_set_forward(2 * hour);
  judged.rest(3 * hour);
  EXPECT_FALSE(judged.found("(SE46)"));
  judged.rest(4 * hour);
  EXPECT_TRUE(judged.found("(SE46)"));
}

TEST(SecretJudge, SE50_an_expiry_that_has_come_unseen_is_found) {
  JudgedSecret judged;
  store::Secret expiring = secret();
  expiring.revisions.front().expires = hour;
  judged.apply("flush hook", {rules::create(expiring)});
  judged.rest(2 * hour);
  EXPECT_TRUE(judged.found("(SE50)"));
}

TEST(SecretJudge, SE47_a_second_rotation_in_a_period_is_found) {
  for (const bool crashes : {true, false}) {
    JudgedSecret judged;
    judged.apply("flush hook", {rules::create(secret(1, hour))});
    judged.apply("note secrets due", {rules::put(asked_hook(store::SecretHookKind::Rotate, "db"))});
    judged.judge.began(job_of("db/0", "secret-rotate"));
    judged.judge.ended(job_of("db/0", "secret-rotate"), true);
    if (crashes)
      judged.judge.process_began();
    judged.judge.began(job_of("db/0", "secret-rotate"));
    EXPECT_EQ(judged.found("twice in a period"), !crashes);
  }
}

TEST(SecretJudge, SE47_a_rotation_that_is_due_again_too_soon_is_found) {
  for (const store::Milliseconds next : {2 * hour, 2 * hour - 1}) {
    JudgedSecret judged;
    const auto asked = asked_hook(store::SecretHookKind::Rotate, "db");
    judged.apply("flush hook", {rules::create(secret(1, hour))});
    judged.apply("note secrets due", {rules::put(asked)});
    judged.apply("flush hook", {rules::put(secret(2, next)), rules::erase(asked)});
    EXPECT_EQ(judged.found("is due at"), next < 2 * hour);
  }
}

TEST(HookOrder, SE43_a_secrets_hook_before_start_is_found) {
  Judged judged;
  judged.run("install");
  judged.order.began({"web/0", "secret-changed", std::nullopt, {}, {}, kept_id});
  EXPECT_TRUE(judged.found("runs before start (SE43)"));
}

TEST(HookOrder, SE43_a_secrets_hook_that_failed_is_left_behind_by_a_unit_that_goes_only) {
  for (const store::Life life : {store::Life::Alive, store::Life::Dying}) {
    JudgedSecret judged;
    store::Unit unit;
    unit.name = "web/0";
    unit.application = "web";
    judged.apply("add-unit", {rules::create(unit)});
    judged.come_up();
    judged.apply("flush hook", {rules::create(secret()),
                                rules::put(asked_hook(store::SecretHookKind::Changed, "web/0"))});
    judged.order.began({"web/0", "secret-changed", std::nullopt, {}, {}, kept_id});
    judged.order.ended("web/0", false);
    unit.life = life;
    judged.apply("remove-unit", {rules::put(unit)});
    judged.run("stop");
    EXPECT_EQ(judged.found("(W2)"), life == store::Life::Alive);
  }
}

TEST(HookOrder, SE14_a_hook_whose_changes_are_refused_may_come_again) {
  for (const bool is_refused : {true, false}) {
    Judged judged;
    judged.come_up();
    if (is_refused)
      judged.order.flush_refused("web/0");
    judged.run("start");
    EXPECT_EQ(judged.found("start of web/0 runs"), !is_refused);
  }
}

TEST(HookOrder, SE14_whoever_is_granted_a_secret_by_a_hook_that_is_refused_has_failed_at_nothing) {
  protocol::FlushHook flush{"web/0", {}, {}, {}, {}};
  flush.secrets[kept_id].grants = {{"api/0", 1}, {"zed/0", 1}};
  const auto route = rules::plan(
    flush, [](const std::string& name) { return std::optional(rules::unit(name, false)); });
  ASSERT_EQ(route.size(), 3U);
  EXPECT_EQ(flushing_unit(route), "web/0");
  EXPECT_EQ(flushing_unit({}), "");
}

TEST(SimulatedSecrets, SE1_hooks_draw_no_id_that_an_operator_of_the_same_seed_draws) {
  constexpr std::uint64_t seed = 7;
  constexpr std::size_t ids = 200;
  SimulatedSecrets secrets(seed);
  std::set<std::string> of_hooks;
  for (std::size_t i = 0; i < ids; ++i)
    of_hooks.insert(secrets.new_id());
  EXPECT_EQ(of_hooks.size(), ids);
  constexpr std::size_t offsets = 20; // an id takes as many draws, and others come between
  for (std::size_t offset = 0; offset < offsets; ++offset) {
    Random operators(seed);
    for (std::size_t i = 0; i < offset; ++i)
      (void)operators.below(2);
    for (std::size_t i = 0; i < ids; ++i)
      EXPECT_FALSE(of_hooks.contains(draw_secret_id(operators))) << offset << " " << i;
  }
}

TEST(SecretLives, what_befalls_a_secret_is_told_by_whose_it_is) {
  JudgedSecret judged;
  const rules::Writes writes{rules::create(secret()), rules::put(to_web()), rules::put(reader())};
  EXPECT_EQ(secret_lives({1, "flush hook", writes, {}}, judged.ledger.contents()),
            (std::vector<std::string>{"secret of an application added by flush hook",
                                      "secret of an application granted by flush hook",
                                      "secret of an application read by flush hook"}));
}

} // namespace
} // namespace orrery::simulate
