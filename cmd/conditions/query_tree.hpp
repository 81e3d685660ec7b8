#pragma once

#include "cmd/conditions/filter.hpp"

#include <tl/expected.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// The query language of `wait-for`, as Juju 3 has it (CL17):
///
///     query      = or
///     or         = and ("||" and)*
///     and        = compared ("&&" compared)*
///     compared   = negated (("==" | "!=" | "<" | "<=" | ">" | ">=") negated)?
///     negated    = "!" negated | reached
///     reached    = atom ("." name | "[" or "]")*
///     atom       = text | number | "true" | "false" | name | name "(" arguments ")" | "(" or ")"
///     arguments  = (argument ("," argument)*)?
///     argument   = name "=>" or | or
///     name       = letter (letter | digit | "_" | "-")*
///     text       = "'" character* "'" | '"' character* '"'    with \ before a quote or a \.
namespace orrery::cmd::query {

/// A part of a query.
struct Node {
  enum class Kind : std::uint8_t {
    Text,
    Integer,
    Real,
    Boolean,
    Name,   ///< `text` is the identifier.
    Member, ///< Of `children[0]`: `text` is the identifier.
    Index,  ///< `children[0][children[1]]`
    Call,   ///< `text` is the function, the children its arguments.
    Lambda, ///< `text` is the parameter, `children[0]` what it is for.
    Not,
    And,
    Or,
    Compare,
  };
  Kind kind = Kind::Boolean;
  std::string text{}; ///< Of a literal: its value.
  console::Comparison comparison = console::Comparison::Equal;
  std::size_t begin = 0; ///< Where its source text begins, in bytes.
  std::size_t end = 0;   ///< Behind that.
  std::vector<Node> children{};
};

/// A fault in a query's text.
struct ParseError {
  std::string text;   ///< A sentence without its end.
  std::size_t at = 0; ///< Bytes from the query's beginning.
};

/// The longest query, in bytes.
inline constexpr std::size_t query_max = 10'000;
/// How deep one may be nested.
inline constexpr std::size_t depth_max = 100;

/// Reads a query. Errors: no such query, longer than query_max, nested deeper than depth_max.
[[nodiscard]] tl::expected<Node, ParseError> parse(std::string_view text);
/// `Cannot parse query: TEXT`, the line in which it is, and a caret below the place.
[[nodiscard]] std::string told(const ParseError& error, std::string_view query);

} // namespace orrery::cmd::query
