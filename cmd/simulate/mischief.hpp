#pragma once

#include "cmd/simulate/coverage.hpp"
#include "cmd/simulate/programs.hpp"
#include "cmd/simulate/random.hpp"
#include "cmd/simulate/simulated_provider.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace orrery::simulate {

class World;

/// How often what goes wrong, once in so many times; 0: never. Each seed leaves some out.
struct Rates {
  std::size_t hook_fails = 0;
  std::size_t hook_hangs = 0;
  std::size_t hook_leaves_programs = 0;
  std::size_t task_fails = 0; ///< A provider's.
  std::size_t task_is_slow = 0;
  bool crashes = false;
  bool loses_notes = false;
  bool agents_fail = false;
  bool machines_get_lost = false;
  bool disk_fails = false;
  bool disk_is_slow = false;
};

[[nodiscard]] Rates draw_rates(Random& random);

/// Everything that goes wrong in a world.
class Mischief {
public:
  static constexpr const char* notes_are_lost = "crash, and the agents' store is lost";
  using Listener = std::function<void(Trouble trouble, const std::string& what)>;

  /// @param listener is told of each before it happens
  Mischief(Random& random, World& world, Rates rates, Listener listener);

  /// Something goes wrong at once, or will soon.
  void strike(const store::Contents& contents);
  /// From now on nothing goes wrong any more, and machines that are gone are back.
  void stop();
  /// What a hook's program does.
  [[nodiscard]] Conduct conduct_of(const hooks::HookJob& job);
  /// How often each has happened.
  [[nodiscard]] const std::map<std::string, std::uint64_t>& counts() const { return counts_; }

private:
  void say(Trouble trouble, const std::string& name, const std::string& what);
  [[nodiscard]] Mishap mishap_of(const std::string& task);
  void crash();
  void fail_agent(const store::Contents& contents);
  void fail_lone_agent();
  void lose_machine(const store::Contents& contents);
  void kill_programs();
  void break_disk();
  [[nodiscard]] std::vector<std::vector<std::string>> calls_by_hand(const hooks::HookJob& job);
  [[nodiscard]] bool may_fail(const std::string& agent);

  Random& random_;
  World& world_;
  Rates rates_;
  Listener listener_;
  std::map<std::string, std::uint64_t> counts_;
  std::map<std::string, int> failed_; ///< Agents, in this process.
  int process_ = 0;                   ///< Which one that is.
};

} // namespace orrery::simulate
