#include "cmd/simulate/agreement.hpp"
#include "cmd/simulate/newest_charm.hpp"
#include "cmd/simulate/sights.hpp"
#include "cmd/simulate/simulation.hpp"
#include "cmd/simulate/user_tasks.hpp"
#include "cmd/simulate/waking.hpp"
#include "config/model_keys.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>

/// The steps at which a model comes to rest, and what is judged then. Other models may go on.
namespace orrery::simulate {

/// Within which everything comes to rest: a day, and in crowds, whose members each have hooks for
/// each other, ten seconds for each two of a relation.
store::Milliseconds Simulation::patience() const {
  constexpr store::Milliseconds day = 24LL * 3'600'000;
  constexpr store::Milliseconds each_two = 10'000;
  std::map<store::RelationId, store::Milliseconds> members;
  for (const auto& [key, scope] : ledger_.contents().scopes)
    ++members[scope.relation];
  store::Milliseconds patience = day;
  for (const auto& [relation, count] : members)
    patience += each_two * count * count;
  return patience;
}

/// Everything comes to rest, in the midst of trouble; then all that tells of the model agrees.
void Simulation::operator()(const steps::Rest& step) {
  for (Simulation* model : company())
    model->let_update_status_come(seldom);
  force_time_.rest_begins(world_.passed());
  if (!comes_to_rest())
    return;
  force_time_.rest_ends();
  judge_rest();
  if (step.waking && outcome_.findings.empty())
    judge_waking();
  if (step.hours && outcome_.findings.empty())
    let_hours_pass();
  world_.forget_answers();
  for (Simulation* model : company())
    model->let_update_status_come(often);
}

/// Rotations and expiries come as they are due, with all else that goes wrong.
void Simulation::let_hours_pass() {
  constexpr store::Milliseconds hours = store::Milliseconds{3} * 3'600'000;
  world_.advance(hours);
  if (outcome_.findings.empty() && comes_to_rest())
    judge_rest();
}

/// Asks for that as the operator might; again where a crash has taken the command with it.
void Simulation::let_update_status_come(const char* interval) {
  const std::string key = "update-status-hook-interval";
  const auto is_set = [&] {
    return config::model_value(world_.contents().model_config.values, key) == interval;
  };
  constexpr int most_times = 100;
  for (int i = 0; outcome_.findings.empty() && !is_set(); ++i) {
    if (i == most_times)
      return finding(fmt::format("{} is not set, however often it is asked for", key));
    (void)world_.run(protocol::SetModelConfig{{{key, interval}}, {}});
  }
}

void Simulation::judge_rest() {
  for (const std::string& difference : sights_that_differ(world_))
    finding(difference);
  judge_charms();
  data_.judge_rest();
  if (const std::size_t places = world_.beginnings().count();
      places > 0 && world_.process().rests()) // other models have some
    finding(fmt::format("all rests, and {} places of agents that begin are taken", places));
  if (notes_were_lost_)
    return;
  for (const std::string& difference : disagreements(world_)) // last: time passes meanwhile
    finding(difference);
}

/// A unit on a machine that is lost can do nothing.
void Simulation::judge_charms() {
  const store::Contents all = world_.contents();
  const SimulatedProvider& provider = world_.provider();
  const auto is_well = [&](const std::string& unit) {
    return provider.deployed().contains(unit) && World::is_well(all, unit);
  };
  order_.judge_rest(is_well);
  secret_judge_.judge_rest(is_well, world_.now());
  for (const std::string& task : tasks_left_running(all, is_well))
    finding(task);
  const auto directory_of = [&](const std::string& unit) {
    return notes_were_lost_ ? std::string() : provider.charm_of(unit);
  };
  for (const std::string& lag : charms_that_lag(all, is_well, directory_of))
    finding(lag);
}

bool Simulation::comes_to_rest() {
  const store::Milliseconds longest = patience();
  const bool comes = world_.calm(longest);
  if (!comes)
    finding(fmt::format("nothing comes to rest within {} h", longest / 3'600'000));
  return comes;
}

/// A wake-up that was lost is found where it was, not where it is missed.
void Simulation::judge_waking() {
  if (!comes_to_rest())
    return;
  if (misses_a_loss(world_))
    return; // its units' agents would find their directories gone
  if (waits_for_a_beginning(world_.contents()))
    return;
  const int process = world_.crashes();
  const std::uint64_t noted = world_.notes_database().sequence();
  std::vector<std::string> done;
  mischief_.pause();
  woken_ = &done;
  wake_everybody(world_);
  woken_ = nullptr;
  mischief_.go_on(story_.circumstances.rates);
  if (world_.crashes() != process)
    return; // it was to come
  if (done.empty() && world_.notes_database().sequence() != noted)
    done.emplace_back("its notes");
  for (const std::string& what : done)
    finding("all rested, and whoever was woken had something to do: " + what);
}

void Simulation::note_if_woken(std::string what) {
  constexpr std::size_t most = 5;
  if (woken_ != nullptr && woken_->size() < most)
    woken_->push_back(std::move(what));
}

} // namespace orrery::simulate
