#pragma once

#include "store/records.hpp"

/// Words that Orrery itself gives a unit's workload, before the charm says anything. Readers
/// compare them, so each stands here once.
namespace orrery::rules {

inline constexpr const char* waiting_for_machine = "waiting for machine";
inline constexpr const char* installing_software = "installing charm software";

/// Whether nothing is said of the workload yet, but that its unit waits for its machine.
[[nodiscard]] inline bool waits_for_machine(const store::Status& workload) {
  return workload.value == "waiting" && workload.message == waiting_for_machine;
}

/// Whether the words are an agent's own, not the charm's.
[[nodiscard]] inline bool is_agents_own_word(const store::Status& workload) {
  return waits_for_machine(workload)
         || (workload.value == "maintenance" && workload.message == installing_software);
}

} // namespace orrery::rules
