#include "actors/rules/option_kinds.hpp"

namespace orrery::rules {

config::OptionKind option_kind(store::OptionType type) {
  switch (type) {
  case store::OptionType::String:
    return config::OptionKind::String;
  case store::OptionType::Int:
    return config::OptionKind::Int;
  case store::OptionType::Float:
    return config::OptionKind::Float;
  case store::OptionType::Boolean:
    return config::OptionKind::Boolean;
  case store::OptionType::Secret:
    return config::OptionKind::Secret;
  }
  return config::OptionKind::String;
}

std::string_view type_word(store::OptionType type) {
  switch (type) {
  case store::OptionType::String:
    return "string";
  case store::OptionType::Int:
    return "int";
  case store::OptionType::Float:
    return "float";
  case store::OptionType::Boolean:
    return "boolean";
  case store::OptionType::Secret:
    return "secret";
  }
  return "string";
}

} // namespace orrery::rules
