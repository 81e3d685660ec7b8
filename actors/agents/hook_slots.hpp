#pragma once

#include "actors/agents/fair_queue.hpp"
#include "actors/agents/messages.hpp"
#include "actors/runtime/counted_actor.hpp"

#include <compare>
#include <deque>
#include <map>
#include <optional>
#include <string>

namespace orrery::agents {

/// Bounds how many hooks of all models run at once, shares these places fairly between models
/// (FairQueue, MD50), and lets units of a machine take turns. A hook is noted as begun only once it
/// has its place: one that waits is known not to have run (W4).
///
/// Whoever wants a turn of a machine (A11) waits for that first, and for a place once it has the
/// turn. Nobody waits for a turn while it has a place, so that a place always comes back. What is
/// kept grows with those that wait or run, and goes with them.
class HookSlots final : public runtime::CountedActor {
public:
  HookSlots(caf::actor_config& config, runtime::UnderWay& activity, std::uint32_t slots);

private:
  /// A turn of a machine; each model numbers its machines.
  struct Turn {
    std::string model;
    protocol::MachineTurn of_machine;
    auto operator<=>(const Turn&) const = default;
  };
  struct Wish {
    caf::actor agent;
    std::uint64_t ticket = 0;
  };
  using Ready = FairQueue<std::string, Wish>;
  struct Asker {
    std::string model;
    std::optional<protocol::MachineTurn> turn;
    std::optional<Ready::Ticket> ready{}; ///< In `ready_`; nothing while another one has the turn.
    bool has_place = false; ///< Set when a place is granted, for as long as the entry is there.
  };

  caf::behavior make_behavior() override;
  void want(const protocol::WantSlot& message);
  void free(const protocol::FreeSlot& message);
  void give_back(const caf::actor_addr& asker);
  void leave_turn(const Turn& turn, const caf::actor_addr& asker);
  void make_ready(const Wish& wish);
  void grant();

  std::uint32_t left_;
  Ready ready_; ///< Only a place is missing. One wish an agent, as in `turns_`.
  /// Turns that somebody has: the first of each stands in `ready_`, too, or has a place.
  std::map<Turn, std::deque<Wish>> turns_;
  std::map<caf::actor_addr, Asker> askers_; ///< From the wish until the place is given back.
};

} // namespace orrery::agents
