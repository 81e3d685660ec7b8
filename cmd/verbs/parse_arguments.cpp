#include "cmd/verbs/parse_arguments.hpp"

#include "cmd/views/render/suggestion.hpp"
#include "config/boolean.hpp"

#include <algorithm>
#include <array>
#include <sstream>

namespace orrery::cmd {

namespace {

tl::unexpected<UsageError> wrong_word(std::string text, std::size_t place) {
  return tl::unexpected(UsageError{std::move(text), place});
}

/// All that the flag's value may be; empty if its help does not list them (`yaml|json`).
std::vector<std::string> listed_values(const Flag& flag) {
  const auto is_listed = [](char c) { return (c >= 'a' && c <= 'z') || c == '|'; };
  std::vector<std::string> values;
  if (flag.ignored || flag.later || flag.argument.find('|') == std::string::npos
      || !std::all_of(flag.argument.begin(), flag.argument.end(), is_listed))
    return values;
  std::string value;
  for (std::istringstream rest{flag.argument}; std::getline(rest, value, '|');)
    values.push_back(value);
  return values;
}

/// `a, b or c`.
std::string in_words(const std::vector<std::string>& values) {
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i)
    text += (i == 0 ? "" : i + 1 < values.size() ? ", " : " or ") + values[i];
  return text;
}

/// Reads one command line; one use.
class Reader {
public:
  Reader(const Verb& verb, const std::vector<std::string>& words)
    : verb_{verb}, lexer_{lexer_of(verb, words)} {}

  tl::expected<Arguments, UsageError> read() {
    while (auto lexed = lexer_.next())
      if (auto done = take(std::move(*lexed)); !done)
        return tl::unexpected(done.error());
    return finish();
  }

private:
  [[nodiscard]] tl::unexpected<UsageError> unknown(const std::string& flag) const {
    std::vector<std::string> names;
    for (const auto* flags : {&verb_.flags, &common_flags()})
      for (const auto& known : *flags)
        names.push_back("--" + known.name);
    return wrong_word("flag provided but not defined: " + flag + nearest_hint(flag, names), place_);
  }

  tl::expected<void, UsageError> take(config::LexedFlag lexed) {
    using Kind = config::LexedFlag::Kind;
    place_ = lexed.last;
    if (lexed.kind == Kind::Unknown)
      return unknown(lexed.text);
    if (lexed.kind == Kind::Word) {
      arguments_.words.push_back(std::move(lexed.text));
      arguments_.places.push_back(place_);
      return {};
    }
    const auto& flag = *find_flag(verb_, lexed.text);
    if (lexed.kind == Kind::Lacking)
      return wrong_word("flag needs an argument: " + lexed.text + " " + flag.argument, place_);
    return keep(flag, lexed.text, std::move(lexed.value).value_or("true"));
  }

  tl::expected<void, UsageError>
  keep(const Flag& flag, const std::string& shown, std::string value) {
    if (flag.kind == Flag::Kind::Switch) {
      const auto on = config::parse_boolean(value);
      if (!on)
        return wrong_word(
          "invalid value \"" + value + "\" for flag " + shown + ": write true or false", place_);
      arguments_.flags[flag.name] = {*on ? "true" : "false"};
      return {};
    }
    if (const auto values = listed_values(flag);
        !values.empty() && std::find(values.begin(), values.end(), value) == values.end())
      return wrong_word("invalid value \"" + value + "\" for flag " + shown + ": write "
                          + in_words(values),
                        place_);
    if (flag.kind == Flag::Kind::Number && !parse_flag_number(value))
      return wrong_word("invalid value \"" + value + "\" for flag " + shown
                          + ": write a whole number from 0 to 2147483647",
                        place_);
    arguments_.flags[flag.name].push_back(std::move(value));
    return {};
  }

  tl::expected<Arguments, UsageError> finish() {
    if (arguments_.on("help"))
      return std::move(arguments_);
    if (arguments_.words.size() < verb_.words_min)
      return wrong_word("missing arguments: " + verb_.name + " " + verb_.arguments
                          + ": see orrery help " + verb_.name,
                        0);
    if (arguments_.words.size() > verb_.words_max)
      return wrong_word("unrecognized argument \"" + arguments_.words[verb_.words_max]
                          + "\": " + verb_.name
                          + (verb_.arguments.empty() ? " takes none" : " " + verb_.arguments),
                        arguments_.places[verb_.words_max]);
    return std::move(arguments_);
  }

  const Verb& verb_;
  config::FlagLexer lexer_;
  Arguments arguments_;
  std::size_t place_ = 0; ///< Of the last word that was read.
};

} // namespace

const std::vector<Flag>& common_flags() {
  static const std::vector<Flag> flags{
    {"model", 'm', Flag::Kind::Text, "MODEL", "Model to operate in"},
    {"no-prompt", '\0', Flag::Kind::Switch, "", "Do not ask for confirmation"},
    {"yes", 'y', Flag::Kind::Switch, "", "The same as --no-prompt"},
    {"socket", '\0', Flag::Kind::Text, "PATH", "Where the orchestrator listens"},
    {"help", 'h', Flag::Kind::Switch, "", "Show help on this verb"},
  };
  return flags;
}

const Flag* find_flag(const Verb& verb, std::string_view shown) {
  for (const auto* flags : {&verb.flags, &common_flags()})
    for (const auto& flag : *flags)
      if (shown == "--" + flag.name
          || (flag.letter != '\0' && shown == std::string{"-"} + flag.letter))
        return &flag;
  return nullptr;
}

config::FlagLexer lexer_of(const Verb& verb, const std::vector<std::string>& words) {
  return {words, 1, {.first_word_ends = verb.runs_program}, [&verb](std::string_view shown) {
            const auto* flag = find_flag(verb, shown);
            if (flag == nullptr)
              return config::FlagKind::Unknown;
            return flag->kind == Flag::Kind::Switch ? config::FlagKind::Switch
                                                    : config::FlagKind::Value;
          }};
}

tl::expected<Arguments, UsageError> parse_arguments(const Verb& verb,
                                                    const std::vector<std::string>& words) {
  return Reader{verb, words}.read();
}

} // namespace orrery::cmd
