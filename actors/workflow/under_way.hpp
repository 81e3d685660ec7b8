#pragma once

#include "actors/protocol/commands.hpp"
#include "actors/rules/steps.hpp"
#include "actors/workflow/task_results.hpp"
#include "actors/workflow/workflow.hpp"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace orrery::agents {

/// Names of what a mind may have under way. The next step waits for it.
struct UnderWayTypes {
  struct Nothing {};
  struct Saving {};
  struct Became {
    store::Life life = store::Life::Dying;
  };
  struct Entered {
    store::RelationId relation = 0;
  };
  struct Departed {
    store::RelationId relation = 0;
  };
  struct Left {
    store::RelationId relation = 0;
  };
  struct Claimed {};
  struct ResolvedCleared {};
  struct CharmSet {
    std::string charm;
    std::uint32_t charm_changes = 0;
  };
  struct Flushed {
    std::vector<store::Port> opened, closed;
  };
  struct StorageTold { ///< Of a step that is done on the machine.
    StorageStep step;
    std::string mount_point;
  };
  struct SecretHookEnded {
    store::SecretHook hook;
  };
  struct TaskBegun {};
  struct TaskFinished {
    TaskOutcome outcome;
    std::optional<protocol::FlushHook> changes; ///< That were asked for with it.
    Flushed flushed;                            ///< Of these.
  };
  using Asked = std::variant<Became,
                             Entered,
                             Departed,
                             Left,
                             Claimed,
                             ResolvedCleared,
                             CharmSet,
                             Flushed,
                             StorageTold,
                             SecretHookEnded,
                             TaskBegun,
                             TaskFinished>;
  struct Asking {
    Asked what;
  };
  struct Reading { ///< Members of a relation, the application's config, or a task.
    rules::Who whom;
  };
  struct Running {};   ///< A hook, or a task in its place.
  struct Replacing {}; ///< The files of the unit's charm.
  struct AtStorage {   ///< Whose place is made or left.
    StorageStep step;
  };
  struct Rebooting { ///< For the hook in hand.
    hooks::Reboot wanted = hooks::Reboot::AfterHook;
  };
  using UnderWay =
    std::variant<Nothing, Saving, Asking, Reading, Running, Replacing, AtStorage, Rebooting>;
};

} // namespace orrery::agents
