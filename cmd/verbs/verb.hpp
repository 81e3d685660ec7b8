#pragma once

#include "cmd/session/arguments.hpp"
#include "cmd/session/session.hpp"
#include "config/command_sets.hpp"

#include <tl/expected.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace orrery::cmd {

/// A flag of a verb.
struct Flag {
  enum class Kind : std::uint8_t {
    Switch, ///< `--flag`, `--flag=False`
    Text,   ///< `--flag VALUE`, `--flag=VALUE`
    Number, ///< Text that is a whole number, 0 to 2^31 - 1.
  };
  std::string name;   ///< Without dashes.
  char letter = '\0'; ///< Of the short form, if there is one.
  Kind kind = Kind::Switch;
  std::string argument; ///< What help calls its value; `a|b` are all that it may be.
  std::string help;
  bool ignored = false; ///< Accepted for Juju's sake; a note says that it has no effect.
  bool later = false;   ///< Known, and refused: what it asks for is not built yet.
};

using Outcome = tl::expected<int, UsageError>; ///< An Exit.
using Handler = Outcome (*)(Session& session, const Arguments& arguments);

/// One verb: what the parser, the help text and the completion know of it, and what it does.
struct Verb {
  std::string name;
  std::vector<std::string> aliases;
  std::string arguments; ///< As help shows them; completion goes by their words: UNIT, FILE, ...
  std::string summary;
  std::string more; ///< What help says below the summary: whole lines, indented; most need none.
  std::vector<Flag> flags;
  std::vector<std::string> examples;
  std::size_t words_min = 0;
  std::size_t words_max = 100'000; ///< Help says so where there may be many.
  bool local = false;              ///< Needs no orchestrator.
  /// All words behind the first positional one are a program's, flags among them, and the exit code
  /// is that program's, 0 to 255.
  bool runs_program = false;
  bool hidden = false;     ///< For programs: no help lists it.
  bool of_process = false; ///< Is done although the client's current model is gone.
  bool later = false;      ///< Known, and refused: what it does is not built yet.
  /// The set of commands with which its changes are disabled (MD13): one of removals where it
  /// removes or detaches something.
  config::CommandSet set = config::CommandSet::All;
  /// The first word, if there is one, names the model that it is about, as `--model` does.
  bool names_model = false;
  std::string denied; ///< What a refusal for want of a right on the model begins with.
  Handler handler = nullptr;
  /// The least that one needs to use it at all; nothing: nobody may, as where that was forgotten.
  std::optional<Right> right{};
  /// The least that these words need, where some need more. Empty: `right`.
  Right (*right_of)(const Arguments& arguments) = nullptr;
};

/// @returns what one needs to use the verb with these words.
[[nodiscard]] inline std::optional<Right> right_for(const Verb& verb, const Arguments& arguments) {
  return verb.right_of != nullptr ? verb.right_of(arguments) : verb.right;
}

} // namespace orrery::cmd
