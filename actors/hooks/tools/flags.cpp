#include "actors/hooks/tools/flags.hpp"

#include "actors/hooks/tools/format.hpp"
#include "config/boolean.hpp"
#include "config/flag_lexer.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

namespace orrery::hooks {
namespace {

using Done = tl::expected<void, std::string>;

std::string dashed(const std::string& name) {
  return (name.size() == 1 ? "-" : "--") + name;
}

/// Puts what the lexer reads into a tool's flags, one use.
class Parser {
public:
  explicit Parser(const std::vector<Flag>& known) : known_(known) {
    for (const Flag& flag : known)
      result_.values[flag.names.front()] =
        flag.boolean && flag.initial.empty() ? "false" : flag.initial;
  }

  tl::expected<Flags, std::string> run(const std::vector<std::string>& arguments) {
    const config::FlagDialect dialect{.switches_equals = true};
    config::FlagLexer lexer(arguments, 0, dialect, [this](std::string_view shown) {
      const Flag* const flag = find(name_of(shown));
      if (flag == nullptr)
        return config::FlagKind::Unknown;
      return flag->boolean ? config::FlagKind::Switch : config::FlagKind::Value;
    });
    while (const auto lexed = lexer.next()) {
      if (const Done done = take(*lexed); !done)
        return tl::unexpected(done.error());
      if (result_.help)
        break;
    }
    return result_;
  }

private:
  /// One letter has one dash or two.
  static std::string name_of(std::string_view shown) {
    return std::string(shown.substr(shown.starts_with("--") ? 2 : 1));
  }

  const Flag* find(const std::string& name) const {
    const auto found = std::find_if(known_.begin(), known_.end(), [&](const Flag& flag) {
      return std::find(flag.names.begin(), flag.names.end(), name) != flag.names.end();
    });
    return found == known_.end() ? nullptr : &*found;
  }

  Done take(const config::LexedFlag& lexed) {
    using Kind = config::LexedFlag::Kind;
    if (lexed.kind == Kind::Word) {
      result_.positional.push_back(lexed.text);
      return {};
    }
    const std::string name = name_of(lexed.text);
    if (lexed.kind == Kind::Unknown && (name == "help" || name == "h")) {
      result_.help = true;
      return {};
    }
    if (lexed.kind == Kind::Unknown)
      return tl::unexpected("option provided but not defined: " + dashed(name));
    if (lexed.kind == Kind::Lacking)
      return tl::unexpected("option needs an argument: " + dashed(name));
    const Flag& flag = *find(name);
    result_.given.insert(flag.names.front());
    if (flag.boolean)
      return set_boolean(flag, name, lexed.value.value_or("true"));
    result_.values[flag.names.front()] = *lexed.value;
    return {};
  }

  Done set_boolean(const Flag& flag, const std::string& name, const std::string& text) {
    const std::optional<bool> value = config::parse_boolean(text);
    if (!value)
      return tl::unexpected("invalid value " + in_quotes(text) + " for option " + dashed(name)
                            + ": expected true or false");
    result_.values[flag.names.front()] = *value ? "true" : "false";
    return {};
  }

  const std::vector<Flag>& known_;
  Flags result_;
};

} // namespace

bool Flags::on(const std::string& name) const {
  return text(name) == "true";
}

std::string Flags::text(const std::string& name) const {
  const auto found = values.find(name);
  return found == values.end() ? std::string() : found->second;
}

tl::expected<Flags, std::string> parse_flags(const std::vector<Flag>& known,
                                             const std::vector<std::string>& arguments) {
  return Parser(known).run(arguments);
}

std::string describe_flags(const std::vector<Flag>& known) {
  std::string text;
  for (const Flag& flag : known) {
    for (const std::string& name : flag.names)
      text += (&name == &flag.names.front() ? "" : ", ") + dashed(name);
    const std::string initial = flag.boolean && flag.initial.empty() ? "false" : flag.initial;
    text += " (= " + (initial.empty() ? "\"\"" : initial) + ")\n    " + flag.help + "\n";
  }
  return text;
}

} // namespace orrery::hooks
