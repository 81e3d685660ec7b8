#pragma once

#include "actors/protocol/observations.hpp"
#include "actors/workflow/member_differences.hpp"
#include "actors/workflow/storage_sight.hpp"
#include "store/records.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

/// The model as a unit's agent sees it. Kept in place by Sight; read from records by SeenAtStart.
namespace orrery::agents {

/// A relation of the unit's application, as the model shows it.
struct SeenRelation {
  store::RelationId id = 0;
  store::Life life = store::Life::Alive;
  std::string endpoint;           ///< The unit's own.
  std::string remote_application; ///< Its own application in a peer relation.
  bool peer = false;
  bool hookless = false; ///< The implicit juju-info side: enters scope, runs no hooks (B7).
  bool container = false;
  bool in_scope = false;  ///< From the scope records (S10).
  bool departing = false; ///< Its scope record says so already (S11).
  bool members_known =
    false; ///< `members` has been read since the last change; if not: ReadMembers.
  std::map<std::string, std::uint64_t>
    members; ///< Counterparts joined and not departing, with settings versions.
  /// Where they differ from what was delivered, as whoever keeps `members` up to date knows;
  /// nothing: it is not known.
  std::optional<MemberDifferences> differences;
  std::uint64_t members_time = 0;        ///< MembersSeen::time; 0: none were read.
  std::uint64_t application_version = 0; ///< Of the remote application's bag.
  bool skip_failed_hooks = false;        ///< Of a relation that is not Alive: see UnitSight.
  bool enter_blocked =
    false; ///< Entering was refused "not yet" (B2); cleared when something changes.
  /// Set while the charm whose files the unit has lacks the endpoint, and the application has
  /// another charm.
  bool awaits_upgrade = false;
};

/// Everything else an agent sees.
struct UnitSight {
  store::Life life = store::Life::Alive;
  store::Resolved resolved = store::Resolved::None;
  store::Life application_life = store::Life::Alive;
  bool subordinate = false;
  store::Life principal_life = store::Life::Alive; ///< Of a subordinate's principal.
  bool kept_by_container = true; ///< A subordinate: an Alive container relation to its principal's
                                 ///< application exists (B4).
  std::uint64_t config_version = 0;
  std::uint64_t leader_settings_version = 0; ///< 0 while there are none.
  bool leader = false;
  bool leadership_free = false; ///< Nobody leads: claim it.
  /// Failing teardown hooks count as done, logged (remove-* --skip-failed-hooks).
  bool skip_failed_hooks = false;
  /// Which boot of its host this is: a number that no other boot has; 0 until one has been seen.
  std::uint64_t boot = 0;
  std::string charm;               ///< Unit::charm.
  std::string application_charm;   ///< Application::charm; empty if there is no application.
  std::uint32_t charm_changes = 0; ///< Unit::charm_changes.
  std::uint32_t application_charm_changes = 0; ///< Application::charm_changes (RS5).
  bool force_units = false;                    ///< Application::force_units.
  /// The value of application_charm when the hook in hand failed last, or when the agent began: a
  /// failing unit gets the files of no newer one by itself (P31).
  std::string charm_at_failure;
  std::size_t subordinates = 0; ///< Of this unit, not yet removed.
  /// Set where the charm has no hook for the end of a relation: nothing lies between departing and
  /// leaving.
  bool leaves_silently = false;
  /// Set when the time of update-status has come; unset when a hook that has started since succeeds
  /// (US2).
  bool update_status_due = false;
  std::map<store::RelationId, SeenRelation> relations;
  std::vector<protocol::TaskToRun> tasks; ///< In the order in which they are run (A18).
  SeenStorages storages;                  ///< That the unit has.
  PlacesBehind places_behind;             ///< To be left (ST54).
  /// Hooks that secrets ask for and that the charm has, in the order in which they run (SE43);
  /// those of its application count while the unit leads.
  std::vector<protocol::SecretHookSeen> secret_hooks;
};

/// Shows of a relation what never changes.  @pre the application has an end in it
[[nodiscard]] SeenRelation first_sight(const store::Relation& relation,
                                       std::string_view application);
/// Says whether some relation keeps a subordinate beside its principal (B4).
[[nodiscard]] bool is_kept_by_container(const UnitSight& seen, std::string_view principal);

} // namespace orrery::agents
