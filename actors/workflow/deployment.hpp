#pragma once

#include "actors/protocol/observations.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

/// The next deed of whoever deploys a unit (M9, B3): a pure function of what is known of the
/// unit and of its host.
namespace orrery::agents {

/// The part of a UnitSeen that counts here: there is one for each unit of a model.
struct DeployedUnit {
  explicit DeployedUnit(const protocol::UnitSeen& seen);
  store::Life life = store::Life::Alive;
  bool gone = false;
  bool scoped = false; ///< It is in a relation's scope.
  bool stores = false; ///< It has storage that was placed.
  bool ran = false;    ///< Its agent has reported more than that it is new.
  std::string application;
  std::string principal;
  std::string charm;
  std::vector<protocol::SubordinateSeen> subordinates;
  /// Names one that is Dead; null if none is.
  [[nodiscard]] const std::string* dead_subordinate() const;
};

/// A unit as whoever deploys it knows it.
struct Deployment {
  bool assigned = false; ///< Set while the model assigns it here.
  bool looked =
    false; ///< Set while its entity is observed: what comes before is told to an earlier deployer.
  bool deployed = false; ///< Set while it is noted on disk that something of it may be there.
  /// Set once its directory is whole, as the provider has said to this process; unset when that
  /// is in doubt.
  bool prepared = false;
  bool busy = false; ///< Set while a step for it is under way.
  bool watched =
    false; ///< Set while its application is observed for it, because it waits to be deployed.
  bool unwanted = false; ///< Set once its application, so observed, is not Alive.
  bool failed = false;   ///< Set once its agent has crashed too often; unset when its host is lost.
  bool resting = false;  ///< Set while its agent rests.
  bool waits = false;    ///< Set while it rests, and has asked for a place to begin.
  /// Set when its agent goes to rest; unset when the next begins, or when others speak for it.
  bool rested = false;
  bool has_agent = false;             ///< Set while its agent is there.
  store::Milliseconds next_at = 0;    ///< Of its next try; 0: none has failed.
  std::unique_ptr<DeployedUnit> seen; ///< Null: not yet, or it rests.
};

/// The state of its deployer, and of where it is to run.
struct DeploymentHost {
  bool units_are_known = false;   ///< Which units are assigned here.
  bool is_up = false;             ///< There is an address.
  bool is_lost = false;           ///< The machine is lost, and no agent runs there.
  bool principal_is_alive = true; ///< Of subordinates.
};

enum class DeploymentStep : std::uint8_t {
  Nothing,
  Forget,         ///< It is not assigned here any more, and nothing of it is here.
  Recall,         ///< What is here of it goes, then its record (U8).
  RemoveNeverRun, ///< Dead, and removed without a hook (U11).
  /// One of its subordinates is Dead, and its own agent, which would remove that one, cannot run
  /// because the host is lost: the record goes, what is left there is recalled with the principal.
  DeleteSubordinate,
  EndUndeployed, ///< Dying, as its own agent would set it, if it had one (U10, B4).
  AwaitHost,     ///< Its instance, its charm or its time must come first.
  Deploy,        ///< Its directory is made; also if an earlier process was stopped in the middle.
  BeginAgent,
};

/// @param ever_ran whether notes tell of its hooks; costs a read, so that it is asked last
/// @param has_charm whether its charm is there; @param is_ending whether an agent of it is ending
[[nodiscard]] DeploymentStep next_for(const Deployment& unit,
                                      const DeploymentHost& host,
                                      store::Milliseconds now,
                                      const std::function<bool()>& has_charm,
                                      const std::function<bool()>& is_ending,
                                      const std::function<bool()>& ever_ran);

/// Says whether the model or the notes know that something of the unit may be on its host: the
/// agents' store may be lost.
[[nodiscard]] bool is_deployed(const Deployment& unit);
/// Tells why EndUndeployed is due.
[[nodiscard]] std::string why_undeployed_ends(const Deployment& unit, const DeploymentHost& host);

} // namespace orrery::agents
