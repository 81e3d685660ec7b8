#include "cmd/console/lexer.hpp"

namespace orrery::cmd::console {

namespace {

constexpr std::size_t pieces_max = 8192; ///< Of a word: variables, and the text between them.

bool is_name(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z')
         || (character >= '0' && character <= '9') || character == '_';
}

bool ends_word(char character) {
  return std::string_view{" \t\r\n;{}"}.find(character) != std::string_view::npos;
}

tl::unexpected<ScriptError> unfinished(std::string text, Position at) {
  return tl::unexpected(ScriptError{std::move(text), at, true});
}

} // namespace

char Lexer::peek(std::size_t ahead) const {
  return offset_ + ahead < text_.size() ? text_[offset_ + ahead] : '\0';
}

char Lexer::take() {
  const auto character = text_[offset_++];
  if (character == '\n')
    at_ = {at_.line + 1, 1};
  else
    ++at_.column;
  return character;
}

void Lexer::skip_blanks() {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf"; // some editors begin a file with it
  if (offset_ == 0 && text_.starts_with(byte_order_mark))
    offset_ = byte_order_mark.size();
  while (!at_end()) {
    if (peek() == ' ' || peek() == '\t' || peek() == '\r') {
      take();
    } else if (peek() == '\\' && (peek(1) == '\n' || (peek(1) == '\r' && peek(2) == '\n'))) {
      while (take() != '\n') {
      }
    } else if (peek() == '#') {
      while (!at_end() && peek() != '\n')
        take();
    } else {
      return;
    }
  }
}

Token Lexer::symbol(Token::Kind kind) {
  Token token{kind, {}, at_};
  take();
  return token;
}

tl::expected<Token, ScriptError> Lexer::next() {
  skip_blanks();
  if (at_end())
    return Token{Token::Kind::End, {}, at_};
  switch (peek()) {
  case '\n':
  case ';':
    return symbol(Token::Kind::Separator);
  case '{':
    return symbol(Token::Kind::Open);
  case '}':
    return symbol(Token::Kind::Close);
  default:
    return word();
  }
}

tl::expected<Token, ScriptError> Lexer::word() {
  Token token{Token::Kind::Word, {}, at_};
  token.word.at = at_;
  Position bracket;
  bool bracketed = false;
  while (!at_end() && (bracketed ? peek() != '\n' : !ends_word(peek()))) {
    tl::expected<void, ScriptError> done;
    if (peek() == '\'') {
      done = single_quoted(token.word);
    } else if (peek() == '"') {
      done = double_quoted(token.word);
    } else if (peek() == '$') {
      done = variable(token.word);
    } else if (peek() == '\\') {
      if (peek(1) == '\n' || (peek(1) == '\r' && peek(2) == '\n'))
        break;
      if (offset_ + 1 == text_.size())
        return unfinished("the text ends after a backslash", at_);
      take();
      literal(token.word, take());
      token.word.quoted = true;
    } else {
      if (peek() == '[' && !bracketed)
        bracket = at_;
      bracketed = peek() == '[' || (bracketed && peek() != ']');
      literal(token.word, take());
    }
    if (!done)
      return tl::unexpected(done.error());
  }
  if (bracketed)
    return tl::unexpected(ScriptError{"\"[\" without \"]\" on the same line", bracket, false});
  return token;
}

void Lexer::literal(Word& word, char character) {
  if (word.pieces.empty() || word.pieces.back().variable)
    word.pieces.push_back({});
  word.pieces.back().text += character;
}

tl::expected<void, ScriptError> Lexer::single_quoted(Word& word) {
  const auto start = at_;
  take();
  word.quoted = true;
  if (word.pieces.empty())
    word.pieces.push_back({});
  while (!at_end()) {
    const auto character = take();
    if (character == '\'')
      return {};
    literal(word, character);
  }
  return unfinished("a ' that is not closed", start);
}

tl::expected<void, ScriptError> Lexer::double_quoted(Word& word) {
  const auto start = at_;
  take();
  word.quoted = true;
  if (word.pieces.empty())
    word.pieces.push_back({});
  while (!at_end()) {
    if (peek() == '$') {
      if (auto done = variable(word); !done)
        return done;
      continue;
    }
    const auto place = at_;
    const auto character = take();
    if (character == '"')
      return {};
    if (character != '\\') {
      literal(word, character);
      continue;
    }
    const auto escape = at_end() ? '\0' : take();
    if (escape == 'n' || escape == 't')
      literal(word, escape == 'n' ? '\n' : '\t');
    else if (escape == '"' || escape == '\\' || escape == '$')
      literal(word, escape);
    else if (escape != '\n' && escape != '\0')
      return tl::unexpected(
        ScriptError{std::string{"unknown escape \\"} + escape + R"(: write \n, \t, \", \\ or \$)",
                    place, false});
  }
  return unfinished("a \" that is not closed", start);
}

tl::expected<void, ScriptError> Lexer::variable(Word& word) {
  const auto start = at_;
  take();
  const auto braced = peek() == '{';
  if (braced)
    take();
  std::string name;
  while (!at_end() && is_name(peek()))
    name += take();
  if (name.empty() || (braced && (at_end() || take() != '}')))
    return tl::unexpected(
      ScriptError{"a $ without a variable's name: write $NAME, ${NAME}, or '$' for the sign itself",
                  start, false});
  if (word.pieces.size() >= pieces_max)
    return tl::unexpected(
      ScriptError{"a word has more than 8192 parts: let a variable hold some", start, false});
  word.pieces.push_back({std::move(name), true});
  return {};
}

} // namespace orrery::cmd::console
