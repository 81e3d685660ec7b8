#include "config/option.hpp"

#include "config/boolean.hpp"
#include "config/fields.hpp"
#include "config/number.hpp"
#include "config/old_yaml.hpp"
#include "config/secret_reference.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>
#include <system_error>

namespace orrery::config {

namespace {

std::string_view kind_text(OptionKind kind) {
  switch (kind) {
  case OptionKind::String:
    return "string";
  case OptionKind::Int:
    return "int";
  case OptionKind::Float:
    return "float";
  case OptionKind::Secret:
    return "secret";
  case OptionKind::Boolean:
    break;
  }
  return "boolean";
}

std::string_view kind_example(OptionKind kind) {
  switch (kind) {
  case OptionKind::String:
    return "any text";
  case OptionKind::Int:
    return "a decimal whole number of at most 64 bits, e.g. 42";
  case OptionKind::Float:
    return "a finite decimal number, e.g. 0.5";
  case OptionKind::Secret:
    return "a secret's URI, e.g. secret:9m4e2mr0ui3e8a215n4g, or nothing";
  case OptionKind::Boolean:
    break;
  }
  return "true or false";
}

/// Reads all of `text` as a number, which may have a leading plus.
template <class Number>
std::optional<Number> parse_signed(std::string_view text) {
  if (text.size() > 1 && text.front() == '+' && text[1] != '-')
    text.remove_prefix(1);
  return parse_number<Number>(text);
}

template <class Number>
std::string number_text(Number value) {
  char buffer[64];
  const auto written = std::to_chars(std::begin(buffer), std::end(buffer), value);
  return {std::begin(buffer), written.ptr};
}

std::optional<std::string> canonical_boolean(std::string_view text) {
  const std::optional<bool> value = parse_boolean(text);
  return value ? std::optional<std::string>(*value ? "true" : "false") : std::nullopt;
}

std::optional<std::string> canonical_float(std::string_view text) {
  const auto value = parse_signed<double>(text);
  if (!value || !std::isfinite(*value))
    return std::nullopt;
  return *value == 0 ? "0" : number_text(*value); // Never -0.
}

/// Nothing, or `secret:ID` and `secret://MODEL/ID` (SE58): the value itself has no place in an
/// option.
bool is_secret_uri(std::string_view text) {
  return text.empty() || (text.starts_with("secret:") && parse_secret_uri(text));
}

/// A value that was refused, as an error may show it. What was typed for an option of type secret
/// may be the very thing that is to be kept.
std::string refused_value(OptionKind kind, const std::string& text) {
  return kind == OptionKind::Secret ? "what was given" : quote(text);
}

std::optional<std::string> canonical_text(OptionKind kind, const std::string& text) {
  switch (kind) {
  case OptionKind::String:
    return text;
  case OptionKind::Int:
    if (const auto value = parse_signed<std::int64_t>(text))
      return number_text(*value);
    return std::nullopt;
  case OptionKind::Float:
    return canonical_float(text);
  case OptionKind::Secret:
    return is_secret_uri(text) ? std::optional{text} : std::nullopt;
  case OptionKind::Boolean:
    break;
  }
  return canonical_boolean(text);
}

struct OptionInFile {
  OptionDeclaration option;
  bool has_type = true;                   ///< False once a type was read that is none.
  const Member* default_member = nullptr; ///< Looked at once the type is known.
};

Result<void> read_type(const Document& document, const Member& member, OptionInFile& into) {
  static const std::map<std::string, OptionKind> kinds{{"string", OptionKind::String},
                                                       {"int", OptionKind::Int},
                                                       {"float", OptionKind::Float},
                                                       {"boolean", OptionKind::Boolean},
                                                       {"secret", OptionKind::Secret}};
  const auto& node = member.value;
  const auto found = node.kind == Node::Kind::Scalar ? kinds.find(node.scalar) : kinds.end();
  into.has_type = found != kinds.end();
  if (!into.has_type)
    return tl::unexpected(document.error(node, "expected a type, found " + describe(node),
                                         "write one of string, int, float, boolean, secret"));
  into.option.kind = found->second;
  return {};
}

Result<void> read_description(const Document& document, const Member& member, OptionInFile& into) {
  auto text = document.any_text(member.value, member.key);
  if (!text)
    return tl::unexpected(std::move(text.error()));
  into.option.description = std::move(*text);
  return {};
}

Result<void> read_default(const Document&, const Member& member, OptionInFile& into) {
  into.default_member = &member;
  return {};
}

/// The default as the file gives it: text in quotes where it could be taken for something else;
/// numbers and booleans plain or in quotes. A whole number in quotes may have any base: "0x1F" is
/// 31.
Result<std::string>
default_text(const Document& document, const Node& node, const std::string& name, OptionKind kind) {
  if (kind == OptionKind::String)
    return document.text(node, "default");
  if (kind == OptionKind::Boolean) {
    const auto value = document.boolean(node, "default");
    if (!value)
      return tl::unexpected(value.error());
    return std::string{*value ? "true" : "false"};
  }
  const auto plain = kind_of(node);
  const bool fits =
    node.kind == Node::Kind::Scalar
    && (node.quoted || plain == PlainKind::WholeNumber
        || (plain == PlainKind::Number && kind == OptionKind::Float) || kind == OptionKind::Secret);
  const bool is_number_in_text = kind == OptionKind::Int && node.quoted;
  const auto reading = is_number_in_text ? read_number_in_text(node.scalar) : reading_of(node);
  const auto canonical = fits && reading ? canonical_text(kind, *reading) : std::nullopt;
  if (canonical)
    return *canonical;
  return tl::unexpected(document.error(node,
                                       "the default of option " + quote(name) + " is "
                                         + describe(node) + ", its type "
                                         + std::string{kind_text(kind)},
                                       "write " + std::string{kind_example(kind)}));
}

OptionDeclaration read_option(const Document& document, const Member& member, Findings& findings) {
  static const Fields<OptionInFile> fields{
    {"default", read_default}, {"description", read_description}, {"type", read_type}};
  OptionInFile read;
  read_all_fields(document, member.value, "option " + quote(member.key), fields,
                  UnknownKeys::Ignore, read, findings);
  const Member* const value = read.default_member;
  if (!read.has_type || value == nullptr || value->value.kind == Node::Kind::Null)
    return read.option;
  auto text = default_text(document, value->value, member.key, read.option.kind);
  if (findings.take(text)) {
    read.option.has_default = true;
    read.option.default_value = std::move(*text);
  }
  return read.option;
}

} // namespace

Result<std::string>
canonical_option(const std::string& name, OptionKind kind, const std::string& text) {
  if (auto canonical = canonical_text(kind, text))
    return *canonical;
  return tl::unexpected(Error{"", 0, 0,
                              "option " + quote(name) + " is of type "
                                + std::string{kind_text(kind)} + " and cannot be "
                                + refused_value(kind, text),
                              "give " + std::string{kind_example(kind)}});
}

std::map<std::string, OptionDeclaration>
read_options(const Document& document, const Node& node, Findings& findings) {
  std::map<std::string, OptionDeclaration> options;
  findings.take(document.expect_mapping(node, "options"));
  for (const auto& member : node.members) {
    if (member.key.empty())
      findings.wrong(document.error(member, "an option's name is empty", "give it a name"));
    options.emplace(member.key, read_option(document, member, findings));
  }
  return options;
}

} // namespace orrery::config
