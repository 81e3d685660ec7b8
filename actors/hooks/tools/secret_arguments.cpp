#include "actors/hooks/tools/secret_arguments.hpp"

#include "actors/hooks/tools/format.hpp"
#include "actors/hooks/tools/pairs.hpp"
#include "config/secret_reference.hpp"
#include "config/secret_texts.hpp"
#include "config/secret_times.hpp"

namespace orrery::hooks {
namespace {

/// Two calls with one name want the same files.
std::string name_of_call(const ToolCall& call) {
  std::string name = call.directory;
  for (const std::string& argument : call.arguments)
    name.append(1, '\0').append(argument);
  return name;
}

/// Returns the content of a file, or asks the tool's program for it.
tl::expected<std::string, ToolDone> content_of(GivenFiles& files, const std::string& path) {
  if (const auto found = files.contents.find(path); found != files.contents.end())
    return found->second;
  files.asked = path;
  return tl::unexpected(wants_input(path));
}

} // namespace

tl::expected<std::string, ToolDone> secret_of(const Task& task) {
  if (task.flags.positional.empty())
    return tl::unexpected(misused("missing secret URI"));
  auto id = config::parse_secret_uri(task.flags.positional.front());
  if (!id)
    return tl::unexpected(misused(id.error()));
  return *id;
}

tl::expected<std::optional<config::SecretContent>, ToolDone> given_content(Task& task,
                                                                           std::size_t first) {
  GivenFiles& files = task.state.secrets.files[name_of_call(task.call)];
  if (!task.call.has_input)
    files = {}; // of an earlier call with these words
  else if (!files.asked.empty())
    files.contents[std::exchange(files.asked, {})] = task.call.input;
  config::SecretContent content;
  for (std::size_t i = first; i < task.flags.positional.size(); ++i) {
    auto argument = config::parse_secret_argument(task.flags.positional[i]);
    if (!argument)
      return tl::unexpected(misused(argument.error()));
    if (argument->kind == config::SecretArgument::Kind::File) {
      auto text = content_of(files, argument->value);
      if (!text)
        return tl::unexpected(std::move(text.error()));
      argument->value = std::move(*text);
    }
    if (const auto added = config::add_secret_value(content, *argument); !added)
      return tl::unexpected(failed(added.error()));
  }
  if (const std::string file = task.flags.text("file"); !file.empty()) { // SE4: wins
    const auto text = content_of(files, file);
    if (!text)
      return tl::unexpected(text.error());
    auto read = config::read_secret_file(*text, file);
    if (!read)
      return tl::unexpected(misused(read.error()));
    content = std::move(*read);
  }
  if (const auto fits = config::check_secret_size(content); !fits)
    return tl::unexpected(failed(fits.error()));
  return content.empty() ? std::nullopt : std::optional(std::move(content));
}

void forget_files(Task& task) {
  task.state.secrets.files.erase(name_of_call(task.call));
}

std::vector<Flag> secret_flags() {
  return {{{"label"}, false, "", "A label to find the secret by"},
          {{"description"}, false, "", "What the secret is for"},
          {{"expire"}, false, "", "When it expires: a time, or a duration from now"},
          {{"rotate"}, false, "", "How often it is to be rotated (never|hourly|daily|weekly|...)"},
          {{"file"}, false, "", "A YAML or JSON map of keys to values"}};
}

tl::expected<void, ToolDone> take_secret_flags(const Task& task, protocol::SecretChange& change) {
  if (std::string text = task.flags.text("label"); !text.empty())
    change.label = std::move(text);
  if (std::string text = task.flags.text("description"); !text.empty())
    change.description = std::move(text);
  for (const std::string& trouble : {config::label_trouble(change.label.value_or(""), "label"),
                                     config::description_trouble(change.description.value_or(""))})
    if (!trouble.empty())
      return tl::unexpected(failed(trouble));
  if (std::string text = task.flags.text("rotate"); !text.empty()) {
    if (!config::is_rotate_policy(text))
      return tl::unexpected(misused("rotate policy " + in_quotes(text) + " not valid"));
    change.rotation = std::move(text);
  }
  if (const std::string text = task.flags.text("expire"); !text.empty()) {
    const auto time = config::parse_secret_expiry(text, task.state.secrets.now);
    if (!time)
      return tl::unexpected(misused(time.error()));
    change.expires = *time;
  }
  return {};
}

PendingSecret& pending_secret(Task& task, const std::string& id) {
  return task.state.secrets.pending[id];
}

std::optional<NeedSecret> look_for(const Task& task, NeedSecret what) {
  return task.state.secrets.looked ? std::nullopt : std::optional(std::move(what));
}

SecretGrants grants_now(const Task& task, const std::string& id) {
  SecretGrants grants;
  const SecretState& state = task.state.secrets;
  if (state.found)
    for (const auto& [subject, grant] : state.found->grants)
      grants[subject] = grant.in_relation ? std::optional(grant.relation) : std::nullopt;
  if (const auto pending = state.pending.find(id); pending != state.pending.end()) {
    for (const std::string& subject : pending->second.change.revoked)
      grants.erase(subject);
    for (const auto& [subject, relation] : pending->second.change.grants)
      grants[subject] = relation;
  }
  return grants;
}

ToolDone unknown_secret(const std::string& id) {
  return failed("secret " + in_quotes(id) + " not found");
}

} // namespace orrery::hooks
