#pragma once

#include "actors/protocol/model_commands.hpp"
#include "cmd/simulate/simulation.hpp"
#include "config/sha256.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace orrery::simulate {

struct SeveralOptions {
  std::uint64_t seed = 1;
  std::uint64_t steps = 1000; ///< Of all models together.
  std::size_t models = 2;     ///< From 2 on.
  Trace::Writer trace;        ///< Gets the trace of all, line by line; empty: nobody does.
  /// Called when all models have begun; empty: nobody is.
  std::function<void(std::vector<std::unique_ptr<Simulation>>& models)> begun{};
};

/// One run of several models in one process: each has its own operator, host and judges, and a step
/// is drawn of one of them after the other. What goes wrong with the process strikes all. The first
/// keeps the records of the others: these are made before the first step and destroyed after the
/// last, one by one, by the commands of the real ones, with crashes at any effect between; of each
/// nothing may be left then.
class SeveralModels {
public:
  explicit SeveralModels(SeveralOptions options);
  ~SeveralModels();
  SeveralModels(const SeveralModels&) = delete;
  SeveralModels& operator=(const SeveralModels&) = delete;
  [[nodiscard]] Outcome run();

private:
  using Step = protocol::HostModel::Step;
  [[nodiscard]] World& first() { return models_.front()->world(); }
  void make(const World& model);
  void destroy_last();
  void step(Step step, const World& model);
  void run_through_crashes(World& world, const protocol::Command& command);
  [[nodiscard]] bool has_findings() const;
  void take_outcome_of_last();
  void judge_records(std::size_t expected);

  SeveralOptions options_;
  Random random_;
  config::Sha256 sum_; ///< Of the trace of all.
  Outcome outcome_;
  std::vector<std::unique_ptr<Simulation>> models_; ///< The first outlives the others.
};

} // namespace orrery::simulate
