#include "cmd/engine/accounts.hpp"

#include "cmd/client/asking.hpp"
#include "cmd/client/client_files.hpp"
#include "cmd/client/model_reference.hpp"
#include "cmd/engine/client_store.hpp"
#include "cmd/engine/given_input.hpp"
#include "cmd/engine/logged_in.hpp"
#include "cmd/engine/typed_line.hpp"
#include "cmd/session/registration.hpp"
#include "config/hexadecimal.hpp"
#include "config/user_name.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

int complained(const std::string& text) {
  complain(text);
  return Exit::Failed;
}

/// Whether another user's login would give way, and his password be lost (UR16).
bool holds_another(const StoredAccount& stored, const std::string& user) {
  return (stored.is_lost || stored.state == CurrentModel::State::One)
         && stored.user != config::canonical_user_name(user);
}

/// Refuses to take the place of an account whose password would be lost (UR16).
int complained_of_login(const std::string& user) {
  StreamOutput{}.err("ERROR already logged in as " + user
                     + ".\n\nRun \"orrery logout\" first before attempting to log in as a "
                       "different user.\n");
  return Exit::Failed;
}

/// A new password, typed twice. Errors are sentences.
tl::expected<std::string, std::string> ask_for_new_password(const std::string& first,
                                                            const std::string& second,
                                                            const std::string& differ) {
  const auto password = ask_for_line(first, true);
  if (!password || password->empty())
    return tl::unexpected(std::string{"password cannot be empty"});
  const auto again = ask_for_line(second, true);
  if (!again || *again != *password)
    return tl::unexpected(differ);
  return *password;
}

/// The socket that a registration names; empty: none.
std::filesystem::path socket_of(const Registration& registration) {
  for (const auto& address : registration.addresses)
    if (address.starts_with(socket_scheme))
      return address.substr(std::string_view{socket_scheme}.size());
  return {};
}

/// Has the orchestrator set the password. @returns the exit code.
int send_first_password(const std::filesystem::path& socket,
                        const Registration& registration,
                        const std::string& password) {
  auto request = make_request();
  request.is_anonymous = true;
  request.words = {"register-user", registration.user};
  return ask_with_input(socket, request,
                        config::hexadecimal(registration.secret) + "\n" + password + "\n");
}

} // namespace

int register_account(const Arguments& arguments) {
  const auto registration = decode_registration(arguments.words[0]);
  if (!registration || !config::is_user_name(registration->user))
    return complained("invalid registration token: give all that stands behind \"register\" in "
                      "what add-user said");
  const auto socket = socket_of(*registration);
  if (socket.empty())
    return complained("invalid registration token: it names no socket of an orchestrator");
  if (const auto why = why_not_logged_in_there(socket, arguments.on("replace")); !why.empty())
    return complained(why);
  const auto stored = stored_account_in(client_directory(), endpoint_of(socket));
  if (!arguments.on("replace") && holds_another(stored, registration->user))
    return complained_of_login(stored.user);
  const auto password =
    ask_for_new_password("Enter a new password: ", "Confirm password: ", "passwords do not match");
  if (!password)
    return complained(password.error());
  const auto name =
    ask_for_line("Enter a name for this controller [" + registration->controller + "]: ", false);
  if (name && !name->empty() && *name != usual_controller)
    return complained("an orchestrator's controller is always called \""
                      + std::string{usual_controller} + "\" here: nothing was changed");
  if (const int exit = send_first_password(socket, *registration, *password); exit != Exit::Fine)
    return exit;
  StreamOutput{}.err("\nInitial password successfully set for " + registration->user + ".\n");
  return keep_login(socket, {registration->user, *password});
}

int log_in(const Arguments& arguments, const std::filesystem::path& socket) {
  const auto stored = stored_account_in(client_directory(), endpoint_of(socket));
  auto user = arguments.text("user").value_or("");
  if (stored.state == CurrentModel::State::One)
    return user.empty() || !holds_another(stored, user) ? static_cast<int>(Exit::Fine) // UR16
                                                        : complained_of_login(stored.user);
  if (stored.is_lost && user.empty())
    user = stored.user;
  if (const auto why = why_not_logged_in_there(socket, false); !why.empty())
    return complained(why);
  const bool asks = !arguments.on("no-prompt");
  if (user.empty() && asks)
    user = ask_for_line("Enter username: ", false).value_or("");
  if (!config::is_user_name(user))
    return complained("\"" + user + "\" is no user name: say who logs in with --user");
  if (holds_another(stored, user))
    return complained_of_login(stored.user);
  const auto password = ask_for_line(
    asks ? "please enter password for " + user + " on " + usual_controller + ": " : "", asks);
  return keep_login(socket, {config::canonical_user_name(user), password.value_or("")});
}

int log_out() {
  if (const auto forgotten = forget_account(client_directory(), usual_controller); !forgotten)
    return complained(forgotten.error());
  StreamOutput{}.err("Logged out. You are no longer logged into any controllers.\n");
  return Exit::Fine;
}

int change_password(const Arguments& arguments, const std::filesystem::path& socket) {
  auto request = make_request();
  request.words = {"change-user-password"};
  request.words.insert(request.words.end(), arguments.words.begin(), arguments.words.end());
  if (arguments.on("reset")) {
    request.words.emplace_back("--reset");
    return ask_at(socket, request, Exit::Failed);
  }
  tl::expected<std::string, std::string> password;
  if (arguments.on("no-prompt"))
    password = ask_for_line("reading password from stdin...\n", false).value_or("");
  else
    password =
      ask_for_new_password("new password: ", "type new password again: ", "Passwords do not match");
  if (password && password->empty())
    password = tl::unexpected(std::string{"password cannot be empty"});
  if (!password)
    return complained(password.error());
  const auto stored = stored_account_in(client_directory(), endpoint_of(socket));
  request.words.emplace_back("--no-prompt");
  if (const int exit = ask_with_input(socket, request, *password + "\n"); exit != Exit::Fine)
    return exit;
  const bool is_own =
    arguments.words.empty() || config::canonical_user_name(arguments.words[0]) == stored.user;
  return is_own && stored.state == CurrentModel::State::One
           ? keep_login(socket, {stored.user, *password}, false)
           : static_cast<int>(Exit::Fine);
}

int remove_user(const Arguments& arguments, const std::filesystem::path& socket) {
  const auto& user = arguments.words[0];
  if (!arguments.on("yes") && !arguments.on("no-prompt")) {
    StreamOutput{}.out("WARNING! This command will remove the user \"" + user
                       + "\" with all rights, for good.\n\nContinue (y/N)? ");
    const auto answer = ask_for_line("", false).value_or("");
    if (answer != "y" && answer != "Y" && answer != "yes")
      return complained("user deletion aborted");
  }
  auto request = make_request();
  request.words = {"remove-user", user, "--yes"};
  return ask_at(socket, request, Exit::Failed);
}

} // namespace orrery::cmd
