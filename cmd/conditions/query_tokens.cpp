#include "cmd/conditions/query_tokens.hpp"

#include <array>

namespace orrery::cmd::query {

namespace {

bool is_query_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_query_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Takes one query apart; one use.
class Lexer {
public:
  explicit Lexer(std::string_view query) : query_{query} {}

  tl::expected<std::vector<Token>, ParseError> read() {
    std::vector<Token> tokens;
    while (true) {
      while (at_ < query_.size() && std::string_view{" \t\r\n"}.find(query_[at_]) != none)
        ++at_;
      auto token = next();
      if (!token)
        return tl::unexpected(std::move(token.error()));
      const bool is_last = token->kind == Token::Kind::End;
      tokens.push_back(std::move(*token));
      if (is_last)
        return tokens;
    }
  }

private:
  static constexpr auto none = std::string_view::npos;

  tl::expected<Token, ParseError> next() {
    if (at_ == query_.size())
      return Token{Token::Kind::End, "", at_, at_};
    const char c = query_[at_];
    if (c == '"' || c == '\'')
      return read_text(c);
    if (is_query_letter(c))
      return read_while(Token::Kind::Name, [](char next) {
        return is_query_letter(next) || is_query_digit(next) || next == '-';
      });
    if (is_query_digit(c)
        || (c == '-' && at_ + 1 < query_.size() && is_query_digit(query_[at_ + 1])))
      return read_number();
    return read_sign();
  }

  tl::expected<Token, ParseError> read_text(char quote) {
    Token token{Token::Kind::Text, "", at_, 0};
    for (++at_; at_ < query_.size() && query_[at_] != quote; ++at_) {
      const bool escapes = query_[at_] == '\\' && at_ + 1 < query_.size()
                           && (query_[at_ + 1] == quote || query_[at_ + 1] == '\\');
      at_ += escapes ? 1 : 0;
      token.text += query_[at_];
    }
    if (at_ == query_.size())
      return tl::unexpected(ParseError{"a text has no end", token.begin});
    token.end = ++at_;
    return token;
  }

  template <typename Belongs>
  Token read_while(Token::Kind kind, Belongs belongs) {
    Token token{kind, "", at_, 0};
    while (at_ < query_.size() && belongs(query_[at_]))
      token.text += query_[at_++];
    token.end = at_;
    return token;
  }

  Token read_number() {
    const bool negative = query_[at_] == '-';
    const auto begin = at_;
    at_ += negative ? 1 : 0;
    auto token = read_while(Token::Kind::Integer, is_query_digit);
    if (at_ + 1 < query_.size() && query_[at_] == '.' && is_query_digit(query_[at_ + 1])) {
      ++at_;
      token.kind = Token::Kind::Real;
      token.text += "." + read_while(Token::Kind::Integer, is_query_digit).text;
    }
    return {token.kind, (negative ? "-" : "") + token.text, begin, at_};
  }

  tl::expected<Token, ParseError> read_sign() {
    // Longer ones first.
    constexpr std::array<std::string_view, 16> signs{"==", "!=", "<=", ">=", "&&", "||", "=>", "<",
                                                     ">",  "!",  "(",  ")",  "[",  "]",  ".",  ","};
    for (const auto sign : signs)
      if (query_.substr(at_).starts_with(sign)) {
        at_ += sign.size();
        return Token{Token::Kind::Sign, std::string{sign}, at_ - sign.size(), at_};
      }
    const std::string text{query_[at_]};
    return tl::unexpected(
      ParseError{text == "=" || text == "&" || text == "|"
                   ? "\"" + text + "\" is no operator: write \"" + text + text + "\""
                   : "unexpected \"" + text + "\"",
                 at_});
  }

  std::string_view query_;
  std::size_t at_ = 0;
};

} // namespace

tl::expected<std::vector<Token>, ParseError> tokens_of(std::string_view query) {
  return Lexer{query}.read();
}

} // namespace orrery::cmd::query
