#include "actors/rules/secret_draft.hpp"
#include "actors/rules/secret_hooks.hpp"

#include <set>
#include <utility>

/// Tells those who have read a secret of a new revision (SE41): so many in one transaction, in the
/// order of their names.
namespace orrery::rules {

namespace {

void tell_reader(Decision& decision, const SecretDraft& draft, const std::string& unit) {
  if (draft.consumer(unit) == nullptr || !draft.may_read(unit))
    return; // SE35
  const store::Secret& record = draft.record;
  store::SecretHook hook{
    unit,         record.id, store::SecretHookKind::Changed, store::latest_revision(record),
    record.owner, 0};
  const auto& asked = draft.before().changed;
  if (const auto known = asked.find(unit); known == asked.end() || known->second != hook)
    decision.writes.push_back(put(std::move(hook)));
}

/// Tells a unit that reads an earlier revision than the latest, and had no right to read any.
void tell_late(Decision& decision, const SecretDraft& draft, const std::string& unit) {
  const store::SecretConsumer* consumer = draft.consumer(unit);
  const auto had = [&draft](const std::string& subject) {
    return draft.before().grants.contains(subject);
  };
  if (consumer != nullptr && consumer->revision < store::latest_revision(draft.record)
      && !may_read_secret(draft.record.owner, unit, had))
    tell_reader(decision, draft, unit);
}

/// Tells the subject of a grant, or its first units in their order; the rest are told with all
/// others.
void tell_late_units_of(Decision& decision, SecretDraft& draft, const std::string& subject) {
  const auto& readers = draft.before().consumers;
  std::string& told_to = draft.record.told_to;
  tell_late(decision, draft, subject);
  const std::string units_of = subject + "/";
  std::string last = subject; // before all its units
  std::size_t left = most_hooks_at_once;
  for (auto at = readers.lower_bound(units_of);
       at != readers.end() && at->first.starts_with(units_of); ++at, --left) {
    if (!told_to.empty() && told_to < at->first)
      return; // its turn comes
    if (left == 0) {
      told_to = last;
      return;
    }
    tell_late(decision, draft, at->first);
    last = at->first;
  }
}

/// Whether the revision that was made last is there still: of one that has gone meanwhile nobody is
/// told.
bool has_newest(const store::Secret& record) {
  return store::latest_revision(record) == record.newest;
}

/// Units that have been asked, and have lost what they read, or their right (SE35).
std::set<std::string> with_nothing_to_tell(const SecretDraft& draft) {
  const auto& asked = draft.before().changed;
  std::set<std::string> units;
  const auto look_at = [&](const std::string& unit) {
    if (draft.consumer(unit) == nullptr || !draft.may_read(unit))
      units.insert(unit);
  };
  for (const auto& [unit, consumer] : draft.changed_consumers())
    if (asked.contains(unit))
      look_at(unit);
  for (const auto& [subject, grant] : draft.changed_grants()) {
    if (asked.contains(subject))
      look_at(subject);
    const std::string units_of = subject + "/";
    for (auto at = asked.lower_bound(units_of);
         at != asked.end() && at->first.starts_with(units_of); ++at)
      look_at(at->first);
  }
  return units;
}

} // namespace

void tell_next_readers(Decision& decision, SecretDraft& draft, std::size_t& left) {
  const auto& all = draft.before().consumers;
  std::string& told_to = draft.record.told_to;
  if (!has_newest(draft.record)) {
    told_to.clear();
    --left; // the record is written
    return;
  }
  auto at = all.upper_bound(told_to); // no unit has an empty name
  for (; at != all.end() && left > 0; ++at, --left) {
    tell_reader(decision, draft, at->first);
    told_to = at->first;
  }
  if (at == all.end())
    told_to.clear();
}

void settle_readers_hooks(Decision& decision, SecretDraft& draft) {
  const OwnedSecret& before = draft.before();
  for (const std::string& unit : with_nothing_to_tell(draft))
    decision.writes.push_back(erase(before.changed.at(unit)));
  store::Secret& record = draft.record;
  if (!has_newest(record))
    record.told_to.clear();
  else if (record.newest != before.record.newest) {
    std::size_t left = most_hooks_at_once;
    record.told_to.clear();
    tell_next_readers(decision, draft, left);
  }
  if (store::latest_revision(record) == 1)
    return;
  // Nobody was told of the revisions that were made while he had no right.
  if (has_newest(record) && record.newest == before.record.newest)
    for (const auto& [subject, grant] : draft.changed_grants())
      if (grant && !before.grants.contains(subject))
        tell_late_units_of(decision, draft, subject);
  // A unit reads it for the first time; a later one in the order is told with the others.
  for (const auto& [unit, consumer] : draft.changed_consumers())
    if (consumer && !before.consumers.contains(unit)
        && (record.told_to.empty() || unit <= record.told_to))
      tell_reader(decision, draft, unit);
}

} // namespace orrery::rules
