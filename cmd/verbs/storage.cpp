// Storage instances: listed, shown, added, attached, detached and removed (ST38-ST42, ST50-ST52).
#include "cmd/views/render/storage.hpp"

#include "cmd/charms/storage_directives.hpp"
#include "cmd/session/local_time.hpp"
#include "cmd/verbs/data_format.hpp"
#include "cmd/verbs/dry_run.hpp"
#include "cmd/verbs/groups.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

constexpr const char* storage_kinds = "dD"; // instances and attachments

std::optional<store::Contents> read_storage(Session& session) {
  return read_named(session, {.kinds = storage_kinds});
}

/// Says that there is none, which is no failure.
int tell_of_no_storage(Session& session) {
  session.err("No storage to display.\n");
  return Exit::Fine;
}

/// Leaves those filesystems that the words name by their numbers; without words all. @returns the
/// first that is not there
std::optional<std::string> leave_filesystems(store::Contents& contents,
                                             const std::vector<std::string>& numbers) {
  const auto numbered = [&](const auto& each) {
    return each.second.placed
           && (numbers.empty()
               || std::find(numbers.begin(), numbers.end(), std::to_string(each.second.number))
                    != numbers.end());
  };
  std::erase_if(contents.storages, [&](const auto& each) { return !numbered(each); });
  for (const std::string& number : numbers)
    if (std::none_of(contents.storages.begin(), contents.storages.end(), [&](const auto& each) {
          return std::to_string(each.second.number) == number;
        }))
      return number;
  return std::nullopt;
}

/// @pre --filesystem or --volume is among the flags, and not both
int list_places(Session& session,
                const Arguments& arguments,
                const std::optional<render::DataFormat>& format) {
  auto contents = read_storage(session);
  if (!contents)
    return Exit::Failed;
  if (arguments.on("volume")) // all storage is of filesystems
    contents->storages.clear();
  if (const auto missing = leave_filesystems(*contents, arguments.words))
    return session.fail((arguments.on("volume") ? "volume \"" : "filesystem \"") + *missing
                        + "\" not found");
  if (contents->storages.empty())
    return tell_of_no_storage(session);
  auto document = render::Document::map();
  document.add("filesystems", render::filesystems_document(*contents, time_format(false)));
  session.out(format ? render::formatted(document, *format)
                     : render::filesystem_table(*contents).text(false));
  return Exit::Fine;
}

Outcome list_storage(Session& session, const Arguments& arguments) {
  const auto format = format_of(arguments, "tabular", "tabular");
  if (!format)
    return tl::unexpected(format.error());
  if (arguments.on("filesystem") && arguments.on("volume"))
    return arguments.wrong(0, "--filesystem and --volume can not be used together");
  if (arguments.on("filesystem") || arguments.on("volume"))
    return list_places(session, arguments, *format);
  if (!arguments.words.empty())
    return arguments.wrong(0,
                           "specifying IDs only supported with --filesystem and --volume options");
  const auto contents = read_storage(session);
  if (!contents)
    return Exit::Failed;
  if (contents->storages.empty())
    return tell_of_no_storage(session);
  session.out(
    *format ? render::formatted(render::storages_document(*contents, time_format(false)), **format)
            : render::storage_table(*contents, false).text(false));
  return Exit::Fine;
}

Outcome show_storage(Session& session, const Arguments& arguments) {
  const auto format = format_of(arguments, "yaml", "");
  if (!format)
    return tl::unexpected(format.error());
  if (arguments.words.empty())
    return arguments.wrong(0, "must specify storage ID(s)");
  const auto contents = read_storage(session);
  if (!contents)
    return Exit::Failed;
  auto shown = render::Document::map();
  for (const std::string& id : arguments.words) {
    if (!store::is_unit_name(id)) // one grammar
      return session.fail("invalid storage ID " + id);
    const auto found = contents->storages.find(id);
    if (found == contents->storages.end())
      return session.fail("storage instance \"" + id + "\" not found");
    shown.add(id, render::storage_document(found->second, render::attachment_of(*contents, id),
                                           time_format(false)));
  }
  session.out(render::formatted(shown, **format));
  return Exit::Fine;
}

