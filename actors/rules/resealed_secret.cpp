// Contents of a secret that were sealed with another key (SE4).
#include "actors/rules/secrets.hpp"

namespace orrery::rules {

Decision reseal_secret(const OwnedSecrets& secrets, const protocol::ResealSecret& anew) {
  const auto found = secrets.by_id.find(anew.secret);
  if (found == secrets.by_id.end())
    return nothing(); // removed meanwhile
  store::Secret record = found->second.record;
  Decision decision;
  for (const store::SecretRevisionSeen& seen : record.revisions) {
    const auto value = anew.values.find(seen.number);
    if (value == anew.values.end())
      continue;
    decision.writes.push_back(
      put(store::SecretRevision{record.id, seen.number, record.owner, value->second.sealed}));
    if (seen.number == store::latest_revision(record)) // SE6 compares with this one
      record.fingerprint = value->second.fingerprint;
  }
  if (record != found->second.record)
    decision.writes.push_back(put(std::move(record)));
  return decision.writes.empty() ? nothing() : decision;
}

} // namespace orrery::rules
