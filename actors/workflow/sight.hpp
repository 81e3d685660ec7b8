#pragma once

#include "actors/protocol/observations.hpp"
#include "actors/rules/steps.hpp"
#include "actors/workflow/acts_for.hpp"
#include "actors/workflow/hooks_left.hpp"
#include "actors/workflow/looked_at.hpp"
#include "actors/workflow/unit_sight.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace orrery::agents {

/// A wish of the sight: to be told of an entity from now on, or no more.
struct Look {
  rules::Who whom;
  bool stop = false;
  store::Role role = store::Role::Requirer; ///< Of a relation: the unit's own.
  std::string container;                    ///< Of a container relation: the principal (S3).
};

/// Sees the model for a unit's agent: one picture, which each observation changes in place, so
/// that a step costs no look at all relations and members. Pure: whom it wants to be told of is
/// taken from it as looks.
///
/// An observation may answer a look of this sight, or be told in the name of an agent before. What
/// has been seen counts as known only once a look of its own is answered (MachineSeen::answers).
class Sight {
public:
  /// @param boot UnitSight::boot.
  Sight(const ActsFor& acts_for, std::uint64_t boot);

  /// Asks to be told of the unit, its application, and its principal.
  void begin();
  /// Asks to be told of nothing more.
  void end();
  /// @returns what it wants to look at since this was asked last.
  [[nodiscard]] std::vector<Look> take_looks() { return std::exchange(looks_, {}); }

  void unit_seen(const protocol::UnitSeen& seen);
  void principal_seen(const protocol::UnitSeen& seen);
  void application_seen(const protocol::ApplicationSeen& seen);
  /// @returns whether the application is one that the place of the unit hinges on (B6).
  bool counterpart_seen(const protocol::ApplicationSeen& seen);
  /// @returns whether the relation is one of the unit's.
  bool relation_seen(const protocol::RelationSeen& seen);
  void scope_stirred(store::RelationId relation);
  /// @param local what was delivered is compared with what is shown.
  void members_seen(const protocol::MembersSeen& seen, const UnitNotes& local);
  void hooks_seen(const HookNames& names);
  void subordinates_seen(std::size_t count);
  /// @param hooks all that secrets ask for now
  void secret_hooks_seen(std::vector<protocol::SecretHookSeen> hooks);
  void secret_hook_is_done(const store::SecretHook& hook);
  void update_status_is_due(bool due) { remote_.update_status_due = due; }
  /// An entity that the sight wanted to look at, or to read, is gone from the model.
  void not_there(const rules::Who& whom);

  // What the unit has changed itself, as the model has answered.
  void entered(store::RelationId relation);
  void entering_was_refused(store::RelationId relation);
  void departed(store::RelationId relation);
  void left(store::RelationId relation);
  void became(store::Life life);
  void claimed(bool leads, bool still_free);
  void task_is_over(store::TaskId task);
  void operation_is_over(store::TaskId operation);
  /// Also where the unit has the storage no more: the place is to be left then.
  void storage_was_provisioned(const std::string& storage, const std::string& location);
  void storage_was_not_provisioned(const std::string& storage,
                                   const std::string& fault,
                                   store::Milliseconds now);
  void storage_was_told(const std::string& storage);
  /// The place is left; the model is told next.
  void storage_was_left(const std::string& storage);
  void storage_was_released(const std::string& storage) { remote_.storages.erase(storage); }
  void charm_was_set(const std::string& charm, std::uint32_t changes) {
    remote_.charm = charm;
    remote_.charm_changes = changes;
  }
  void resolved_is_cleared() { remote_.resolved = store::Resolved::None; }
  /// Also told by who reads the application, before it tells of its change.
  /// @param charm empty: the application is gone
  void application_charm_is(const std::string& charm) { remote_.application_charm = charm; }
  /// The hook in hand has failed, with what is seen by now.
  void hook_has_failed() { remote_.charm_at_failure = remote_.application_charm; }
  /// No relation is entered whose endpoint the unit's files lack, until they have it (P43).
  void look_for_endpoints(const std::function<bool(const std::string& endpoint)>& have);
  /// The relation is one that the notes know from now on.
  void learnt(store::RelationId relation);
  /// A hook's success has changed what was delivered of the member.
  void delivered(store::RelationId relation, const std::string& member, const UnitNotes& local);

  /// Says whether all has been seen that a step may depend on.
  [[nodiscard]] bool is_complete() const;
  [[nodiscard]] bool knows(store::RelationId relation) const {
    return remote_.relations.contains(relation);
  }
  [[nodiscard]] const UnitSight& remote() const { return remote_; }
  [[nodiscard]] LookedAt& looked_at() { return looked_at_; }

private:
  void note_scopes();
  void note_secret_hooks();
  void meet_relation(const store::Relation& relation);
  void look_at_relation(const store::Relation& relation);
  void judge_container();
  void lose_relation(store::RelationId relation);
  static void compare_members(SeenRelation& relation,
                              const protocol::MembersSeen& seen,
                              const UnitNotes& local);
  void look(rules::Who whom) { looks_.push_back({std::move(whom), false, {}, {}}); }
  void look_no_more(rules::Who whom) { looks_.push_back({std::move(whom), true, {}, {}}); }

  const ActsFor& acts_for_;
  UnitSight remote_;
  LookedAt looked_at_; ///< Of the relations, by the rungs of the ladder.
  std::vector<Look> looks_;
  bool unit_known_ = false;
  bool application_known_ = false;
  bool principal_known_ = false;
  bool hooks_known_ = false;
  HookNames hook_names_;
  std::vector<protocol::SecretHookSeen> secret_hooks_; ///< Whether or not the charm has them.
  std::set<store::RelationId> awaited_;                ///< Relations met and not seen yet.
  std::set<store::RelationId> scopes_;                 ///< From the scope records (S10).
  std::map<store::RelationId, store::Relation>
    unplaced_; ///< Their other application must be seen first (B6).
  std::map<store::RelationId, store::Relation>
    elsewhere_; ///< Of the unit's application, without a place for the unit (B6).
};

} // namespace orrery::agents
