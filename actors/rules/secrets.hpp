#pragma once

#include "actors/rules/decision.hpp"
#include "store/keys.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The rules of secrets (SE): who reads and manages them, and what ends what is known of them.
namespace orrery::rules {

/// A secret with who has read it and who may.
struct OwnedSecret {
  store::Secret record;
  std::map<std::string, store::SecretConsumer> consumers; ///< By unit.
  std::map<std::uint32_t, std::size_t> readers;           ///< How many of them read a revision.
  std::map<std::string, store::SecretGrant> grants;       ///< By subject.
  std::map<store::RelationId, std::size_t> granted_over;  ///< How many of them are over a relation.
  std::map<store::Key, store::SecretHook> hooks;    ///< By their own keys, but for the next ones.
  std::map<std::string, store::SecretHook> changed; ///< Of `secret-changed`, by unit.
  /// When a revision expires that its owner has not been asked about, or is to be again (SE50); and
  /// its number. It follows from the record and the hooks, which are not looked through for it.
  std::set<std::pair<store::Milliseconds, std::uint32_t>> expiries;
};

/// All secrets of an application and its units, or of the user, with what finds them.
struct OwnedSecrets {
  using Name = std::pair<std::string, std::string>;
  std::map<std::string, OwnedSecret> by_id;
  std::map<Name, std::string> by_label;                        ///< Label and owner: the id.
  std::set<Name> owners;                                       ///< Owner and id.
  std::set<Name> readers;                                      ///< Unit and id.
  std::set<Name> subjects;                                     ///< Subject and id.
  std::set<std::pair<store::RelationId, std::string>> related; ///< Relation of a grant, and id.
  std::set<std::pair<store::Milliseconds, std::string>> due;   ///< When (next_due), and id.
};

/// The unit whose hook changes secrets.
struct SecretsManager {
  std::string application;
  std::string unit;
  bool leads = false;
  bool alive = false; ///< The application.
};

/// Whether a unit manages secrets of an owner (SE9).
[[nodiscard]] bool
manages_secrets(std::string_view owner, std::string_view unit, bool leads_its_application);
/// Whether a unit may read a secret (SE11, SE12).
/// @param has_grant says whether an application or a unit has one
[[nodiscard]] bool may_read_secret(std::string_view owner,
                                   const std::string& unit,
                                   const std::function<bool(const std::string&)>& has_grant);

/// Finds those secrets of these owners, which are one application and units of it, that have a
/// label, at most one each. Costs the same however many there are (SE30).
[[nodiscard]] std::vector<protocol::SecretName> labelled_secrets(
  const OwnedSecrets& secrets, const std::vector<std::string>& owners, const std::string& label);

/// Finds all secrets of these owners, by owner and id. Costs what it finds.
[[nodiscard]] std::vector<protocol::SecretName> secrets_of(const OwnedSecrets& secrets,
                                                           const std::vector<std::string>& owners);

/// Relations over which secrets are granted.
[[nodiscard]] std::set<store::RelationId> granted_over(const protocol::SecretChanges& changes);
/// Says that one of them has no place for a grant (SE33).
[[nodiscard]] std::string no_scope_to_grant_in(store::RelationId relation);

/// Applies what a hook has changed (SE13): all of it or nothing.
[[nodiscard]] Decision change_secrets(const OwnedSecrets& secrets,
                                      const SecretsManager& manager,
                                      const protocol::SecretChanges& changes,
                                      const Context& context);
/// Applies what the user changes of one secret.
[[nodiscard]] Decision change_user_secret(const OwnedSecrets& secrets,
                                          const protocol::ChangeUserSecret& wanted,
                                          const Context& context);
/// Notes which revision a unit reads, and its label (SE20, SE28); refused if it may not read it.
[[nodiscard]] Decision track_secret(const OwnedSecrets& secrets, const protocol::TrackSecret& read);

/// Takes contents that were sealed anew: of revisions that are still there, and the mark with the
/// latest one (SE4). It is no change of the secret.
[[nodiscard]] Decision reseal_secret(const OwnedSecrets& secrets,
                                     const protocol::ResealSecret& anew);

/// Adds what follows from what else the transaction writes: grants go with relations (SE34) and
/// applications, records of a unit with the unit (SE36), an owner's secrets with the owner (SE37).
void settle_secrets(Decision& decision, const OwnedSecrets& secrets, const Context& context);

/// Takes in a write. @param application whose secrets they are; empty: the user's
void absorb_secrets(OwnedSecrets& secrets, std::string_view application, const Write& write);

/// Adds the end of revisions of a record, which loses them.
void prune_secret(Decision& decision,
                  store::Secret& secret,
                  const std::set<std::uint32_t>& revisions);

} // namespace orrery::rules
