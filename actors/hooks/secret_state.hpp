#pragma once

#include "actors/protocol/secret_changes.hpp"
#include "config/secret_content.hpp"
#include "store/records.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// Secrets as a hook knows and changes them (SE13 to SE31).
namespace orrery::hooks {

/// A secret as it is on disk when a tool asks for it.
struct SecretSight {
  store::Secret record;
  std::map<std::string, store::SecretGrant> grants; ///< By subject.
  std::optional<store::SecretConsumer> consumer;    ///< The unit's own.
  bool may_read = false;                            ///< SE11
  bool manages = false;                             ///< SE9
  std::map<std::uint32_t, config::SecretContent>
    contents; ///< Of the latest revision, and of that which the unit reads; none unless asked for.
};

/// The tool cannot answer before this is in HookState::secrets: look for it, then evaluate the same
/// call again.
struct NeedSecret {
  enum class What {
    NewId,   ///< SecretState::new_id
    ById,    ///< SecretState::found
    ByLabel, ///< Likewise: the owner's label first, then the unit's own (SE30).
    Managed, ///< SecretState::managed
  };
  What what = What::ById;
  std::string text{};         ///< The id, or the label.
  bool with_contents = false; ///< SecretSight::contents, where the unit may read them.
  std::string new_label{};    ///< Of ById: which the secret is to get (SecretState::taken_by).
};

/// Files that a call of a tool names, as far as their contents have come.
struct GivenFiles {
  std::string asked; ///< The file whose content is on its way.
  std::map<std::string, std::string> contents;
  std::size_t bytes = 0;  ///< Of those.
  std::uint64_t turn = 0; ///< The call that was looked at last has the highest.
};

/// A secret that the hook adds or changes, before its content is sealed.
struct PendingSecret {
  protocol::SecretChange change;                ///< All but its value.
  std::optional<config::SecretContent> content; ///< In the clear, while the hook runs.
  std::size_t bytes = 0;                        ///< Of both, as they are sealed, at most.
};

struct SecretState {
  std::map<std::string, PendingSecret> pending; ///< By id; changed by secret_arguments.hpp only.
  std::size_t pending_bytes = 0;                ///< Of all those.
  std::size_t pending_removals = 0;             ///< How many of them only take away.
  protocol::SecretChanges sealed;               ///< Made of those when the hook has succeeded.
  std::string refused; ///< Why the model is not to take those, as a sentence; empty: it may.

  store::Milliseconds now = 0;             ///< When the call in hand was made.
  std::map<std::string, GivenFiles> files; ///< By call, until it is answered; at most 16.
  std::uint64_t turns = 0;                 ///< GivenFiles::turn of the latest.

  // Answers to the call in hand, which asks anew each time.
  std::string new_id;
  bool looked = false;              ///< `found` is the answer, if there is any.
  std::optional<SecretSight> found; ///< By id or label.
  std::string taken_by;             ///< In words: whose label NeedSecret::new_label is already.
  std::optional<std::vector<SecretSight>> managed; ///< By id.

  void forget_answers() {
    new_id.clear();
    looked = false;
    found.reset();
    taken_by.clear();
    managed.reset();
  }
};

} // namespace orrery::hooks
