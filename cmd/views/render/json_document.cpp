#include "cmd/views/render/json_document.hpp"

#include <nlohmann/json.hpp>

namespace orrery::render {

namespace {

using Json = nlohmann::ordered_json;

Document document_of(const Json& value) {
  switch (value.type()) {
  case Json::value_t::boolean:
    return value.get<bool>();
  case Json::value_t::number_integer:
  case Json::value_t::number_unsigned:
  case Json::value_t::number_float:
    return Document::number(value.dump());
  case Json::value_t::string:
    return value.get<std::string>();
  case Json::value_t::array: {
    Document list = Document::list();
    for (const Json& item : value)
      list.push(document_of(item));
    return list;
  }
  case Json::value_t::object: {
    Document map = Document::map();
    for (const auto& [key, one] : value.items())
      map.add(key, document_of(one));
    return map;
  }
  case Json::value_t::null:
  case Json::value_t::binary:
  case Json::value_t::discarded:
    break;
  }
  return {};
}

} // namespace

Document parse_json(std::string_view text) {
  const Json value = Json::parse(text, nullptr, false);
  return value.is_discarded() ? Document(text) : document_of(value);
}

} // namespace orrery::render
