#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::cmd {

/// Verbs that are not, or not only, a request to an orchestrator. All others are one.
inline constexpr std::array<std::string_view, 15> engine_verbs{
  "add-model",     "change-user-password",
  "charm",         "console",
  "destroy-model", "help",
  "login",         "logout",
  "register",      "remove-user",
  "scp",           "serve",
  "simulate",      "switch",
  "version"};

/// Has an orchestrator do what was typed, if that is all there is to do: nothing of the verb is
/// known here, its words are checked where it runs.
/// @param called what the program was called as. @param words without that.
/// @returns what to exit with; nothing if it is for the engine: its own verbs, a verb with a socket
/// or another controller among its flags, one whose current model needs a parser of YAML, and
/// whatever is typed where nobody answers, for it may be wrong, or be about help.
[[nodiscard]] std::optional<int> ask_at_once(std::string_view called,
                                             std::vector<std::string> words);

} // namespace orrery::cmd
