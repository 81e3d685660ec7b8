#pragma once

#include "actors/protocol/observations.hpp"
#include "actors/runtime/counted_actor.hpp"

#include <caf/allowed_unsafe_message_type.hpp>

#include <chrono>
#include <functional>
#include <utility>

namespace orrery::agents {

/// Told by itself: to look once more for kept charms that may go.
struct SweepCharmsAgain {};

/// Has the files of charms taken away that no record names any more, once that is on disk. A file
/// system may take its time for that, which no worker has: spawned detached, on a thread of its
/// own.
class CharmKeeper final : public runtime::CountedActor {
public:
  /// Takes them away. @returns false if that has to wait, because somebody uses kept charms.
  using Sweep = std::function<bool()>;

  CharmKeeper(caf::actor_config& config, runtime::UnderWay& activity, Sweep sweep)
    : CountedActor(config, activity), sweep_(std::move(sweep)) {
    stop_process_on_exception("the keeper of charms");
  }

private:
  static constexpr std::chrono::seconds between_sweeps{1};

  caf::behavior make_behavior() override {
    return {on(&CharmKeeper::dropped), on(&CharmKeeper::again)};
  }
  void dropped(const protocol::CharmsDropped&) { sweep(); }
  void again(const SweepCharmsAgain&) {
    is_awaited_ = false;
    sweep();
  }
  /// At most one look is awaited, however many charms go meanwhile.
  void sweep() {
    if (is_awaited_ || sweep_())
      return;
    is_awaited_ = true;
    delayed_send(this, between_sweeps, SweepCharmsAgain{});
  }

  Sweep sweep_;
  bool is_awaited_ = false; ///< Since a sweep that had to wait, until the next one.
};

} // namespace orrery::agents

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::agents::SweepCharmsAgain)
