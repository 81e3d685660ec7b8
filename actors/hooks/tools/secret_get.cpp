// secret-get: a secret's content, and which revision of it the unit goes on reading (SE19 to SE23).
#include "actors/hooks/tools/format.hpp"
#include "actors/hooks/tools/secret_arguments.hpp"
#include "config/base64.hpp"
#include "config/secret_reference.hpp"
#include "config/secret_texts.hpp"

namespace orrery::hooks {
namespace {

/// Arguments of secret-get.
struct Wanted {
  std::string id; ///< Empty: by label.
  std::string key;
  std::string label;
  bool peek = false;
  bool refresh = false;
};

tl::expected<Wanted, ToolDone> wanted_secret(const Task& task) {
  Wanted wanted;
  wanted.label = task.flags.text("label");
  wanted.peek = task.flags.on("peek");
  wanted.refresh = task.flags.on("refresh");
  if (wanted.peek && wanted.refresh)
    return tl::unexpected(misused("specify one of --peek or --refresh but not both"));
  auto words = task.flags.positional;
  if (!words.empty()) {
    auto id = config::parse_secret_uri(words.front());
    if (!id && wanted.label.empty())
      return tl::unexpected(misused(id.error()));
    if (id) {
      wanted.id = *id;
      words.erase(words.begin());
    }
  }
  if (wanted.id.empty() && wanted.label.empty())
    return tl::unexpected(misused("require either a secret URI or label"));
  if (!wanted.id.empty()) // then it becomes the secret's
    if (const auto trouble = config::label_trouble(wanted.label, "label"); !trouble.empty())
      return tl::unexpected(failed(trouble));
  if (words.size() > 1)
    return tl::unexpected(misused("unrecognized args: [" + in_quotes(words[1]) + "]"));
  if (!words.empty())
    wanted.key = words.front();
  return wanted;
}

ToolDone
shown_content(const Task& task, const config::SecretContent& content, const std::string& wanted) {
  const auto plain = [](const std::string& encoded) {
    return config::bytes_of_base64(encoded).value_or("");
  };
  if (wanted.empty()) {
    store::Settings values;
    for (const auto& [key, value] : content)
      values[key] = plain(value);
    return printed(task, config::Data::map(values));
  }
  constexpr std::string_view encoded_mark = "#base64";
  const bool encoded = wanted.ends_with(encoded_mark);
  const std::string key = encoded ? wanted.substr(0, wanted.size() - encoded_mark.size()) : wanted;
  const auto found = content.find(key);
  if (found == content.end())
    return failed("secret key value " + in_quotes(wanted) + " not found");
  const std::string value = encoded ? found->second : plain(found->second);
  ToolDone outcome = printed(task, value);
  if (!task.flags.given.contains("format")) // bare, as `password=$(secret-get URI password)` wants
    outcome.reply.output = value + '\n';
  return outcome;
}

/// Reads on disk what this hook has not changed, and pins it (SE20).
ToolOutcome read_committed(Task& task, const Wanted& wanted, const SecretSight& seen) {
  const std::uint32_t latest = store::latest_revision(seen.record);
  const bool moves = wanted.refresh || !seen.consumer;
  const std::uint32_t revision = moves || wanted.peek ? latest : seen.consumer->revision;
  const auto content = seen.contents.find(revision);
  if (content == seen.contents.end())
    return failed("secret revision " + in_quotes(seen.record.id + "/" + std::to_string(revision))
                  + " not found"); // SE23
  ToolDone outcome = shown_content(task, content->second, wanted.key);
  if (outcome.reply.code != 0)
    return outcome;
  TrackSecret track{
    seen.record.id, seen.record.owner, moves ? latest : seen.consumer->revision, {}};
  const bool labels = !wanted.id.empty() && !wanted.label.empty() && !seen.manages
                      && !(seen.consumer && seen.consumer->label == wanted.label);
  if (labels)
    track.label = wanted.label;
  if (!seen.consumer || labels || seen.consumer->revision != track.revision)
    outcome.effects.emplace_back(std::move(track));
  return outcome;
}

/// SE28
ToolDone keep_label(Task& task, const std::string& id, const std::string& label) {
  protocol::SecretChange change = changed_so_far(task, id);
  change.label = label;
  return keep_pending(task, id, std::move(change));
}

ToolOutcome secret_get(Task& task) {
  const auto wanted = wanted_secret(task);
  if (!wanted)
    return wanted.error();
  SecretState& state = task.state.secrets;
  const bool by_label = wanted->id.empty();
  const std::string id = by_label ? newly_labelled(state, wanted->label) : wanted->id;
  if (const auto added = state.pending.find(id);
      added != state.pending.end() && added->second.change.added_for) {
    if (!by_label && !wanted->label.empty())
      if (ToolDone kept = keep_label(task, id, wanted->label); kept.reply.code != 0)
        return kept;
    return shown_content(task, *added->second.content, wanted->key);
  }
  if (const auto need =
        look_for(task, {id.empty() ? NeedSecret::What::ByLabel : NeedSecret::What::ById,
                        id.empty() ? wanted->label : id, true, by_label ? "" : wanted->label}))
    return *need;
  if (!state.found || (by_label && has_lost_label(state, wanted->label)))
    return by_label ? failed("consumer label " + in_quotes(wanted->label) + " not found")
                    : unknown_secret("secret:" + wanted->id);
  const SecretSight& seen = *state.found;
  if (!seen.may_read)
    return failed("permission denied"); // SE11
  if (!state.taken_by.empty())
    return failed(state.taken_by); // SE29
  const auto pending = state.pending.find(seen.record.id);
  const bool has_new = pending != state.pending.end() && pending->second.content;
  if (!by_label && !wanted->label.empty() && seen.manages && seen.record.label != wanted->label)
    if (ToolDone kept = keep_label(task, seen.record.id, wanted->label); kept.reply.code != 0)
      return kept;
  if (!has_new || !(wanted->peek || wanted->refresh))
    return read_committed(task, *wanted, seen);
  ToolDone outcome = shown_content(task, *pending->second.content, wanted->key); // SE22
  if (outcome.reply.code == 0 && wanted->refresh)
    pending->second.change.tracks = true;
  return outcome;
}

} // namespace

Tool secret_get_tool() {
  Tool tool;
  tool.name = "secret-get";
  tool.arguments = "[URI] [KEY]";
  tool.purpose = "Print the content of a secret.";
  tool.prints = true;
  tool.flags = {{{"label"}, false, "", "The secret with this label, or a label for it"},
                {{"peek"}, true, "", "The latest content, this time only"},
                {{"refresh"}, true, "", "The latest content, from now on"}};
  tool.run = secret_get;
  tool.has_smart = false;
  return tool;
}

} // namespace orrery::hooks
