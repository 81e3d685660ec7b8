#include "cmd/console/keywords.hpp"

#include "cmd/suggestion.hpp"
#include "cmd/verbs.hpp"

namespace orrery::cmd::console {

namespace {

constexpr std::size_t unbounded = 100'000;

tl::unexpected<ScriptError> wrong(const Word& word, std::string text) {
  return tl::unexpected{ScriptError{std::move(text), word.at, false}};
}

std::string form_of(const Keyword& keyword) {
  return "write " + std::string{keyword.form};
}

/// The parts of a keyword's form that are fixed words.
tl::expected<void, ScriptError> check_form(const Keyword& keyword, const Statement& statement) {
  const auto& words = statement.words;
  if (keyword.name == "let" && words[2].literal() != "=")
    return wrong(words[2], "expected \"=\" here: " + form_of(keyword));
  if (keyword.name == "for" && words[1].variable().empty())
    return wrong(words[1], "expected a variable like $x here: " + form_of(keyword));
  if (keyword.name == "for" && words[2].literal() != "in")
    return wrong(words[2], "expected \"in\" here: " + form_of(keyword));
  if (keyword.name == "expect" && words[1].literal() != "error")
    return wrong(words[1], "expected \"error\" here: " + form_of(keyword));
  return {};
}

} // namespace

const std::vector<Keyword>& keywords() {
  static const std::vector<Keyword> table{
    {"echo", "echo WORD...", 1, unbounded, false},
    {"expect", "expect error \"TEXT\" { ... }", 3, 3, true},
    {"for", "for $NAME in SELECTOR { ... }", 4, 4, true},
    {"let", "let NAME = TEXT | pick SELECTOR | count SELECTOR", 4, 5, false},
    {"repeat", "repeat N { ... }", 2, 2, true},
    {"set", "set timeout 30s | set on-error stop|continue | set seed N", 3, 3, false},
    {"source", "source FILE", 2, 2, false},
  };
  return table;
}

const Keyword* find_keyword(std::string_view name) {
  for (const auto& keyword : keywords())
    if (keyword.name == name)
      return &keyword;
  return nullptr;
}

std::vector<std::string> command_names() {
  auto names = verb_names();
  for (const auto& keyword : keywords())
    names.emplace_back(keyword.name);
  return names;
}

tl::expected<void, ScriptError> check_statement(const Statement& statement) {
  const auto& first = statement.words[0];
  const auto name = first.literal();
  if (name.empty())
    return wrong(first, "a command must begin with a verb or a keyword, not with a variable");
  const auto* keyword = first.quoted ? nullptr : find_keyword(name);
  if (keyword == nullptr) {
    if (find_verb(name) == nullptr)
      return wrong(first, "unknown command \"" + name + "\"" + nearest_hint(name, command_names()));
    if (statement.has_block)
      return wrong(first, "\"" + name + "\" takes no block: quote a \"{\" that belongs to a word");
    return {};
  }
  if (statement.words.size() < keyword->words_min)
    return wrong(first, name + " is not complete: " + form_of(*keyword));
  if (statement.words.size() > keyword->words_max)
    return wrong(statement.words[keyword->words_max], "too many words: " + form_of(*keyword));
  if (keyword->takes_block != statement.has_block)
    return wrong(first, name + (keyword->takes_block ? " wants a block: " : " takes no block: ")
                          + form_of(*keyword));
  return check_form(*keyword, statement);
}

} // namespace orrery::cmd::console
