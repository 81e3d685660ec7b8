#include "cmd/simulate/drawing.hpp"

#include "actors/agents/roster.hpp"
#include "cmd/simulate/crowds.hpp"
#include "cmd/simulate/world.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace orrery::simulate {

namespace {

constexpr store::Milliseconds longest_pause = 60'000;

/// Whether more is going than stays.
bool is_ending(const store::Contents& contents) {
  const auto going = std::count_if(contents.units.begin(), contents.units.end(), [](const auto& u) {
    return u.second.life != store::Life::Alive;
  });
  return going > 2 && static_cast<std::size_t>(going) * 2 > contents.units.size();
}

} // namespace

Drawing::Drawing(Random& random, World& world)
  : random_(random), world_(world), troubles_(draw_troubles(random)),
    operator_(random, draw_habits(random)) {}

std::vector<Doing> Drawing::next(const store::Contents& contents, std::uint64_t hooks) {
  constexpr std::size_t most_messages = 300;
  operator_.set_sated(has_spent(hooks, ++drawn_));
  switch (random_.below(20)) {
  case 0:
  case 1: {
    auto drawn = trouble(contents);
    return drawn ? std::vector<Doing>{std::move(*drawn)} : std::vector<Doing>{};
  }
  case 2:
    return random_.one_in(4) ? rest(contents) : let_time_pass();
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
    return {steps::Handle{1 + random_.below(most_messages)}};
  default:
    return operate(contents);
  }
}

std::vector<Doing> Drawing::operate(const store::Contents& contents) {
  if (random_.one_in(12)) {
    const std::string place = operator_.place_of_command(contents);
    if (place.empty())
      return {};
    const bool beside = random_.one_in(3);
    return {steps::Execute{place, beside, random_.one_in(3) ? "disk" : ""}};
  }
  if (random_.one_in(12)) {
    auto refresh = operator_.refresh(contents);
    return refresh ? std::vector<Doing>{std::move(*refresh)} : std::vector<Doing>{};
  }
  if (!contents.tasks.empty() && random_.one_in(20))
    return {steps::Cancel{random_.below(contents.tasks.size())}};
  std::vector<protocol::Command> asked;
  if (random_.one_in(15))
    asked = operator_.bundle(contents);
  else if (random_.one_in(60))
    asked = operator_.clearance(contents);
  else
    asked.push_back(operator_.any_command(contents));
  std::vector<Doing> drawn;
  for (protocol::Command& command : asked)
    drawn.emplace_back(steps::Ask{std::move(command)});
  return drawn;
}

/// Timers come due amid messages that wait: an actor may be slow.
std::vector<Doing> Drawing::let_time_pass() {
  std::vector<Doing> drawn;
  if (random_.one_in(2))
    drawn.emplace_back(steps::Handle{random_.below(1000)});
  drawn.emplace_back(steps::Pass{static_cast<store::Milliseconds>(random_.below(longest_pause))});
  return drawn;
}

/// Hours that bring nothing are not waited for.
std::vector<Doing> Drawing::rest(const store::Contents& contents) {
  const bool waking = random_.one_in(2);
  const bool awaits_times =
    std::any_of(contents.secrets.begin(), contents.secrets.end(),
                [](const auto& secret) { return secret.second.rotates != 0; });
  return {steps::Rest{waking, awaits_times && random_.one_in(2)}};
}

std::optional<Doing> Drawing::trouble(const store::Contents& contents) {
  if (is_ending(contents) && random_.one_in(3))
    return crash(contents);
  if (troubles_.clock_is_set && random_.one_in(6))
    return set_clock(true);
  switch (random_.below(11)) {
  case 0:
    return crash(contents);
  case 1:
    return fail_agent(contents);
  case 2:
    return fail_servant();
  case 3:
  case 4:
    return lose_machine(contents);
  case 5:
  case 6:
  case 7:
    return break_disk();
  case 8:
    return kill_programs();
  default:
    return slow_agent(contents);
  }
}

std::optional<Doing> Drawing::crash(const store::Contents&) {
  if (!troubles_.crashes)
    return std::nullopt;
  if (troubles_.loses_notes && random_.one_in(4))
    return steps::LoseNotes{};
  if (troubles_.host_starts_again && random_.one_in(4))
    return steps::Reboot{};
  if (troubles_.clock_is_set && random_.one_in(3))
    return set_clock(false);
  return steps::Crash{random_.below(12)};
}

