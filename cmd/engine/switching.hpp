#pragma once

#include "cmd/engine/model_choice.hpp"
#include "cmd/engine/served_models.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace orrery::cmd {

/// Where `switch` leads to.
struct Switched {
  std::string model; ///< `OWNER/MODEL`; empty: none, only the controller is current.
  bool operator==(const Switched&) const = default;
};
/// Finds what a word of `switch` names: the controller `orrery`, else a model (MD27).
/// @param current that of the client, which a controller's name keeps.
/// @param asking whose models need no owner.
/// @returns nothing for what is neither.
[[nodiscard]] std::optional<Switched> find_switched(const std::string& word,
                                                    const ServedModels& served,
                                                    const std::string& current,
                                                    const std::string& asking);

/// `switch`: prints the current model, or makes another one current for this client (MD27).
/// @param word empty: only prints, and writes nothing.
/// @param wish of which the variables refuse a change.
/// @returns what to exit with
[[nodiscard]] int
switch_model(const std::string& word, const ModelWish& wish, const std::filesystem::path& socket);

} // namespace orrery::cmd
