#include "actors/hooks/tools/flags.hpp"

#include "actors/hooks/tools/format.hpp"
#include "config/boolean.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

namespace orrery::hooks {
namespace {

using Done = tl::expected<void, std::string>;

std::string dashed(const std::string& name) {
  return (name.size() == 1 ? "-" : "--") + name;
}

class Parser {
public:
  Parser(const std::vector<Flag>& known, const std::vector<std::string>& arguments)
    : known_(known), arguments_(arguments) {
    for (const Flag& flag : known)
      result_.values[flag.names.front()] =
        flag.boolean && flag.initial.empty() ? "false" : flag.initial;
  }

  tl::expected<Flags, std::string> run() {
    while (next_ < arguments_.size() && !result_.help) {
      const std::string& argument = arguments_[next_++];
      if (argument == "--") {
        result_.positional.insert(result_.positional.end(),
                                  arguments_.begin() + static_cast<std::ptrdiff_t>(next_),
                                  arguments_.end());
        break;
      }
      if (const Done done = take(argument); !done)
        return tl::unexpected(done.error());
    }
    return result_;
  }

private:
  Done take(const std::string& argument) {
    if (argument.size() < 2 || argument.front() != '-') {
      result_.positional.push_back(argument);
      return {};
    }
    return argument[1] == '-' ? long_flag(argument.substr(2)) : letters(argument.substr(1));
  }

  const Flag* find(const std::string& name) const {
    const auto found = std::find_if(known_.begin(), known_.end(), [&](const Flag& flag) {
      return std::find(flag.names.begin(), flag.names.end(), name) != flag.names.end();
    });
    return found == known_.end() ? nullptr : &*found;
  }

  Done long_flag(const std::string& text) {
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    if (equals == std::string::npos)
      return give(name, std::nullopt);
    return give(name, text.substr(equals + 1));
  }

  Done letters(const std::string& text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      const std::string name = text.substr(i, 1);
      const Flag* flag = find(name);
      const std::string rest = text.substr(i + 1);
      if (flag && !rest.empty() && (!flag->boolean || rest.front() == '='))
        return give(name, rest.front() == '=' ? rest.substr(1) : rest);
      if (Done done = give(name, std::nullopt); !done || result_.help)
        return done;
    }
    return {};
  }

  Done give(const std::string& name, std::optional<std::string> value) {
    const Flag* flag = find(name);
    if (!flag && (name == "help" || name == "h")) {
      result_.help = true;
      return {};
    }
    if (!flag)
      return tl::unexpected("option provided but not defined: " + dashed(name));
    if (flag->boolean)
      return set_boolean(*flag, name, value.value_or("true"));
    if (!value && next_ == arguments_.size())
      return tl::unexpected("option needs an argument: " + dashed(name));
    result_.values[flag->names.front()] = value ? *value : arguments_[next_++];
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
  const std::vector<std::string>& arguments_;
  std::size_t next_ = 0;
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
  return Parser(known, arguments).run();
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
