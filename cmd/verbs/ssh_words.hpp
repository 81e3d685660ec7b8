#pragma once

#include "config/flag_lexer.hpp"

#include <tl/expected.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::cmd {

/// The words behind `ssh` and its flags, understood (CL1).
struct SshWords {
  std::string target;             ///< Without `user@`, which changes nothing: a unit has one user.
  std::optional<bool> terminal{}; ///< `-t` or `-T`; the last one counts.
  bool no_input = false;          ///< `-n`
  std::optional<std::string> command{}; ///< Its words, joined by blanks; nothing: a shell.
};

/// Reads them as ssh does: the target, options of ssh, the command. Of the options those above mean
/// something here; others that have nothing to do here are passed over, with their values.
/// Errors, as sentences: no target; an option without its value; one that forwards ports, for which
/// there is no connection.
[[nodiscard]] tl::expected<SshWords, std::string>
read_ssh_words(const std::vector<std::string>& words);

/// Returns how ssh and scp read options: letters only, `-o=v` is `=v`.
/// @param first_word_ends whether no option stands behind a word, as in ssh's command
[[nodiscard]] config::FlagDialect openssh_dialect(bool first_word_ends);
/// Tells of an option; those that are not known are passed over.
/// @param with_values the letters of those that take a value
[[nodiscard]] config::FlagKind openssh_option(std::string_view with_values, std::string_view flag);

/// Returns a word without `user@` before it.
[[nodiscard]] std::string without_user(const std::string& word);

} // namespace orrery::cmd
