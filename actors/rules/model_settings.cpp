#include "actors/rules/model_settings.hpp"

#include "actors/rules/constraints.hpp"
#include "config/command_sets.hpp"
#include "config/document.hpp"
#include "config/go_duration.hpp"
#include "config/model_keys.hpp"
#include "config/ssh_key.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace orrery::rules {

namespace {

using config::ModelKey;
using config::quote;

/// More than all keys take; those that nobody knows are kept, too.
constexpr std::size_t model_config_limit = std::size_t{1} << 20;

/// The value of a key that cannot be set.
std::string fixed_value(const store::Model& model, const ModelKey& key) {
  if (key.name == "name")
    return model.name;
  if (key.name == "uuid")
    return model.uuid;
  return key.name == "type" ? "process" : std::string(key.usual.value_or(""));
}

/// Why a key cannot be set to that; nothing if it is so already.
std::optional<std::string>
why_fixed(const store::Model& model, const ModelKey& key, const std::string& wanted) {
  if (key.name == "agent-version")
    return quote(key.name) + " must be set via \"upgrade-model\"";
  if (key.name == "charmhub-url")
    return quote(key.name) + " must be set via \"add-model\"";
  if (key.name == "authorized-keys")
    return "authorized-keys cannot be set";
  if (config::is_disabled_key(key.name))
    return quote(key.name) + " must be set via \"disable-command\"";
  const std::string value = fixed_value(model, key);
  if (value == wanted)
    return std::nullopt;
  return fmt::format("cannot change {} from {} to {}", key.name, quote(value), quote(wanted));
}

/// Puts one value in its place. @returns why it cannot.
std::optional<std::string> take_value(store::Settings& values,
                                      const store::Model& model,
                                      const std::string& name,
                                      const std::string& text) {
  if (auto why = config::why_not_kept(name, text))
    return why;
  const ModelKey* const key = config::find_model_key(name);
  if (key != nullptr && key->kind == ModelKey::Kind::Fixed)
    return why_fixed(model, *key, text);
  if (key == nullptr) {
    values[name] = text;
    return std::nullopt;
  }
  auto value = config::canonical_model_value(*key, text);
  if (!value)
    return value.error();
  values[name] = std::move(*value);
  return std::nullopt;
}

constexpr const char* results_kept =
  "max-action-results-age and max-action-results-size cannot both be 0: nothing of operations "
  "would ever be deleted; set one of them";
constexpr const char* keys_name = "authorized-keys";
constexpr std::size_t keys_max = 100;

/// Takes ssh keys away, then adds some (CL5). @returns why it cannot.
std::optional<std::string> change_keys(store::Settings& values,
                                       const protocol::SetModelConfig& change) {
  const auto found = values.find(keys_name);
  std::vector<std::string> lines;
  for (auto& key : config::parse_ssh_keys(found == values.end() ? "" : found->second))
    lines.push_back(std::move(key.line));
  const bool had_keys = !lines.empty();
  for (const auto& line : change.keys_removed)
    std::erase(lines, line);
  for (const auto& given : change.keys_added) {
    const auto key = config::parse_ssh_key(given);
    if (!key)
      return "invalid ssh key: " + given;
    if (std::find(lines.begin(), lines.end(), key->line) == lines.end())
      lines.push_back(key->line);
  }
  if (lines.empty() && had_keys)
    return "cannot delete all keys";
  if (lines.size() > keys_max)
    return fmt::format("a model has at most {} ssh keys: remove one first", keys_max);
  std::string text;
  for (const auto& line : lines)
    text += line + "\n";
  if (const auto why = config::why_not_kept(keys_name, text))
    return "the model's ssh keys would have more than 64 KiB: remove one first";
  if (!text.empty())
    values[keys_name] = std::move(text);
  return std::nullopt;
}

/// Disables commands, or enables them again (MD13). @returns why it cannot.
std::optional<std::string> change_disabled(store::Settings& values,
                                           const protocol::SetModelConfig& change) {
  for (const auto& [set, message] : change.disabled) {
    const std::string key = config::disabled_key(set);
    if (!message) {
      values.erase(key);
      continue;
    }
    if (auto why = config::why_not_kept(key, *message))
      return why;
    values[key] = *message;
  }
  return std::nullopt;
}

/// Whether results of operations would be kept for ever (A63).
bool keeps_all_results(const store::Settings& values) {
  const auto age = config::parse_go_duration(config::model_value(values, "max-action-results-age"));
  const auto size = config::model_value(values, "max-action-results-size");
  return age && age->count() == 0 && config::bytes_of_size(size) == 0;
}

} // namespace

