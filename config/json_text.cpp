#include "config/json_text.hpp"

#include "config/number.hpp"
#include "config/old_yaml.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

namespace orrery::config {

namespace {

using Json = nlohmann::json;

/// The number that a plain scalar stands for; whole ones without a fraction.
Json number_of(std::string_view text) {
  constexpr double most_exact = 9007199254740992.0; // 2^53
  if (text.starts_with('+'))
    text.remove_prefix(1);
  if (const auto whole = parse_number<std::int64_t>(text))
    return *whole;
  const auto number = parse_number<double>(text);
  if (!number || !std::isfinite(*number))
    return nullptr;
  if (std::trunc(*number) == *number && std::fabs(*number) <= most_exact)
    return static_cast<std::int64_t>(*number);
  return *number;
}

Result<Json> json_value(const Document& document, const Node& node);

Result<Json> scalar_value(const Document& document, const Node& node) {
  const std::string text = reading_of(node);
  switch (kind_of(node)) {
  case PlainKind::Text:
    return Json(node.scalar);
  case PlainKind::Boolean:
    return Json(text.front() == 't' || text.front() == 'T');
  case PlainKind::WholeNumber:
  case PlainKind::Number:
    break;
  }
  Json number = number_of(text);
  if (number.is_null())
    return tl::unexpected(document.error(node, quote(node.scalar) + " is no number that JSON has",
                                         "write a finite one, or put it in quotes"));
  return number;
}

Result<Json> list_value(const Document& document, const Node& node) {
  Json list = Json::array();
  for (const Node& item : node.items) {
    auto value = json_value(document, item);
    if (!value)
      return value;
    list.push_back(std::move(*value));
  }
  return list;
}

Result<Json> mapping_value(const Document& document, const Node& node) {
  Json mapping = Json::object();
  for (const Member& member : node.members) {
    if (!member.key_is_text)
      return tl::unexpected(document.error(member, "the key " + member.key + " is no text",
                                           "put it in quotes: " + quote(member.key)));
    auto value = json_value(document, member.value);
    if (!value)
      return value;
    mapping[member.key] = std::move(*value);
  }
  return mapping;
}

Result<Json> json_value(const Document& document, const Node& node) {
  switch (node.kind) {
  case Node::Kind::Null:
    return Json(nullptr);
  case Node::Kind::Scalar:
    return scalar_value(document, node);
  case Node::Kind::Sequence:
    return list_value(document, node);
  case Node::Kind::Mapping:
    return mapping_value(document, node);
  }
  return Json(nullptr);
}

} // namespace

const Member* find_untextual_key(const Node& node) {
  for (const Member& member : node.members) {
    if (!member.key_is_text)
      return &member;
    if (const Member* const found = find_untextual_key(member.value))
      return found;
  }
  for (const Node& item : node.items)
    if (const Member* const found = find_untextual_key(item))
      return found;
  return nullptr;
}

Result<std::string> json_text(const Document& document, const Node& node) {
  const auto value = json_value(document, node);
  if (!value)
    return tl::unexpected(value.error());
  return value->dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace orrery::config
