#include "actors/agents/secret_refusals.hpp"

#include "actors/agents/stored_records.hpp"
#include "store/keys.hpp"

#include <optional>

namespace orrery::agents {

namespace {

/// Whether a unit calls another secret so. @param whose a unit, or an application for all of its
bool is_called_so(StoredRecords& records,
                  const std::string& whose,
                  const std::string& id,
                  const std::string& label) {
  bool found = false;
  records.each<store::SecretConsumer>(store::secret_consumer_prefix(whose),
                                      [&](const store::SecretConsumer& consumer) {
                                        found |= consumer.label == label && consumer.secret != id;
                                      });
  return found;
}

std::string refused_secret(StoredRecords& records,
                           const hooks::HookSight& sight,
                           const std::string& id,
                           const protocol::SecretChange& change) {
  std::optional<std::string> owner = change.added_for;
  std::string label_so_far;
  if (const auto revision =
        owner ? std::nullopt
              : records.first<store::SecretRevision>(store::secret_revision_prefix(id))) {
    owner = revision->owner; // each of its revisions says so
    if (const auto record = records.get<store::Secret>(store::secret_key(*owner, id)))
      label_so_far = record->label;
  }
  if (!owner) // one that is gone, or never was: for the model to say
    return {};
  const bool is_own = *owner == sight.unit || *owner == sight.application;
  if (!is_own && (change.removed || !change.pruned.empty()))
    return "permission denied";
  const std::string label = change.label.value_or("");
  if (is_own && !label.empty() && label != label_so_far && is_called_so(records, *owner, id, label))
    return "secret label \"" + label + "\" for a unit of application \"" + sight.application
           + "\" already exists";
  return {};
}

} // namespace

std::string refused_secrets(const store::Database& model,
                            const hooks::HookSight& sight,
                            const hooks::SecretState& state) {
  if (state.pending.empty())
    return {};
  const auto snapshot = model.snapshot();
  StoredRecords records(*snapshot);
  for (const auto& [id, pending] : state.pending)
    if (std::string why = refused_secret(records, sight, id, pending.change); !why.empty())
      return why;
  return records.fault();
}

} // namespace orrery::agents
