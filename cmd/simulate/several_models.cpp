#include "cmd/simulate/several_models.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace orrery::simulate {

namespace {

/// The stream of Random that tells which model is next, and when a process crashes while one is
/// made or destroyed.
constexpr std::uint32_t stream_of_process = 1'000'000;

std::uint64_t seed_of(std::uint64_t seed, std::size_t model) {
  return model == 0 ? seed : Random(seed, static_cast<std::uint32_t>(model)).below(SIZE_MAX);
}

} // namespace

SeveralModels::SeveralModels(SeveralOptions options)
  : options_(std::move(options)), random_(options_.seed, stream_of_process) {
  outcome_.seed = options_.seed;
  outcome_.models = options_.models;
  for (std::size_t i = 0; i < options_.models; ++i) {
    SimulationOptions model;
    model.seed = seed_of(options_.seed, i);
    model.trace = [this](std::string_view line) {
      sum_.add(line);
      if (options_.trace)
        options_.trace(line);
    };
    model.first = i == 0 ? nullptr : models_.front().get();
    models_.push_back(std::make_unique<Simulation>(std::move(model)));
  }
}

SeveralModels::~SeveralModels() {
  while (!models_.empty())
    models_.pop_back();
}

Outcome SeveralModels::run() {
  for (const auto& model : models_)
    model->begin();
  for (std::size_t i = 1; i < models_.size(); ++i)
    make(models_[i]->world());
  judge_records(models_.size() - 1);
  if (options_.begun)
    options_.begun(models_);
  for (std::uint64_t i = 0; i < options_.steps && !has_findings(); ++i)
    random_.any(models_)->draw_step();
  if (!has_findings())
    for (const auto& model : models_)
      model->end_trouble();
  while (models_.size() > 1 && !has_findings())
    destroy_last();
  if (!has_findings())
    models_.front()->remove_all();
  while (!models_.empty())
    take_outcome_of_last();
  outcome_.digest = sum_.finish();
  return std::move(outcome_);
}

/// Does what HostedModels::add (cmd/engine) does, and after a crash in the midst of it a start.
void SeveralModels::make(const World& model) {
  step(Step::Make, model);
  step(Step::Begin, model);
}

/// Does what HostedModels::destroy and the undertaker do, with a crash where the engine ends the
/// model alone: a simulated process has one way to end.
void SeveralModels::destroy_last() {
  Simulation& model = *models_.back();
  step(Step::End, model.world());
  run_through_crashes(model.world(), protocol::EndModel{});
  model.remove_all();
  if (has_findings())
    return;
  model.world().crash_and_leave();
  step(Step::Forget, model.world());
  take_outcome_of_last();
  judge_records(models_.size() - 1);
}

void SeveralModels::step(Step step, const World& model) {
  protocol::HostModel command{step, {}};
  command.model.uuid = model.uuid();
  command.model.name = model.name();
  command.model.owner = "admin";
  run_through_crashes(first(), command);
}

/// Asks again where a crash has taken the answer. What was done then leaves nothing to do, or has
/// taken the name.
void SeveralModels::run_through_crashes(World& world, const protocol::Command& command) {
  constexpr std::size_t most_effects = 4;
  if (random_.one_in(2))
    world.crash_after(random_.below(most_effects));
  const int crashes = world.crashes();
  protocol::Answer answer = world.run(command);
  const bool again = world.crashes() != crashes;
  if (again)
    answer = world.run(command);
  world.mend();
  if (!answer.ok() && !(again && answer.code == protocol::Code::AlreadyExists))
    outcome_.findings.push_back("MD34: " + answer.text);
}

/// Whether as many others as there are have a record, and each is whole.
void SeveralModels::judge_records(std::size_t expected) {
  const store::Contents all = first().contents();
  const auto alive = static_cast<std::size_t>(
    std::count_if(all.hosted_models.begin(), all.hosted_models.end(), [](const auto& record) {
      return record.second.state == store::HostedState::Alive;
    }));
  if (alive != expected || all.hosted_models.size() != expected)
    outcome_.findings.push_back(
      fmt::format("MD34: {} models are there beside the first, which knows of {}, {} of them alive",
                  expected, all.hosted_models.size(), alive));
}

bool SeveralModels::has_findings() const {
  return !outcome_.findings.empty()
         || std::any_of(models_.begin(), models_.end(),
                        [](const auto& model) { return !model->findings().empty(); });
}

void SeveralModels::take_outcome_of_last() {
  const std::string name = models_.back()->world().name();
  const Outcome of_model = models_.back()->outcome();
  outcome_.add(of_model);
  for (const std::string& text : of_model.findings)
    outcome_.findings.push_back(fmt::format("model {}: {}", name, text));
  models_.pop_back();
}

} // namespace orrery::simulate
