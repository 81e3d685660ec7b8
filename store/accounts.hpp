#pragma once

#include "store/contents.hpp"

#include <optional>
#include <string>

/// A user's records, as far as one question needs them.
namespace orrery::store {

struct Account {
  std::optional<User> user;        ///< Nothing: there is none, and none that was removed.
  std::optional<Grant> controller; ///< His right on the orchestrator.
  std::optional<Grant> target;     ///< His right on the model that was asked about.
  bool operator==(const Account&) const = default;
};

/// Reads three keys at most. @param target a model's UUID; empty: none. Errors: as read_contents.
[[nodiscard]] tl::expected<Account, StoreError>
read_account(const Snapshot& snapshot, const std::string& user, const std::string& target);
/// Takes it from records that were read.
[[nodiscard]] Account
account_in(const Contents& contents, const std::string& user, const std::string& target);

} // namespace orrery::store
