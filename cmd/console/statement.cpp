#include "cmd/console/statement.hpp"

#include "cmd/verbs/verbs.hpp"
#include "cmd/views/render/suggestion.hpp"

namespace orrery::cmd::console {

namespace {

tl::unexpected<ScriptError> wrong(const Word& word, std::string text) {
  return tl::unexpected(ScriptError{std::move(text), word.at, false});
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
  if (keyword.name == "every" && words[2].literal() != "for")
    return wrong(words[2], "expected \"for\" here: " + form_of(keyword));
  if (keyword.name == "save" && words[1].literal() != "snapshot")
    return wrong(words[1], "expected \"snapshot\" here: " + form_of(keyword));
  if (keyword.name == "diff" && words.size() > 3 && words[3].literal() != "--format")
    return wrong(words[3], "expected --format json here: " + form_of(keyword));
  return {};
}

std::string unknown_command(const std::string& name) {
  const auto hint = nearest_hint(name, command_names());
  return "unknown command \"" + name + "\"" + (hint.empty() ? ": \"help\" lists them" : hint);
}

} // namespace

const Keyword* keyword_of(const Statement& statement) {
  const auto& first = statement.words[0];
  return first.quoted ? nullptr : find_keyword(first.literal());
}

tl::expected<void, ScriptError> check_statement(const Statement& statement) {
  const auto& first = statement.words[0];
  const auto name = first.literal();
  if (name.empty())
    return wrong(first, "a command must begin with a verb or a keyword, not with a variable");
  const auto* keyword = keyword_of(statement);
  if (keyword == nullptr) {
    if (find_verb(name) == nullptr)
      return wrong(first, unknown_command(name));
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
