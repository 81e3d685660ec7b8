#pragma once

#include "store/contents.hpp"

#include <map>
#include <string_view>
#include <vector>

namespace orrery::render {

/// Index of users' tasks that have not ended, by whose they are.
class TaskIndex {
public:
  using Tasks = std::vector<const store::Task*>; ///< By id, in which order a unit runs them (A18).

  /// Keeps references to the contents, which must outlive the index.
  explicit TaskIndex(const store::Contents& contents);

  [[nodiscard]] const Tasks& of_unit(std::string_view unit) const;
  /// Commands on the machine itself (A60).
  [[nodiscard]] const Tasks& on_machine(store::MachineId machine) const;
  /// Finds the task of a unit that runs in the turn of the machine's hooks (A11); nothing if none
  /// does, or who runs it sits in a debug session, which keeps no turn (D4).
  [[nodiscard]] const store::Task* in_turn_of_hooks(store::MachineId machine) const;

private:
  void take_in(const store::Contents& contents, const store::Task& task);

  std::map<std::string_view, Tasks> by_unit_;
  std::map<store::MachineId, Tasks> by_machine_;
  std::map<store::MachineId, const store::Task*> in_turn_;
};

/// Says whether the operation's tasks at units run in the turn of their machine's hooks (A11).
[[nodiscard]] bool takes_turn_of_hooks(const store::Operation& operation);

} // namespace orrery::render
