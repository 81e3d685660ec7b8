#include "cmd/simulate/force_time.hpp"
#include "cmd/simulate/ledger.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

namespace orrery::simulate {
namespace {

entities::TokenPtr forced_token(std::uint64_t sequence, rules::Writes writes) {
  entities::TokenPtr made{new entities::Token, false};
  made->answer.sequence = sequence;
  made->context.cause = "force";
  made->changes.push_back({"u", std::nullopt});
  made->writes = std::move(writes);
  return made;
}

/// A unit that somebody has forced, in a model that the ledger knows.
struct ForcedUnit {
  Findings findings;
  Ledger ledger{findings, [this](const Applied& applied) { time.applied(applied, now); }};
  ForceTime time{findings};
  store::Milliseconds now = 0;
  store::Unit unit;

  explicit ForcedUnit(store::Milliseconds max_wait) {
    unit.name = "web/0";
    unit.application = "web";
    unit.life = store::Life::Dying;
    ledger.decided(*forced_token(1, {rules::create(unit)}));
    time.asked(7, protocol::RemoveUnit{"web/0", {.force = true, .max_wait = max_wait}});
    protocol::Answer answer;
    answer.ticket = 7;
    answer.verdict = protocol::Verdict::Done;
    time.answered(answer, ledger.contents(), now);
    time.rest_begins(now);
  }
  void goes_after(store::Milliseconds milliseconds) {
    now += milliseconds;
    unit.life = store::Life::Dead;
    ledger.decided(*forced_token(2, {rules::put(unit)}));
    ledger.decided(*forced_token(3, {rules::erase(unit)}));
    time.rest_ends();
  }
  [[nodiscard]] bool found(const std::string& words) const {
    return std::any_of(findings.kept().begin(), findings.kept().end(),
                       [&](const auto& text) { return text.find(words) != std::string::npos; });
  }
};

TEST(ForceTime, F5_who_goes_in_time_is_not_found) {
  ForcedUnit at_once(0);
  at_once.goes_after(10'000);
  EXPECT_FALSE(at_once.found("F5"));
  ForcedUnit later(60'000);
  later.goes_after(70'000);
  EXPECT_FALSE(later.found("F5"));
}

TEST(ForceTime, F5_who_goes_late_or_stays_is_found) {
  ForcedUnit late(0);
  late.goes_after(60'000);
  EXPECT_TRUE(late.found("F5: unit web/0 was forced, and goes 60 s after its --max-wait"));
  ForcedUnit stays(0);
  stays.time.rest_ends();
  EXPECT_TRUE(stays.found("F5: all rests, and unit web/0 was forced and is still there"));
}

TEST(ForceTime, F5_what_takes_its_own_time_gives_more) {
  ForcedUnit lost(0);
  lost.now = 40'000;
  lost.time.struck(Trouble::Machine, lost.now);
  lost.goes_after(20'000);
  EXPECT_TRUE(lost.found("F5"));
  ForcedUnit crashed(0);
  crashed.now = 40'000;
  crashed.time.struck(Trouble::Crash, crashed.now);
  crashed.goes_after(20'000);
  EXPECT_FALSE(crashed.found("F5"));
}

TEST(ForceTime, F5_a_clock_that_is_set_back_gives_one_wait_more_and_one_set_forward_none) {
  ForcedUnit anew(60'000);
  anew.now = 30'000;
  anew.time.clock_jumped(anew.now, -3'600'000);
  anew.goes_after(300'000);
  EXPECT_FALSE(anew.found("F5"));
  ForcedUnit later(60'000);
  later.now = 30'000;
  later.time.clock_jumped(later.now, -3'600'000);
  later.goes_after(311'000);
  EXPECT_TRUE(later.found("F5"));
  ForcedUnit due(600'000);
  due.time.clock_jumped(due.now, 3'600'000);
  due.goes_after(51'000);
  EXPECT_TRUE(due.found("F5"));
}

} // namespace
} // namespace orrery::simulate
