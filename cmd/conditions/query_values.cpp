#include "cmd/conditions/query_world.hpp"
#include "cmd/views/render/escape.hpp"
#include "config/counted.hpp"

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
      return config::counted(value->size(), "value");
    }
    std::string operator()(const Thing& value) const {
      return std::string{word_of(value.kind)} + " " + value.name;
    }
    std::string operator()(const Things& value) const {
      return value.empty() ? "0 of them" : config::counted(value.size(), word_of(value[0].kind));
    }
  };
  return std::visit(Visitor{}, value);
}

} // namespace orrery::cmd::query
