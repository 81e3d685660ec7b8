#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>

/// Sets of commands that are disabled in a model until somebody enables them again (MD13). That a
/// set is disabled is a key of the model's configuration, whose value is the message for whoever
/// uses one of its commands.
namespace orrery::config {

/// A set holds those before it.
enum class CommandSet { DestroyModel, RemoveObject, All };

inline constexpr std::array command_sets{CommandSet::DestroyModel, CommandSet::RemoveObject,
                                         CommandSet::All};

/// Returns the name that users type.
[[nodiscard]] std::string_view to_string(CommandSet set);
/// Returns the set of that name; nothing: there is none.
[[nodiscard]] std::optional<CommandSet> command_set_named(std::string_view name);
/// Returns the key of the model's configuration that is there while the set is disabled.
[[nodiscard]] std::string disabled_key(CommandSet set);
/// Whether a key of the model's configuration is one of these.
[[nodiscard]] bool is_disabled_key(std::string_view key);
/// Returns the set by which commands of `used` are disabled; nothing: they are not.
/// @param values of the model's configuration.
[[nodiscard]] std::optional<CommandSet>
disabled_by(const std::map<std::string, std::string>& values, CommandSet used);

} // namespace orrery::config
