#pragma once

#include "cmd/client/wire.hpp"
#include "cmd/engine/model_choice.hpp"
#include "cmd/session/arguments.hpp"

#include <filesystem>
#include <string>

/// Verbs after which a client's files tell other models than before (MD18, MD31).
namespace orrery::cmd {

/// Leaves of a wish its controller alone, for verbs that are about all models: that of
/// `add-model -c C` or `destroy-model C:M`, else that of JUJU_MODEL, whose model need not be there.
void wish_for_controller(ModelWish& wish, const std::string& verb, const Arguments& arguments);

/// Has the orchestrator add a model, which becomes current for this client unless the words say
/// otherwise. A client that has none stays with the first one then.
/// @returns what to exit with: not 0 either if it was to become current and did not
[[nodiscard]] int ask_to_add_model(const wire::Request& request,
                                   const Arguments& arguments,
                                   const std::filesystem::path& socket);

/// Has the orchestrator destroy a model, which the client's files then tell no more. Before, the
/// user reads what goes, and types the model's name, unless the words say that nobody is asked.
/// @returns what to exit with; files that cannot be written are warned of
[[nodiscard]] int ask_to_destroy_model(const wire::Request& request,
                                       const Arguments& arguments,
                                       const std::filesystem::path& socket);

} // namespace orrery::cmd
