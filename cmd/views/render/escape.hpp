#pragma once

#include "config/hidden.hpp"

#include <cstddef>
#include <string>
#include <string_view>

/// Text that others chose (names, messages, settings), made safe for a terminal.
namespace orrery::render {

using config::is_hidden;
using config::plain_length;

/// The text with every hidden character and every byte that is no UTF-8 spelled out: `\n`, `\x1b`,
/// `\u202e`.
[[nodiscard]] std::string escaped(std::string_view text);
/// How many characters a text without hidden ones has.
[[nodiscard]] std::size_t width(std::string_view text);
/// At most `longest` characters of the text, the last three of them `...` if some were cut.
/// @pre longest >= 3
[[nodiscard]] std::string cut(std::string_view text, std::size_t longest);
/// At most `longest` characters of the text, with `...` in the place of what was cut: a third of
/// them from its beginning, and its end, which says most in what programs complain of.
/// @pre longest >= 6
[[nodiscard]] std::string cut_middle(std::string_view text, std::size_t longest);

} // namespace orrery::render