Outcome add_storage(Session& session, const Arguments& arguments) {
  if (arguments.words.size() < 2)
    return arguments.wrong(0, "add-storage requires a unit and a storage directive");
  const std::string& unit = arguments.words[0];
  if (!store::is_unit_name(unit))
    return session.fail("unit name \"" + unit + "\" not valid");
  auto exit = Exit::Fine;
  for (std::size_t i = 1; i < arguments.words.size(); ++i) {
    const auto read = config::parse_named_directive(arguments.words[i], true);
    if (!read)
      return arguments.wrong(i, read.error());
    const auto answer =
      perform(session, protocol::AddStorage{unit, read->first, directive_record(read->second)},
              "failed to add storage \"" + read->first + "\" to " + unit,
              explain::Subject{store::EntityKind::Unit, unit});
    if (!answer) {
      exit = Exit::Failed;
      continue;
    }
    std::string_view left = answer->created;
    while (!left.empty()) {
      const auto id = left.substr(0, left.find(' '));
      session.err("added storage " + std::string(id) + " to " + unit + "\n");
      left.remove_prefix(std::min(left.size(), id.size() + 1));
    }
  }
  return exit;
}

/// Command of a verb for each of the ids that it was given.
using Each = protocol::Command (*)(const std::string& id,
                                   const store::Storage& storage,
                                   const Arguments& arguments);
/// Words of such a verb: `detach` and `detaching`.
struct Words {
  std::string plain;
  std::string doing;
};

/// @returns whether it was done, or was so already.
bool change_one(Session& session,
                const Arguments& arguments,
                const store::Contents& contents,
                const std::string& id,
                const Words& words,
                Each command) {
  const auto failed = "failed to " + words.plain + " " + id;
  const auto found = contents.storages.find(id);
  if (found == contents.storages.end()) {
    session.fail(failed + ": storage instance \"" + id + "\" not found");
    return false;
  }
  const auto answer = perform(session, command(id, found->second, arguments), failed);
  if (answer)
    session.err(words.doing + " " + id + "\n");
  else if (words.plain == "remove" && !found->second.unit.empty() && !arguments.on("force"))
    session.err("\nUse the --force option to remove attached storage, or use \"" + session.program
                + " detach-storage\" to explicitly detach the storage before removing.\n");
  return answer.has_value();
}

Outcome
change_each(Session& session, const Arguments& arguments, const Words& words, Each command) {
  for (std::size_t i = 0; i < arguments.words.size(); ++i)
    if (!store::is_unit_name(arguments.words[i]))
      return arguments.wrong(i, "invalid storage ID \"" + arguments.words[i] + "\"");
  const auto contents = read_storage(session);
  if (!contents)
    return Exit::Failed;
  auto exit = Exit::Fine;
  for (const std::string& id : arguments.words)
    if (!change_one(session, arguments, *contents, id, words, command))
      exit = Exit::Failed;
  return exit;
}

protocol::Command
detaching(const std::string& id, const store::Storage& storage, const Arguments& arguments) {
  return protocol::DetachStorage{id, storage.unit, arguments.on("force")};
}

protocol::Command
removing(const std::string& id, const store::Storage& storage, const Arguments& arguments) {
  return protocol::RemoveStorage{id, storage.unit, arguments.on("force")};
}

Outcome detach_storage(Session& session, const Arguments& arguments) {
  return change_each(session, arguments, {"detach", "detaching"}, detaching);
}

Outcome remove_storage(Session& session, const Arguments& arguments) {
  if (arguments.on("no-destroy"))
    return session.fail("storage provider \"rootfs\" does not support releasing storage");
  return change_each(session, arguments, {"remove", "removing"}, removing);
}

