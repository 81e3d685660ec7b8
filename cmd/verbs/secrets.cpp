// Secrets as people see them: a list, and one of them (SE59 to SE62).
#include "cmd/verbs/data_format.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/named_secret.hpp"
#include "cmd/views/render/escape.hpp"
#include "cmd/views/render/table.hpp"
#include "config/base64.hpp"
#include "config/secret_content.hpp"
#include "config/secret_times.hpp"

#include <algorithm>
#include <chrono>

namespace orrery::cmd {

namespace {

using render::DataFormat;
using render::Document;
using store::Secret;

constexpr std::string_view users_owner = "<model>";

std::string owner_text(const Secret& secret) {
  return secret.owner.empty() ? std::string(users_owner) : secret.owner;
}

/// `23 seconds ago`, as people say it.
std::string ago(store::Milliseconds then) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto seconds = std::max<std::int64_t>(
    0, std::chrono::duration_cast<std::chrono::seconds>(now).count() - then / 1000);
  const auto text = [](std::int64_t count, const std::string& unit) {
    return std::to_string(count) + " " + unit + (count == 1 ? "" : "s") + " ago";
  };
  if (seconds < 60)
    return seconds == 0 ? "just now" : text(seconds, "second");
  if (seconds < 3600)
    return text(seconds / 60, "minute");
  return seconds < 86400 ? text(seconds / 3600, "hour") : text(seconds / 86400, "day");
}

/// `relation-web.db#db.server`, `model-UUID`.
std::string scope_text(const store::SecretGrant& grant, const store::Contents& contents) {
  if (!grant.in_relation)
    return "model-" + contents.model.uuid;
  const auto relation = contents.relations.find(grant.relation);
  std::string ends;
  if (relation != contents.relations.end())
    for (const store::RelationEnd& end : relation->second.ends)
      ends += (ends.empty() ? "" : "#") + end.application + "." + end.endpoint;
  return "relation-" + (ends.empty() ? std::to_string(grant.relation) : ends);
}

Document access_document(const Secret& secret, const store::Contents& contents) {
  auto access = Document::list();
  for (auto at = contents.secret_grants.lower_bound({secret.id, {}});
       at != contents.secret_grants.end() && at->first.first == secret.id; ++at) {
    const auto& subject = at->second.subject;
    const bool is_unit = subject.find('/') != std::string::npos;
    access.push(Document::map()
                  .add("target", (is_unit ? "unit-" : "application-") + subject)
                  .add("scope", scope_text(at->second, contents))
                  .add("role", "view"));
  }
  return access;
}

Document secret_document(const Secret& secret) {
  auto one = Document::map();
  one.add("revision", store::latest_revision(secret));
  const auto expires = secret.revisions.back().expires;
  if (expires != 0)
    one.add("expires", config::secret_time_text(expires));
  one.add_text("rotation", secret.rotation);
  if (secret.rotates != 0)
    one.add("rotates", config::secret_time_text(secret.rotates));
  one.add("owner", owner_text(secret))
    .add_text("description", secret.description)
    .add_text(secret.owner.empty() ? "name" : "label", secret.label)
    .add("created", config::secret_time_text(secret.created))
    .add("updated", config::secret_time_text(secret.updated));
  return one;
}

/// Names what is to be read for a list: all secrets, or those of an owner.
explain::Named secrets_of(std::string owner) {
  explain::Named wanted;
  if (owner.empty()) {
    wanted.kinds = "S"; // store/keys.hpp
    return wanted;
  }
  for (const std::string_view kind : {"application-", "unit-"})
    if (owner.starts_with(kind))
      owner.erase(0, kind.size());
  wanted.with_users_secrets = owner == users_owner || owner.starts_with("model");
  if (!owner.empty() && owner != users_owner)
    wanted.secrets_of.push_back(std::move(owner));
  return wanted;
}

/// Whether secrets of an owner are what was to be read: there may be more.
bool is_among(const explain::Named& wanted, const std::string& owner) {
  if (!wanted.kinds.empty() || (owner.empty() && wanted.with_users_secrets))
    return true;
  return std::find(wanted.secrets_of.begin(), wanted.secrets_of.end(), owner)
         != wanted.secrets_of.end();
}

Outcome list_secrets(Session& session, const Arguments& arguments) {
  const auto format = format_of(arguments, "tabular", "tabular");
  if (!format)
    return tl::unexpected(format.error());
  const explain::Named wanted = secrets_of(arguments.text("owner").value_or(""));
  const auto contents = read_named(session, wanted);
  if (!contents)
    return Exit::Failed;
  std::vector<const Secret*> shown;
  for (const auto& [id, secret] : contents->secrets)
    if (is_among(wanted, secret.owner))
      shown.push_back(&secret);
  std::stable_sort(shown.begin(), shown.end(), [](const Secret* a, const Secret* b) {
    return std::pair(owner_text(*a), store::latest_revision(*b))
           < std::pair(owner_text(*b), store::latest_revision(*a));
  });
  if (*format) {
    auto document = Document::map();
    for (const Secret* secret : shown)
      document.add(secret->id, secret_document(*secret));
    session.out(render::formatted(document, **format));
    return Exit::Fine;
  }
  render::Table table(
    {{"ID"}, {"Name"}, {"Owner"}, {"Rotation"}, {"Revision", true}, {"Last updated"}});
  for (const Secret* secret : shown)
    table.add({{secret->id},
               {secret->owner.empty() ? render::escaped(secret->label) : "-"},
               {owner_text(*secret)},
               {secret->rotation.empty() ? "never" : secret->rotation},
               {std::to_string(store::latest_revision(*secret))},
               {ago(secret->updated)}});
  session.out(table.text(false));
  return Exit::Fine;
}

/// Adds the content and its checksum, which are shown only where that was asked for.
bool reveal(Session& session,
            Document& document,
            const Secret& secret,
            std::uint32_t revision,
            DataFormat format) {
  const auto text = session.orchestrator->secret_content(secret, revision);
  if (!text) {
    session.fail(text.error());
    return false;
  }
  const auto content = config::parse_secret_text(*text);
  auto values = Document::map();
  for (const auto& [key, value] : content)
    values.add(key, config::bytes_of_base64(value).value_or(""));
  document.add("checksum", config::secret_checksum(content));
  document.add("content", format == DataFormat::Json
                            ? Document::map().add("Data", std::move(values))
                            : std::move(values));
  return true;
}

Document revisions_document(const Secret& secret) {
  auto revisions = Document::list();
  for (const store::SecretRevisionSeen& seen : secret.revisions) {
    auto one = Document::map();
    one.add("revision", seen.number)
      .add("backend", "internal")
      .add("created", config::secret_time_text(seen.created))
      .add("updated", config::secret_time_text(seen.created));
    if (seen.expires != 0)
      one.add("expires", config::secret_time_text(seen.expires));
    revisions.push(std::move(one));
  }
  return revisions;
}

Outcome show_secret(Session& session, const Arguments& arguments) {
  const auto format = format_of(arguments, "yaml", "");
  if (!format)
    return tl::unexpected(format.error());
  const bool reveals = arguments.on("reveal");
  if (reveals && arguments.on("revisions"))
    return arguments.wrong(0, "specify either --revisions or --reveal but not both");
  const auto revision = arguments.number("revision");
  if (revision && *revision == 0)
    return arguments.wrong(0, "revision must be a positive integer");
  const auto contents = read_secret(session, arguments.words[0]);
  if (!contents)
    return Exit::Failed;
  const Secret* const secret = find_secret(*contents, arguments.words[0]);
  if (secret == nullptr)
    return fail_secret(session, arguments.words[0]);
  const DataFormat form = (*format).value_or(DataFormat::Yaml);
  auto one = secret_document(*secret);
  if (reveals
      && !reveal(session, one, *secret, revision.value_or(store::latest_revision(*secret)), form))
    return Exit::Failed;
  if (arguments.on("revisions"))
    one.add("revisions", revisions_document(*secret));
  one.add_filled("access", access_document(*secret, *contents));
  session.out(render::formatted(Document::map().add(secret->id, std::move(one)), form));
  return Exit::Fine;
}

/// To see a content takes more than to see that there is one (SE62).
Right right_to_show(const Arguments& arguments) {
  return arguments.on("reveal") ? Right::Admin : Right::Read;
}

} // namespace

