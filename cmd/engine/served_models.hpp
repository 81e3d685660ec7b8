#pragma once

#include "cmd/engine/client_store.hpp"

#include <tl/expected.hpp>

#include <filesystem>
#include <string>
#include <vector>

/// Models of an orchestrator as a client learns of them, and as its files keep them (MD22, MD26).
namespace orrery::cmd {

/// A model that an orchestrator has, as its verb `models` tells a client.
struct ServedModel {
  std::string name; ///< `OWNER/MODEL`
  std::string uuid;
};

struct ServedModels {
  std::string controller_uuid;
  std::vector<ServedModel> models;
  std::string current; ///< Of the models that of who names none, `OWNER/MODEL`; empty: none.
};

/// The user whose models need no owner: whom the client has logged in as there, else `admin`.
[[nodiscard]] std::string own_user(const std::string& endpoint);

/// Reads the verb's JSON. Errors are sentences.
/// @param asking who is told a current model of his own by its name alone.
[[nodiscard]] tl::expected<ServedModels, std::string> read_served_models(const std::string& json,
                                                                         const std::string& asking);

/// Asks an orchestrator for them. What it says against that is printed.
/// @param flag a model that must be there, too; empty: none need be
/// @returns what to exit with if there is no answer
[[nodiscard]] tl::expected<ServedModels, int> ask_for_models(const std::filesystem::path& socket,
                                                             const std::string& flag);

/// The entry `orrery` of the files, if it is the orchestrator that answers; empty: there is none.
/// Errors: it is another.
[[nodiscard]] tl::expected<KnownController, std::string>
own_entry(const KnownControllers& known, const ServedModels& served, const std::string& endpoint);

/// Whether the current model stays as the files tell it.
enum class CurrentKept : unsigned char { No, Yes };
/// Writes down which models there are, and the current one. Errors are of change_client_files().
/// @param model `OWNER/MODEL`; empty: none is current
[[nodiscard]] tl::expected<void, std::string> keep_models(const std::string& model,
                                                          const ServedModels& served,
                                                          const std::string& endpoint,
                                                          CurrentKept current = CurrentKept::No);

} // namespace orrery::cmd
