#include "actors/hooks/tools/pairs.hpp"

#include "actors/hooks/tools/format.hpp"
#include "config/utf8.hpp"
#include "config/yaml.hpp"

namespace orrery::hooks {

tl::expected<store::Settings, ToolDone> parse_pairs(const std::vector<std::string>& pairs) {
  store::Settings settings;
  for (const std::string& pair : pairs) {
    const std::size_t equals = pair.find('=');
    if (equals == std::string::npos || equals == 0)
      return tl::unexpected(misused("expected \"key=value\", got " + in_quotes(pair)));
    if (!settings.emplace(pair.substr(0, equals), pair.substr(equals + 1)).second)
      return tl::unexpected(
        misused("key " + in_quotes(pair.substr(0, equals)) + " specified more than once"));
  }
  return settings;
}

ToolDone wants_input(const std::string& file) {
  ToolDone outcome;
  outcome.reply.wants_input = true;
  outcome.reply.input_file = file == "-" ? std::string() : file;
  return outcome;
}

tl::expected<store::Settings, ToolDone> given_settings(const Task& task) {
  auto settings = parse_pairs(task.flags.positional);
  const std::string file = task.flags.text("file");
  if (!settings || file.empty())
    return settings;
  if (!task.call.has_input)
    return tl::unexpected(wants_input(file));
  auto input = config::parse_mapping(task.call.input, file == "-" ? "standard input" : file);
  if (!input)
    return tl::unexpected(failed(input.error().text()));
  settings->merge(*input);
  return settings;
}

std::string unwritable(const store::Settings& settings) {
  for (const auto& [key, value] : settings) {
    if (key.empty())
      return "a key is empty";
    if (!config::is_utf8(key) || !config::is_utf8(value))
      return in_quotes(key) + " is not UTF-8 text: encode it, for instance with base64";
  }
  return {};
}

void change(store::Settings& settings, const store::Settings& changes) {
  for (const auto& [key, value] : changes)
    if (value.empty())
      settings.erase(key);
    else
      settings[key] = value;
}

} // namespace orrery::hooks
