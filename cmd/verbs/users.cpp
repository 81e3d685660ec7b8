// Who uses the orchestrator: added, shown, disabled, removed (UR5, UR9, UR11, UR12).
#include "cmd/client/client_files.hpp"
#include "cmd/client/model_reference.hpp"
#include "cmd/session/access.hpp"
#include "cmd/session/command_rights.hpp"
#include "cmd/session/local_time.hpp"
#include "cmd/session/password.hpp"
#include "cmd/session/registration.hpp"
#include "cmd/verbs/data_format.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/new_registration.hpp"
#include "cmd/verbs/user_documents.hpp"
#include "cmd/views/render/escape.hpp"
#include "cmd/views/render/show_document.hpp"
#include "cmd/views/render/table.hpp"
#include "config/hexadecimal.hpp"
#include "config/user_name.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

using render::Document;

/// All users with their rights; nothing, and an ERROR printed, if they cannot be read.
std::optional<store::Contents> read_users(Session& session) {
  auto records = process_of(session)->named({.kinds = "iw"});
  if (records)
    return std::move(*records);
  session.fail("cannot read the users: " + records.error().text);
  return std::nullopt;
}

Outcome add_user(Session& session, const Arguments& arguments) {
  const auto user = config::canonical_user_name(arguments.words[0]);
  const auto display = arguments.words.size() > 1 ? arguments.words[1] : std::string{};
  const auto secret = random_secret(registration_secret_bytes);
  const auto answer = run_on_process(
    session, protocol::AddUser{user, display, secret_digest(config::hexadecimal(secret))});
  if (!answer.ok())
    return session.fail("failed to create user: " + refusal_text(answer));
  const auto name = render::escaped(named_user(user, display));
  session.out("User \"" + name + "\" added\nPlease send this command to " + user + ":\n    "
              + register_command(session, user, secret) + "\n\n\"" + name
              + "\" has not been granted access to any models. You can use \"" + session.program
              + " grant\" to grant access.\n");
  return Exit::Fine;
}

void show_user_table(Session& session, const std::vector<SeenUser>& users, bool with_created) {
  std::vector<render::Column> columns{{"Name"}, {"Display name"}, {"Access"}};
  if (with_created)
    columns.push_back({"Date created"});
  columns.push_back({"Last connection"});
  render::Table table(std::move(columns));
  for (const auto& user : users) {
    std::vector<render::Cell> cells{{user.name + (user.name == session.account ? "*" : "")},
                                    {render::escaped(user.display_name)},
                                    {user.access}};
    if (with_created)
      cells.push_back({user.created});
    cells.push_back({user.last_connection + (user.disabled ? " (disabled)" : "")});
    table.add(std::move(cells));
  }
  session.out("Controller: " + std::string{usual_controller} + "\n\n" + table.text(false));
}

/// Shows the users of one model, as data a map by name.
Outcome users_of_model(Session& session,
                       const store::Contents& records,
                       const std::optional<render::DataFormat>& format) {
  const auto model = read_named(session, {});
  if (!model)
    return Exit::Failed;
  const auto users = seen_users_of(records, model->model.uuid, session.account, now());
  if (!format) {
    show_user_table(session, users, false);
    return Exit::Fine;
  }
  auto document = Document::map();
  for (const auto& user : users)
    document.add(user.name, Document::map()
                              .add_text("display-name", user.display_name)
                              .add("access", user.access)
                              .add("last-connection", user.last_connection));
  session.out(render::formatted(document, *format));
  return Exit::Fine;
}

Outcome list_users(Session& session, const Arguments& arguments) {
  const auto format = format_of(arguments, "tabular", "tabular");
  if (!format)
    return tl::unexpected(format.error());
  const auto records = read_users(session);
  if (!records)
    return Exit::Failed;
  if (!arguments.words.empty())
    return users_of_model(session, *records, *format);
  auto users = seen_users(*records, session.account, now());
  const bool sees_all = session.right == Right::Superuser;
  std::erase_if(users, [&](const SeenUser& user) {
    return (!sees_all && user.name != session.account) || (user.disabled && !arguments.on("all"));
  });
  if (!*format) {
    show_user_table(session, users, true);
    return Exit::Fine;
  }
  auto document = Document::list();
  for (const auto& user : users)
    document.push(user_document(user));
  session.out(render::formatted(document, **format));
  return Exit::Fine;
}

