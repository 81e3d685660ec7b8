#include "cmd/simulate/report.hpp"

#include <fmt/format.h>

namespace orrery::simulate {

namespace {

double seconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

/// `2 d 3 h`, `4 h 5 min`, `6 min 7 s`: the two largest units.
std::string duration(store::Milliseconds milliseconds) {
  constexpr store::Milliseconds second = 1'000, minute = 60 * second, hour = 60 * minute,
                                day = 24 * hour;
  if (milliseconds >= day)
    return fmt::format("{} d {} h", milliseconds / day, milliseconds % day / hour);
  if (milliseconds >= hour)
    return fmt::format("{} h {} min", milliseconds / hour, milliseconds % hour / minute);
  return fmt::format("{} min {} s", milliseconds / minute, milliseconds % minute / second);
}

std::string
pace(store::Milliseconds simulated, std::uint64_t steps, std::chrono::nanoseconds took) {
  const double real = seconds(took);
  return fmt::format("{} in {:.2f} s: {:.0f} times real time, {:.0f} steps/s", duration(simulated),
                     real, real > 0 ? static_cast<double>(simulated) / 1'000 / real : 0,
                     real > 0 ? static_cast<double>(steps) / real : 0);
}

} // namespace

std::string Report::line(const Outcome& outcome, std::chrono::nanoseconds took) {
  std::string text = fmt::format(
    "seed {}: {} steps, {}{} transactions, {} hooks, {} users' commands, {} crashes; {}; {} "
    "events {}\n",
    outcome.seed, outcome.steps,
    outcome.models > 1 ? fmt::format("{} models, ", outcome.models) : std::string(),
    outcome.transactions, outcome.hooks, outcome.commands, outcome.crashes,
    pace(outcome.simulated, outcome.steps, took), outcome.events, outcome.digest);
  for (const std::string& finding : outcome.findings)
    text += fmt::format("  WRONG: {}\n", finding);
  return text;
}

void Report::add(const Outcome& outcome, std::chrono::nanoseconds took) {
  ++runs_;
  failed_ += outcome.findings.empty() ? 0 : 1;
  took_ += took;
  total_.add(outcome);
}

std::string Report::summary() const {
  std::string text = fmt::format("{} runs, {} with findings; {}\n", runs_, failed_,
                                 pace(total_.simulated, total_.steps, took_));
  text +=
    fmt::format("{} steps, {} transactions, {} hooks, {} users' commands, {} restarts\n",
                total_.steps, total_.transactions, total_.hooks, total_.commands, total_.crashes);
  text +=
    fmt::format("the operator's commands: {} done, {} nothing to do, {} refused, {} contended\n",
                total_.answers[0], total_.answers[1], total_.answers[2], total_.answers[3]);
  for (const auto& [name, count] : total_.troubles)
    text += fmt::format("{:>8} {}\n", count, name);
  const auto unreached = total_.coverage.unreached().size();
  text += fmt::format("{} of {} cells of the coverage reached\n",
                      total_.coverage.cells() - unreached, total_.coverage.cells());
  return text;
}

std::string Report::coverage() const {
  std::string text = total_.coverage.table() + "Never reached:\n";
  for (const std::string& cell : total_.coverage.unreached())
    text += "  " + cell + "\n";
  return text;
}

} // namespace orrery::simulate
