#pragma once

#include "cmd/session/models.hpp"
#include "cmd/session/session.hpp"
#include "cmd/verbs/model_rights.hpp"
#include "cmd/verbs/verb.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

/// Models as a session's verbs see them, among which a name finds one (MD21, MD24).
namespace orrery::cmd {

using KnownModels = std::vector<ModelFacts>;

/// Returns what whoever asks may know of the process's models, by name and then by owner: nothing
/// of one that he has no right on (UR3). Where nobody keeps several, there is the one that the
/// session is about.
/// @returns nothing, and an ERROR printed, if that one, or the users, cannot be read.
[[nodiscard]] std::optional<KnownModels> known_models(Session& session);
/// Returns them likewise, for a verb that has read the rights.
[[nodiscard]] std::optional<KnownModels> known_models(Session& session, const ModelRights& rights);
/// Finds a model by `[CONTROLLER:][OWNER/]MODEL` or the beginning of its UUID.
/// @param asking whose models need no owner.
/// @returns null: there is none, or a UUID begins several.
[[nodiscard]] const ModelFacts*
find_known(const KnownModels& models, const std::string& name, const std::string& asking);
/// Finds the model that verbs without a model go to: the one that the words or the client name,
/// else the only one.
/// @returns null: none is selected, or the one that is named has gone.
[[nodiscard]] const ModelFacts*
current_of(const Session& session, const Arguments& arguments, const KnownModels& models);
/// The client's current model as it is looked up; empty: it names none.
[[nodiscard]] const std::string& client_model(const Session& session);
/// Opens a model that is known. @returns null: it has gone since.
[[nodiscard]] std::shared_ptr<Orchestrator> open_known(const Session& session,
                                                       const ModelFacts& model);

/// Reads what models to come begin with, from the first one's store (MD68). Errors are sentences.
[[nodiscard]] tl::expected<store::Settings, std::string> defaults_of_models(const Session& session);

/// `OWNER/MODEL`
[[nodiscard]] std::string owned_name(const ModelFacts& model);
/// `MODEL` of whoever asks, `OWNER/MODEL` of others (MD41).
[[nodiscard]] std::string shown_name(const Session& session, const ModelFacts& model);
/// Whether a reference has a model, and not a controller alone.
[[nodiscard]] bool names_a_model(const std::string& reference);
/// The UUID by which clients know the process: its first model's, whoever may see that one. Empty:
/// there is no model.
[[nodiscard]] std::string controller_uuid(const Session& session);

/// Refuses a verb that names no model while whoever asks knows of several and the client has none
/// that is current (MD24). @returns what to exit with; nothing: it is clear which model is meant.
[[nodiscard]] std::optional<int> refuse_unselected(Session& session);

} // namespace orrery::cmd
