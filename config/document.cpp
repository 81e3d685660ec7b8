#include "config/document.hpp"

#include "config/boolean.hpp"
#include "config/lower_case.hpp"
#include "config/number.hpp"
#include "config/old_yaml.hpp"
#include "config/utf8.hpp"

#include <algorithm>
#include <cstddef>
#include <system_error>

namespace orrery::config {

namespace {

constexpr std::size_t longest_quote = 60;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_true(std::string_view text) {
  return text == "true" || text == "True" || text == "TRUE";
}

bool is_false(std::string_view text) {
  return text == "false" || text == "False" || text == "FALSE";
}

/// Words that older YAML took for booleans.
bool is_old_boolean(std::string_view text) {
  const std::string lower = in_lower_case(text);
  return lower == "yes" || lower == "no" || lower == "on" || lower == "off" || lower == "y"
         || lower == "n";
}

std::string_view without_sign(std::string_view text) {
  if (!text.empty() && (text.front() == '-' || text.front() == '+'))
    text.remove_prefix(1);
  return text;
}

bool is_whole_number(std::string_view text) {
  const auto digits = without_sign(text);
  return !digits.empty() && std::all_of(digits.begin(), digits.end(), is_digit);
}

std::size_t count_digits(std::string_view text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_digit);
  return static_cast<std::size_t>(end - text.begin());
}

/// `[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`, `.inf` and `.nan`.
bool is_number(std::string_view text) {
  auto rest = without_sign(text);
  if (rest == ".inf" || rest == ".Inf" || rest == ".INF" || text == ".nan" || text == ".NaN"
      || text == ".NAN")
    return true;
  const auto before = count_digits(rest);
  rest.remove_prefix(before);
  std::size_t after = 0;
  if (!rest.empty() && rest.front() == '.') {
    rest.remove_prefix(1);
    after = count_digits(rest);
    rest.remove_prefix(after);
  }
  if (before + after == 0)
    return false;
  if (rest.empty())
    return true;
  if (rest.front() != 'e' && rest.front() != 'E')
    return false;
  return is_whole_number(rest.substr(1));
}

std::string expected(std::string_view wanted, const Node& found) {
  return "expected " + std::string{wanted} + ", found " + describe(found);
}

std::string write_example(std::string_view name, std::string_view value) {
  return "write e.g. " + std::string{name} + ": " + std::string{value};
}

/// Advice for a node that is no boolean in its own dialect.
std::string boolean_remedy(std::string_view name, const Node& node) {
  const std::string example = write_example(name, "true");
  const std::string& text = node.scalar; // empty if it is no scalar
  if (node.quoted
      && (node.old ? read_old_plain(text).kind : plain_kind(text)) == PlainKind::Boolean)
    return "leave out the quotes: " + std::string{name} + ": " + text;
  return !node.old && is_old_boolean(text) ? "YAML 1.2 knows only true and false: " + example
                                           : example;
}

} // namespace

const Member* Node::find(std::string_view key) const {
  const auto found = std::find_if(members.begin(), members.end(),
                                  [&](const Member& member) { return member.key == key; });
  return found == members.end() ? nullptr : &*found;
}

PlainKind plain_kind(std::string_view text) {
  if (is_true(text) || is_false(text))
    return PlainKind::Boolean;
  if (is_whole_number(text))
    return PlainKind::WholeNumber;
  return is_number(text) ? PlainKind::Number : PlainKind::Text;
}

std::vector<std::string> Document::warning_texts() const {
  std::vector<std::string> texts;
  for (const Error& warning : warnings_)
    texts.push_back(warning.text());
  return texts;
}

Error Document::error(const Node& at, std::string what, std::string remedy) const {
  return Error{files_.at(at.source), at.line, at.column, std::move(what), std::move(remedy)};
}

Error Document::error(const Member& at, std::string what, std::string remedy) const {
  return Error{files_.at(at.value.source), at.line, at.column, std::move(what), std::move(remedy)};
}

