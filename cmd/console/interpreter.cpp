#include "cmd/console/interpreter.hpp"

#include "cmd/console/keywords.hpp"
#include "cmd/console/parser.hpp"
#include "cmd/dispatch.hpp"
#include "cmd/suggestion.hpp"

namespace orrery::cmd::console {

namespace {

constexpr std::size_t value_max = 1 << 20; ///< Bytes of a word after its variables are put in.

} // namespace

Interpreter::Interpreter(Session& session) : session_{session} {
  session_.scripted = true;
}

int Interpreter::run(const Source& source) {
  const auto block = parse(source.text);
  if (!block)
    return wrong(source, block.error().at, block.error().text);
  return run_block(source, *block);
}

int Interpreter::wrong(const Source& source, const Position& at, const std::string& text) {
  session_.err("ERROR " + (expecting_ ? text + "\n" : describe(source, at, text)));
  return Exit::Misused;
}

int Interpreter::run_block(const Source& source, const Block& block) {
  int exit = Exit::Fine;
  for (const auto& statement : block) {
    if (session_.output->cancelled())
      return session_.fail("interrupted");
    const auto code = run_statement(source, statement);
    if (code != Exit::Fine && !continue_on_error_)
      return code;
    if (exit == Exit::Fine)
      exit = code;
  }
  return exit;
}

int Interpreter::run_statement(const Source& source, const Statement& statement) {
  const auto words = expand(statement);
  if (!words)
    return wrong(source, words.error().at, words.error().text);
  if (!statement.words[0].quoted && find_keyword((*words)[0]) != nullptr)
    return run_keyword(source, statement, *words);
  return run_verb(source, statement, *words);
}

int Interpreter::run_verb(const Source& source,
                          const Statement& statement,
                          const std::vector<std::string>& words) {
  const auto outcome = cmd::run_verb(session_, words);
  if (!outcome) {
    const auto word = outcome.error().word.value_or(0);
    return wrong(source, statement.words[word < words.size() ? word : 0].at, outcome.error().text);
  }
  if (*outcome != Exit::Fine && !expecting_)
    session_.err(describe(source, statement.words[0].at, words[0] + " failed"));
  return *outcome;
}

int Interpreter::run_keyword(const Source& source,
                             const Statement& statement,
                             const std::vector<std::string>& words) {
  if (words[0] == "let")
    return let(source, statement, words);
  if (words[0] == "set")
    return set(source, statement, words);
  if (words[0] == "source")
    return include(source, statement, words);
  if (words[0] == "repeat")
    return repeat(source, statement, words);
  if (words[0] == "for")
    return for_each(source, statement, words);
  if (words[0] == "expect")
    return expect_error(source, statement, words);
  std::string line;
  for (std::size_t i = 1; i < words.size(); ++i)
    line += (i == 1 ? "" : " ") + words[i];
  session_.out(line + "\n");
  return Exit::Fine;
}

tl::expected<std::string, ScriptError> Interpreter::expand(const Word& word) const {
  std::string text;
  for (const auto& piece : word.pieces) {
    if (!piece.variable) {
      text += piece.text;
      continue;
    }
    const auto value = variables_.find(piece.text);
    if (value == variables_.end()) {
      std::vector<std::string> names;
      for (const auto& known : variables_)
        names.push_back(known.first);
      return tl::unexpected{ScriptError{"no variable $" + piece.text + " has been set"
                                          + nearest_hint(piece.text, names),
                                        word.at, false}};
    }
    text += value->second;
    if (text.size() > value_max)
      return tl::unexpected{
        ScriptError{"the word is longer than 1 MiB with its variables put in", word.at, false}};
  }
  return text;
}

tl::expected<std::vector<std::string>, ScriptError>
Interpreter::expand(const Statement& statement) const {
  std::vector<std::string> words;
  for (const auto& word : statement.words) {
    // `for $x in ...` names the variable instead of using it.
    if (words.size() == 1 && words[0] == "for" && !word.variable().empty()) {
      words.push_back(word.variable());
      continue;
    }
    auto text = expand(word);
    if (!text)
      return tl::unexpected{text.error()};
    words.push_back(std::move(*text));
  }
  return words;
}

} // namespace orrery::cmd::console
