#include "actors/rules/relation.hpp"
#include "actors/rules/ties.hpp"
#include "cmd/views/check/parts.hpp"

#include <optional>

namespace orrery::check {

namespace {

using agents::RelationProgress;
using agents::UnitNotes;
using Members = std::map<std::string, std::uint64_t>;

constexpr std::size_t members_shown = 3;

/// The counterparts that a unit should have joined, as its relation would tell it (S2, S11).
Members members_of(const store::Contents& contents,
                   const store::Relation& relation,
                   const store::Scope& own) {
  Members members;
  const rules::Stir side{own.role, own.container};
  for (auto scope = contents.scopes.lower_bound({relation.id, std::string()});
       scope != contents.scopes.end() && scope->first.first == relation.id; ++scope) {
    const store::Scope& other = scope->second;
    const auto bag = contents.bags.find(scope->first);
    if (other.unit != own.unit && !other.departing && bag != contents.bags.end()
        && rules::observes(relation, side, {other.role, other.container}))
      members.emplace(other.unit, bag->second.version);
  }
  return members;
}

/// The members of `one` that the other has not, or in another version; a few of them, and how many
/// more.
std::string unlike(const Members& one, const Members& other) {
  std::string text;
  std::size_t count = 0;
  for (const auto& [unit, version] : one) {
    const auto found = other.find(unit);
    if (found != other.end() && found->second == version)
      continue;
    if (++count <= members_shown)
      text += (text.empty() ? "" : ", ") + unit + " with settings " + std::to_string(version);
  }
  if (count > members_shown)
    text += " and " + std::to_string(count - members_shown) + " more";
  return count == 0 ? "no further member" : text;
}

/// One unit's notes of its relations beside the scope records.
class RelationComparison {
public:
  RelationComparison(const Observed& observed, const UnitNotes& local, Differences& found)
    : contents_(observed.contents), local_(local), found_(found),
      unit_(contents_.units.at(local.unit)) {
    const auto status = contents_.statuses.find(local.unit);
    const bool is_unseen =
      is_unattended(contents_, local.unit) || status == contents_.statuses.end();
    is_held_up_ = is_unseen || local.operation || agents::is_upgrading(local);
    is_at_rest_ =
      !is_held_up_ && unit_.life == store::Life::Alive && status->second.agent.value == "idle";
  }

  void compare() {
    for (const auto& [id, progress] : local_.relations)
      compare_known(id, progress);
  }

  /// A unit that goes and was never installed leaves without having learnt anything.
  void compare_scope(const store::Scope& scope) {
    const auto relation = contents_.relations.find(scope.relation);
    if (relation != contents_.relations.end() && !local_.relations.contains(scope.relation)
        && (unit_.life == store::Life::Alive || local_.installed))
      say(relation->second, "it is in scope", "its agent's notes do not know the relation");
  }

private:
  void say(const store::Relation& relation, const std::string& records, std::string found) {
    found_.push_back(
      {unit_entity(local_.unit),
       "relation " + std::to_string(relation.id) + " (" + relation.key + "): " + records,
       std::move(found), "restart orrery serve: its agent looks at all relations then",
       is_held_up_ ? Patience::Known : Patience::Short});
  }

  void compare_known(store::RelationId id, const RelationProgress& progress) {
    const auto relation = contents_.relations.find(id);
    if (relation == contents_.relations.end()) {
      found_.push_back({unit_entity(local_.unit), "there is no relation " + std::to_string(id),
                        "its agent's notes know relation " + std::to_string(id) + " ("
                          + progress.endpoint + " with " + progress.remote_application + ")",
                        "restart orrery serve: its agent forgets the relation then",
                        is_held_up_ ? Patience::Known : Patience::Short});
      return;
    }
    const auto own = contents_.scopes.find({id, local_.unit});
    if (own == contents_.scopes.end())
      return say(relation->second, "it is not in scope", "its agent's notes know the relation");
    if (is_at_rest_ && !own->second.departing && relation->second.life == store::Life::Alive)
      compare_members(relation->second, own->second, progress);
  }

  void compare_members(const store::Relation& relation,
                       const store::Scope& own,
                       const RelationProgress& progress) {
    if (rules::is_hookless(progress.endpoint, own.role))
      return; // no hook runs for it (B7)
    if (const Members members = members_of(contents_, relation, own); members != progress.members)
      say(relation, unlike(members, progress.members),
          "its agent has joined " + unlike(progress.members, members));
    const auto bag = contents_.bags.find({relation.id, progress.remote_application});
    if (bag != contents_.bags.end() && bag->second.version != progress.application_version)
      say(relation,
          progress.remote_application + " has settings " + std::to_string(bag->second.version),
          "its agent has delivered settings " + std::to_string(progress.application_version));
  }

  const store::Contents& contents_;
  const UnitNotes& local_;
  Differences& found_;
  const store::Unit& unit_;
  bool is_held_up_ = false; ///< A hook in hand, or nobody: what else there is to do waits.
  bool is_at_rest_ = false; ///< It has seen all there is to see.
};

/// The agent of a Dead unit has ended: nobody looks after its notes until they go with it.
bool has_agent(const store::Contents& contents, const std::string& unit) {
  const auto record = contents.units.find(unit);
  return record != contents.units.end() && record->second.life != store::Life::Dead;
}

} // namespace

void compare_relations(const Observed& observed, Differences& found) {
  for (const auto& [unit, local] : observed.notes.units)
    if (has_agent(observed.contents, unit))
      RelationComparison(observed, local, found).compare();
  for (const auto& [key, scope] : observed.contents.scopes)
    if (const auto local = observed.notes.units.find(scope.unit);
        local != observed.notes.units.end() && has_agent(observed.contents, scope.unit))
      RelationComparison(observed, local->second, found).compare_scope(scope);
}

} // namespace orrery::check