std::vector<Verb> secret_verbs() {
  Verb list;
  list.name = "secrets";
  list.aliases = {"list-secrets"};
  list.right = Right::Read;
  list.summary = "List secrets";
  list.flags = {{"owner", '\0', Flag::Kind::Text, "OWNER", "Those of this application or unit"},
                {"format", '\0', Flag::Kind::Text, "tabular|yaml|json", "How to show them"}};
  list.words_max = 0;
  list.examples = {"secrets", "secrets --owner application-db"};
  list.handler = list_secrets;
  Verb one;
  one.name = "show-secret";
  one.right = Right::Read;
  one.right_of = right_to_show;
  one.arguments = "ID|NAME";
  one.summary = "Show a secret";
  one.flags = {{"reveal", '\0', Flag::Kind::Switch, "", "Its content, too"},
               {"revision", '\0', Flag::Kind::Number, "N", "The content of this revision"},
               {"revisions", '\0', Flag::Kind::Switch, "", "All its revisions"},
               {"format", '\0', Flag::Kind::Text, "yaml|json", "How to show it"}};
  one.examples = {"show-secret db-password", "show-secret db-password --reveal"};
  one.words_min = 1;
  one.words_max = 1;
  one.handler = show_secret;
  return {list, one};
}

} // namespace orrery::cmd
