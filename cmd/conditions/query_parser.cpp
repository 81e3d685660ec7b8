#include "cmd/conditions/query_tokens.hpp"
#include "cmd/views/render/escape.hpp"

#include <algorithm>
#include <utility>

namespace orrery::cmd::query {

namespace {

using Parsed = tl::expected<Node, ParseError>;
using Kind = Node::Kind;

/// Reads one query by descent; one use.
class Parser {
public:
  explicit Parser(std::vector<Token> tokens) : tokens_{std::move(tokens)} {}

  Parsed read() {
    if (now().kind == Token::Kind::End)
      return wrong("the query is empty");
    auto node = read_or();
    if (node && now().kind != Token::Kind::End)
      return unexpected_word();
    return node;
  }

private:
  /// Counts how deep the reading is; the stack is bounded by it.
  class Deeper {
  public:
    explicit Deeper(std::size_t& depth) : depth_{++depth} {}
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    ~Deeper() { --depth_; }

  private:
    std::size_t& depth_;
  };

  [[nodiscard]] const Token& now() const { return tokens_[at_]; }
  [[nodiscard]] bool is_sign(std::string_view sign) const {
    return now().kind == Token::Kind::Sign && now().text == sign;
  }
  bool take(std::string_view sign) {
    const bool there = is_sign(sign);
    at_ += there ? 1 : 0;
    return there;
  }
  [[nodiscard]] Parsed wrong(std::string text) const {
    return tl::unexpected(ParseError{std::move(text), now().begin});
  }
  [[nodiscard]] Parsed unexpected_word() const {
    return wrong(now().kind == Token::Kind::End ? "the query ends too early"
                                                : "unexpected \"" + now().text + "\"");
  }

  Node joined(Kind kind, Node left, Node right) const {
    Node node{kind};
    node.begin = left.begin;
    node.end = right.end;
    node.children.push_back(std::move(left));
    node.children.push_back(std::move(right));
    return node;
  }

  Parsed read_chain(Kind kind, std::string_view sign, Parsed (Parser::*part)()) {
    auto first = (this->*part)();
    if (!first || !is_sign(sign))
      return first;
    Node chain = over(kind, std::move(*first)); // flat: a long one is not deep
    while (take(sign)) {
      auto next = (this->*part)();
      if (!next)
        return next;
      chain.end = next->end;
      chain.children.push_back(std::move(*next));
    }
    return chain;
  }

  Parsed read_or() {
    const Deeper deeper{depth_};
    if (depth_ > depth_max)
      return wrong("the query is nested too deep");
    return read_chain(Kind::Or, "||", &Parser::read_and);
  }
  Parsed read_and() { return read_chain(Kind::And, "&&", &Parser::read_compared); }

  Parsed read_compared() {
    auto left = read_negated();
    if (!left || now().kind != Token::Kind::Sign)
      return left;
    const auto comparison = console::parse_comparison(now().text);
    if (!comparison)
      return left;
    ++at_;
    auto right = read_negated();
    if (!right)
      return right;
    auto node = joined(Kind::Compare, std::move(*left), std::move(*right));
    node.comparison = *comparison;
    return node;
  }

  Parsed read_negated() {
    const auto begin = now().begin;
    bool negated = false, any = false;
    for (; take("!"); any = true)
      negated = !negated;
    auto inner = read_reached();
    if (!inner || !any)
      return inner;
    auto node = over(Kind::Not, std::move(*inner));
    node.begin = begin;
    return negated ? std::move(node) : over(Kind::Not, std::move(node));
  }

  Parsed read_reached() {
    auto node = read_atom();
    for (std::size_t steps = 0; node; ++steps) {
      if (steps > depth_max)
        return wrong("the query is nested too deep");
      if (take(".")) {
        if (now().kind != Token::Kind::Name)
          return unexpected_word();
        node = over(Kind::Member, std::move(*node));
        node->text = now().text;
        node->end = tokens_[at_++].end;
      } else if (take("[")) {
        auto key = read_or();
        if (!key)
          return key;
        if (!is_sign("]"))
          return unexpected_word();
        node = joined(Kind::Index, std::move(*node), std::move(*key));
        node->end = tokens_[at_++].end;
      } else
        return node;
    }
    return node;
  }

  static Node over(Kind kind, Node inner) {
    Node node{kind};
    node.begin = inner.begin;
    node.end = inner.end;
    node.children.push_back(std::move(inner));
    return node;
  }

  Node literal(Kind kind) {
    const auto& token = tokens_[at_++];
    Node node{kind, token.text};
    node.begin = token.begin;
    node.end = token.end;
    return node;
  }

  Parsed read_atom() {
    switch (now().kind) {
    case Token::Kind::Text:
      return literal(Kind::Text);
    case Token::Kind::Integer:
      return literal(Kind::Integer);
    case Token::Kind::Real:
      return literal(Kind::Real);
    case Token::Kind::Name:
      if (now().text == "true" || now().text == "false")
        return literal(Kind::Boolean);
      return read_name();
    case Token::Kind::Sign:
    case Token::Kind::End:
      break;
    }
    if (!take("("))
      return unexpected_word();
    auto inner = read_or();
    if (inner && !take(")"))
      return unexpected_word();
    return inner;
  }

  Parsed read_name() {
    auto node = literal(Kind::Name);
    if (!take("("))
      return node;
    node.kind = Kind::Call;
    while (!is_sign(")")) {
      if (!node.children.empty() && !take(","))
        return unexpected_word();
      auto argument = read_argument();
      if (!argument)
        return argument;
      node.children.push_back(std::move(*argument));
    }
    node.end = tokens_[at_++].end;
    return node;
  }

  Parsed read_argument() {
    const bool is_lambda = now().kind == Token::Kind::Name
                           && tokens_[at_ + 1].kind == Token::Kind::Sign
                           && tokens_[at_ + 1].text == "=>";
    if (!is_lambda)
      return read_or();
    auto node = literal(Kind::Lambda);
    ++at_; // the arrow
    auto body = read_or();
    if (!body)
      return body;
    node.end = body->end;
    node.children.push_back(std::move(*body));
    return node;
  }

  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
};

} // namespace

tl::expected<Node, ParseError> parse(std::string_view text) {
  if (text.size() > query_max)
    return tl::unexpected(
      ParseError{"it is longer than " + std::to_string(query_max) + " bytes", query_max});
  auto tokens = tokens_of(text);
  if (!tokens)
    return tl::unexpected(std::move(tokens.error()));
  return Parser{std::move(*tokens)}.read();
}

std::string told(const ParseError& error, std::string_view query) {
  const auto at = std::min(error.at, query.size());
  const auto before = query.substr(0, at).rfind('\n');
  const auto begin = before == std::string_view::npos ? 0 : before + 1;
  const auto line = query.substr(begin, query.find('\n', begin) - begin);
  const auto indent = render::width(render::escaped(line.substr(0, at - begin)));
  return "Cannot parse query: " + render::escaped(error.text) + "\n" + render::escaped(line) + "\n"
         + std::string(indent, ' ') + "^\n";
}

} // namespace orrery::cmd::query
