// Passwords of users: set for the first time, changed, reset (UR7, UR8, UR10). Passwords and
// secrets come by standard input only, never among the words of a verb.
#include "actors/rules/users.hpp"
#include "cmd/session/access.hpp"
#include "cmd/session/command_rights.hpp"
#include "cmd/session/given_text.hpp"
#include "cmd/session/password.hpp"
#include "cmd/session/registration.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/new_registration.hpp"
#include "config/hexadecimal.hpp"
#include "config/user_name.hpp"

namespace orrery::cmd {

namespace {

constexpr std::size_t given_max = 8192;
constexpr std::size_t longest_password = 4096;

/// Takes a line off a text's beginning.
std::string take_line(std::string& text) {
  const auto end = text.find('\n');
  std::string line = text.substr(0, end);
  text.erase(0, end == std::string::npos ? end : end + 1);
  return line;
}

/// Hashes a password that a user has chosen. Errors are sentences.
tl::expected<std::string, std::string> hash_chosen(const std::string& password) {
  if (password.empty())
    return tl::unexpected(std::string{"password cannot be empty"});
  if (password.size() > longest_password)
    return tl::unexpected(std::string{"a password has at most 4096 bytes"});
  auto hash = hash_password(password);
  if (hash.empty())
    return tl::unexpected(std::string{"there is no memory to hash the password with: try again"});
  return hash;
}

Outcome reset_password(Session& session, const std::string& user) {
  if (user == session.account) {
    session.err("You cannot reset your own password.\nIf you want to change it, please call \""
                + session.program + " change-user-password\" without the --reset option.\n");
    return Exit::Fine; // UR10
  }
  const auto secret = random_secret(registration_secret_bytes);
  const auto answer = run_on_process(
    session, protocol::ResetPassword{user, secret_digest(config::hexadecimal(secret))});
  if (!answer.ok())
    return session.fail(refusal_text(answer));
  session.out("Password for \"" + user + "\" has been reset.\nAsk the user to run:\n    "
              + register_command(session, user, secret) + "\n");
  return Exit::Fine;
}

/// A shell's own program asks for the password (cmd/engine/accounts.hpp), and hands it over.
Outcome change_password(Session& session, const Arguments& arguments) {
  const auto user =
    arguments.words.empty() ? session.account : config::canonical_user_name(arguments.words[0]);
  const bool is_own = !user.empty() && user == session.account;
  if (!is_own && session.right != Right::Superuser)
    return session.fail("permission denied");
  if (arguments.on("reset"))
    return session.right == Right::Superuser || is_own ? reset_password(session, user)
                                                       : session.fail("permission denied");
  if (!arguments.on("no-prompt"))
    return session.fail("nobody can be asked for a password here: say --no-prompt, and give it on "
                        "standard input");
  auto given = read_given_input(session, given_max);
  if (!given)
    return session.fail(given.error());
  const auto hash = hash_chosen(take_line(*given));
  if (!hash)
    return session.fail(hash.error());
  const auto answer = run_on_process(session, protocol::SetPassword{user, *hash});
  if (!answer.ok())
    return session.fail(refusal_text(answer));
  session.err(is_own ? "Your password has been changed.\n"
                     : "Password for \"" + user + "\" has been changed.\n");
  return Exit::Fine;
}

/// Sets a password by a registration's secret: standard input has its digits, then the password, a
/// line each. Whoever has the secret need not be anybody yet.
Outcome set_first_password(Session& session, const Arguments& arguments) {
  const auto user = config::canonical_user_name(arguments.words[0]);
  auto given = read_given_input(session, given_max);
  if (!given)
    return session.fail(given.error());
  const auto digest = secret_digest(take_line(*given));
  const auto account = read_account(session, user, {});
  if (!account)
    return Exit::Failed;
  // Held against the record before the password is hashed, which takes a while.
  if (!account->user || !same_secret(account->user->registration, digest))
    return session.fail(rules::no_registration(user));
  const auto hash = hash_chosen(take_line(*given));
  if (!hash)
    return session.fail(hash.error());
  const auto answer = run_on_process(session, protocol::SetPassword{user, *hash, digest});
  if (!answer.ok())
    return session.fail(refusal_text(answer));
  if (session.registered)
    session.registered();
  return Exit::Fine;
}

/// In a script: of a shell the program itself does it (cmd/engine/accounts.hpp).
Outcome only_in_a_shell(Session& session, const Arguments&) {
  return session.fail("a script's commands are all of one user: log in or out in the shell");
}

Verb shell_verb(std::string name, std::string arguments, std::string summary) {
  Verb verb;
  verb.examples = {name};
  verb.name = std::move(name);
  verb.arguments = std::move(arguments);
  verb.summary = std::move(summary);
  verb.right = Right::Login;
  verb.words_max = verb.arguments.empty() ? 0 : 1;
  verb.of_process = true;
  verb.handler = only_in_a_shell;
  return verb;
}

} // namespace

std::vector<Verb> password_verbs() {
  const auto on_off = Flag::Kind::Switch;
  const Flag controller{"controller", 'c', Flag::Kind::Text, "NAME", "The orchestrator", true};
  auto change = shell_verb("change-user-password", "[USER]", "Change or reset a password");
  change.handler = change_password;
  change.more = "  --no-prompt reads the password from standard input, without asking.\n";
  change.flags = {{"reset", '\0', on_off, "", "Take it away, and let the user register again"},
                  controller};
  change.examples = {"change-user-password", "change-user-password bob --reset"};
  auto first = shell_verb("register-user", "USER", "Set a first password");
  first.handler = set_first_password;
  first.words_min = 1;
  first.hidden = true;
  first.examples = {"register-user bob"};
  auto enter =
    shell_verb("register", "STRING", "Log in for the first time, with what add-user said");
  enter.words_min = 1;
  enter.flags = {{"replace", '\0', on_off, "", "In place of another orchestrator's account"}};
  enter.examples = {"register MEYTA2JvYjAuEw..."};
  auto log_in = shell_verb("login", "", "Log in as a user of the orchestrator");
  log_in.more = "  --no-prompt reads the password from standard input, without asking.\n";
  log_in.flags = {{"user", 'u', Flag::Kind::Text, "USER", "Who logs in"}, controller};
  log_in.examples = {"login -u bob"};
  auto log_out = shell_verb("logout", "", "Forget who is logged in");
  log_out.flags = {{"force", '\0', on_off, "", "For Juju's sake", true}, controller};
  return {change, first, enter, log_in, log_out};
}

} // namespace orrery::cmd