Decision set_model_config(const ModelState& model, const protocol::SetModelConfig& change) {
  store::ModelConfig after = model.config;
  for (const std::string& name : change.reset) {
    const ModelKey* const key = config::find_model_key(name);
    if (key != nullptr && key->kind == ModelKey::Kind::Fixed)
      return refuse(protocol::Code::BadOption, quote(name) + " cannot be reset");
    after.values.erase(name);
  }
  for (const auto& [name, text] : change.set)
    if (const auto why = take_value(after.values, model.record, name, text))
      return refuse(protocol::Code::BadOption, *why);
  if (!change.keys_added.empty() || !change.keys_removed.empty())
    if (const auto why = change_keys(after.values, change))
      return refuse(protocol::Code::BadOption, *why);
  if (const auto why = change_disabled(after.values, change))
    return refuse(protocol::Code::BadOption, *why);
  if (after == model.config)
    return nothing();
  if (keeps_all_results(after.values) && !keeps_all_results(model.config.values))
    return refuse(protocol::Code::BadOption, results_kept);
  if (store::size_of(after.values) > model_config_limit)
    return refuse(protocol::Code::LimitExceeded,
                  "the model's configuration would be larger than 1 MiB in all: reset what nobody "
                  "needs");
  Decision decision;
  decision.writes.push_back(put(std::move(after)));
  return decision;
}

Decision set_model_constraints(const ModelState& model,
                               const protocol::SetModelConstraints& change) {
  auto constraints = canonical_constraints(change.constraints);
  if (!constraints)
    return refuse(constraints.error().code, constraints.error().text);
  store::ModelConfig after = model.config;
  after.constraints = std::move(*constraints);
  if (after == model.config)
    return nothing();
  Decision decision;
  decision.writes.push_back(put(std::move(after)));
  return decision;
}

Decision set_model_defaults(const ModelState& model, const protocol::SetModelDefaults& change) {
  store::ModelDefaults after = model.defaults;
  for (const std::string& name : change.reset)
    after.values.erase(name);
  for (const auto& [name, text] : change.set) {
    const ModelKey* const key = config::find_model_key(name);
    if (key != nullptr && key->kind == ModelKey::Kind::Fixed)
      return refuse(protocol::Code::BadOption, quote(name) + " cannot be a default of models");
    if (const auto why = take_value(after.values, model.record, name, text))
      return refuse(protocol::Code::BadOption, *why);
  }
  if (after == model.defaults)
    return nothing();
  if (keeps_all_results(after.values) && !keeps_all_results(model.defaults.values))
    return refuse(protocol::Code::BadOption, results_kept);
  if (store::size_of(after.values) > model_config_limit)
    return refuse(
      protocol::Code::LimitExceeded,
      "the defaults of models would be larger than 1 MiB in all: reset what nobody needs");
  Decision decision;
  decision.writes.push_back(put(std::move(after)));
  return decision;
}

tl::expected<store::Settings, std::string> first_settings(const std::string& name,
                                                          const store::Settings& defaults,
                                                          const store::Settings& given) {
  ModelState empty;
  empty.record.name = name;
  protocol::SetModelConfig change;
  change.set = given;
  change.set.insert(defaults.begin(), defaults.end());
  if (const auto keys = change.set.find(keys_name); keys != change.set.end()) { // CL34
    for (auto& key : config::parse_ssh_keys(keys->second))
      change.keys_added.push_back(std::move(key.line));
    change.set.erase(keys);
  }
  const auto url = change.set.extract("charmhub-url"); // only a new model takes it (MD64)
  if (url)
    if (auto why = config::why_not_kept(url.key(), url.mapped()))
      return tl::unexpected(std::move(*why));
  const Decision decision = set_model_config(empty, change);
  if (decision.verdict == Verdict::Refuse)
    return tl::unexpected(decision.refusal.text);
  store::Settings values;
  if (!decision.writes.empty())
    values = std::get<store::ModelConfig>(decision.writes.front().record).values;
  if (url)
    values[url.key()] = url.mapped();
  return values;
}

} // namespace orrery::rules
