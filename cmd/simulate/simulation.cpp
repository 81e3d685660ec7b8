#include "cmd/simulate/simulation.hpp"

#include "cmd/simulate/agreement.hpp"
#include "cmd/simulate/charms.hpp"
#include "cmd/simulate/ending.hpp"
#include "cmd/simulate/newest_charm.hpp"
#include "cmd/simulate/sights.hpp"
#include "cmd/simulate/user_tasks.hpp"
#include "cmd/simulate/waking.hpp"
#include "config/model_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace orrery::simulate {

namespace {

/// Intervals of update-status: most units live to see some of these hooks, and few come where all
/// are to come to rest.
constexpr const char* often = "5s";
constexpr const char* seldom = "1h";

/// Where a run begins, so that its clock may be set back.
constexpr store::Milliseconds far_from_the_first_day = 10LL * 365 * 24 * 3'600'000;

/// Two numbers that are near one another give others that are not.
std::uint64_t mixed(std::uint64_t seed, std::uint64_t number) {
  std::uint64_t mix = seed * 0x9e3779b97f4a7c15 + number * 0xd1b54a32d192ed03 + 1;
  mix = (mix ^ (mix >> 31)) * 0xbf58476d1ce4e5b9;
  return mix ^ (mix >> 29);
}

/// Within which everything comes to rest: a day, and in crowds, whose members each have hooks for
/// each other, ten seconds for each two of a relation.
store::Milliseconds patience_with(const store::Contents& contents) {
  constexpr store::Milliseconds day = 24LL * 3'600'000;
  constexpr store::Milliseconds each_two = 10'000;
  std::map<store::RelationId, store::Milliseconds> members;
  for (const auto& [key, scope] : contents.scopes)
    ++members[scope.relation];
  store::Milliseconds patience = day;
  for (const auto& [relation, count] : members)
    patience += each_two * count * count;
  return patience;
}

/// Whether it is a directory or a program, not a record or a note.
bool is_on_a_host(const std::string& left) {
  return left.find("it has a directory") != std::string::npos
         || left.find("but for: directory") != std::string::npos
         || left.find("left running") != std::string::npos;
}

} // namespace

Simulation::Simulation(SimulationOptions options)
  : options_(std::move(options)), random_(options_.seed),
    story_(
      options_.story != nullptr
        ? Story{options_.story->seed, options_.story->circumstances, options_.story->principals, {}}
        : Story{options_.seed, draw_circumstances(random_), {}, {}}),
    luck_(story_.seed), trace_(options_.trace), secrets_(story_.seed),
    world_({.seed = story_.seed,
            .history_kept = story_.circumstances.history_kept,
            .listener = [this](const std::string& text) { finding(text); },
            .idle_agents = story_.circumstances.idle_agents,
            .most_beginning = story_.circumstances.most_beginning,
            .update_status = true,
            .shared_host = true,
            .between =
              [this](agents::ModelServices& model, entities::Services&) {
                secrets_.serve(model.local_model);
                return [] {};
              },
            .spectator = this}),
    programs_(*this, world_.findings()),
    ledger_(world_.findings(), [this](const Applied& transaction) { applied(transaction); }),
    order_(
      world_.findings(),
      ledger_,
      [this](const std::string& unit, const std::string& hook) {
        return charm_has_hook(world_.provider().charm_of(unit), hook);
      },
      [this](const std::string& unit) { return begins_no_upgrade(world_, unit); }),
    data_(
      world_.findings(),
      ledger_,
      [this](const std::string& storage) { return world_.provider().data().contains(storage); }),
    secret_judge_(world_.findings(),
                  ledger_,
                  [this](const std::string& unit, const std::string& hook) {
                    return charm_has_hook(world_.provider().charm_of(unit), hook);
                  }),
    turns_(world_.findings(),
           [this](const std::string& unit) {
             const caf::actor agent = world_.agent_of(unit);
             return agent ? agent.address() : caf::actor_addr();
           }),
    force_time_(world_.findings()), wait_time_(world_.findings()),
    names_(ledger_, story_.principals),
    mischief_(luck_,
              world_,
              story_.circumstances.rates,
              [this](Trouble trouble, const std::string& what) { struck(trouble, what); }),
    drawing_(random_, world_) {
  outcome_.seed = story_.seed;
  world_.provider().set_hooks_of_charm(hooks_of_charm);
  world_.set_programs(&programs_);
}

Outcome Simulation::run() {
  world_.set_clock(far_from_the_first_day);
  const store::Milliseconds from = world_.passed();
  world_.begin();
  let_update_status_come(often);
  if (options_.story != nullptr)
    play(*options_.story);
  else
    draw_steps();
  if (outcome_.findings.empty() && options_.to_the_end)
    end_all();
  outcome_.simulated = world_.passed() - from;
  outcome_.transactions = ledger_.count();
  outcome_.crashes = static_cast<std::uint64_t>(world_.crashes());
  outcome_.troubles = mischief_.counts();
  outcome_.events = trace_.lines();
  outcome_.digest = trace_.digest();
  outcome_.story = std::move(story_);
  return std::move(outcome_);
}

void Simulation::draw_steps() {
  std::uint64_t number = 0;
  for (; outcome_.steps < options_.steps && outcome_.findings.empty(); ++outcome_.steps)
    for (Doing& doing : drawing_.next(ledger_.contents(), outcome_.hooks)) {
      story_.steps.push_back({++number, std::move(doing)});
      perform(story_.steps.back());
    }
}

void Simulation::play(const Story& story) {
  for (const Step& step : story.steps) {
    if (!outcome_.findings.empty())
      return;
    story_.steps.push_back(step);
    perform(step);
    ++outcome_.steps;
  }
}

void Simulation::perform(const Step& step) {
  const std::uint64_t seed = mixed(story_.seed, step.number);
  luck_ = Random(seed);
  world_.order_messages_by(seed + 1);
  (void)world_.crash_if_due();
  std::visit([this](const auto& doing) { (*this)(doing); }, step.doing);
  if (!options_.judge)
    return;
  if (const std::string wrong = options_.judge(ledger_.contents()); !wrong.empty())
    finding(wrong);
}

/// Everything comes to rest, in the midst of trouble; then all that tells of the model agrees.
void Simulation::operator()(const steps::Rest& step) {
  let_update_status_come(seldom);
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
  let_update_status_come(often);
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
  if (const std::size_t places = world_.beginnings().count(); places > 0)
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
  const store::Milliseconds patience = patience_with(ledger_.contents());
  const bool comes = world_.calm(patience);
  if (!comes)
    finding(fmt::format("nothing comes to rest within {} h", patience / 3'600'000));
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

void Simulation::end_all() {
  trace_.add(line("end"));
  mischief_.stop();
  let_update_status_come(seldom);
  for (const std::string& left : remove_everything(world_, patience_with(ledger_.contents())))
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
