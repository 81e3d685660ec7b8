#pragma once

#include "actors/hooks/context.hpp"
#include "actors/protocol/observations.hpp"
#include "actors/workflow/acts_for.hpp"
#include "actors/workflow/unit_notes.hpp"
#include "actors/workflow/unit_sight.hpp"

#include <string>
#include <vector>

/// The sight of a hook, fixed when it starts.
namespace orrery::agents {

/// Names that are the same for all agents of a model.
struct ModelNames {
  std::string name;
  std::string uuid;
};

/// Everything that a hook is shown.
struct HookView {
  const ActsFor& acts_for;
  const ModelNames& model;
  const UnitNotes& local;
  const UnitSight& remote;
  const store::Status& workload;
  const std::vector<store::Port>& ports; ///< Open, as far as the unit's agent knows.
};

/// Fixes what a hook may see.  @param config what its application shows of itself
[[nodiscard]] hooks::HookSight
hook_sight(const HookView& view, const Hook& hook, const protocol::ConfigSeen& config);

} // namespace orrery::agents
