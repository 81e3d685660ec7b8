// The user's own secrets: made, changed, granted, removed (SE53 to SE57).
#include "cmd/client/terminal_text.hpp"
#include "cmd/session/given_text.hpp"
#include "cmd/verbs/dry_run.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/named_secret.hpp"
#include "config/secret_content.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

constexpr const char* no_content = "missing secret value or filename";

/// The content that the words from the second on give, and --file, which wins (SE4).
/// Errors: of a word that is wrong a usage error, of a file an exit code.
tl::expected<config::SecretContent, Outcome> given_secret(Session& session,
                                                          const Arguments& arguments) {
  const auto failed = [&](const std::string& why) {
    return tl::unexpected(Outcome(session.fail(one_line(why))));
  };
  config::SecretContent content;
  for (std::size_t i = 1; i < arguments.words.size(); ++i) {
    auto argument = config::parse_secret_argument(arguments.words[i]);
    if (!argument)
      return tl::unexpected(Outcome(arguments.wrong(i, argument.error())));
    if (argument->kind == config::SecretArgument::Kind::File) {
      auto given = read_given_text(session, argument->value, config::secret_size_max);
      if (!given)
        return failed(given.error());
      argument->value = std::move(given->text);
    }
    if (const auto added = config::add_secret_value(content, *argument); !added)
      return failed(added.error());
  }
  if (const auto file = arguments.text("file")) {
    const auto given = read_given_text(session, *file, config::secret_size_max);
    if (!given)
      return failed(given.error());
    auto read = config::read_secret_file(given->text, given->name);
    if (!read)
      return failed(read.error());
    content = std::move(*read);
  }
  if (const auto fits = config::check_secret_size(content); !fits)
    return failed(fits.error());
  return content;
}

/// Seals a content for the model, which never sees it in the clear.
tl::expected<protocol::SecretValue, std::string>
sealed(Session& session, const std::string& id, const config::SecretContent& content) {
  const auto vault = session.orchestrator->vault();
  if (!vault)
    return tl::unexpected(vault.error());
  return (*vault)->seal(id, config::secret_text(content)).map([](store::SecretVault::Sealed box) {
    return protocol::SecretValue{std::move(box.bytes), std::move(box.fingerprint)};
  });
}

/// Keeps the model's key until what is sealed is in the store (decision 198).
store::SecretVault::Hold hold_key(Session& session) {
  const auto vault = session.orchestrator->vault();
  return vault ? (*vault)->hold() : store::SecretVault::Hold();
}

/// Runs the change; a refusal is said in the model's words alone.
bool change_secret(Session& session, const std::string& id, protocol::SecretChange change) {
  const auto answer = run_command(session, protocol::ChangeUserSecret{id, std::move(change)});
  if (!answer.ok()) {
    session.fail(refusal_text(answer));
    return false;
  }
  session.sequence = std::max(session.sequence, answer.sequence);
  return true;
}

Outcome add_secret(Session& session, const Arguments& arguments) {
  const auto& name = arguments.words[0];
  if (name.find('=') != std::string::npos)
    return arguments.wrong(0, "secret name needs to be supplied as the first argument");
  const auto content = given_secret(session, arguments);
  if (!content)
    return content.error();
  if (content->empty())
    return arguments.wrong(0, no_content);
  const std::string id = store::new_secret_id();
  const auto held = hold_key(session);
  auto value = sealed(session, id, *content);
  if (!value)
    return session.fail(value.error());
  protocol::SecretChange change;
  change.added_for = "";
  change.label = name;
  change.description = arguments.text("info");
  change.value = std::move(*value);
  if (!change_secret(session, id, std::move(change)))
    return Exit::Failed;
  session.out("secret:" + id + "\n");
  return Exit::Fine;
}

/// Finds one of the user's own by what was typed; says why not (SE57).
const store::Secret*
own_secret(Session& session, const store::Contents& contents, const std::string& named) {
  const store::Secret* const secret = find_secret(contents, named);
  if (secret == nullptr)
    fail_secret(session, named);
  else if (!secret->owner.empty())
    session.fail("permission denied: the secret is " + secret->owner
                 + "'s own, whose charm alone changes it");
  else
    return secret;
  return nullptr;
}

Outcome update_secret(Session& session, const Arguments& arguments) {
  const auto content = given_secret(session, arguments);
  if (!content)
    return content.error();
  protocol::SecretChange change;
  change.label = arguments.text("name");
  change.description = arguments.text("info");
  if (arguments.has("auto-prune"))
    change.auto_prune = arguments.on("auto-prune");
  if (content->empty() && change == protocol::SecretChange{})
    return session.fail("at least one attribute to update must be specified");
  const auto contents = read_secret(session, arguments.words[0]);
  if (!contents)
    return Exit::Failed;
  const store::Secret* const secret = own_secret(session, *contents, arguments.words[0]);
  if (secret == nullptr)
    return Exit::Failed;
  const auto held = hold_key(session);
  if (!content->empty()) {
    auto value = sealed(session, secret->id, *content);
    if (!value)
      return session.fail(value.error());
    change.value = std::move(*value);
  }
  return change_secret(session, secret->id, std::move(change)) ? Exit::Fine : Exit::Failed;
}

