#include "actors/foretell/dry_run.hpp"

#include "actors/protocol/command_names.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace orrery::foretell {

DryRun::DryRun(store::Contents contents, store::Milliseconds now)
  : without_(contents, now), model_(std::move(contents), now) {}

protocol::Answer DryRun::run(const protocol::Command& command) {
  rules::DryModel::Ran ran = model_.run(command);
  outcome_.commands.push_back(
    {std::string(protocol::name_of(command)), ran.answer, std::move(ran.effects)});
  return ran.answer;
}

namespace {

using rules::Effect;
using Seen = std::tuple<rules::Who, std::string, Effect::Kind, store::Life, std::string>;

Seen seen(const Effect& effect) {
  return {effect.who, effect.name, effect.kind, effect.life, effect.detail};
}

/// Leaves out what happens anyway.
std::vector<DryStep> further(std::vector<DryStep> steps, const std::vector<DryStep>& anyway) {
  std::set<Seen> known;
  for (const DryStep& step : anyway)
    for (const Effect& effect : step.effects)
      known.insert(seen(effect));
  for (DryStep& step : steps)
    std::erase_if(step.effects, [&](const Effect& e) { return known.contains(seen(e)); });
  std::erase_if(steps, [](const DryStep& step) { return step.effects.empty(); });
  return steps;
}

} // namespace

DryOutcome DryRun::settle(const GaveUp& gave_up) {
  const OpenTasksBefore tasks(model_);
  const Settled anyway = let_settle(without_, gave_up);
  Settled settled = let_settle(model_, gave_up);
  outcome_.complete = settled.complete && anyway.complete;
  if (gave_up())
    return std::move(outcome_);
  outcome_.then = further(std::move(settled.steps), anyway.steps);
  const std::vector<DryWait> waiting = waits_in(without_);
  const std::vector<DryWait> behind = tasks.waits_in(without_);
  std::set<DryWait> known(waiting.begin(), waiting.end());
  known.insert(behind.begin(), behind.end());
  outcome_.waits = tasks.waits_in(model_);
  for (DryWait& wait : waits_in(model_))
    outcome_.waits.push_back(std::move(wait));
  std::erase_if(outcome_.waits, [&](const DryWait& wait) { return known.contains(wait); });
  return std::move(outcome_);
}

} // namespace orrery::foretell
