#include "actors/protocol/command_names.hpp"
#include "cmd/simulate/spectator.hpp"
#include "cmd/simulate/world.hpp"
#include "store/broken_history.hpp"
#include "store/invariants.hpp"

#include <caf/send.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

/// Users in a simulated world, and how time passes there.
namespace orrery::simulate {

std::uint64_t World::start(const protocol::Command& command) {
  ++last_ticket_;
  if (options_.spectator != nullptr)
    options_.spectator->asked(last_ticket_, command);
  services_->transactions.begin(client_, last_ticket_, command);
  return last_ticket_;
}

const protocol::Answer* World::answer(std::uint64_t ticket) const {
  const auto found = answers_.find(ticket);
  return found == answers_.end() ? nullptr : &found->second;
}

protocol::Answer World::run(const protocol::Command& command) {
  const int crashes_before = crashes();
  const std::uint64_t ticket = start(command);
  run();
  if (const protocol::Answer* answered = answer(ticket))
    return *answered;
  if (crashes() == crashes_before)
    findings_.add(fmt::format("{} is not answered", protocol::name_of(command)));
  return {};
}

void World::deploy(const store::Charm& charm,
                   const std::string& name,
                   int units,
                   std::optional<store::MachineId> machine) {
  const protocol::Answer made = run(protocol::CreateApplication{name, charm, {}});
  if (!made.ok())
    return findings_.add(made.text);
  for (int i = 0; i < units; ++i)
    (void)add_unit(name, machine);
}

std::string World::add_unit(const std::string& application,
                            std::optional<store::MachineId> machine) {
  const protocol::Answer made = run(protocol::AddUnit{application, machine});
  if (!made.ok())
    findings_.add(made.text);
  return made.created;
}

store::RelationId World::relate(const std::string& first, const std::string& second) {
  const auto split = [](const std::string& text) {
    const std::size_t colon = text.find(':');
    return std::pair{text.substr(0, colon), text.substr(colon + 1)};
  };
  const auto [application, endpoint] = split(first);
  const auto [other, other_endpoint] = split(second);
  const protocol::Answer made =
    run(protocol::AddRelation{application, endpoint, other, other_endpoint});
  if (!made.ok())
    findings_.add(made.text);
  return static_cast<store::RelationId>(std::stoul(made.created));
}

void World::answered(const protocol::Answer& answer) {
  if (!answers_.emplace(answer.ticket, answer).second)
    findings_.add(fmt::format("command {} is answered twice", answer.ticket));
  if (options_.spectator != nullptr && !is_dead())
    options_.spectator->answered(answer);
}

hooks::ToolReply World::tool(const std::string& unit, const std::vector<std::string>& arguments) {
  hooks_.played().call(unit, arguments);
  run();
  const std::optional<hooks::ToolReply>& reply = hooks_.played().reply();
  if (!reply)
    findings_.add(fmt::format("a tool of {} is not answered", unit));
  return reply.value_or(hooks::ToolReply{});
}

int World::step(int messages) {
  int handled = 0;
  while (handled < messages && !crash_if_due() && process_.scheduler().step())
    ++handled;
  return handled;
}

void World::pass(store::Milliseconds at_most) {
  caf::timespan left = std::chrono::milliseconds(at_most);
  SeededScheduler& scheduler = process_.scheduler();
  const auto& schedule = scheduler.clock().schedule();
  if (const auto last = scheduler.last_awaited_timer(); last && options_.spectator != nullptr)
    options_.spectator->time_passes(
      std::chrono::duration_cast<std::chrono::milliseconds>(*last - scheduler.clock().now())
        .count());
  if (!schedule.empty())
    left = std::clamp<caf::timespan>(schedule.begin()->first - scheduler.clock().now(),
                                     caf::timespan{0}, left);
  process_.pass(left);
}

bool World::calm(store::Milliseconds patience) {
  constexpr int most_steps = 8'000'000;
  const store::Milliseconds until = passed() + patience;
  int left = most_steps - handle_all();
  while (activity_->count() != 0 && process_.scheduler().has_pending_timeout()) {
    if (passed() >= until)
      return false;
    if (left <= 0) {
      findings_.add(fmt::format("not at rest after {} messages", most_steps));
      return false;
    }
    pass(patience);
    left -= handle_all();
  }
  check();
  return true;
}

void World::run() {
  (void)handle_all();
}

int World::handle_all() {
  process_.hurry();
  constexpr int most_steps = 2'000'000;
  for (int i = 0; i < most_steps; ++i) {
    (void)crash_if_due();
    if (is_dead() || !process_.scheduler().step())
      return i;
  }
  findings_.add(fmt::format("still busy after {} messages", most_steps));
  return most_steps;
}

void World::advance(store::Milliseconds milliseconds) {
  run();
  const store::Milliseconds until = passed() + milliseconds;
  while (passed() < until) {
    caf::timespan left = std::chrono::milliseconds(until - passed());
    const auto& schedule = process_.scheduler().clock().schedule();
    if (!schedule.empty())
      left = std::clamp<caf::timespan>(schedule.begin()->first - process_.scheduler().clock().now(),
                                       caf::timespan{0}, left);
    process_.scheduler().advance_time(left);
    run();
  }
}

void World::settle() {
  constexpr int most_timers = 10'000;
  run();
  for (int i = 0; !is_dead(); ++i) {
    const auto due = process_.scheduler().next_awaited_timer();
    if (!due)
      break;
    if (i == most_timers)
      return findings_.add("still waiting after so many timers");
    process_.scheduler().advance_time(
      std::max<caf::timespan>(*due - process_.scheduler().clock().now(), caf::timespan{0}));
    run();
  }
  if (!is_dead())
    check();
}

void World::check() {
  if (!hooks_.any_running() && !provider_.holds() && activity_->count() != 0)
    findings_.add(
      fmt::format("settled, but {} things count as still to happen", activity_->count()));
  const store::Contents all = contents();
  for (const std::string& broken : store::broken_invariants(all))
    findings_.add(broken);
  const auto history = store::broken_history(*model_->snapshot(), all,
                                             rules::history_kept_longest(process_.history_kept()));
  if (!history)
    throw std::runtime_error(history.error().text);
  for (const std::string& broken : *history)
    findings_.add(broken);
}

} // namespace orrery::simulate
