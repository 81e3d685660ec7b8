#include "cmd/verbs/option_words.hpp"

#include "cmd/session/text_file.hpp"
#include "config/yaml.hpp"

namespace orrery::cmd {

namespace {

constexpr std::uint64_t option_bytes_max = 1 << 20;

} // namespace

tl::expected<store::Settings, std::string> read_option_file(const Session& session,
                                                            const std::string& file) {
  const auto path = session.path(file);
  const auto text = read_text_file(path, option_bytes_max);
  if (!text)
    return tl::unexpected(text.error());
  auto mapping = config::parse_mapping(*text, path.string());
  if (!mapping)
    return tl::unexpected(mapping.error().text());
  return store::Settings{mapping->begin(), mapping->end()};
}

tl::expected<store::Settings, std::string> read_options(const Session& session,
                                                        const std::vector<std::string>& words) {
  store::Settings options;
  for (const auto& word : words) {
    const auto equals = word.find('=');
    if (equals == std::string::npos) {
      const auto file = read_option_file(session, word);
      if (!file)
        return tl::unexpected(file.error() + " (\"" + word
                              + "\" is no KEY=VALUE, so it is read as a file)");
      for (const auto& [key, value] : *file)
        options[key] = value;
    } else if (equals == 0) {
      return tl::unexpected("\"" + word + "\" has no key before the =");
    } else if (equals + 1 < word.size() && word[equals + 1] == '@') {
      auto text = read_text_file(session.path(word.substr(equals + 2)), option_bytes_max);
      if (!text)
        return tl::unexpected(text.error());
      options[word.substr(0, equals)] = std::move(*text);
    } else {
      options[word.substr(0, equals)] = word.substr(equals + 1);
    }
  }
  return options;
}

} // namespace orrery::cmd
