#include "cmd/verbs/given_model_config.hpp"

#include "cmd/charms/deployment.hpp"
#include "cmd/session/given_text.hpp"
#include "cmd/verbs/option_words.hpp"
#include "config/document.hpp"
#include "config/model_config_file.hpp"
#include "config/model_keys.hpp"

namespace orrery::cmd {

namespace {

constexpr std::uint64_t config_file_max = 1 << 20;

} // namespace

bool is_fixed_key(const std::string& name) {
  const auto* const key = config::find_model_key(name);
  return key != nullptr && key->kind == config::ModelKey::Kind::Fixed;
}

std::optional<std::string> take_config_file(Session& session,
                                            const std::string& file,
                                            bool ignores_fixed,
                                            store::Settings& into) {
  const auto given = read_given_text(session, file, config_file_max);
  if (!given)
    return given.error();
  const auto read = config::parse_model_config_file(given->text, given->name);
  if (!read)
    return read.error().text();
  warn(session, read->warnings);
  for (const auto& [name, value] : read->values)
    if (!ignores_fixed || !is_fixed_key(name))
      into[name] = value;
  return std::nullopt;
}

tl::expected<store::Settings, std::string>
given_model_config(Session& session, const std::vector<std::string>& words) {
  store::Settings given;
  for (const std::string& word : words) {
    if (!is_setting(word)) {
      if (auto why = take_config_file(session, word, false, given))
        return tl::unexpected(std::move(*why));
      continue;
    }
    const auto read = read_options(session, "", {word});
    if (!read)
      return tl::unexpected(read.error());
    for (const auto& [name, value] : read->texts)
      given[name] = value;
  }
  return given;
}

void warn_of_unknown_keys(const Session& session,
                          const std::vector<std::string>& names,
                          const store::Settings& before) {
  for (const std::string& name : names)
    if (config::find_model_key(name) == nullptr && !before.contains(name))
      session.err("WARNING key " + config::quote(name)
                  + " is not defined in the current model configuration: possible misspelling\n");
}

} // namespace orrery::cmd
