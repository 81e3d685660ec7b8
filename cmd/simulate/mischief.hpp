#pragma once

#include "cmd/simulate/circumstances.hpp"
#include "cmd/simulate/coverage.hpp"
#include "cmd/simulate/programs.hpp"
#include "cmd/simulate/simulated_provider.hpp"
#include "cmd/simulate/step.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace orrery::simulate {

class World;

/// Carries out what goes wrong in a world, and decides what befalls its hooks and tasks.
class Mischief {
public:
  static constexpr const char* notes_are_lost = "crash, and the agents' store is lost";
  static constexpr const char* host_starts_again = "the host is started again";
  using Listener = std::function<void(Trouble trouble, const std::string& what)>;

  /// @param luck decides what befalls hooks and tasks; not owned
  /// @param listener is told of each before it happens
  Mischief(Random& luck, World& world, Rates rates, Listener listener);

  // What goes wrong at once, or will soon; nothing where what it is about is not there.
  void operator()(const steps::Crash& crash);
  void operator()(const steps::LoseNotes& lost);
  void operator()(const steps::FailAgent& failing);
  void operator()(const steps::SlowAgent& slow);
  void operator()(const steps::FailServant& failing);
  void operator()(const steps::LoseMachine& lost);
  void operator()(const steps::FindMachine& found);
  void operator()(const steps::KillPrograms& killed);
  void operator()(const steps::Reboot&);
  void operator()(const steps::SetClock& set);
  void operator()(const steps::SlowDisk& slow);
  void operator()(const steps::FailDisk& failing);
  void operator()(const steps::CutPower& power);

  /// From now on nothing befalls hooks and tasks, until `rates` says otherwise.
  void pause() { rates_ = {}; }
  void go_on(const Rates& rates) { rates_ = rates; }
  /// From now on nothing goes wrong any more, and machines that are gone are back.
  void stop();
  /// Decides what a hook's program does.
  [[nodiscard]] Conduct conduct_of(const hooks::HookJob& job);
  /// How often each has happened.
  [[nodiscard]] const std::map<std::string, std::uint64_t>& counts() const { return counts_; }

private:
  void say(Trouble trouble, const std::string& name, const std::string& what);
  [[nodiscard]] Mishap mishap_of(const std::string& task);
  [[nodiscard]] std::vector<std::vector<std::string>> calls_by_hand(const hooks::HookJob& job);

  Random& luck_;
  World& world_;
  Rates rates_;
  Listener listener_;
  std::map<std::string, std::uint64_t> counts_;
};

} // namespace orrery::simulate
