#include "actors/rules/secret_draft.hpp"

#include <utility>

namespace orrery::rules {

namespace {

/// @returns null if it goes, or is not there
template <class Record>
const Record* in_draft(const std::map<std::string, std::optional<Record>>& changed,
                       const std::map<std::string, Record>& before,
                       const std::string& name) {
  if (const auto found = changed.find(name); found != changed.end())
    return found->second ? &*found->second : nullptr;
  const auto found = before.find(name);
  return found == before.end() ? nullptr : &found->second;
}

/// Erases those of before that the draft has not changed, and those that it has put.
template <class Record>
void erase_all(Decision& decision,
               const std::map<std::string, std::optional<Record>>& changed,
               const std::map<std::string, Record>& before) {
  for (const auto& [name, record] : before)
    if (!changed.contains(name))
      decision.writes.push_back(erase(record));
  for (const auto& [name, record] : changed)
    if (record)
      decision.writes.push_back(erase(*record));
}

} // namespace

void SecretDraft::set_consumer(store::SecretConsumer consumer) {
  std::string unit = consumer.unit;
  consumers_[std::move(unit)] = std::move(consumer);
}

void SecretDraft::set_grant(store::SecretGrant grant) {
  std::string subject = grant.subject;
  grants_[std::move(subject)] = std::move(grant);
}

const store::SecretConsumer* SecretDraft::consumer(const std::string& unit) const {
  return in_draft(consumers_, before_.consumers, unit);
}

const store::SecretGrant* SecretDraft::grant(const std::string& subject) const {
  return in_draft(grants_, before_.grants, subject);
}

bool SecretDraft::may_read(const std::string& unit) const {
  return may_read_secret(record.owner, unit,
                         [this](const std::string& subject) { return grant(subject) != nullptr; });
}

std::set<std::uint32_t> SecretDraft::obsolete() const {
  std::map<std::uint32_t, std::size_t> come;
  std::map<std::uint32_t, std::size_t> gone;
  for (const auto& [unit, consumer] : consumers_) {
    if (const auto was = before_.consumers.find(unit); was != before_.consumers.end())
      ++gone[was->second.revision];
    if (consumer)
      ++come[consumer->revision];
  }
  std::set<std::uint32_t> obsolete;
  for (const store::SecretRevisionSeen& revision : record.revisions) {
    const auto read = before_.readers.find(revision.number);
    const std::size_t readers = read == before_.readers.end() ? 0 : read->second;
    if (revision.number != store::latest_revision(record)
        && readers + come[revision.number] == gone[revision.number])
      obsolete.insert(revision.number);
  }
  return obsolete;
}

void remove_secret(Decision& decision, const SecretDraft& secret) {
  const store::Secret& record = secret.record;
  for (const store::SecretRevisionSeen& revision : record.revisions)
    decision.writes.push_back(
      erase(store::SecretRevision{record.id, revision.number, record.owner, {}}));
  erase_all(decision, secret.changed_consumers(), secret.before().consumers);
  erase_all(decision, secret.changed_grants(), secret.before().grants);
  for (const auto* hooks : {&secret.before().hooks, &secret.before().changed})
    for (const auto& [key, hook] : *hooks)
      decision.writes.push_back(erase(hook));
  decision.writes.push_back(erase(record));
}

} // namespace orrery::rules
