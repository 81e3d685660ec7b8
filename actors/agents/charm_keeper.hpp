#pragma once

#include "actors/protocol/observations.hpp"
#include "actors/runtime/counted_actor.hpp"

#include <caf/allowed_unsafe_message_type.hpp>

#include <functional>
#include <utility>

namespace orrery::agents {

/// Tells the keeper of charms that a user of kept charms has no hold on them any more.
struct CharmsReleased {};

/// Has the files of charms taken away that no record names any more, once that is on disk. A file
/// system may take its time for that, which no worker has: spawned detached, on a thread of its
/// own. Where it has to wait for users of kept charms, the end of a hold wakes it.
class CharmKeeper final : public runtime::CountedActor {
public:
  /// Takes them away. @returns false if that has to wait, because somebody uses kept charms.
  using Sweep = std::function<bool()>;

  CharmKeeper(caf::actor_config& config, runtime::UnderWay& activity, Sweep sweep)
    : CountedActor(config, activity), sweep_(std::move(sweep)) {
    stop_process_on_exception("the keeper of charms");
  }

private:
  caf::behavior make_behavior() override {
    return {on(&CharmKeeper::dropped), on(&CharmKeeper::released)};
  }
  void dropped(const protocol::CharmsDropped&) { has_to_sweep_ = !sweep_(); }
  /// The end of a hold amid a sweep that fails for it is told after that sweep: none is missed.
  void released(const CharmsReleased&) {
    if (has_to_sweep_)
      has_to_sweep_ = !sweep_();
  }

  Sweep sweep_;
  bool has_to_sweep_ = false; ///< Since a sweep that had to wait, until one that had not.
};

} // namespace orrery::agents

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::agents::CharmsReleased)
