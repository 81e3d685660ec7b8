#pragma once

#include "cmd/conditions/query_tree.hpp"

namespace orrery::cmd::query {

/// A word of a query.
struct Token {
  enum class Kind : std::uint8_t { Name, Text, Integer, Real, Sign, End };
  Kind kind = Kind::End;
  std::string text{}; ///< Of a text: what it means, without quotes.
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Takes a query apart; the last token is its end.
[[nodiscard]] tl::expected<std::vector<Token>, ParseError> tokens_of(std::string_view query);

} // namespace orrery::cmd::query
