#pragma once

#include "actors/entities/directory.hpp"
#include "actors/entities/token.hpp"
#include "actors/rules/secret_hooks.hpp"

#include <caf/actor.hpp>

#include <string>
#include <vector>

/// News of secrets, from those who own them to the keeper of secrets' times.
namespace orrery::entities {

/// Secrets, and who leads the application that owns them.
struct SecretsOwner {
  const rules::OwnedSecrets& secrets;
  const std::string& application; ///< Empty: the user.
  const std::string& leader;      ///< Empty: nobody.
};

/// Tells the keeper, where there is one, what these writes have changed of secrets.
/// @pre they are taken in
void tell_of_secrets(const rules::Writes& writes,
                     const SecretsOwner& owner,
                     const caf::actor& keeper,
                     std::vector<Delivery>& outbox);
/// Tells units that call secrets by a label of their own which of those are gone.
/// @param application whose secrets these are; empty: the user's
void tell_readers(const rules::Writes& writes,
                  const std::string& application,
                  const Directory& directory,
                  std::vector<Delivery>& outbox);
/// Returns all that the keeper is to know.
[[nodiscard]] protocol::SecretsStirred all_of_secrets(const SecretsOwner& owner);

} // namespace orrery::entities