Outcome show_user(Session& session, const Arguments& arguments) {
  const auto format = format_of(arguments, "yaml", "");
  if (!format)
    return tl::unexpected(format.error());
  const auto name =
    arguments.words.empty() ? session.account : config::canonical_user_name(arguments.words[0]);
  if (session.right != Right::Superuser && (name.empty() || name != session.account))
    return session.fail("permission denied");
  const auto records = read_users(session);
  if (!records)
    return Exit::Failed;
  for (const auto& user : seen_users(*records, session.account, now()))
    if (user.name == name) {
      session.out(render::formatted(user_document(user), **format));
      return Exit::Fine;
    }
  return session.fail("permission denied"); // UR9: to superusers, too
}

Outcome enable(Session& session, const Arguments& arguments, bool enabled) {
  const auto user = config::canonical_user_name(arguments.words[0]);
  const auto answer = run_on_process(session, protocol::EnableUser{user, enabled});
  if (!answer.ok())
    return session.fail((answer.code == protocol::Code::NotFound ? "" : "failed to disable user: ")
                        + refusal_text(answer));
  session.err("User \"" + user + "\" " + (enabled ? "enabled" : "disabled") + "\n");
  return Exit::Fine;
}

Outcome disable_user(Session& session, const Arguments& arguments) {
  return enable(session, arguments, false);
}

Outcome enable_user(Session& session, const Arguments& arguments) {
  return enable(session, arguments, true);
}

/// A shell's own program asks whether that is meant (cmd/engine/accounts.hpp), and says `--yes`.
Outcome remove_user(Session& session, const Arguments& arguments) {
  const auto user = config::canonical_user_name(arguments.words[0]);
  if (!arguments.on("yes"))
    return session.fail("user deletion aborted: say --yes");
  const auto answer = run_on_process(session, protocol::RemoveUser{user});
  if (!answer.ok())
    return session.fail(
      (user == store::first_user ? "" : "failed to delete user \"" + user + "\": ")
      + refusal_text(answer));
  session.out("User \"" + user + "\" removed\n");
  return Exit::Fine;
}

Verb user_verb(std::string name, std::string summary, Right right, Handler handler) {
  Verb verb;
  verb.examples = {name + " bob"};
  verb.name = std::move(name);
  verb.arguments = "USER";
  verb.summary = std::move(summary);
  verb.right = right;
  verb.words_min = verb.words_max = 1;
  verb.of_process = true;
  verb.handler = handler;
  return verb;
}

/// The users of a model are that model's.
Right right_to_users(const Arguments& arguments) {
  return arguments.words.empty() ? Right::Login : Right::Read;
}

} // namespace

std::vector<Verb> user_verbs() {
  const Flag controller{"controller", 'c', Flag::Kind::Text, "NAME", "The orchestrator", true};
  auto add =
    user_verb("add-user", "Add a user, who sets his own password", Right::Superuser, add_user);
  add.arguments = "USER [DISPLAY-NAME]";
  add.words_max = 2;
  auto list = user_verb("users", "List users, or those who have a right on a model", Right::Login,
                        list_users);
  list.aliases = {"list-users"};
  list.arguments = "[MODEL]";
  list.words_min = 0;
  list.names_model = true;
  list.right_of = right_to_users;
  list.flags = {{"format", '\0', Flag::Kind::Text, "tabular|yaml|json", "How it is shown"},
                {"all", '\0', Flag::Kind::Switch, "", "Disabled ones, too"}};
  list.examples = {"users", "users --all --format json", "users default"};
  auto show = user_verb("show-user", "Show a user, or whoever asks", Right::Login, show_user);
  show.arguments = "[USER]";
  show.words_min = 0;
  show.flags = {{"format", '\0', Flag::Kind::Text, "yaml|json", "How it is shown, default yaml"}};
  auto disable = user_verb("disable-user", "Let a user log in no more; his rights stay",
                           Right::Superuser, disable_user);
  auto enable_again =
    user_verb("enable-user", "Let a user log in again", Right::Superuser, enable_user);
  auto remove = user_verb("remove-user", "Remove a user with all rights, for good",
                          Right::Superuser, remove_user);
  remove.more = "  It asks before, unless --yes is given.\n";
  remove.examples = {"remove-user bob --yes"};
  std::vector<Verb> all{add, list, show, disable, enable_again, remove};
  for (auto& verb : all)
    verb.flags.push_back(controller);
  return all;
}

} // namespace orrery::cmd
