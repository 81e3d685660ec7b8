#pragma once

#include "cmd/console/script.hpp"

#include <tl/expected.hpp>

#include <string_view>

namespace orrery::cmd::console {

struct Token {
  enum class Kind {
    Word,
    Separator, ///< End of a line, or `;`.
    Open,      ///< `{`
    Close,     ///< `}`
    End,
  };
  Kind kind = Kind::End;
  Word word;
  Position at;
};

/// Cuts a script into tokens.
///
/// Words end at blanks, `;`, `{`, `}` and the line's end. `'...'` is taken as it is; `"..."` knows
/// `\n`, `\t`, `\"`,
/// `\\`, `\$` and variables; `$NAME` and `${NAME}` are variables; a backslash takes the next
/// character as it is, and at a line's end continues the line. Between `[` and `]` blanks and
/// braces belong to the word. `#` at the beginning of a word starts a comment.
class Lexer {
public:
  explicit Lexer(std::string_view text) : text_{text} {}
  [[nodiscard]] tl::expected<Token, ScriptError> next();

private:
  [[nodiscard]] bool at_end() const { return offset_ >= text_.size(); }
  [[nodiscard]] char peek(std::size_t ahead = 0) const;
  char take();
  void skip_blanks();
  Token symbol(Token::Kind kind);
  tl::expected<Token, ScriptError> word();
  tl::expected<void, ScriptError> single_quoted(Word& word);
  tl::expected<void, ScriptError> double_quoted(Word& word);
  tl::expected<void, ScriptError> variable(Word& word);
  void literal(Word& word, char character);

  std::string_view text_;
  std::size_t offset_ = 0;
  Position at_;
};

} // namespace orrery::cmd::console
