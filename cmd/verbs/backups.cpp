#include "cmd/verbs/groups.hpp"
#include "cmd/views/render/show_document.hpp"
#include "cmd/views/render/status.hpp"
#include "cmd/views/render/table.hpp"
#include "config/counted.hpp"

namespace orrery::cmd {

namespace {

using render::Document;

constexpr std::uint32_t most_kept = 1000;

/// The directory that a word names, without a slash at its end.
std::filesystem::path named_directory(const Session& session, const Arguments& arguments) {
  if (arguments.words.size() < 2)
    return {};
  auto path = session.path(arguments.words[1]).lexically_normal();
  return path.filename().empty() ? path.parent_path() : path;
}

std::string size_text(std::uint64_t bytes) {
  constexpr std::uint64_t kibibyte = 1024;
  return bytes < kibibyte * kibibyte ? std::to_string((bytes + kibibyte - 1) / kibibyte) + " KiB"
                                     : std::to_string(bytes / kibibyte / kibibyte) + " MiB";
}

/// Says what of secrets is in a backup: they are worth nothing without their keys.
void tell_keys(const Session& session, const backup::Made& made) {
  for (const std::string& model : made.keyless)
    session.err("WARNING the key of model " + model
                + " is not there: nothing opens its secrets in the backup. Put secrets.key back "
                  "from an earlier one\n");
  if (made.keys.empty())
    return;
  session.err("WARNING without what is kept elsewhere " + config::counted(made.secrets, "secret")
              + " cannot be read: keep\n");
  for (const auto& key : made.keys)
    session.err("  " + key.string() + "\n");
  session.err("A restore wants each as --key FILE\n");
}

Outcome create(Session& session, const Arguments& arguments) {
  backup::Order order;
  order.directory = named_directory(session, arguments);
  order.with_units = arguments.on("with-units");
  order.with_key = !arguments.on("without-key");
  const auto kept = arguments.number("keep").value_or(static_cast<std::uint32_t>(order.kept));
  if (kept < 1 || kept > most_kept)
    return arguments.wrong(0, "--keep is 1 to " + std::to_string(most_kept));
  if (arguments.has("keep") && !order.directory.empty())
    return arguments.wrong(1, "--keep is for backups in DATA/backups: of one elsewhere none goes");
  order.kept = kept;
  order.cancelled = [&session] { return session.output->cancelled(); };
  const auto made = session.orchestrator->backups()->make(order);
  if (!made)
    return session.fail("no backup was made: " + made.error());
  const auto& facts = made->facts;
  const backup::SavedModel& first = facts.models.front();
  session.out("backup in " + facts.directory.string() + ": model " + first.name
              + " as of transaction " + std::to_string(first.sequence) + ", "
              + (facts.models.size() > 1 ? std::to_string(facts.models.size() - 1) + " more, " : "")
              + config::counted(facts.files, "file") + ", " + size_text(facts.bytes) + "\n");
  for (const auto& name : made->removed)
    session.out("removed the older backup " + name + "\n");
  session.out(
    facts.with_units
      ? "not in it: the data of storage, logs, running programs\n"
      : "not in it: the data of storage, units' directories (--with-units), logs, running "
        "programs\n");
  tell_keys(session, *made);
  for (const auto& model : made->missing)
    session.err("WARNING not in it: " + model + "\n");
  if (made->left_out_count > 0)
    session.err("WARNING "
                + (made->left_out_count == 1
                     ? std::string("1 file or directory of units was left out\n")
                     : std::to_string(made->left_out_count)
                         + " files or directories of units were left out\n"));
  for (const auto& one : made->left_out)
    session.err("WARNING left out: " + one + "\n");
  return Exit::Fine;
}

bool has_keys(const backup::Facts& facts) {
  return std::all_of(facts.models.begin(), facts.models.end(),
                     [](const backup::SavedModel& model) { return model.key_left_out.empty(); });
}

Document backup_document(const backup::Facts& facts) {
  auto document = Document::map();
  document.add("name", facts.directory.filename().string())
    .add("directory", facts.directory.string());
  if (!facts.damage.empty())
    return document.add("damage", facts.damage);
  const backup::SavedModel& first = facts.models.front();
  document.add("made", facts.made)
    .add("model", first.name)
    .add("model-uuid", first.uuid)
    .add("sequence", std::to_string(first.sequence))
    .add("files", std::to_string(facts.files))
    .add("bytes", std::to_string(facts.bytes))
    .add("with-units", facts.with_units ? "yes" : "no")
    .add("with-key", has_keys(facts) ? "yes" : "no")
    .add("program", facts.program);
  auto others = Document::list();
  for (std::size_t i = 1; i < facts.models.size(); ++i)
    others.push(Document::map()
                  .add("model", facts.models[i].name)
                  .add("model-uuid", facts.models[i].uuid)
                  .add("sequence", std::to_string(facts.models[i].sequence)));
  if (facts.models.size() > 1)
    document.add("other-models", std::move(others));
  return document;
}

/// Names the first model, and says how many more there are.
std::string models_text(const backup::Facts& facts) {
  if (facts.models.empty())
    return "";
  const std::size_t others = facts.models.size() - 1;
  return facts.models.front().name + (others > 0 ? " and " + std::to_string(others) + " more" : "");
}

Outcome list(Session& session, const Arguments& arguments) {
  const auto word = arguments.text("format").value_or("tabular");
  const auto format = render::parse_data_format(word);
  if (!format && word != "tabular")
    return arguments.wrong(0, "invalid value \"" + word
                                + "\" for flag --format: write tabular, yaml or json");
  const auto found = session.orchestrator->backups()->list(named_directory(session, arguments));
  if (format) {
    auto all = Document::list();
    for (const auto& facts : found)
      all.push(backup_document(facts));
    session.out(render::formatted(Document::map().add("backups", std::move(all)), *format));
    return Exit::Fine;
  }
  render::Table table(
    {{"Backup"}, {"Made"}, {"Model"}, {"Sequence", true}, {"Size", true}, {"Units"}, {"Damage"}});
  for (const auto& facts : found)
    table.add({{facts.directory.filename().string()},
               {facts.made},
               {models_text(facts)},
               {facts.models.empty() ? "" : std::to_string(facts.models.front().sequence)},
               {facts.damage.empty() ? size_text(facts.bytes) : ""},
               {facts.with_units ? "yes" : "no"},
               {facts.damage}});
  session.out(found.empty() ? "no backups\n" : table.text(false));
  return Exit::Fine;
}

Outcome backup_verb(Session& session, const Arguments& arguments) {
  const auto& word = arguments.words[0];
  if (word == "restore")
    return session.fail("a restore is made while nobody serves the directory: stop this "
                        "orchestrator, then type \"orrery backup restore BACKUP\" in a shell");
  if (word != "create" && word != "list")
    return arguments.wrong(0, "\"" + word
                                + "\" is nothing that can be done with backups: write "
                                  "create, list or restore");
  if (session.orchestrator->backups() == nullptr)
    return session.fail("this orchestrator makes no backups");
  return word == "create" ? create(session, arguments) : list(session, arguments);
}

} // namespace

std::vector<Verb> backup_verbs() {
  Verb verb;
  verb.name = "backup";
  verb.right = Right::Superuser; // a list names all models, and may be of any directory
  verb.arguments = "create [DIR] | list [DIR] | restore BACKUP";
  verb.summary = "Make, list and restore backups of all models";
  verb.more = "A backup holds all models of the orchestrator, and its users: only superusers make "
              "and\nlist them.\n\n"
              "    create   of a running orchestrator, in DATA/backups or in DIR, which is made\n"
              "    list     those of DATA/backups or of DIR\n"
              "    restore  while nobody serves the data directory; BACKUP is a directory, or the\n"
              "             name of one in DATA/backups\n";
  verb.flags = {
    {"with-units", '\0', Flag::Kind::Switch, "", "Create: units' directories, too"},
    {"without-key", '\0', Flag::Kind::Switch, "", "Create: keys of secrets are left out"},
    {"keep", '\0', Flag::Kind::Number, "NUMBER",
     "Create: so many stay in DATA/backups, default 10"},
    {"format", '\0', Flag::Kind::Text, "tabular|yaml|json", "List: how it is shown"},
    {"data-directory", '\0', Flag::Kind::Text, "DIR", "Restore: where to"},
    {"settings", '\0', Flag::Kind::Text, "FILE", "Restore: the settings that name where to"},
    {"key", '\0', Flag::Kind::Text, "FILE",
     "Restore: a key of secrets that was left out; may be repeated"},
    {"discard", '\0', Flag::Kind::Switch, "",
     "Restore: delete the models that are replaced, but no data of storage"},
    {"jump", '\0', Flag::Kind::Number, "NUMBER",
     "Restore: how far each counter jumps, default 1000"},
  };
  verb.examples = {"backup create", "backup create /mnt/saved/monday --with-units", "backup list",
                   "backup restore /mnt/saved/monday --data-directory ./data"};
  verb.words_min = 1;
  verb.words_max = 2;
  verb.of_process = true;
  verb.handler = backup_verb;
  return {verb};
}

} // namespace orrery::cmd
