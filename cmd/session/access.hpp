#pragma once

#include "cmd/session/session.hpp"
#include "store/accounts.hpp"

#include <optional>
#include <string>
#include <string_view>

/// Rights of whoever asks (UR1-UR3). They are looked up at each verb, so that one that was taken
/// away is gone from the next verb on.
namespace orrery::cmd {

/// Returns what a user may do to the model that the account was read for; nothing: he is let in no
/// more, because he was removed or disabled, or has no right on the orchestrator. A superuser has
/// Superuser on each model; who has no right on this one has Login.
/// @param user in lower case.
[[nodiscard]] std::optional<Right> level_of(const std::string& user, const store::Account& account);
/// Returns the right on one model of many. @param records with users and grants (kinds `iw`).
[[nodiscard]] std::optional<Right>
level_of(const std::string& user, const std::string& model_uuid, const store::Contents& records);
/// Whether `models` shows it to that user: only models in which he is named (MD42).
[[nodiscard]] bool
is_named_in(const std::string& user, const std::string& model_uuid, const store::Contents& records);

/// The right of that level's name; nothing: no level is called so.
[[nodiscard]] std::optional<Right> right_named(std::string_view level);
/// The level of that name likewise.
[[nodiscard]] std::optional<store::Access> access_named(std::string_view level);

/// Reads what is recorded of a user; an ERROR is printed if it cannot be read.
[[nodiscard]] std::optional<store::Account>
read_account(Session& session, const std::string& user, const std::string& model_uuid);

/// Returns what whoever asks may do to a model: for a user with an account his level, else that of
/// the connection. Less than Read: nothing of that model may be told him. Nothing: no more at all.
/// @param model null: no model, but the orchestrator.
[[nodiscard]] std::optional<Right> right_on(Session& session, Orchestrator* model);

/// The orchestrator with the process's own records.
[[nodiscard]] std::shared_ptr<Orchestrator> process_of(const Session& session);
/// Returns the user whose models need no owner in front of their names.
[[nodiscard]] std::string asking_for(const Session& session);
/// Whether the text may be a UUID's beginning: then whether there is such a model is not told those
/// without a right on it (UR3).
[[nodiscard]] bool may_be_uuid(const std::string& reference);
/// Fails as for a model that is not there, or must not be known to be.
[[nodiscard]] int fail_without_right(Session& session, const std::string& reference);

} // namespace orrery::cmd
