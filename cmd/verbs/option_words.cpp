#include "cmd/verbs/option_words.hpp"

#include "cmd/charms/deployment.hpp"
#include "cmd/session/given_text.hpp"
#include "cmd/session/text_file.hpp"
#include "config/option_file.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

constexpr std::uint64_t option_bytes_max = 1 << 20;

} // namespace

bool is_setting(const std::string& word) {
  return word.find('=') != std::string::npos;
}

std::vector<std::string> reset_names(const Arguments& arguments) {
  std::vector<std::string> names;
  for (const auto& list : arguments.all("reset"))
    for (std::size_t from = 0; from <= list.size();) {
      const auto to = std::min(list.find(',', from), list.size());
      if (to > from)
        names.push_back(list.substr(from, to - from));
      from = to + 1;
    }
  return names;
}

Right right_to_settings(const Arguments& arguments) {
  const bool sets = arguments.has("reset") || arguments.has("file")
                    || std::any_of(arguments.words.begin(), arguments.words.end(), is_setting);
  return sets ? Right::Write : Right::Read;
}

tl::expected<OptionWords, std::string>
read_option_file(Session& session, const std::string& application, const std::string& file) {
  const auto given = read_given_text(session, file, option_bytes_max);
  if (!given)
    return tl::unexpected(given.error());
  const auto read = config::parse_option_file(given->text, given->name, application);
  if (!read)
    return tl::unexpected(read.error().text());
  warn(session, read->warnings);
  return OptionWords{{read->texts.begin(), read->texts.end()},
                     {read->readings.begin(), read->readings.end()},
                     read->reset};
}

tl::expected<OptionWords, std::string> read_options(Session& session,
                                                    const std::string& application,
                                                    const std::vector<std::string>& words) {
  OptionWords options;
  const auto set = [&](const std::string& key, std::string value) {
    options.texts[key] = std::move(value);
    options.readings.erase(key);
    options.reset.erase(key);
  };
  for (const auto& word : words) {
    const auto equals = word.find('=');
    if (equals == std::string::npos) {
      const auto file = read_option_file(session, application, word);
      if (!file && word == "-")
        return tl::unexpected(file.error());
      if (!file)
        return tl::unexpected(file.error() + " (\"" + word
                              + "\" is no KEY=VALUE, so it is read as a file)");
      for (const auto& [key, value] : file->texts)
        set(key, value);
      for (const auto& [key, value] : file->readings)
        options.readings[key] = value;
      for (const auto& key : file->reset) {
        options.texts.erase(key);
        options.readings.erase(key);
        options.reset.insert(key);
      }
    } else if (equals == 0) {
      return tl::unexpected("\"" + word + "\" has no key before the =");
    } else if (equals + 1 < word.size() && word[equals + 1] == '@') {
      auto text =
        read_clients_file(session, session.path(word.substr(equals + 2)), option_bytes_max);
      if (!text)
        return tl::unexpected(text.error());
      set(word.substr(0, equals), std::move(*text));
    } else {
      set(word.substr(0, equals), word.substr(equals + 1));
    }
  }
  return options;
}

} // namespace orrery::cmd
