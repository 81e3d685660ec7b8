#include "cmd/simulate/simulation.hpp"
#include "cmd/simulate/user_tasks.hpp"

#include <algorithm>

/// The steps of a run that users take, and those that name what a story's commands have made; what
/// goes wrong.
namespace orrery::simulate {

void Simulation::operator()(const steps::Ask& step) {
  asked_[world_.start(secrets_.sealed(names_.meant(step.command)))] = story_.steps.size() - 1;
}

/// Whoever plays the story again knows by it what is meant.
void Simulation::note_what_was_made(const protocol::Answer& answer) {
  const auto asked = asked_.extract(answer.ticket);
  if (!asked)
    return;
  auto& ask = std::get<steps::Ask>(story_.steps[asked.mapped()].doing);
  if (options_.story != nullptr)
    return names_.made(ask, answer.created);
  ask.made = answer.created;
  std::replace(ask.made.begin(), ask.made.end(), ' ', ','); // a word of a story has no blanks
  if (const auto unit = ledger_.contents().units.find(answer.created);
      unit != ledger_.contents().units.end())
    ask.made_on = unit->second.machine;
}

void Simulation::operator()(const steps::Refresh& step) {
  const protocol::Command first = Refreshes::first(step, ledger_.contents());
  refreshes_.asked(world_.start(first), step, first);
}

void Simulation::go_on_with_refresh(const protocol::Answer& answer) {
  if (const auto next = refreshes_.answered(answer))
    (void)world_.start(*next);
}

void Simulation::operator()(const steps::Execute& step) {
  protocol::EnqueueOperation exec = exec_at(names_.place(step.place));
  exec.parallel = step.beside;
  exec.group = step.group;
  (void)world_.start(exec);
}

void Simulation::operator()(const steps::Cancel& step) {
  if (const auto cancelled = cancel_one(ledger_.contents(), step.which))
    (void)world_.start(*cancelled);
}

void Simulation::operator()(const steps::FailAgent& step) {
  mischief_(steps::FailAgent{names_.unit(step.unit), step.deployer});
}

void Simulation::operator()(const steps::SlowAgent& step) {
  mischief_(steps::SlowAgent{names_.place(step.whose), step.milliseconds});
}

void Simulation::operator()(const steps::LoseMachine& step) {
  mischief_(steps::LoseMachine{names_.machine(step.machine)});
}

void Simulation::operator()(const steps::FindMachine& step) {
  mischief_(steps::FindMachine{names_.machine(step.machine)});
}

void Simulation::operator()(const steps::KillPrograms& step) {
  const std::string unit = names_.unit(step.unit);
  if (world_.provider().kept().contains(unit))
    order_.program_ended(unit);
  mischief_(steps::KillPrograms{unit, step.signal});
}

void Simulation::operator()(const steps::SetClock& step) {
  world_.tell_all([&step](Spectator& spectator) { spectator.clock_is_set(step.by, step.running); });
  mischief_(step);
}

void Simulation::operator()(const steps::Handle& step) {
  world_.step(static_cast<int>(step.messages));
}

void Simulation::clock_is_set(store::Milliseconds by, bool running) {
  trace_.add(line("clock").text("set by ms", std::to_string(by)).flag("running", running));
  if (running && by > 0)
    secret_judge_.clock_set_forward(by);
}

/// A crash or a fault of the disk strikes all models of the process.
void Simulation::struck(Trouble trouble, const std::string& what) {
  if (trouble == Trouble::Crash || trouble == Trouble::Disk)
    world_.tell_all([&](Spectator& spectator) { spectator.befell(trouble, what); });
  else
    befell(trouble, what);
  if (what != Mischief::notes_are_lost)
    return;
  order_.notes_lost();
  notes_were_lost_ = true;
}

void Simulation::befell(Trouble trouble, const std::string& what) {
  trace_.add(line("trouble").text("of", name_of(trouble)).text("what", what));
  outcome_.coverage.struck(trouble);
  force_time_.struck(trouble, world_.passed());
  if (trouble == Trouble::Agent)
    secret_judge_.disturbed();
  if (what == Mischief::host_starts_again)
    order_.host_started_again();
}

} // namespace orrery::simulate
