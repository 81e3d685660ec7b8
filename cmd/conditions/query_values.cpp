#include "cmd/conditions/query_world.hpp"
#include "cmd/views/render/escape.hpp"

namespace orrery::cmd::query {

bool is_true(const Value& value) {
  struct Visitor {
    bool operator()(bool value) const { return value; }
    bool operator()(std::int64_t value) const { return value != 0; }
    bool operator()(double value) const { return value < 0 || value > 0; }
    bool operator()(const std::string& value) const { return !value.empty(); }
    bool operator()(const store::Settings* value) const { return !value->empty(); }
    bool operator()(const Thing&) const { return true; }
    bool operator()(const Things& value) const { return !value.empty(); }
  };
  return std::visit(Visitor{}, value);
}

std::string shown(const Value& value) {
  struct Visitor {
    std::string operator()(bool value) const { return value ? "true" : "false"; }
    std::string operator()(std::int64_t value) const { return std::to_string(value); }
    std::string operator()(double value) const { return std::to_string(value); }
    std::string operator()(const std::string& value) const {
      return "\"" + render::escaped(value) + "\"";
    }
    std::string operator()(const store::Settings* value) const {
      return std::to_string(value->size()) + " values";
    }
    std::string operator()(const Thing& value) const {
      return std::string{word_of(value.kind)} + " " + value.name;
    }
    std::string operator()(const Things& value) const {
      const std::string what = value.empty() ? "of them" : std::string{word_of(value[0].kind)};
      return std::to_string(value.size()) + " " + what
             + (value.empty() || value.size() == 1 ? "" : "s");
    }
  };
  return std::visit(Visitor{}, value);
}

} // namespace orrery::cmd::query