Outcome attach_storage(Session& session, const Arguments& arguments) {
  const std::string& unit = arguments.words[0];
  if (!store::is_unit_name(unit))
    return session.fail("unit name \"" + unit + "\" not valid");
  const auto contents = read_storage(session);
  if (!contents)
    return Exit::Failed;
  auto exit = Exit::Fine;
  for (std::size_t i = 1; i < arguments.words.size(); ++i) {
    const std::string& id = arguments.words[i];
    const auto failed = "failed to attach " + id + " to " + unit;
    const auto found = contents->storages.find(id);
    if (found != contents->storages.end() && !found->second.unit.empty()
        && found->second.unit != unit) {
      session.fail(failed + ": cannot attach storage " + id + " to unit " + unit
                   + ": cannot attach storage owned by unit " + found->second.unit + " to unit "
                   + unit);
      exit = Exit::Failed;
      continue;
    }
    if (found == contents->storages.end() && store::is_unit_name(id)) {
      session.fail(failed + ": storage instance \"" + id + "\" not found");
      exit = Exit::Failed;
      continue;
    }
    if (perform(session, protocol::AttachStorage{id, unit}, failed,
                explain::Subject{store::EntityKind::Unit, unit}))
      session.err("attaching " + id + " to " + unit + "\n");
    else
      exit = Exit::Failed;
  }
  return exit;
}

Verb storage_verb(std::string name, Right right, std::string arguments, Handler handler) {
  Verb verb;
  verb.name = std::move(name);
  verb.right = right;
  verb.arguments = std::move(arguments);
  verb.handler = handler;
  return verb;
}

std::vector<Verb> reading_verbs() {
  auto list = storage_verb("storage", Right::Read, "[NUMBER...]", list_storage);
  list.aliases = {"list-storage"};
  list.summary = "List storage instances: whose they are, and how they are doing";
  list.flags = {{"format", '\0', Flag::Kind::Text, "tabular|yaml|json", "How it is shown"},
                {"filesystem", '\0', Flag::Kind::Switch, "", "List filesystems, all or by numbers"},
                {"volume", '\0', Flag::Kind::Switch, "", "List volumes: there are none"}};
  list.examples = {"storage", "storage --format json"};
  auto show = storage_verb("show-storage", Right::Read, "STORAGE...", show_storage);
  show.summary = "Show storage instances in detail";
  show.flags = {{"format", '\0', Flag::Kind::Text, "yaml|json", "How it is shown"}};
  show.examples = {"show-storage data/0"};
  return {list, show};
}

} // namespace

std::vector<Verb> storage_verbs() {
  const Flag force{"force", '\0', Flag::Kind::Switch, "",
                   "At once, without the unit's storage-detaching hook"};
  auto add = storage_verb("add-storage", Right::Write, "UNIT NAME[=DIRECTIVE]...", add_storage);
  add.summary = "Give a unit further storage";
  add.examples = {"add-storage db/0 data", "add-storage db/0 data=2,10G"};
  auto attach = storage_verb("attach-storage", Right::Write, "UNIT STORAGE...", attach_storage);
  attach.summary = "Give storage that no unit has, with its data, to a unit";
  attach.examples = {"attach-storage db/1 data/0"};
  attach.words_min = 2;
  auto detach = storage_verb("detach-storage", Right::Write, "STORAGE...", detach_storage);
  detach.set = config::CommandSet::RemoveObject;
  detach.summary = "Take storage from its unit; the data stays";
  detach.flags = {force};
  detach.examples = {"detach-storage data/0"};
  detach.words_min = 1;
  auto remove = storage_verb("remove-storage", Right::Write, "STORAGE...", remove_storage);
  remove.set = config::CommandSet::RemoveObject;
  remove.summary = "Remove storage with its data";
  remove.flags = {{"force", '\0', Flag::Kind::Switch, "", "Also from a unit that has it"},
                  {"no-destroy", '\0', Flag::Kind::Switch, "", "Refused: nobody could keep it"}};
  remove.examples = {"remove-storage data/0"};
  remove.words_min = 1;
  auto all = reading_verbs();
  for (auto* verb : {&add, &attach, &detach, &remove})
    all.push_back(with_dry_run(*verb));
  return all;
}

} // namespace orrery::cmd
