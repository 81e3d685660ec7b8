#include "cmd/views/render/read_json.hpp"

#include "store/names.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace orrery::render {
namespace {

constexpr int most_deep = 100;

Document document_of_json(const nlohmann::json& value, int depth) {
  if (value.is_structured() && depth > most_deep)
    return "...";
  if (value.is_object()) {
    Document map = Document::map();
    for (const auto& [key, child] : value.items())
      map.add(key, document_of_json(child, depth + 1));
    return map;
  }
  if (value.is_array()) {
    Document list = Document::list();
    for (const auto& child : value)
      list.push(document_of_json(child, depth + 1));
    return list;
  }
  if (value.is_string())
    return value.get_ref<const std::string&>();
  if (value.is_boolean())
    return value.get<bool>();
  return value.is_number() ? Document::number(value.dump()) : Document();
}

} // namespace

std::optional<Document> read_json(std::string_view text) {
  const auto value = nlohmann::json::parse(text.begin(), text.end(), nullptr, false);
  if (value.is_discarded())
    return std::nullopt;
  return document_of_json(value, 0);
}

Document in_key_order(const Document& document, DataFormat format) {
  if (document.kind() == Document::Kind::List) {
    Document list = Document::list();
    for (std::size_t i = 0; i < document.size(); ++i)
      list.push(in_key_order(document.child(i), format));
    return list;
  }
  if (document.kind() != Document::Kind::Map)
    return document;
  std::vector<std::size_t> order(document.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
    const std::string& first = document.key(left);
    const std::string& second = document.key(right);
    return format == DataFormat::Json ? first < second : store::natural_less(first, second);
  });
  Document map = Document::map();
  for (const std::size_t i : order)
    map.add(document.key(i), in_key_order(document.child(i), format));
  return map;
}

} // namespace orrery::render
