#include "test/wedges/story.hpp"

#include "store/invariants.hpp"
#include "test/wedges/recount.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace orrery::test {

namespace {

using Strings = std::vector<std::string>;

struct AtOnce {
  template <typename Command>
  protocol::Command operator()(Command command) const {
    if constexpr (requires { command.how; }) {
      command.how.force = true;
      command.how.max_wait = 0; // --no-wait
    }
    if constexpr (requires { command.drain; })
      command.drain = false;
    return command;
  }
};

protocol::Command forced(const protocol::Command& removal) {
  return std::visit(AtOnce{}, removal);
}

/// The number that the next unit of that application will have.
std::uint32_t next_unit(const store::Contents& all, const std::string& application) {
  const auto living = all.applications.find(application);
  const auto past = all.sequences.find(application);
  return std::max(living == all.applications.end() ? 0 : living->second.next_unit,
                  past == all.sequences.end() ? 0 : past->second.next);
}

} // namespace

Story::Story(std::uint64_t seed, Way way) : world_(seed), seed_(seed), way_(way), random_(seed) {}

int Story::many() const {
  if (!is_undisturbed())
    return 3;
  return seed_ == 1 ? 300 : 30;
}

void Story::die_after(std::uint64_t effects) {
  is_disturbed_ = dies_once_ = true;
  dies_at_ = world_.effects() + effects;
  arm();
}

/// Anew after a restart that the script tells: the world forgets then.
void Story::arm() {
  if (dies_once_ && world_.effects() < dies_at_)
    world_.crash_after(dies_at_ - world_.effects());
}

void Story::calm() {
  dies_once_ = dies_often_ = false;
  world_.crash_after(UINT64_MAX / 2);
}

void Story::begin(Asked asked) {
  asked.ticket = world_.start(asked.command);
  asked_.push_back(std::move(asked));
}

void Story::begin(const protocol::Command& command) {
  begin(Asked{command, [](const auto&) { return false; }});
  world_.step(static_cast<int>(random(20)));
}

protocol::Answer Story::ask(const protocol::Command& command) {
  begin(Asked{command, [](const auto&) { return false; }});
  return finish();
}

/// @returns the answer to what was asked last; empty if it was done and the answer is lost.
protocol::Answer Story::finish() {
  protocol::Answer last;
  world_.run();
  for (; !asked_.empty(); asked_.pop_front()) {
    Asked& asked = asked_.front();
    const protocol::Answer* answer = world_.answer(asked.ticket);
    for (int again = 0; answer == nullptr && again < 3; ++again) {
      if (asked.done(world_.contents()))
        break;
      asked.ticket = world_.start(asked.command);
      world_.run();
      answer = world_.answer(asked.ticket);
    }
    last = answer == nullptr ? protocol::Answer{} : *answer;
    EXPECT_NE(last.verdict, protocol::Verdict::Contended) << last.text;
  }
  return last;
}

void Story::begin_removal(const protocol::Command& removal) {
  if (way_ != Way::Forced)
    begin(removal);
  if (way_ != Way::Plain)
    begin(forced(removal));
}

protocol::Answer Story::remove(const protocol::Command& removal) {
  begin_removal(removal);
  protocol::Answer answer = finish();
  EXPECT_TRUE(answer.ok() || answer.code == protocol::Code::NotFound) << answer.text;
  return answer;
}

void Story::begin_unit(const std::string& application) {
  const std::uint32_t before = next_unit(world_.contents(), application);
  begin(Asked{protocol::AddUnit{application, {}}, [application, before](const auto& all) {
                return next_unit(all, application) > before;
              }});
  world_.step(static_cast<int>(random(40)));
}

std::string Story::add_unit(const std::string& application,
                            std::optional<store::MachineId> machine) {
  finish();
  const std::uint32_t number = next_unit(world_.contents(), application);
  begin(Asked{protocol::AddUnit{application, machine}, [application, number](const auto& all) {
                return next_unit(all, application) > number;
              }});
  finish();
  return application + "/" + std::to_string(number);
}

std::optional<store::RelationId> Story::relation(const std::string& key) const {
  for (const auto& [id, relation] : world_.contents().relations)
    if (relation.key == key)
      return id;
  return std::nullopt;
}

void Story::relate(const std::string& first, const std::string& second) {
  const std::size_t colon = first.find(':');
  const std::size_t other = second.find(':');
  begin(
    Asked{protocol::AddRelation{first.substr(0, colon), first.substr(colon + 1),
                                second.substr(0, other), second.substr(other + 1)},
          [key = first + " " + second, this](const auto&) { return relation(key).has_value(); }});
  finish();
}

void Story::remove_relation(const std::string& key) {
  if (const auto id = relation(key))
    remove(protocol::RemoveRelation{*id, {}});
}

void Story::restart() {
  world_.crash();
  arm();
  finish();
}

void Story::lose_disk() {
  for (const auto& [unit, machine] : std::map(world_.provider().deployed()))
    world_.provider().carry_out(protocol::RecallUnit{machine, unit});
  world_.crash_losing_notes();
  arm();
  finish();
}

void Story::pass(store::Milliseconds milliseconds) {
  finish();
  world_.advance(milliseconds);
}

void Story::settle() {
  finish();
  world_.settle();
}

void Story::so(bool condition, const char* words) {
  EXPECT_TRUE(condition || !is_undisturbed())
    << "the story does not come to its point: " << words << "\n"
    << world_.outline();
}

void Story::check() const {
  const store::Contents all = world_.contents();
  EXPECT_EQ(store::broken_invariants(all), Strings{});
  EXPECT_EQ(recount(all), Strings{});
}

void Story::end_step() {
  if (dies_often_)
    restart();
  check();
}

/// @returns whether anybody needed help.
bool Story::help() {
  bool needed = false;
  for (const auto& [unit, status] : world_.contents().statuses) {
    if (status.error.hook.empty() || status.error.next_at != 0)
      continue;
    needed = true;
    ++helped_;
    ask(protocol::Resolve{unit, false});
  }
  return needed;
}

void Story::end() {
  constexpr int most_rounds = 100;
  settle();
  for (int i = 0; way_ == Way::Plain && help(); ++i) {
    ASSERT_LT(i, most_rounds) << "hooks fail again and again\n" << world_.outline();
    settle();
  }
  check();
}

void Story::remove_everything() {
  for (const auto& [name, application] : world_.contents().applications)
    begin_removal(protocol::RemoveApplication{name, {}});
  for (const auto& [id, machine] : world_.contents().machines)
    if (!machine.manage_model)
      begin_removal(protocol::RemoveMachine{id, {}, true});
  end();
  expect_nothing_left();
  EXPECT_EQ(world_.contents().machines.size(), 1U);
  EXPECT_EQ(world_.provider().instances(), std::set<std::string>{"i-0"});
}

void Story::expect_nothing_left() {
  if (world_.crashes() > 0 && !world_.notes("").empty()) {
    restart();
    settle();
  }
  world_.expect_nothing_left();
  EXPECT_TRUE(world_.contents().forces.empty());
}

} // namespace orrery::test
