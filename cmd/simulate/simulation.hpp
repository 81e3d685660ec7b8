#pragma once

#include "cmd/simulate/coverage.hpp"
#include "cmd/simulate/data_judge.hpp"
#include "cmd/simulate/drawing.hpp"
#include "cmd/simulate/force_time.hpp"
#include "cmd/simulate/hook_order.hpp"
#include "cmd/simulate/ledger.hpp"
#include "cmd/simulate/mischief.hpp"
#include "cmd/simulate/names_made.hpp"
#include "cmd/simulate/refreshes.hpp"
#include "cmd/simulate/secret_judge.hpp"
#include "cmd/simulate/simulated_secrets.hpp"
#include "cmd/simulate/spectator.hpp"
#include "cmd/simulate/story.hpp"
#include "cmd/simulate/trace.hpp"
#include "cmd/simulate/turn_judge.hpp"
#include "cmd/simulate/wait_time.hpp"
#include "cmd/simulate/world.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace orrery::simulate {

class Simulation;

struct SimulationOptions {
  std::uint64_t seed = 1;
  std::uint64_t steps =
    1000; ///< So many are drawn: of the operator, of what goes wrong, and of time.
  const Story* story = nullptr; ///< This is played instead of what the seed draws. Not owned.
  bool to_the_end = true;       ///< In the end all is removed.
  /// Asked after each step, beside those who always judge: what is wrong, as a sentence; empty if
  /// nothing is.
  std::function<std::string(const store::Contents& contents)> judge;
  Trace::Writer trace; ///< Gets the trace, line by line; empty: nobody does.
  /// In whose process this is a further model; null: it is the first. Not owned.
  Simulation* first = nullptr;
};

/// The outcome of a run.
struct Outcome {
  std::uint64_t seed = 0;
  std::uint64_t steps = 0;           ///< That were taken; the first finding ends a run.
  std::size_t models = 1;            ///< In one process.
  std::vector<std::string> findings; ///< Sentences; empty if all was as it must be.
  std::string digest;                ///< Of the trace.
  std::uint64_t events = 0;          ///< Its lines.
  store::Milliseconds simulated = 0; ///< Time that passed in the world.
  std::uint64_t transactions = 0;
  std::uint64_t hooks = 0;
  std::uint64_t commands = 0; ///< Users', that were run in the place of hooks, and on machines.
  std::uint64_t crashes = 0;
  std::array<std::uint64_t, 4> answers{};        ///< To the operator, by protocol::Verdict.
  std::map<std::string, std::uint64_t> troubles; ///< How often each.
  Coverage coverage;
  Story story; ///< All that was done; not the end.

  /// Adds up what both have done; findings, digest and story stay.
  void add(const Outcome& other);
};

/// One run of a world: an operator who draws what to ask for, things that go wrong, and everything
/// that happens held against the rules. In the end nothing goes wrong any more, and all is removed:
/// then nothing may be left. Of several models in one process each has its own (SeveralModels).
///
/// The same options give the same run, to the byte of its trace.
class Simulation final : Spectator, Programs::House {
public:
  /// @pre without a story: steps are drawn from the seed
  explicit Simulation(SimulationOptions options);
  ~Simulation() override;
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;
  [[nodiscard]] Outcome run();

  // The parts of a run, one after the other.

