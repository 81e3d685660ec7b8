#include "actors/hooks/tools/secret_arguments.hpp"

#include "actors/hooks/tools/format.hpp"
#include "actors/hooks/tools/pairs.hpp"
#include "actors/protocol/hook_bounds.hpp"
#include "config/secret_reference.hpp"
#include "config/secret_texts.hpp"
#include "config/secret_times.hpp"

#include <algorithm>

namespace orrery::hooks {
namespace {

/// Calls that wait for a file: as many as a hook has connections.
constexpr std::size_t waiting_calls_max = 16;
/// Bytes of all files of one call: those that its arguments name, and --file.
constexpr std::size_t given_files_max = 2 * config::secret_size_max;
/// Bytes by which sealing makes a content longer, and its mark: at most.
constexpr std::size_t sealing_adds = 256;

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

/// Returns the files of a call. Those of the call that was looked at longest ago give way: nobody
/// waits for it any more, as a hook has no more connections than that.
GivenFiles& files_of(SecretState& state, const ToolCall& call) {
  const std::string name = name_of_call(call);
  auto& files = state.files;
  if (!files.contains(name) && files.size() >= waiting_calls_max)
    files.erase(std::min_element(files.begin(), files.end(), [](const auto& one, const auto& two) {
      return one.second.turn < two.second.turn;
    }));
  GivenFiles& found = files[name];
  if (!call.has_input)
    found = {}; // of an earlier call with these words
  found.turn = ++state.turns;
  return found;
}

/// Takes over the file that the call has brought. @returns whether there is room for it.
bool take_input(GivenFiles& files, const ToolCall& call) {
  if (!call.has_input || files.asked.empty())
    return true;
  files.bytes += call.input.size();
  if (files.bytes > given_files_max)
    return false;
  files.contents[std::exchange(files.asked, {})] = call.input;
  return true;
}

/// Returns the bytes of a content once it is sealed, at most: quotes, colons and commas count.
std::size_t sealed_size(const config::SecretContent& content) {
  std::size_t size = sealing_adds;
  for (const auto& [key, value] : content)
    size += key.size() + value.size() + 6;
  return size;
}

bool is_removal(const PendingSecret& secret) {
  return !secret.content && protocol::only_takes_away(secret.change);
}

/// Says why a hook may not change one more secret so; null: it may.
const char* beyond_count(const SecretState& state, bool removes) {
  if (removes)
    return state.pending_removals < protocol::removed_secrets_max
             ? nullptr
             : "one hook may remove at most 10000 secrets: leave the others to a later one";
  return state.pending.size() - state.pending_removals < protocol::changed_secrets_max
           ? nullptr
           : "one hook may change at most 100 secrets: leave the others to a later "
             "one, or put several values into one secret";
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
  GivenFiles& files = files_of(task.state.secrets, task.call);
  if (!take_input(files, task.call))
    return tl::unexpected(
      failed("the files of one call may have at most 2000000 bytes in all: give fewer"));
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

void forget_files(SecretState& state, const ToolCall& call) {
  if (!state.files.empty())
    state.files.erase(name_of_call(call));
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

protocol::SecretChange changed_so_far(const Task& task, const std::string& id) {
  const auto& pending = task.state.secrets.pending;
  const auto found = pending.find(id);
  return found == pending.end() ? protocol::SecretChange{} : found->second.change;
}

ToolDone keep_pending(Task& task,
                      const std::string& id,
                      protocol::SecretChange change,
                      std::optional<config::SecretContent> content) {
  SecretState& state = task.state.secrets;
  const auto present = state.pending.find(id);
  const bool is_new = present == state.pending.end();
  if (!content && !is_new && !change.removed)
    content = present->second.content;
  const bool was_removal = !is_new && is_removal(present->second);
  const bool removes = !content && protocol::only_takes_away(change);
  if (is_new || was_removal != removes)
    if (const char* const refusal = beyond_count(state, removes); refusal != nullptr)
      return failed(refusal);
  const std::size_t bytes = protocol::size_of(change) + (content ? sealed_size(*content) : 0);
  const std::size_t others = state.pending_bytes - (is_new ? 0 : present->second.bytes);
  if (others + bytes > protocol::changed_secrets_bytes_max)
    return failed("one hook may change at most 1 MiB of secrets in all: store large data "
                  "elsewhere, and in a secret what opens it");
  state.pending[id] = {std::move(change), std::move(content), bytes};
  state.pending_bytes = others + bytes;
  state.pending_removals += removes ? 1 : 0;
  state.pending_removals -= was_removal ? 1 : 0;
  return done();
}

void drop_pending(Task& task, const std::string& id) {
  SecretState& state = task.state.secrets;
  const auto present = state.pending.find(id);
  if (present == state.pending.end())
    return;
  state.pending_bytes -= present->second.bytes;
  state.pending_removals -= is_removal(present->second) ? 1 : 0;
  state.pending.erase(present);
}

std::optional<NeedSecret> look_for(const Task& task, NeedSecret what) {
  return task.state.secrets.looked ? std::nullopt : std::optional(std::move(what));
}

std::string newly_labelled(const SecretState& state, const std::string& label) {
  for (const auto& [id, pending] : state.pending)
    if (!label.empty() && pending.change.label == label)
      return id;
  return {};
}

bool has_lost_label(const SecretState& state, const std::string& label) {
  const store::Secret& found = state.found->record;
  const auto pending = state.pending.find(found.id);
  return found.label == label && state.found->manages && pending != state.pending.end()
         && pending->second.change.label.value_or(label) != label;
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
