#include "config/schema_errors.hpp"

#include "config/utf8.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <vector>

namespace orrery::config {

namespace {

using Json = nlohmann::json;

constexpr std::size_t most_errors = 20;

/// The schema with nothing but these of its keywords.
Json part_of(const Json& schema, std::initializer_list<const char*> keywords) {
  Json part = Json::object();
  for (const char* const keyword : keywords)
    if (const auto found = schema.find(keyword); found != schema.end())
      part[keyword] = *found;
  return part;
}

std::string list_text(const Json& list, bool as_json) {
  std::string text;
  for (const Json& item : list)
    text += (text.empty() ? "" : ",") + (as_json ? item.dump() : item.get<std::string>());
  return text;
}

/// `integer`, or `[integer,string]`.
std::string type_text(const Json& type) {
  if (type.is_string())
    return type.get<std::string>();
  return type.size() == 1 ? list_text(type, false) : "[" + list_text(type, false) + "]";
}

/// A number without a fraction where it has none.
std::string bound_text(const Json& number) {
  const std::string text = number.dump();
  return text.ends_with(".0") ? text.substr(0, text.size() - 2) : text;
}

/// A value as JSON, cut between characters if it is long.
std::string given_text(const Json& value) {
  constexpr std::size_t longest = 1000;
  const std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  return text.size() <= longest ? text : std::string(first_bytes(text, longest)) + "...";
}

/// Words for a value that a keyword by itself refuses. The keyword's value comes in for `%`.
struct KeywordText {
  const char* keyword;
  const char* text;
};

constexpr std::array keyword_texts{
  KeywordText{"minItems", "array must have at least % items"},
  KeywordText{"maxItems", "array must have at the most % items"},
  KeywordText{"uniqueItems", "array items must be unique"},
  KeywordText{"minProperties", "must have at least % properties"},
  KeywordText{"maxProperties", "must have at the most % properties"},
  KeywordText{"multipleOf", "must be a multiple of %"},
  KeywordText{"minLength", "string length must be greater or equal to %"},
  KeywordText{"maxLength", "string length must be lower or equal to %"},
  KeywordText{"pattern", "does not match pattern '%'"},
};

/// Collects what is wrong with a value that its schema refuses.
class SchemaFindings {
public:
  explicit SchemaFindings(const SchemaJudge& judge) : judge_(judge) {}

  [[nodiscard]] const std::vector<std::string>& errors() const { return errors_; }

  void look(const Json& schema, const Json& value, const std::string& path) {
    if (errors_.size() >= most_errors || accepts(schema, value))
      return;
    if (!accepts(part_of(schema, {"type"}), value)) {
      add(path, "must be of type " + type_text(schema["type"]), value);
      return;
    }
    look_at_choices(schema, value, path);
    if (value.is_object())
      look_at_dependencies(schema, value, path);
    if (value.is_array())
      look_at_items(schema, value, path);
    look_at_keywords(schema, value, path);
    if (value.is_object())
      look_at_keys(schema, value, path);
    look_at_bounds(schema, value, path);
    if (!accepts(part_of(schema, {"enum"}), value))
      add(path, "must match one of the enum values [" + list_text(schema["enum"], true) + "]",
          value);
    if (value.is_object())
      look_at_members(schema, value, path);
  }

private:
  [[nodiscard]] bool accepts(const Json& schema, const Json& value) const {
    return judge_(schema, value);
  }

  void add(const std::string& path, const std::string& text, const Json& value) {
    if (errors_.size() < most_errors)
      errors_.push_back(path + " : " + text + ", given " + given_text(value));
  }

  void look_at_keywords(const Json& schema, const Json& value, const std::string& path) {
    for (const KeywordText& each : keyword_texts) {
      if (accepts(part_of(schema, {each.keyword}), value))
        continue;
      std::string text = each.text;
      const Json& wanted = schema[each.keyword];
      if (const auto place = text.find('%'); place != std::string::npos)
        text.replace(place, 1, wanted.is_string() ? wanted.get<std::string>() : bound_text(wanted));
      add(path, text, value);
    }
  }

  void look_at_bounds(const Json& schema, const Json& value, const std::string& path) {
    if (!accepts(part_of(schema, {"maximum", "exclusiveMaximum"}), value))
      add(path,
          std::string("must be lower than ")
            + (schema.value("exclusiveMaximum", false) ? "" : "or equal to ")
            + bound_text(schema["maximum"]),
          value);
    if (!accepts(part_of(schema, {"minimum", "exclusiveMinimum"}), value))
      add(path,
          std::string("must be greater than ")
            + (schema.value("exclusiveMinimum", false) ? "" : "or equal to ")
            + bound_text(schema["minimum"]),
          value);
  }