Result<std::string> Document::text(const Node& node, std::string_view name) const {
  if (node.kind != Node::Kind::Scalar)
    return tl::unexpected(error(node, expected("text", node), write_example(name, "text")));
  if (kind_of(node) != PlainKind::Text)
    return tl::unexpected(
      error(node, expected("text", node),
            "put it in quotes: " + std::string{name} + ": " + quote(node.scalar)));
  return node.scalar;
}

Result<std::string> Document::any_text(const Node& node, std::string_view name) const {
  if (node.kind == Node::Kind::Null)
    return std::string{};
  if (node.kind != Node::Kind::Scalar)
    return tl::unexpected(
      error(node, expected("a single value", node), write_example(name, "text")));
  return node.scalar;
}

Result<bool> Document::boolean(const Node& node, std::string_view name) const {
  if (node.kind == Node::Kind::Scalar && node.old) {
    // A text is read as Go's ParseBool does, in quotes or not; 1 without them is a number.
    const auto kind = kind_of(node);
    const auto value = parse_boolean(reading_of(node));
    if (value && (kind == PlainKind::Boolean || kind == PlainKind::Text))
      return *value;
  } else if (node.kind == Node::Kind::Scalar && !node.quoted) {
    if (is_true(node.scalar))
      return true;
    if (is_false(node.scalar))
      return false;
  }
  return tl::unexpected(error(node, expected("true or false", node), boolean_remedy(name, node)));
}

Result<std::uint32_t> Document::whole_number(const Node& node,
                                             std::string_view name,
                                             std::uint32_t least,
                                             std::uint32_t most) const {
  const auto example = write_example(name, std::to_string(std::max(least, std::min(most, 2U))));
  const auto text = reading_of(node);
  if (node.kind != Node::Kind::Scalar || (node.quoted && !node.old) || !is_whole_number(text))
    return tl::unexpected(
      error(node, expected("a whole number", node),
            node.quoted && !node.old ? "leave out the quotes: " + example : example));
  // Older YAML reads 010 as eight: better to ask than to guess.
  if (text.size() > 1 && text.front() == '0')
    return tl::unexpected(error(
      node, "a whole number has no leading zeros, found " + describe(node), "leave them out"));
  const auto value = parse_number<std::uint32_t>(text);
  if (!value || *value < least || *value > most)
    return tl::unexpected(
      error(node,
            expected("a whole number from " + std::to_string(least) + " to " + std::to_string(most),
                     node),
            example));
  return *value;
}

Result<void> Document::expect_mapping(const Node& node, std::string_view name) const {
  if (node.kind == Node::Kind::Mapping || node.kind == Node::Kind::Null)
    return {};
  return tl::unexpected(error(node, expected("a mapping", node),
                              "write `key: value` lines below " + std::string{name}));
}

Result<void> Document::expect_sequence(const Node& node, std::string_view name) const {
  if (node.kind == Node::Kind::Sequence || node.kind == Node::Kind::Null)
    return {};
  return tl::unexpected(
    error(node, expected("a list", node), "write `- item` lines below " + std::string{name}));
}

std::string describe(const Node& node) {
  switch (node.kind) {
  case Node::Kind::Null:
    return "nothing";
  case Node::Kind::Sequence:
    return "a list";
  case Node::Kind::Mapping:
    return "a mapping";
  case Node::Kind::Scalar:
    break;
  }
  if (kind_of(node) == PlainKind::Boolean)
    return "the boolean " + node.scalar;
  const bool number = kind_of(node) != PlainKind::Text;
  if (number && node.scalar.size() <= longest_quote)
    return "the number " + node.scalar;
  return quote(node.scalar);
}

std::string quote(std::string_view text) {
  const bool cut = text.size() > longest_quote;
  std::string result = "\"";
  for (const char c : first_bytes(text, longest_quote)) {
    if (c == '\n')
      result += "\\n";
    else
      result += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
  }
  return result + (cut ? "...\"" : "\"");
}

} // namespace orrery::config