std::vector<std::string> parts_between_commas(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t from = 0; from <= text.size();) {
    const auto comma = std::min(text.find(',', from), text.size());
    if (comma > from)
      parts.push_back(text.substr(from, comma - from));
    from = comma + 1;
  }
  return parts;
}

/// Grants or revokes, application by application: what fails is said, the others stand (SE56).
Outcome change_access(Session& session, const Arguments& arguments, bool grants) {
  const auto applications = parts_between_commas(arguments.words[1]);
  if (applications.empty())
    return arguments.wrong(1, "\"" + one_line(arguments.words[1]) + "\" names no application");
  const auto contents = read_secret(session, arguments.words[0]);
  if (!contents)
    return Exit::Failed;
  const store::Secret* const secret = own_secret(session, *contents, arguments.words[0]);
  if (secret == nullptr)
    return Exit::Failed;
  bool all = true;
  for (const auto& application : applications) {
    protocol::SecretChange change;
    if (grants)
      change.grants[application] = std::nullopt;
    else
      change.revoked.insert(application);
    const auto answer =
      run_command(session, protocol::ChangeUserSecret{secret->id, std::move(change)});
    if (!answer.ok())
      session.fail(std::string("failed to ") + (grants ? "grant" : "revoke")
                   + " secret: cannot change access to \"secret:" + secret->id + "\" for \""
                   + one_line(application) + "\": " + refusal_text(answer));
    all = all && answer.ok();
    session.sequence = std::max(session.sequence, answer.sequence);
  }
  return all ? Exit::Fine : Exit::Failed;
}

Outcome grant_secret(Session& session, const Arguments& arguments) {
  return change_access(session, arguments, true);
}

Outcome revoke_secret(Session& session, const Arguments& arguments) {
  return change_access(session, arguments, false);
}

Outcome remove_secret(Session& session, const Arguments& arguments) {
  const auto& named = arguments.words[0];
  const auto contents = read_secret(session, named);
  if (!contents)
    return Exit::Failed;
  const store::Secret* const secret = own_secret(session, *contents, named);
  if (secret == nullptr)
    return Exit::Failed;
  protocol::SecretChange change;
  const auto revision = arguments.number("revision");
  if (!revision)
    change.removed = true;
  else if (std::none_of(secret->revisions.begin(), secret->revisions.end(),
                        [&](const auto& seen) { return seen.number == *revision; }))
    return session.fail("secret revision \"" + secret->id + "/" + std::to_string(*revision)
                        + "\" not found");
  else
    change.pruned.insert(*revision);
  return change_secret(session, secret->id, std::move(change)) ? Exit::Fine : Exit::Failed;
}

Verb secret_verb(std::string name, std::string arguments, std::string summary, Handler handler) {
  Verb verb;
  verb.name = std::move(name);
  verb.right = Right::Write;
  verb.arguments = std::move(arguments);
  verb.summary = std::move(summary);
  verb.words_min = 1;
  verb.words_max = 1;
  verb.handler = handler;
  return verb;
}

} // namespace

std::vector<Verb> secret_change_verbs() {
  const Flag info{"info", '\0', Flag::Kind::Text, "TEXT", "What the secret is for"};
  const Flag file{"file", '\0', Flag::Kind::Text, "FILE",
                  "A YAML or JSON map of keys to values; - is standard input"};
  constexpr std::size_t most_words = 1'000;
  auto add =
    secret_verb("add-secret", "NAME KEY[#base64|#file]=VALUE...",
                "Add a secret of yours, for applications that you grant it to", add_secret);
  add.flags = {info, file};
  add.words_max = most_words;
  add.examples = {"add-secret db-password password#file=/run/password",
                  "add-secret db-password --file passwords.yaml"};
  auto update = secret_verb("update-secret", "ID|NAME [KEY[#base64|#file]=VALUE...]",
                            "Change a secret of yours", update_secret);
  update.flags = {
    {"name", '\0', Flag::Kind::Text, "NAME", "Its new name"},
    info,
    file,
    {"auto-prune", '\0', Flag::Kind::Switch, "", "Remove revisions that nobody reads any more"}};
  update.words_max = most_words;
  update.examples = {"update-secret db-password password#file=/run/password",
                     "update-secret db-password --auto-prune"};
  auto grant = secret_verb("grant-secret", "ID|NAME APPLICATION[,APPLICATION...]",
                           "Let applications read a secret of yours", grant_secret);
  auto revoke = secret_verb("revoke-secret", "ID|NAME APPLICATION[,APPLICATION...]",
                            "Let applications read a secret of yours no longer", revoke_secret);
  for (Verb* verb : {&grant, &revoke}) {
    verb->words_min = verb->words_max = 2;
    verb->examples = {verb->name + " db-password web", verb->name + " db-password web,worker"};
  }
  auto remove = secret_verb("remove-secret", "ID|NAME", "Remove a secret of yours, or a revision",
                            remove_secret);
  remove.set = config::CommandSet::RemoveObject;
  remove.flags = {{"revision", '\0', Flag::Kind::Number, "N", "This revision only"}};
  remove.examples = {"remove-secret db-password", "remove-secret db-password --revision 1"};
  return {add, update, with_dry_run(grant), with_dry_run(revoke), with_dry_run(remove)};
}

} // namespace orrery::cmd