  /// Adds the errors of that alternative which has fewest of them: probably the one that was meant.
  void look_at_nearest(const Json& alternatives, const Json& value, const std::string& path) {
    std::vector<std::string> fewest;
    for (const Json& alternative : alternatives) {
      SchemaFindings found(judge_);
      found.look(alternative, value, path);
      if (fewest.empty() || found.errors_.size() < fewest.size())
        fewest = std::move(found.errors_);
    }
    errors_.insert(errors_.end(), fewest.begin(), fewest.end());
  }

  void look_at_choices(const Json& schema, const Json& value, const std::string& path) {
    if (!accepts(part_of(schema, {"anyOf"}), value)) {
      add(path, "must validate at least one schema (anyOf)", value);
      look_at_nearest(schema["anyOf"], value, path);
    }
    if (!accepts(part_of(schema, {"oneOf"}), value)) {
      const Json& alternatives = schema["oneOf"];
      add(path, "must validate one and only one schema (oneOf)", value);
      if (std::none_of(alternatives.begin(), alternatives.end(),
                       [&](const Json& one) { return accepts(one, value); }))
        look_at_nearest(alternatives, value, path);
    }
    if (!accepts(part_of(schema, {"allOf"}), value)) {
      for (const Json& one : schema["allOf"])
        look(one, value, path);
      add(path, "must validate all the schemas (allOf)", value);
    }
    if (!accepts(part_of(schema, {"not"}), value))
      add(path, "must not validate the schema (not)", value);
  }

  void look_at_dependencies(const Json& schema, const Json& value, const std::string& path) {
    const Json dependencies = schema.value("dependencies", Json::object());
    for (const auto& [key, wanted] : dependencies.items()) {
      if (!value.contains(key))
        continue;
      if (wanted.is_object())
        look(wanted, value, path);
      else
        for (const Json& name : wanted)
          if (!value.contains(name.get<std::string>()))
            add(path, "has a dependency on " + name.get<std::string>(), value);
    }
  }

  void look_at_items(const Json& schema, const Json& value, const std::string& path) {
    if (accepts(part_of(schema, {"items", "additionalItems"}), value))
      return;
    const Json items = schema.value("items", Json::object());
    const Json more = schema.value("additionalItems", Json(true));
    if (items.is_array() && value.size() > items.size() && more == false)
      add(path, "no additional item allowed on array", value);
    for (std::size_t i = 0; i < value.size(); ++i) {
      const Json& one = items.is_object() ? items : i < items.size() ? items[i] : more;
      if (one.is_object())
        look(one, value[i], path + "." + std::to_string(i));
    }
  }

  /// Whether the key is neither a property nor matched by a pattern.
  [[nodiscard]] bool is_additional(const Json& schema, const std::string& key) const {
    Json names = part_of(schema, {"properties", "patternProperties"});
    for (Json& group : names)
      std::fill(group.begin(), group.end(), Json::object());
    names["additionalProperties"] = false;
    return !accepts(names, Json{{key, nullptr}});
  }

  void look_at_keys(const Json& schema, const Json& value, const std::string& path) {
    for (const Json& name : schema.value("required", Json::array()))
      if (!value.contains(name.get<std::string>()))
        add(path, name.dump() + " property is missing and required", value);
    const Json more = schema.value("additionalProperties", Json(true));
    if (more == true)
      return;
    for (const auto& [key, one] : value.items()) {
      if (!is_additional(schema, key))
        continue;
      if (more == false)
        add(path, "additional property " + Json(key).dump() + " is not allowed", value);
      else
        look(more, one, path + "." + key);
    }
  }

  void look_at_members(const Json& schema, const Json& value, const std::string& path) {
    const Json properties = schema.value("properties", Json::object());
    const Json patterns = schema.value("patternProperties", Json::object());
    for (const auto& [key, one] : value.items()) {
      if (const auto property = properties.find(key); property != properties.end())
        look(*property, one, path + "." + key);
      for (const auto& [pattern, wanted] : patterns.items())
        if (!is_additional({{"patternProperties", {{pattern, Json::object()}}}}, key))
          look(wanted, one, path + "." + key);
    }
  }

  const SchemaJudge& judge_;
  std::vector<std::string> errors_;
};

} // namespace

std::string schema_errors(const Json& schema, const Json& value, const SchemaJudge& judge) {
  SchemaFindings findings(judge);
  findings.look(schema, value, "(root)");
  std::string text;
  for (const std::string& error : findings.errors())
    text += (text.empty() ? "" : "; ") + error;
  return text;
}

} // namespace orrery::config
