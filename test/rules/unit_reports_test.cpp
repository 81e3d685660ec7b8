#include "actors/rules/unit.hpp"
#include "test/rules/secret_change.hpp"
#include "test/support/decisions.hpp"
#include "test/support/world.hpp"

namespace orrery::test {

using protocol::Code;
using rules::decide;
using rules::put;

namespace {

World reporting_web() {
  return World{}.application("web").unit("web/0");
}

World reporting_related_web() {
  return reporting_web().application("db").relation("web:db db:server").entered_by("web/0");
}

} // namespace

TEST(ReportUnit, W5_only_what_was_said_changes) {
  const auto unit = reporting_web().unit_state("web/0");
  protocol::ReportUnit said{"web/0", {}, {}, {}, {}, {}};
  said.workload = store::Status{"active", "ready", 70};
  said.workflow = "running";
  const auto after = changed(unit.status.unpack(), [](store::UnitStatus& status) {
    status.workload = {"active", "ready", 70};
    status.workflow = "running";
    status.last_seen = present;
  });
  EXPECT_EQ(decide(unit, said, now()), decided({put(after)}));
}

TEST(ReportUnit, W6_one_that_is_lost_was_seen_until_then_and_not_since) {
  auto unit = reporting_web().unit_state("web/0");
  protocol::ReportUnit said{"web/0", {}, {}, {}, {}, {}};
  said.agent = store::Status{"lost", "its machine is gone", present};
  const auto lost = decide(unit, said, now());
  ASSERT_EQ(lost.writes.size(), 1U);
  EXPECT_EQ(std::get<store::UnitStatus>(lost.writes[0].record).last_seen, present);
  rules::absorb(unit, lost.writes[0]);
  said.agent->message = "its directory is gone";
  rules::Context later = now();
  later.now += 60'000;
  const auto again = decide(unit, said, later);
  ASSERT_EQ(again.writes.size(), 1U);
  EXPECT_EQ(std::get<store::UnitStatus>(again.writes[0].record).last_seen, present);
}

TEST(ReportUnit, S5_saying_the_same_again_writes_nothing) {
  auto unit = reporting_web().unit_state("web/0");
  protocol::ReportUnit said{"web/0", {}, {}, {}, {}, {}};
  said.agent = store::Status{"allocating", "", present};
  EXPECT_EQ(decide(unit, said, now()), rules::nothing());
}

TEST(Resolve, W3_marks_a_unit_whose_hook_failed) {
  const auto unit = reporting_web().failing("install").unit_state("web/0");
  for (const bool retry : {true, false}) {
    const auto marked = changed(unit.record, [&](store::Unit& record) {
      record.resolved = retry ? store::Resolved::Retry : store::Resolved::NoRetry;
    });
    EXPECT_EQ(decide(unit, protocol::Resolve{"web/0", retry}, now()), decided({put(marked)}));
  }
}

TEST(Resolve, W3_D1_refuses_where_there_is_nothing_to_resolve) {
  EXPECT_TRUE(
    refused(decide(reporting_web().unit_state("web/0"), protocol::Resolve{"web/0", true}, now()),
            Code::NotInError, "unit \"web/0\" is not in an error state"));
  EXPECT_TRUE(refused(decide(reporting_web().dead().failing("stop").unit_state("web/0"),
                             protocol::Resolve{"web/0", true}, now()),
                      Code::NotAlive, "Dead"));
}

TEST(Resolve, W3_works_for_a_dying_unit) {
  const auto unit = reporting_web().dying().failing("stop").unit_state("web/0");
  EXPECT_EQ(decide(unit, protocol::Resolve{"web/0", true}, now()).verdict, rules::Verdict::Proceed);
}

TEST(Resolve, W3_D1_a_second_one_before_the_agent_acted_is_refused) {
  auto unit = reporting_web().failing("install").unit_state("web/0");
  unit.record.resolved = store::Resolved::Retry;
  EXPECT_TRUE(refused(decide(unit, protocol::Resolve{"web/0", true}, now()), Code::AlreadyResolved,
                      "cannot set resolved mode for unit \"web/0\": already resolved"));
}

TEST(ClearResolved, W3_takes_the_mark_away_once) {
  auto unit = reporting_web().failing("install").unit_state("web/0");
  EXPECT_EQ(decide(unit, protocol::ClearResolved{"web/0"}, now()), rules::nothing());
  unit.record.resolved = store::Resolved::NoRetry;
  const auto cleared =
    changed(unit.record, [](store::Unit& record) { record.resolved = store::Resolved::None; });
  EXPECT_EQ(decide(unit, protocol::ClearResolved{"web/0"}, now()), decided({put(cleared)}));
}

TEST(FlushHook, H6_settings_go_to_each_relation_in_one_transaction) {
  const auto unit = reporting_related_web().unit_state("web/0");
  protocol::FlushHook flush{"web/0", {{0, {{"a", "1"}}}}, {}, {}, {}};
  EXPECT_EQ(
    decide(unit, flush, now()),
    decided({}, {{rules::relation(0), rules::WriteBags{"web/0", "web", {{"a", "1"}}, {}}}}));
}

TEST(FlushHook, S4_an_applications_settings_need_the_leader) {
  const auto unit = reporting_related_web().unit_state("web/0");
  protocol::FlushHook flush{"web/0", {{0, {{"a", "1"}}}}, {{0, {{"b", "2"}}}}, {}, {}};
  EXPECT_EQ(
    decide(unit, flush, now()),
    decided({}, {{rules::relation(0), rules::WriteBags{"web/0", "web", {{"a", "1"}}, {{"b", "2"}}}},
                 {rules::application("web"), rules::AssertLeader{"web/0"}}}));
}

TEST(FlushHook, H7_settings_of_a_relation_it_is_not_in_are_dropped) {
  const auto unit = reporting_related_web().unit_state("web/0");
  protocol::FlushHook flush{"web/0", {{7, {{"a", "1"}}}}, {{8, {{"b", "2"}}}}, {}, {}};
  EXPECT_EQ(decide(unit, flush, now()), rules::proceed());
}

TEST(FlushHook, H6_ports_are_opened_and_closed_and_kept_sorted) {
  auto unit = reporting_web().unit_state("web/0");
  unit.status = changed(unit.status.unpack(), [](store::UnitStatus& status) {
    status.ports = {{"tcp", 80, 80}, {"udp", 53, 53}};
  });
  protocol::FlushHook flush{
    "web/0", {}, {}, {{"tcp", 8080, 8080}, {"tcp", 443, 443}}, {{"tcp", 80, 80}}};
  const auto after = changed(unit.status.unpack(), [](store::UnitStatus& status) {
    status.ports = {{"tcp", 443, 443}, {"tcp", 8080, 8080}, {"udp", 53, 53}};
  });
  EXPECT_EQ(decide(unit, flush, now()), decided({put(after)}));
  unit.status = after;
  flush = {"web/0", {}, {}, {{"tcp", 443, 443}}, {{"tcp", 80, 80}}};
  EXPECT_EQ(decide(unit, flush, now()), rules::proceed()) << "open and closed as they are";
}

TEST(FlushHook, CS1_what_a_hook_keeps_takes_the_place_of_what_was_kept) {
  auto unit = reporting_web().unit_state("web/0");
  protocol::FlushHook flush{"web/0", {}, {}, {}, {}, store::Settings{{"a", ""}, {"b", "2"}}};
  const store::CharmState kept{"web/0", {{"a", ""}, {"b", "2"}}};
  EXPECT_EQ(decide(unit, flush, now()), decided({put(kept)}));
  flush.kept = store::Settings{};
  EXPECT_EQ(decide(unit, flush, now()), rules::proceed()) << "nothing was kept, and nothing is";
  EXPECT_FALSE(absorb(unit, rules::put(kept))) << "no agent waits for it";
  const store::CharmState gone{"web/0", {}};
  EXPECT_EQ(decide(unit, flush, now()), decided({rules::erase(gone)}))
    << "of nothing there is no record";
  (void)absorb(unit, rules::erase(gone));
  EXPECT_EQ(decide(unit, flush, now()), rules::proceed());
}

TEST(FlushHook, CS2_a_unit_keeps_a_bounded_amount) {
  const auto unit = reporting_web().unit_state("web/0");
  protocol::FlushHook flush{"web/0", {}, {}, {{"tcp", 80, 80}}, {}, store::Settings{}};
  (*flush.kept)["k"] = std::string((std::size_t{2} << 20) - 1, 'x');
  EXPECT_EQ(decide(unit, flush, now()).verdict, rules::Verdict::Proceed);
  (*flush.kept)["k"] += "x";
  EXPECT_TRUE(refused(decide(unit, flush, now()), Code::LimitExceeded,
                      "max allowed size (2097152) exceeded"));
}

TEST(FlushHook, H6_a_unit_has_a_bounded_number_of_ports_open) {
  auto unit = reporting_web().unit_state("web/0");
  const auto with_open = [&](std::uint16_t count) {
    unit.status = changed(unit.status.unpack(), [&](store::UnitStatus& status) {
      status.ports.clear();
      for (std::uint16_t port = 1; port <= count; ++port)
        status.ports.push_back({"tcp", port, port});
    });
  };
  const protocol::FlushHook one_more{"web/0", {}, {}, {{"tcp", 2000, 2000}}, {}};
  const protocol::FlushHook another{"web/0", {}, {}, {{"tcp", 2000, 2000}}, {{"tcp", 1, 1}}};
  with_open(1023);
  EXPECT_EQ(decide(unit, one_more, now()).verdict, rules::Verdict::Proceed);
  with_open(1024);
  EXPECT_TRUE(refused(decide(unit, one_more, now()), Code::LimitExceeded,
                      "unit web/0 would have more than 1024 ranges open"));
  EXPECT_EQ(decide(unit, another, now()).verdict, rules::Verdict::Proceed);
  with_open(1030);
  EXPECT_EQ(decide(unit, another, now()).verdict, rules::Verdict::Proceed)
    << "a change that leaves no more open is taken";
}

TEST(FlushHook, ST32_a_hook_adds_a_bounded_number_of_storages_in_all) {
  const auto unit = reporting_web().unit_state("web/0");
  protocol::FlushHook flush{"web/0", {}, {}, {}, {}};
  flush.storage = {{"data", 60}, {"logs", 4}};
  EXPECT_EQ(decide(unit, flush, now()).verdict, rules::Verdict::Proceed);
  flush.storage["logs"] = 5;
  EXPECT_TRUE(refused(decide(unit, flush, now()), Code::LimitExceeded,
                      "one hook may add at most 64 instances of storage in all"));
  flush.storage = {{"data", 4'294'967'295}, {"logs", 4'294'967'295}};
  EXPECT_TRUE(refused(decide(unit, flush, now()), Code::LimitExceeded, "at most 64"));
}

TEST(FlushHook, SE15_a_hook_changes_a_bounded_amount_of_secrets) {
  const auto unit = reporting_web().unit_state("web/0");
  protocol::FlushHook flush{"web/0", {}, {}, {}, {}};
  for (int i = 0; i < 100; ++i)
    flush.secrets["000000000000000001" + std::to_string(10 + i)] = added("web/0");
  EXPECT_EQ(decide(unit, flush, now()).verdict, rules::Verdict::Proceed);
  for (int i = 10'000; i < 20'000; ++i)
    flush.secrets["000000000000000" + std::to_string(i)].removed = true;
  EXPECT_EQ(decide(unit, flush, now()).verdict, rules::Verdict::Proceed);
  flush.secrets["00000000000000000000"].removed = true;
  EXPECT_TRUE(refused(decide(unit, flush, now()), Code::LimitExceeded,
                      "one hook may remove at most 10000 secrets"));
  flush.secrets["00000000000000000000"] = added("web/0");
  EXPECT_TRUE(refused(decide(unit, flush, now()), Code::LimitExceeded,
                      "one hook may change at most 100 secrets"));
  flush.secrets.clear();
  protocol::SecretChange& change = flush.secrets["00000000000000000000"];
  change.value = protocol::SecretValue{std::string((std::size_t{1} << 20) - 4, 's'), "mark"};
  EXPECT_EQ(decide(unit, flush, now()).verdict, rules::Verdict::Proceed);
  change.description = "d";
  EXPECT_TRUE(refused(decide(unit, flush, now()), Code::LimitExceeded,
                      "one hook may change at most 1048576 bytes of secrets in all"));
}

} // namespace orrery::test
