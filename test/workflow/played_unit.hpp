#pragma once

#include "actors/workflow/workflow.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <variant>
#include <vector>

/// A unit whose agent's steps are played against a model held in plain variables, one hook or
/// request at a time.
namespace orrery::agents {

using Names = std::vector<std::string>;

class PlayedUnit {
public:
  explicit PlayedUnit(std::string name = "web/0");

  // --- What others do ---
  PlayedUnit&
  relate(store::RelationId id, const std::string& endpoint, const std::string& application);
  PlayedUnit& relate_peer(store::RelationId id, const std::string& endpoint);
  /// A counterpart joins or changes its settings.
  PlayedUnit& member(store::RelationId id, const std::string& unit, std::uint64_t version = 1);
  PlayedUnit& member_leaves(store::RelationId id, const std::string& unit);
  PlayedUnit& application_bag(store::RelationId id, std::uint64_t version);
  PlayedUnit& end_relation(store::RelationId id);
  /// Gives its application that charm; it had local:web-1 in the beginning.
  PlayedUnit& refresh(const std::string& charm, bool force_units = false);
  /// Gives it a storage, which is not provisioned.
  PlayedUnit& store_in(const std::string& id);
  PlayedUnit& detach(const std::string& id);

  // --- What the agent does ---
  [[nodiscard]] Next peek() const;
  /// The same by what was found before.
  [[nodiscard]] Next peek_again() { return next(local, remote, now, policy, &looked_at); }
  /// Takes one step; hooks named in `failing` fail.
  Next step();
  /// Steps until there is nothing to do but wait. A unit that never settles fails the test.
  PlayedUnit& settle();
  /// Steps until the next step would be to run a hook.
  PlayedUnit& settle_before(const std::string& hook);
  /// Runs the hook in hand up to where its end is not yet known.
  void begin_hook();
  /// The agent ends and starts again from its store.
  PlayedUnit& restart();
  /// The unit starts again on a fresh disk.
  PlayedUnit& lose_disk();
  /// Hooks started since the last call: `db-relation-joined mysql/0`; and charms whose files have
  /// been put in place: `files of local:web-2`.
  [[nodiscard]] Names take();
  /// Makes a transition's writes durable, and checks that what is durable says what memory says.
  void apply(const NoteChanges& writes);

  UnitNotes local;
  UnitSight remote;
  LookedAt looked_at; ///< Told of all but what a test changes itself.
  store::Milliseconds now = 1'000;
  config::RetryPolicy policy;
  std::set<std::string> failing;
  std::set<std::string> unprovidable; ///< Storages whose places cannot be made.
  bool files_fail = false;            ///< No charm's files can be put in place.
  std::string skipped_upgrade;        ///< Unit::skipped_upgrade.
  std::map<std::string, std::string> disk;
  std::vector<Next> steps; ///< All taken.
  std::size_t most_writes =
    0; ///< Of one transition; of those in which a relation was forgotten none counts.

private:
  [[nodiscard]] UnitNotes read_back() const;
  void run_hook();
  void replace_charm();
  void carry_out(const Next& operation);
  [[nodiscard]] NoteChanges carry_out_storage(const StorageStep& step);
  void stir(const Next& operation);
  void changed(store::RelationId id);

  std::map<store::RelationId, std::map<std::string, std::uint64_t>> members_;
  Names hooks_;
};

/// How many operations of one kind it has taken.
template <class Operation>
std::ptrdiff_t times(const PlayedUnit& unit) {
  return std::count_if(unit.steps.begin(), unit.steps.end(), [](const Next& operation) {
    return std::holds_alternative<Operation>(operation);
  });
}

/// How a hook is named in these tests.
[[nodiscard]] std::string label(const Hook& hook);

} // namespace orrery::agents
