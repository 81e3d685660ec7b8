#pragma once

#include "cmd/simulate/circumstances.hpp"
#include "cmd/simulate/operator.hpp"
#include "cmd/simulate/step.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace orrery::simulate {

class World;

/// Draws what a run does next, in any state of its world.
class Drawing {
public:
  /// Draws habits and kinds of trouble, too. Neither is owned.
  Drawing(Random& random, World& world);

  /// Draws what belongs together: what an operator asks for at once, some messages and a pause.
  /// @param hooks how many have run so far
  [[nodiscard]] std::vector<Doing> next(const store::Contents& contents, std::uint64_t hooks);

private:
  [[nodiscard]] std::vector<Doing> operate(const store::Contents& contents);
  [[nodiscard]] std::vector<Doing> let_time_pass();
  [[nodiscard]] std::vector<Doing> rest(const store::Contents& contents);
  [[nodiscard]] std::optional<Doing> trouble(const store::Contents& contents);
  [[nodiscard]] std::optional<Doing> crash(const store::Contents& contents);
  [[nodiscard]] Doing set_clock(bool running);
  [[nodiscard]] std::optional<Doing> fail_agent(const store::Contents& contents);
  [[nodiscard]] std::optional<Doing> slow_agent(const store::Contents& contents);
  [[nodiscard]] std::optional<Doing> fail_servant();
  [[nodiscard]] std::optional<Doing> lose_machine(const store::Contents& contents);
  [[nodiscard]] std::optional<Doing> kill_programs();
  [[nodiscard]] std::optional<Doing> break_disk();
  [[nodiscard]] bool may_fail(const std::string& agent);

  Random& random_;
  World& world_;
  Troubles troubles_;
  Operator operator_;
  std::uint64_t drawn_ = 0;           ///< Calls of next().
  std::map<std::string, int> failed_; ///< Agents, in this process.
  int process_ = 0;                   ///< Which one that is.
};

} // namespace orrery::simulate
