#include "cmd/console/parser.hpp"

#include "cmd/console/lexer.hpp"
#include "cmd/console/statement.hpp"

#include <algorithm>
#include <optional>

namespace orrery::cmd::console {

namespace {

constexpr std::size_t depth_max = 64;
constexpr std::size_t words_max = 1 << 18; ///< Of a script.

class Parser {
public:
  explicit Parser(std::string_view text) : lexer_{text} {}

  tl::expected<Block, ScriptError> script() { return block(std::nullopt, 0); }

private:
  /// Statements up to the end of the text, or up to the `}` that closes the `{` at `opened`.
  tl::expected<Block, ScriptError> block(std::optional<Position> opened, std::size_t depth) {
    Block statements;
    while (true) {
      auto token = lexer_.next();
      if (!token)
        return tl::unexpected(token.error());
      switch (token->kind) {
      case Token::Kind::Separator:
        continue;
      case Token::Kind::End:
        if (opened)
          return tl::unexpected(ScriptError{"a \"{\" that is not closed", *opened, true});
        return statements;
      case Token::Kind::Close:
        if (!opened)
          return tl::unexpected(ScriptError{
            "a \"}\" that closes nothing: quote it if it belongs to a word", token->at, false});
        return statements;
      case Token::Kind::Open:
        return tl::unexpected(
          ScriptError{"a block must follow its command on the same line", token->at, false});
      case Token::Kind::Word:
        break;
      }
      auto ended = false;
      auto statement = read_statement(std::move(token->word), depth, ended);
      if (!statement)
        return tl::unexpected(statement.error());
      statements.push_back(std::move(*statement));
      if (ended) { // its last word was followed by this block's `}`
        if (opened)
          return statements;
        return tl::unexpected(ScriptError{
          "a \"}\" that closes nothing: quote it if it belongs to a word", end_, false});
      }
    }
  }

  /// @param ended whether the `}` of the block around it came right after it.
  tl::expected<Statement, ScriptError> read_statement(Word first, std::size_t depth, bool& ended) {
    if (auto counted = count(first); !counted)
      return tl::unexpected(counted.error());
    Statement statement;
    statement.words.push_back(std::move(first));
    while (true) {
      auto token = lexer_.next();
      if (!token)
        return tl::unexpected(token.error());
      if (token->kind == Token::Kind::Word && !statement.has_block) {
        if (auto counted = count(token->word); !counted)
          return tl::unexpected(counted.error());
        statement.words.push_back(std::move(token->word));
        continue;
      }
      if (token->kind == Token::Kind::Open && !statement.has_block) {
        if (depth == depth_max)
          return tl::unexpected(ScriptError{"blocks lie deeper than 64", token->at, false});
        auto inner = block(token->at, depth + 1);
        if (!inner)
          return tl::unexpected(inner.error());
        statement.has_block = true;
        statement.block = std::move(*inner);
        continue;
      }
      if (token->kind == Token::Kind::Word && may_go_on(statement, token->word)) {
        if (auto done = read_else(statement, token->at, depth, ended); !done)
          return tl::unexpected(done.error());
        if (chained_)
          return checked(std::move(statement)); // the inner `if` has taken the line's end
        continue;
      }
      if (token->kind == Token::Kind::Word || token->kind == Token::Kind::Open)
        return tl::unexpected(
          ScriptError{"expected the end of the line, or ;, after a block", token->at, false});
      ended = token->kind == Token::Kind::Close;
      end_ = token->at;
      return checked(std::move(statement));
    }
  }

  tl::expected<void, ScriptError> count(const Word& word) {
    words_ += std::max<std::size_t>(word.pieces.size(), 1);
    if (words_ > words_max)
      return tl::unexpected(ScriptError{
        "the script has more than 262144 words and variables: cut it in several", word.at, false});
    return {};
  }

  /// Whether a command begins with the program's name, as in a shell and in every remedy.
  static bool begins_with_program(const Statement& statement) {
    const Word& first = statement.words[0];
    const std::string name = first.literal();
    return statement.words.size() > 1 && !first.quoted && (name == "orrery" || name == "juju");
  }

  static tl::expected<Statement, ScriptError> checked(Statement statement) {
    if (begins_with_program(statement))
      statement.words.erase(statement.words.begin());
    if (auto right = check_statement(statement); !right)
      return tl::unexpected(right.error());
    return statement;
  }

  /// Whether this word after a block is the `else` of an `if`.
  static bool may_go_on(const Statement& statement, const Word& word) {
    return statement.has_block && !statement.has_else && !word.quoted && word.literal() == "else"
           && !statement.words[0].quoted && statement.words[0].literal() == "if";
  }

  /// Parses what follows `else`: a block, or another `if`.
  tl::expected<void, ScriptError>
  read_else(Statement& statement, const Position& at, std::size_t depth, bool& ended) {
    statement.has_else = true;
    chained_ = false;
    auto token = lexer_.next();
    if (!token)
      return tl::unexpected(token.error());
    if (depth == depth_max)
      return tl::unexpected(ScriptError{"blocks lie deeper than 64", at, false});
    if (token->kind == Token::Kind::Open) {
      auto inner = block(token->at, depth + 1);
      if (!inner)
        return tl::unexpected(inner.error());
      statement.otherwise = std::move(*inner);
      chained_ = false;
      return {};
    }
    if (token->kind != Token::Kind::Word || token->word.literal() != "if")
      return tl::unexpected(ScriptError{"expected { or if after else, on the same line", token->at,
                                        token->kind == Token::Kind::End});
    auto inner = read_statement(std::move(token->word), depth + 1, ended);
    if (!inner)
      return tl::unexpected(inner.error());
    statement.otherwise.push_back(std::move(*inner));
    chained_ = true;
    return {};
  }

  Lexer lexer_;
  Position end_;
  std::size_t words_ = 0; ///< With the pieces that they are made of.
  bool chained_ = false;  ///< The `else` read last was an `else if`.
};

} // namespace

tl::expected<Block, ScriptError> parse(std::string_view text) {
  return Parser{text}.script();
}

} // namespace orrery::cmd::console