  /// Begins the process and all its models, if this is the first of them.
  void begin();
  /// Takes what is drawn next.
  void draw_step();
  /// Nothing goes wrong any more.
  void end_trouble();
  void remove_all();
  /// @returns what has come of it. Nothing else follows.
  [[nodiscard]] Outcome outcome();
  [[nodiscard]] const std::vector<std::string>& findings() const { return outcome_.findings; }
  [[nodiscard]] World& world() { return world_; }

private:
  void play(const Story& story);
  void perform(const Step& step);
  void operator()(const steps::Ask& step);
  void operator()(const steps::Refresh& step);
  void operator()(const steps::Execute& step);
  void operator()(const steps::Cancel& step);
  void operator()(const steps::SetClock& step);
  void operator()(const steps::Handle& step);
  void operator()(const steps::Pass& step) { world_.pass(step.at_most); }
  void operator()(const steps::Rest& step);
  void operator()(const steps::FailAgent& step);
  void operator()(const steps::SlowAgent& step);
  void operator()(const steps::LoseMachine& step);
  void operator()(const steps::FindMachine& step);
  void operator()(const steps::KillPrograms& step);
  template <class Trouble>
  void operator()(const Trouble& step) {
    mischief_(step);
  }
  void note_what_was_made(const protocol::Answer& answer);
  void go_on_with_refresh(const protocol::Answer& answer);
  /// Intervals of update-status: most units live to see some of these hooks, and few come where all
  /// are to come to rest.
  static constexpr const char* often = "5s";
  static constexpr const char* seldom = "1h";
  void let_update_status_come(const char* interval);
  [[nodiscard]] store::Milliseconds patience() const;
  /// All models of the process, this one included.
  [[nodiscard]] std::vector<Simulation*>& company() {
    return options_.first == nullptr ? company_ : options_.first->company_;
  }
  [[nodiscard]] const std::vector<Simulation*>& company() const {
    return options_.first == nullptr ? company_ : options_.first->company_;
  }
  void judge_rest();
  void let_hours_pass();
  void judge_charms();
  /// @returns false after a finding.
  bool comes_to_rest();
  void judge_waking();
  void finding(const std::string& text);
  void applied(const Applied& transaction);
  void flush_refused(const entities::Token& token);
  void note_if_woken(std::string what);
  [[nodiscard]] bool has_hook_in_hand(const std::string& unit) const;
  [[nodiscard]] TraceLine line(std::string_view event) const;

  // What it is told (simulation_sight.cpp).
  void asked(std::uint64_t ticket, const protocol::Command& command) override;
  void answered(const protocol::Answer& answer) override;
  void decided(const entities::Token& token) override;
  void committed(std::uint64_t sequence) override;
  void provided(const protocol::ProviderTask& task, const protocol::ProviderDone& done) override;
  void process_began(const store::Database& model) override;
  void process_died() override;
  void time_passes(store::Milliseconds longest_timer) override;
  [[nodiscard]] bool has_directory(const hooks::HookJob& job) const override;
  [[nodiscard]] Conduct conduct_of(const hooks::HookJob& job) override;
  void began(const hooks::HookJob& job, bool waited) override;
  void waits(const hooks::HookJob& job) override;
  void not_begun(const hooks::HookJob& job, bool waited) override;
  void called(const std::string& unit) override { secret_judge_.called(unit); }
  void replied(const std::string& unit,
               const std::vector<std::string>& arguments,
               const hooks::ToolReply& reply) override {
    secret_judge_.replied(unit, arguments, reply);
  }
  void ended(const hooks::HookJob& job, const hooks::HookEnd& end, bool left_running) override;
  void command_began(const hooks::HookJob& job);
  void struck(Trouble trouble, const std::string& what);
  void befell(Trouble trouble, const std::string& what) override;
  void clock_is_set(store::Milliseconds by, bool running) override;

  SimulationOptions options_;
  std::vector<Simulation*> company_; ///< Of the first model.
  Random random_;
  Story story_;
  Random luck_; ///< Of hooks and tasks, anew with each step.
  Trace trace_;
  Outcome outcome_;
  SimulatedSecrets secrets_;
  World world_;
  Programs programs_;
  Ledger ledger_;
  HookOrder order_;
  DataJudge data_;
  SecretJudge secret_judge_;
  TurnJudge turns_;
  ForceTime force_time_;
  WaitTime wait_time_;
  NamesMade names_;
  Refreshes refreshes_;
  std::map<std::uint64_t, std::size_t> asked_; ///< Which step asked, by ticket, until the answer.
  Mischief mischief_;
  Drawing drawing_;
  store::Milliseconds began_at_ = 0;
  std::uint64_t drawn_ = 0; ///< Steps: the number of the last.
  std::vector<std::string>* woken_ =
    nullptr; ///< Where it is noted what somebody does who was woken.
  std::optional<store::Milliseconds> died_at_; ///< By the last process's clock.
  bool notes_were_lost_ =
    false; ///< What was only noted there is found by nobody: directories that were just made.
};

} // namespace orrery::simulate
