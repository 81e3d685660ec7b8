#include "cmd/console/checking.hpp"

#include "cmd/conditions/condition.hpp"
#include "cmd/conditions/duration.hpp"
#include "cmd/conditions/usage.hpp"
#include "cmd/conditions/waiting.hpp"
#include "cmd/console/statement.hpp"
#include "cmd/verbs/parse_arguments.hpp"
#include "cmd/verbs/verbs.hpp"
#include "cmd/views/render/suggestion.hpp"

#include <algorithm>
#include <set>

namespace orrery::cmd::console {

namespace {

constexpr std::size_t errors_max = 20;

using Checked = tl::expected<void, UsageError>;
using Words = std::vector<std::string>;

template <typename Read>
Checked checked(const Read& read, std::size_t word) {
  if (!read)
    return wrong(read.error(), word);
  return {};
}

/// The statement's words if none of them holds a variable.
std::optional<Words> literals(const Statement& statement) {
  Words words;
  for (const auto& word : statement.words) {
    for (const auto& piece : word.pieces)
      if (piece.variable)
        return std::nullopt;
    words.push_back(word.literal());
  }
  return words;
}

Checked check_verb(const Words& words) {
  const auto* verb = find_verb(words[0]);
  if (verb == nullptr)
    return {};
  const auto arguments = parse_arguments(*verb, words);
  if (!arguments)
    return tl::unexpected(arguments.error());
  if (arguments->on("help"))
    return {};
  if (verb->name == "wait")
    if (auto read = parse_wait(*arguments, {}); !read)
      return tl::unexpected(read.error());
  if (verb->name == "assert")
    if (auto read = parse_assert(*arguments); !read)
      return tl::unexpected(read.error());
  return {};
}

Checked check_keyword(const Words& words) {
  const auto& name = words[0];
  if (name == "at")
    return checked(read_duration(words[1]), 1);
  if (name == "every") {
    if (auto done = checked(read_duration(words[1]), 1); !done)
      return done;
    return checked(read_duration(words[3]), 3);
  }
  if (name == "repeat" || name == "seed")
    return checked(read_number(words[1]), 1);
  if (name == "parallel" && words.size() == 2)
    return checked(read_branches(words[1]), 1);
  if (name == "if")
    return checked(Condition::parse(words, 1, words.size()).map_error([](const UsageError& error) {
      return error.text;
    }),
                   1);
  if (name == "let" && words.size() == 5)
    return checked(parse_selector(words[4]), 4);
  return {};
}

class Checker {
public:
  void check(const Block& block) {
    for (const auto& statement : block)
      if (found.size() < errors_max)
        check(statement);
  }
  std::vector<ScriptError> found;

private:
  void check(const Statement& statement) {
    const auto* keyword = keyword_of(statement);
    const auto words = literals(statement);
    if (words) {
      const auto done = keyword != nullptr ? check_keyword(*words) : check_verb(*words);
      if (!done) {
        const auto word = done.error().word.value_or(0);
        found.push_back(
          {done.error().text, statement.words[word < statement.words.size() ? word : 0].at, false});
      }
    } else if (keyword != nullptr && keyword->name == "for") {
      check_for(statement);
    }
    if (keyword != nullptr && keyword->name == "expect")
      return;
    check(statement.block);
    check(statement.otherwise);
  }

  void check_for(const Statement& statement) {
    const auto selector = statement.words[3].literal();
    if (selector.empty())
      return; // it holds a variable
    if (const auto read = parse_selector(selector); !read)
      found.push_back({read.error(), statement.words[3].at, false});
  }
};

} // namespace

std::vector<ScriptError> check_block(const Block& block) {
  Checker checker;
  checker.check(block);
  return std::move(checker.found);
}

namespace {

/// Names of variables that a script sets or uses; and whether it takes in files that may, too.
struct VariableNames {
  std::set<std::string> names{"branch"};
  bool others = false;

  void walk(const Block& block) {
    for (const auto& statement : block) {
      const auto* keyword = keyword_of(statement);
      others = others || (keyword != nullptr && keyword->name == "source");
      if (keyword != nullptr && keyword->name == "let")
        names.insert(statement.words[1].literal());
      for (const auto& word : statement.words)
        for (const auto& piece : word.pieces)
          if (piece.variable)
            names.insert(piece.text);
      walk(statement.block);
      walk(statement.otherwise);
    }
  }
};

} // namespace

std::string check_given(const Block& block, const std::map<std::string, std::string>& given) {
  VariableNames known;
  known.walk(block);
  for (const auto& [name, value] : given)
    if (!known.others && !known.names.contains(name))
      return "--set " + name + "=" + value + ": the script has no such variable"
             + nearest_hint(name, {known.names.begin(), known.names.end()});
  return {};
}

bool is_variable_name(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

tl::expected<std::chrono::milliseconds, std::string> read_duration(const std::string& word) {
  if (const auto duration = parse_duration(word))
    return *duration;
  return tl::unexpected("wrong duration \"" + word + "\": write for example 500ms, 30s, 10m or 1h");
}

tl::expected<std::uint32_t, std::string> read_number(const std::string& word) {
  if (const auto number = store::parse_id(word))
    return *number;
  return tl::unexpected("\"" + word + "\" is no whole number");
}

tl::expected<std::uint32_t, std::string> read_branches(const std::string& word) {
  const auto number = store::parse_id(word);
  if (number && *number >= 1 && *number <= branches_max)
    return *number;
  return tl::unexpected("\"" + word + "\" is no number of branches: write 1 to "
                        + std::to_string(branches_max));
}

} // namespace orrery::cmd::console
