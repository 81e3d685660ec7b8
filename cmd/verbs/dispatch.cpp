#include "cmd/verbs/dispatch.hpp"

#include "cmd/client/terminal_text.hpp"
#include "cmd/session/access.hpp"
#include "cmd/session/while_allowed.hpp"
#include "cmd/verbs/dry_run.hpp"
#include "cmd/verbs/jujus_own.hpp"
#include "cmd/verbs/model_name.hpp"
#include "cmd/verbs/parse_arguments.hpp"
#include "cmd/verbs/usage.hpp"
#include "cmd/verbs/verbs.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

void note_ignored(const Session& session, const Verb& verb, const Arguments& arguments) {
  for (const auto& flag : verb.flags)
    if (flag.ignored && arguments.has(flag.name))
      session.err("note: --" + flag.name + " has no effect here\n");
}

std::string comes_later(const std::string& what) {
  return what + " comes with a later Orrery";
}

/// Of a verb that is not there yet the words need not be right.
bool asks_for_help(const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(),
                     [](const std::string& word) { return word == "--help" || word == "-h"; });
}

/// Tells of a use that wants more than to read, and is no dry run: the verb and how it went, never
/// a value.
void note_use(
  const Session& session, const Verb& verb, const Arguments& arguments, Right right, int exit) {
  if (session.audit && right > Right::Read && !arguments.on("dry-run"))
    session.audit({verb.name, exit, session.sequence, session.account});
}

const Flag* first_later(const Verb& verb, const Arguments& arguments) {
  for (const auto& flag : verb.flags)
    if (flag.later && arguments.has(flag.name))
      return &flag;
  return nullptr;
}

/// Gives a session back the model, the right and the set that it had before one of its verbs.
class BeforeVerb {
public:
  explicit BeforeVerb(Session& session)
    : session_{session},
      orchestrator_{session.orchestrator}, right_{session.right}, set_{session.set} {}
  BeforeVerb(const BeforeVerb&) = delete;
  BeforeVerb& operator=(const BeforeVerb&) = delete;
  ~BeforeVerb() {
    session_.orchestrator = orchestrator_;
    session_.right = right_;
    session_.set = set_;
  }

private:
  Session& session_;
  std::shared_ptr<Orchestrator> orchestrator_;
  Right right_;
  config::CommandSet set_;
};

/// Looks up what the account may do on the orchestrator, and whether that is enough (UR2). Rights
/// on a model count later, when it is known which.
bool may_begin(Session& session, const Verb& verb, std::optional<Right> least) {
  if (!least)
    return false;
  if (!session.has_account)
    return session.right >= *least;
  const auto level = right_on(session, nullptr);
  session.right = level.value_or(Right::Login);
  const bool is_of_model = *least > Right::Login && *least < Right::Superuser && !verb.local;
  return level && (is_of_model || session.right >= *least);
}

/// Looks up what the account may do on the model that was chosen. A verb that needs none, but names
/// one, does not tell either whether there is such a model (UR3).
/// @returns what to exit with if that is not enough
std::optional<int>
deny_on_model(Session& session, const Verb& verb, const Arguments& arguments, Right least) {
  if (verb.local || session.right == Right::Superuser)
    return std::nullopt;
  if (session.has_account)
    session.right = right_on(session, session.orchestrator.get()).value_or(Right::Login);
  const bool is_hidden = session.right < Right::Read;
  if (session.right >= least && !(is_hidden && has_model_among(verb, arguments)))
    return std::nullopt;
  return is_hidden ? fail_without_right(session, model_reference_of(session, verb, arguments))
                   : session.fail(verb.denied + "permission denied");
}

Outcome handle(Session& session, const Verb& verb, const Arguments& arguments) {
  return arguments.on("dry-run") ? dry_run(session, verb, arguments)
                                 : verb.handler(session, arguments);
}

/// Runs the verb; one that lasts ends with a word when its user loses the right to it (UR2, UR11).
Outcome
handle_while_allowed(Session& session, const Verb& verb, const Arguments& arguments, Right least) {
  if (!session.has_account || verb.local)
    return handle(session, verb, arguments);
  std::optional<Outcome> outcome;
  bool was_denied = false;
  {
    WhileAllowed allowed{session, least};
    outcome = handle(session, verb, arguments);
    was_denied = allowed.was_denied();
  }
  if (!was_denied)
    return *std::move(outcome);
  return session.fail("permission denied: user \"" + session.account + "\" has lost the right to \""
                      + verb.name + "\" while it ran");
}

} // namespace

Outcome run_verb(Session& session, const std::vector<std::string>& words) {
  if (words.empty())
    return tl::unexpected(UsageError{"no command given", std::nullopt});
  const auto* verb = find_verb(words[0]);
  if (verb == nullptr && !jujus_own(words[0]).empty()) // the command line is right (CL)
    return session.fail(unknown_verb(words[0], session.program));
  if (verb == nullptr)
    return tl::unexpected(UsageError{unknown_verb(words[0], session.program), 0});
  if (verb->later && !asks_for_help(words))
    return session.fail(comes_later("\"" + verb->name + "\""));
  const auto arguments = parse_arguments(*verb, words);
  if (!arguments)
    return tl::unexpected(arguments.error());
  if (arguments->on("help")) {
    session.out(verb_help(*verb, session.program));
    return Exit::Fine;
  }
  if (arguments->has("output")) // a shell's own program has taken it off
    return session.fail("--output is for a shell: a script's output goes where the script's does");
  session.sequence = 0;
  const BeforeVerb before{session};
  session.set = verb->set;
  const auto right = right_for(*verb, *arguments);
  if (!may_begin(session, *verb, right)) {
    note_use(session, *verb, *arguments, right.value_or(Right::Superuser), Exit::Failed);
    return session.fail("permission denied");
  }
  if (const auto* flag = first_later(*verb, *arguments))
    return session.fail(comes_later("--" + flag->name + " of \"" + verb->name + "\""));
  if (auto misuse = dry_run_misuse(*verb, *arguments))
    return tl::unexpected(std::move(*misuse));
  auto denied = choose_model(session, *verb, *arguments);
  if (!denied)
    denied = deny_on_model(session, *verb, *arguments, *right);
  if (denied) {
    note_use(session, *verb, *arguments, *right, *denied);
    return *denied;
  }
  note_ignored(session, *verb, *arguments);
  session.spent.reset();
  auto outcome = handle_while_allowed(session, *verb, *arguments, *right);
  note_use(session, *verb, *arguments, *right, outcome.value_or(Exit::Misused));
  if (session.scripted && outcome && *outcome == Exit::Fine && session.sequence != 0)
    session.out("ok seq=" + std::to_string(session.sequence) + "\n");
  return outcome;
}

int run_command_line(Session& session, const std::vector<std::string>& words) {
  const auto outcome = run_verb(session, words);
  if (!outcome) {
    // Juju proposes a verb in lines of their own.
    const bool is_unknown = !words.empty() && find_verb(words[0]) == nullptr;
    const auto& text = outcome.error().text;
    session.err("ERROR " + (is_unknown ? text : one_line(text)) + "\n");
    return Exit::Misused;
  }
  const auto* verb = find_verb(words[0]);
  const bool is_programs = verb != nullptr && verb->runs_program;
  const bool is_said = *outcome <= Exit::Misused || *outcome == Exit::Interrupted || is_programs;
  return is_said ? *outcome : Exit::Failed;
}

} // namespace orrery::cmd
