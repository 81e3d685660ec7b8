#include "actors/hooks/tools/value.hpp"

namespace orrery::hooks {
namespace {

Value scalar(Value::Kind kind, std::string text) {
  Value value;
  value.kind = kind;
  value.text = std::move(text);
  return value;
}

} // namespace

Value Value::boolean(bool value) {
  return scalar(Kind::Boolean, value ? "true" : "false");
}

Value Value::number(std::string decimal) {
  return scalar(Kind::Number, std::move(decimal));
}

Value Value::of(std::string text) {
  return scalar(Kind::Text, std::move(text));
}

Value Value::list(const std::vector<std::string>& texts) {
  std::vector<Value> items;
  for (const std::string& text : texts)
    items.push_back(of(text));
  return list(std::move(items));
}

Value Value::list(std::vector<Value> items) {
  Value value;
  value.kind = Kind::List;
  value.items = std::move(items);
  return value;
}

Value Value::map(std::vector<Field> fields) {
  Value value;
  value.kind = Kind::Map;
  value.fields = std::move(fields);
  return value;
}

Value Value::map(const store::Settings& settings) {
  std::vector<Field> fields;
  for (const auto& [key, text] : settings)
    fields.push_back({key, of(text)});
  return map(std::move(fields));
}

} // namespace orrery::hooks
