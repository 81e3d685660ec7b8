#include "actors/rules/application_settings.hpp"
#include "actors/rules/plan.hpp"
#include "test/support/decisions.hpp"
#include "test/support/world.hpp"

namespace orrery::test {

using protocol::Code;
using rules::decide;
using rules::put;
using store::Application;

namespace {

World web() {
  return World{}
    .application("web")
    .with_option("port", store::OptionType::Int)
    .with_option("debug", store::OptionType::Boolean)
    .unit("web/0")
    .unit("web/1");
}

rules::ApplicationState led_by(const std::string& unit) {
  auto application = web().application_state("web");
  application.record.leader = unit;
  return application;
}

rules::Decision leads(const rules::ApplicationState& application, const std::string& unit) {
  return decided(
    {put(changed(application.record, [&](Application& record) { record.leader = unit; }))});
}

} // namespace

TEST(SetConfig, S5_a_change_counts_up_and_the_same_again_does_not) {
  auto application = web().application_state("web");
  const protocol::SetConfig change{"web", {{"port", "80"}}, {}};
  const auto record = changed(application.record, [](Application& r) { r.config_version = 1; });
  const store::ApplicationConfig config{"web", {{"port", "80"}}};
  EXPECT_EQ(decide(application, change, now()), decided({put(record), put(config)}));
  application.config = config;
  EXPECT_EQ(decide(application, change, now()), rules::nothing());
}

TEST(SetTrusted, TR2_a_change_runs_config_changed_and_the_same_again_does_not) {
  auto application = web().application_state("web");
  const auto record = changed(application.record, [](Application& r) {
    r.trusted = true;
    r.config_version = 1;
  });
  EXPECT_EQ(decide(application, protocol::SetTrusted{"web", true}, now()), decided({put(record)}));
  application.record = record;
  EXPECT_EQ(decide(application, protocol::SetTrusted{"web", true}, now()), rules::nothing());
  EXPECT_EQ(decide(application, protocol::SetTrusted{"web", false}, now()).writes.size(), 1U);
  application.record.life = store::Life::Dying;
  EXPECT_TRUE(refused(decide(application, protocol::SetTrusted{"web", false}, now()),
                      Code::NotAlive, "only an Alive one"));
}

/// Whether the grant is new the model says, which comes behind: else nothing is written.
TEST(GrantedSecret, TR2_a_grant_of_the_secret_that_an_option_holds_runs_config_changed) {
  const std::string id = "0000000000000000000a";
  World world;
  world.application("web").with_option("sec", store::OptionType::Secret);
  auto application = world.application_state("web");
  protocol::ChangeUserSecret granted{id, {}};
  granted.change.grants["web"] = std::nullopt;
  EXPECT_EQ(decide(application, granted, now()), rules::proceed());
  const auto record = changed(application.record, [](Application& r) { r.config_version = 1; });
  for (const std::string& text : {"secret:" + id, "secret://u-u/" + id}) {
    application.config.values["sec"] = text;
    EXPECT_EQ(decide(application, granted, now()), decided({put(record)})) << text;
  }
  granted.secret = "0000000000000000000b";
  EXPECT_EQ(decide(application, granted, now()), rules::proceed());
  const auto route = rules::plan(granted, [](const std::string&) { return std::nullopt; });
  ASSERT_EQ(route.size(), 2U);
  EXPECT_EQ(route.front().who, rules::application("web"));
  EXPECT_EQ(route.back().who, rules::model());
}

TEST(SetConfig, TR1_trust_is_set_and_reset_beside_the_options_of_the_charm) {
  auto application = web().application_state("web");
  const auto trusted = changed(application.record, [](Application& r) {
    r.trusted = true;
    r.config_version = 1;
  });
  const store::ApplicationConfig config{"web", {{"port", "80"}}};
  const auto set = [&](store::Settings settings, std::vector<std::string> reset = {}) {
    return decide(application, protocol::SetConfig{"web", std::move(settings), std::move(reset)},
                  now());
  };
  EXPECT_EQ(set({{"trust", "True"}}), decided({put(trusted)}));
  EXPECT_EQ(set({{"trust", "true"}, {"port", "80"}}), decided({put(trusted), put(config)}));
  EXPECT_EQ(set({{"trust", "false"}}), rules::nothing());
  EXPECT_EQ(set({}, {"trust"}), rules::nothing());
  EXPECT_TRUE(refused(set({{"trust", "perhaps"}}), Code::BadOption, "trust"));
  application.record.trusted = true;
  for (const auto& decision : {set({}, {"trust"}), set({{"trust", "False"}})}) {
    const auto record = changed(application.record, [](Application& r) {
      r.trusted = false;
      r.config_version = 1;
    });
    EXPECT_EQ(decision, decided({put(record)}));
  }
}

TEST(SetConfig, TR1_an_option_of_the_charm_called_trust_is_the_charms) {
  auto application = World{}
                       .application("web")
                       .with_option("trust", store::OptionType::String)
                       .application_state("web");
  const store::ApplicationConfig config{"web", {{"trust", "nobody"}}};
  const auto record = changed(application.record, [](Application& r) { r.config_version = 1; });
  EXPECT_EQ(decide(application, protocol::SetConfig{"web", {{"trust", "nobody"}}, {}}, now()),
            decided({put(record), put(config)}));
}

TEST(SetConfig, A2_a_dying_application_may_still_be_configured) {
  auto application = web().application_state("web");
  application.record.life = store::Life::Dying;
  EXPECT_EQ(decide(application, protocol::SetConfig{"web", {{"port", "80"}}, {}}, now()).verdict,
            rules::Verdict::Proceed);
}

TEST(SetConfig, R4_one_wrong_option_changes_nothing) {
  const auto application = web().application_state("web");
  EXPECT_TRUE(refused(
    decide(application, protocol::SetConfig{"web", {{"port", "80"}, {"prot", "1"}}, {}}, now()),
    Code::BadOption, "no option \"prot\""));
  EXPECT_TRUE(
    refused(decide(application, protocol::SetConfig{"web", {{"port", "eighty"}}, {}}, now()),
            Code::BadOption, "port"));
  EXPECT_TRUE(refused(decide(application, protocol::SetConfig{"web", {}, {"prot"}}, now()),
                      Code::BadOption, "no option \"prot\""));
}

TEST(SetExposed, L3_it_is_so_or_becomes_so) {
  const auto application = web().application_state("web");
  store::Application open = application.record;
  open.exposed = true;
  EXPECT_EQ(decide(application, protocol::SetExposed{"web", true}, now()), decided({put(open)}));
  EXPECT_EQ(decide(application, protocol::SetExposed{"web", false}, now()), rules::nothing());
}

TEST(SetExposed, A2_a_dying_application_is_not_opened_any_more) {
  auto application = web().application_state("web");
  application.record.life = store::Life::Dying;
  EXPECT_TRUE(refused(decide(application, protocol::SetExposed{"web", true}, now()), Code::NotAlive,
                      "only an Alive one"));
}

/// Nobody acts on it: its units' agents are not told.
TEST(SetExposed, L3_wakes_nobody) {
  auto application = web().application_state("web");
  store::Application open = application.record;
  open.exposed = true;
  EXPECT_FALSE(rules::absorb(application, put(open)));
  EXPECT_TRUE(application.record.exposed);
}

TEST(SetConfig, A6_reset_takes_a_value_back) {
  auto application = web().application_state("web");
  application.config.values = {{"debug", "true"}, {"port", "80"}};
  const auto record = changed(application.record, [](Application& r) { r.config_version = 1; });
  EXPECT_EQ(decide(application, protocol::SetConfig{"web", {}, {"port"}}, now()),
            decided({put(record), put(store::ApplicationConfig{"web", {{"debug", "true"}}})}));
}

TEST(ClaimLeadership, S4_the_first_to_claim_leads) {
  const auto application = web().application_state("web");
  EXPECT_EQ(decide(application, protocol::ClaimLeadership{"web", "web/0"}, now()),
            leads(application, "web/0"));
}

TEST(ClaimLeadership, S4_held_by_itself_is_a_no_op_and_by_another_refused) {
  EXPECT_EQ(decide(led_by("web/0"), protocol::ClaimLeadership{"web", "web/0"}, now()),
            rules::nothing());
  EXPECT_TRUE(refused(decide(led_by("web/0"), protocol::ClaimLeadership{"web", "web/1"}, now()),
                      Code::NotLeader, "web/0 leads"));
}

TEST(ClaimLeadership, S4_a_unit_of_another_application_cannot_lead) {
  EXPECT_TRUE(refused(decide(led_by(""), protocol::ClaimLeadership{"web", "db/0"}, now()),
                      Code::NotLeader, "db/0"));
}

TEST(ResignLeadership, S4_is_for_the_holder_alone) {
  EXPECT_EQ(decide(led_by("web/0"), protocol::ResignLeadership{"web", "web/0"}, now()),
            leads(led_by("web/0"), ""));
  EXPECT_EQ(decide(led_by("web/0"), protocol::ResignLeadership{"web", "web/1"}, now()),
            rules::nothing());
}

TEST(AssertLeader, S4_is_checked_again_at_commit) {
  EXPECT_EQ(decide(led_by("web/0"), rules::AssertLeader{"web/0"}, now()), rules::proceed());
  EXPECT_TRUE(refused(decide(led_by("web/1"), rules::AssertLeader{"web/0"}, now()), Code::NotLeader,
                      "web/0 is not the leader"));
}

namespace {

store::LeaderSettings told(std::uint64_t version, store::Settings values) {
  return {"web", version, std::move(values)};
}

} // namespace

TEST(SetLeaderSettings, S4_an_empty_value_deletes_and_others_stay) {
  auto application = led_by("web/0");
  EXPECT_EQ(decide(application, protocol::SetLeaderSettings{"web", "web/0", {{"a", "1"}}}, now()),
            decided({put(told(1, {{"a", "1"}}))}));
  rules::absorb(application, put(told(1, {{"a", "1"}, {"b", "2"}})));
  EXPECT_EQ(decide(application,
                   protocol::SetLeaderSettings{"web", "web/0", {{"a", ""}, {"c", "3"}}}, now()),
            decided({put(told(2, {{"b", "2"}, {"c", "3"}}))}));
}

TEST(SetLeaderSettings, S5_equal_values_are_no_change) {
  auto application = led_by("web/0");
  EXPECT_EQ(decide(application, protocol::SetLeaderSettings{"web", "web/0", {{"a", ""}}}, now()),
            rules::nothing());
  rules::absorb(application, put(told(1, {{"a", "1"}})));
  EXPECT_EQ(decide(application, protocol::SetLeaderSettings{"web", "web/0", {{"a", "1"}}}, now()),
            rules::nothing());
}

TEST(SetLeaderSettings, S4_is_for_the_leader_alone) {
  EXPECT_TRUE(refused(
    decide(led_by("web/0"), protocol::SetLeaderSettings{"web", "web/1", {{"a", "1"}}}, now()),
    Code::NotLeader, "cannot write leadership settings: web/1 is not the leader of web"));
}

TEST(SetLeaderSettings, there_is_a_bound_to_them) {
  auto application = led_by("web/0");
  const std::string half(std::size_t{1} << 19, 'x');
  rules::absorb(application, put(told(1, {{"a", half}})));
  EXPECT_TRUE(
    refused(decide(application, protocol::SetLeaderSettings{"web", "web/0", {{"b", half}}}, now()),
            Code::LimitExceeded, "larger than 1 MiB"));
  EXPECT_EQ(
    decide(application, protocol::SetLeaderSettings{"web", "web/0", {{"a", "1"}}}, now()).verdict,
    rules::Verdict::Proceed);
}

TEST(SetLeaderSettings, all_that_observe_the_application_are_told) {
  auto application = led_by("web/0");
  EXPECT_TRUE(rules::absorb(application, put(told(1, {{"a", "1"}}))));
  auto other = World{}.application("db").application_state("db");
  EXPECT_FALSE(rules::absorb(other, put(told(1, {{"a", "1"}}))));
}

TEST(ReportApplication, S4_only_the_leader_sets_the_applications_status) {
  const store::Status status{"active", "ready", present};
  const auto application = led_by("web/0");
  EXPECT_EQ(decide(application, protocol::ReportApplication{"web", "web/0", status}, now()),
            decided({put(
              changed(application.record, [&](Application& record) { record.status = status; }))}));
  EXPECT_TRUE(
    refused(decide(application, protocol::ReportApplication{"web", "web/1", status}, now()),
            Code::NotLeader, "web/1 is not the leader"));
}

} // namespace orrery::test
