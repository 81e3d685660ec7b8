#pragma once

#include "cmd/verbs/known_models.hpp"
#include "cmd/verbs/verb.hpp"
#include "store/records.hpp"

#include <optional>
#include <string>

namespace orrery::cmd {

/// Whether `name` (`[CONTROLLER:][OWNER/]MODEL`, or the beginning of a UUID) is that model (MD21).
[[nodiscard]] bool is_model(const store::Model& model, const std::string& name);
/// The refusal of a name that is none of this process's, in Juju's words (MD22).
[[nodiscard]] std::string
no_such_model(const Session& session, const KnownModels& models, const std::string& name);
/// Says which models there are, for a refusal, as whoever asks names them; some of many.
[[nodiscard]] std::string models_there(const Session& session, const KnownModels& models);
/// The refusal of what is typed while the client's current model is not there (MD25).
[[nodiscard]] std::string model_is_gone(const Session& session);

/// Has the session be about the model that a verb's words name, else about the client's, else about
/// the only one that whoever asks knows of. A verb of the process is about any that he knows of.
/// @returns what to exit with if there is none such, which is printed.
[[nodiscard]] std::optional<int>
choose_model(Session& session, const Verb& verb, const Arguments& arguments);

/// Whether the words, and not only the client, say which model the verb is about.
[[nodiscard]] bool has_model_among(const Verb& verb, const Arguments& arguments);
/// Returns how the words, or else the session, name the verb's model; empty: they name none.
[[nodiscard]] std::string
model_reference_of(const Session& session, const Verb& verb, const Arguments& arguments);

/// Refuses a verb of the process whose words are about the current model where that is not there.
/// @returns what to exit with if there is none, which is printed.
[[nodiscard]] std::optional<int> refuse_without_model(Session& session, const Arguments& arguments);

} // namespace orrery::cmd
