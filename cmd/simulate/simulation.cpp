#include "cmd/simulate/simulation.hpp"

#include "cmd/simulate/charms.hpp"
#include "cmd/simulate/ending.hpp"
#include "cmd/simulate/sights.hpp"

#include <fmt/format.h>

#include <utility>

namespace orrery::simulate {

namespace {

/// Where a run begins, so that its clock may be set back.
constexpr store::Milliseconds far_from_the_first_day = 10LL * 365 * 24 * 3'600'000;

/// Two numbers that are near one another give others that are not.
std::uint64_t mixed(std::uint64_t seed, std::uint64_t number) {
  std::uint64_t mix = seed * 0x9e3779b97f4a7c15 + number * 0xd1b54a32d192ed03 + 1;
  mix = (mix ^ (mix >> 31)) * 0xbf58476d1ce4e5b9;
  return mix ^ (mix >> 29);
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
            .spectator = this,
            .first = options_.first == nullptr ? nullptr : &options_.first->world_}),
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
  company().push_back(this);
  world_.provider().set_hooks_of_charm(hooks_of_charm);
  world_.set_programs(&programs_);
}

Simulation::~Simulation() {
  world_.end();
  std::erase(company(), this);
}

Outcome Simulation::run() {
  begin();
  if (options_.story != nullptr)
    play(*options_.story);
  else
    while (outcome_.steps < options_.steps && outcome_.findings.empty())
      draw_step();
  if (outcome_.findings.empty() && options_.to_the_end) {
    end_trouble();
    remove_all();
  }
  return outcome();
}

void Simulation::begin() {
  if (options_.first == nullptr) {
    world_.set_clock(far_from_the_first_day);
    began_at_ = world_.passed();
    world_.begin();
  }
  let_update_status_come(often);
}

Outcome Simulation::outcome() {
  if (options_.first == nullptr) { // else time and crashes are told by that one
    outcome_.simulated = world_.passed() - began_at_;
    outcome_.crashes = static_cast<std::uint64_t>(world_.crashes());
  }
  outcome_.transactions = ledger_.count();
  outcome_.troubles = mischief_.counts();
  outcome_.events = trace_.lines();
  outcome_.digest = trace_.digest();
  outcome_.story = std::move(story_);
  return std::move(outcome_);
}

void Simulation::draw_step() {
  for (Doing& doing : drawing_.next(ledger_.contents(), outcome_.hooks)) {
    story_.steps.push_back({++drawn_, std::move(doing)});
    perform(story_.steps.back());
  }
  ++outcome_.steps;
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

void Simulation::end_trouble() {
  trace_.add(line("end"));
  mischief_.stop();
  let_update_status_come(seldom);
}

void Simulation::remove_all() {
  for (const std::string& left : remove_everything(world_, patience()))
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
  return {world_.now(), event, company().size() > 1 ? world_.name() : std::string_view()};
}

void Outcome::add(const Outcome& other) {
  steps += other.steps;
  events += other.events;
  simulated += other.simulated;
  transactions += other.transactions;
  hooks += other.hooks;
  commands += other.commands;
  crashes += other.crashes;
  for (std::size_t i = 0; i < answers.size(); ++i)
    answers[i] += other.answers[i];
  for (const auto& [name, count] : other.troubles)
    troubles[name] += count;
  coverage.merge(other.coverage);
}

} // namespace orrery::simulate
