#include "actors/hooks/tools/format.hpp"
#include "actors/hooks/tools/pairs.hpp"
#include "actors/protocol/hook_bounds.hpp"

namespace orrery::hooks {
namespace {

constexpr std::size_t key_limit = 256;           ///< Bytes (CS2).
constexpr std::size_t value_limit = 64UL << 10U; ///< Bytes.

/// Returns what is kept as this hook leaves it so far.
const store::Settings& kept_now(const HookState& state) {
  return state.kept_after ? *state.kept_after : *state.kept;
}

ToolOutcome state_get(Task& task) {
  if (const ToolDone extra = no_more_than(task, 1); extra.reply.code != 0)
    return extra;
  if (!task.state.kept)
    return NeedStored::Kept;
  const store::Settings& kept = kept_now(task.state);
  const std::string key = task.flags.positional.empty() ? "-" : task.flags.positional.front();
  if (key == "-" || key.empty())
    return printed(task, config::Data::map(kept));
  const auto found = kept.find(key);
  if (found == kept.end() && task.flags.on("strict"))
    return failed(in_quotes(key) + " not found");
  return printed(task, found == kept.end() ? "" : found->second); // CS3: no null
}

std::string unkeepable(const store::Settings& settings) {
  for (const auto& [key, value] : settings) {
    if (key.size() > key_limit)
      return "max allowed key length (256) exceeded";
    if (value.size() > value_limit)
      return "max allowed value length (65536) exceeded";
  }
  const std::string text = unwritable(settings);
  return text.empty() ? text : "cannot write unit state: " + text;
}

/// Returns what is kept from now on, the hook's own, to be changed in place: copied once a hook.
store::Settings& own_kept(HookState& state) {
  if (!state.kept_after) {
    state.kept_after = state.kept;
    state.kept_size = store::size_of(*state.kept);
  }
  return *state.kept_after;
}

/// Returns the bytes of all that is kept with these settings.
std::size_t kept_size_with(const HookState& state, const store::Settings& settings) {
  const store::Settings& now = kept_now(state);
  std::size_t size = state.kept_after ? state.kept_size : store::size_of(now);
  for (const auto& [key, value] : settings) {
    const auto found = now.find(key);
    size += found == now.end() ? key.size() : 0;
    size += value.size();
    size -= found == now.end() ? 0 : found->second.size();
  }
  return size;
}

/// The model asks again when the hook succeeds (CS2).
ToolOutcome state_set(Task& task) {
  const auto settings = given_settings(task);
  if (!settings)
    return settings.error();
  if (const std::string text = unkeepable(*settings); !text.empty())
    return failed(text);
  if (settings->empty())
    return done();
  if (!task.state.kept)
    return NeedStored::Kept;
  const std::size_t size = kept_size_with(task.state, *settings);
  if (size > protocol::kept_bytes_max)
    return failed("max allowed size (2097152) exceeded by what " + task.sight.unit
                  + " would keep with state-set: keep large data in files");
  store::Settings& after = own_kept(task.state);
  for (const auto& [key, value] : *settings)
    after[key] = value; // an empty value, too (CS1)
  task.state.kept_size = size;
  return done();
}

ToolOutcome state_delete(Task& task) {
  if (task.flags.positional.empty())
    return misused("missing key");
  if (const ToolDone extra = no_more_than(task, 1); extra.reply.code != 0)
    return extra;
  if (!task.state.kept)
    return NeedStored::Kept;
  const std::string& key = task.flags.positional.front();
  if (!kept_now(task.state).contains(key))
    return done();
  store::Settings& after = own_kept(task.state);
  const auto found = after.find(key);
  task.state.kept_size -= found->first.size() + found->second.size();
  after.erase(found);
  return done();
}

} // namespace

std::vector<Tool> state_tools() {
  return {{"state-delete",
           "KEY",
           "Keep a key no longer, once the hook succeeds.",
           false,
           {},
           state_delete},
          {"state-get",
           "[KEY|-]",
           "Print what the unit's hooks keep in the model.",
           true,
           {{{"strict"}, true, "", "A key that is not there is an error"}},
           state_get},
          {"state-set",
           "key=value [key=value ...]",
           "Keep values in the model for later hooks of the unit, once this one succeeds.",
           false,
           {{{"file"}, false, "", "A YAML or JSON map of values, - for standard input"}},
           state_set}};
}

} // namespace orrery::hooks
