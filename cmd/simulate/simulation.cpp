#include "cmd/simulate/simulation.hpp"

#include "cmd/simulate/agreement.hpp"
#include "cmd/simulate/charms.hpp"
#include "cmd/simulate/ending.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace orrery::simulate {

namespace {

/// In two runs of three hardly any agent stays that has nothing to do.
std::uint32_t idle_agents_of(std::uint64_t seed) {
  constexpr std::uint32_t many = 4096;
  return seed % 3 == 0 ? many : static_cast<std::uint32_t>(seed % 3 - 1);
}

/// In every other run hardly any begins while others do.
std::size_t most_beginning_of(std::uint64_t seed) {
  constexpr std::size_t many = 1024;
  return seed % 2 == 0 ? many : 1 + seed / 2 % 2;
}

constexpr store::Milliseconds longest_pause = 60'000;
constexpr store::Milliseconds patience =
  24LL * 3'600'000; ///< Within which everything comes to rest.

/// Whether it is a directory or a program, not a record or a note.
bool is_on_a_host(const std::string& left) {
  return left.find("it has a directory") != std::string::npos
         || left.find("but for: directory") != std::string::npos
         || left.find("left running") != std::string::npos;
}

} // namespace

Simulation::Simulation(SimulationOptions options)
  : options_(std::move(options)), random_(options_.seed), trace_(options_.trace),
    world_({.seed = options_.seed,
            .history_kept = 50 + random_.below(1000),
            .listener = [this](const std::string& text) { finding(text); },
            .idle_agents = idle_agents_of(options_.seed),
            .most_beginning = most_beginning_of(options_.seed),
            .shared_host = true,
            .spectator = this}),
    programs_(*this, world_.findings()),
    ledger_(world_.findings(), [this](const Applied& transaction) { applied(transaction); }),
    order_(world_.findings(),
           ledger_,
           [this](const std::string& unit, const std::string& hook) {
             const auto& units = ledger_.contents().units;
             const auto found = units.find(unit);
             return found != units.end() && charm_has_hook(found->second.charm, hook);
           }),
    mischief_(random_,
              world_,
              draw_rates(random_),
              [this](Trouble trouble, const std::string& what) { struck(trouble, what); }),
    operator_(random_, draw_habits(random_)) {
  outcome_.seed = options_.seed;
  world_.provider().set_hooks_of_charm(hooks_of_charm);
  world_.set_programs(&programs_);
}

Outcome Simulation::run() {
  const store::Milliseconds from = world_.now();
  world_.begin();
  while (outcome_.steps < options_.steps && outcome_.findings.empty()) {
    step();
    ++outcome_.steps;
  }
  if (outcome_.findings.empty())
    end_all();
  outcome_.simulated = world_.now() - from;
  outcome_.transactions = ledger_.count();
  outcome_.crashes = static_cast<std::uint64_t>(world_.crashes());
  outcome_.troubles = mischief_.counts();
  outcome_.events = trace_.lines();
  outcome_.digest = trace_.digest();
  return std::move(outcome_);
}

void Simulation::step() {
  constexpr std::size_t most_messages = 300;
  (void)world_.crash_if_due();
  switch (random_.below(20)) {
  case 0:
  case 1:
    return mischief_.strike(ledger_.contents());
  case 2:
    return rest();
  case 3:
  case 4:
  case 5:
  case 6:
  case 7:
    return let_time_pass();
  case 8:
  case 9:
  case 10:
  case 11:
  case 12:
    world_.step(static_cast<int>(1 + random_.below(most_messages)));
    return;
  default:
    return operate();
  }
}

void Simulation::operate() {
  if (random_.one_in(12))
    return run_command();
  if (!random_.one_in(15)) {
    world_.start(operator_.any_command(ledger_.contents()));
    return;
  }
  for (const protocol::Command& command : operator_.bundle(ledger_.contents()))
    world_.start(command);
}

void Simulation::run_command() {
  const std::string place = operator_.place_of_command(ledger_.contents());
  if (!place.empty())
    (void)world_.exec(place, "true"); // unless nobody acts for it
}

/// Timers come due amid messages that wait: an actor may be slow.
void Simulation::let_time_pass() {
  if (random_.one_in(2))
    world_.step(static_cast<int>(random_.below(1000)));
  world_.pass(static_cast<store::Milliseconds>(random_.below(longest_pause)));
}

/// Everything comes to rest, in the midst of trouble; then all that tells of the model agrees.
void Simulation::rest() {
  if (!random_.one_in(4))
    return let_time_pass();
  if (!world_.calm(patience))
    return finding("nothing comes to rest within a day");
  if (!notes_were_lost_)
    for (const std::string& difference : disagreements(world_))
      finding(difference);
  for (const auto& [ticket, whose] : commands_)
    finding(fmt::format("all rests, and the user's command {} at {} has not ended", ticket, whose));
  world_.forget_answers();
}

void Simulation::end_all() {
  trace_.add(line("end"));
  mischief_.stop();
  for (const std::string& left : remove_everything(world_, patience))
    if (!notes_were_lost_ || !is_on_a_host(left))
      finding(left);
}

void Simulation::finding(const std::string& text) {
  constexpr std::size_t most = 20;
  trace_.add(line("finding").text("text", text));
  if (outcome_.findings.size() < most)
    outcome_.findings.push_back(text);
}

TraceLine Simulation::line(std::string_view event) const {
  return {world_.now(), event};
}

} // namespace orrery::simulate