/// Draws by how much: less than a wait, more than most, or days, which no run waits for.
Doing Drawing::set_clock(bool running) {
  constexpr store::Milliseconds hour = 3'600'000;
  constexpr std::array<store::Milliseconds, 4> most{60'000, 10 * 60'000, 12 * hour, 72 * hour};
  const auto by = static_cast<store::Milliseconds>(
    1 + random_.below(static_cast<std::size_t>(random_.any(most))));
  return steps::SetClock{random_.one_in(3) ? by : -by, running};
}

/// One that fails again and again is given up until a restart: that is another thing than this.
bool Drawing::may_fail(const std::string& agent) {
  constexpr int most = 3;
  if (std::exchange(process_, world_.crashes()) != world_.crashes())
    failed_.clear();
  return troubles_.agents_fail && ++failed_[agent] <= most;
}

std::optional<Doing> Drawing::fail_agent(const store::Contents& contents) {
  if (contents.units.empty())
    return std::nullopt;
  const auto unit = std::next(contents.units.begin(),
                              static_cast<std::ptrdiff_t>(random_.below(contents.units.size())));
  const bool deployer = random_.one_in(3); // the machine's agent, or the principal's
  if (!may_fail(deployer ? fmt::format("machine {}", unit->second.machine) : unit->first))
    return std::nullopt;
  return steps::FailAgent{unit->first, deployer};
}

/// Draws the agent of a unit, or of the unit's machine.
std::optional<Doing> Drawing::slow_agent(const store::Contents& contents) {
  constexpr std::size_t longest = 5'000;
  if (!troubles_.agents_are_slow || contents.units.empty())
    return std::nullopt;
  const auto unit = std::next(contents.units.begin(),
                              static_cast<std::ptrdiff_t>(random_.below(contents.units.size())));
  const std::string machine = agents::Roster::machine(unit->second.machine);
  return steps::SlowAgent{random_.one_in(4) ? machine : unit->first,
                          static_cast<store::Milliseconds>(1 + random_.below(longest))};
}

std::optional<Doing> Drawing::fail_servant() {
  static const std::array<std::string, 3> all{"janitor", "forcer", "provisioner"};
  const std::string& name = random_.any(all);
  return may_fail(name) ? std::optional<Doing>(steps::FailServant{name}) : std::nullopt;
}

/// Or one that is lost is back.
std::optional<Doing> Drawing::lose_machine(const store::Contents& contents) {
  if (!troubles_.machines_get_lost || contents.machines.empty())
    return std::nullopt;
  const auto& lost = world_.provider().lost();
  if (!lost.empty() && random_.one_in(2))
    return steps::FindMachine{*lost.begin()};
  const auto machine =
    std::next(contents.machines.begin(),
              static_cast<std::ptrdiff_t>(random_.below(contents.machines.size())));
  return steps::LoseMachine{machine->first};
}

std::optional<Doing> Drawing::kill_programs() {
  const auto& kept = world_.provider().kept();
  if (!troubles_.machines_get_lost || kept.empty())
    return std::nullopt;
  constexpr std::array<int, 4> ends{-1, 0, 9, 9};
  return steps::KillPrograms{
    std::next(kept.begin(), static_cast<std::ptrdiff_t>(random_.below(kept.size())))->first,
    random_.any(ends)};
}

/// Draws a disk that is slow, fails a call, or loses its power in the midst of one.
std::optional<Doing> Drawing::break_disk() {
  constexpr std::size_t longest = 20'000;
  constexpr std::size_t most_calls = 30;
  constexpr std::size_t cuts = 18;
  if (troubles_.disk_is_slow && random_.one_in(2))
    return steps::SlowDisk{random_.one_in(2),
                           static_cast<store::Milliseconds>(1 + random_.below(longest))};
  if (!troubles_.disk_fails)
    return std::nullopt;
  const std::uint64_t call = 1 + random_.below(most_calls);
  if (!random_.one_in(3))
    return steps::CutPower{call, random_.below(1'000'000), random_.below(cuts)};
  const bool sync = random_.one_in(2);
  return steps::FailDisk{sync, !sync && random_.one_in(2), call};
}

} // namespace orrery::simulate
