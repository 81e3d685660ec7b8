#include "cmd/conditions/query_evaluation.hpp"

#include "cmd/views/render/suggestion.hpp"
#include "config/counted.hpp"
#include "config/number.hpp"

#include <array>
#include <cstdlib>

namespace orrery::cmd::query {

namespace {

using Wrong = tl::unexpected<std::string>;
using NodeKind = Node::Kind;

std::optional<double> number_of(const Value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value))
    return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&value))
    return *real;
  return std::nullopt;
}

template <typename T>
bool in_order(const T& left, console::Comparison comparison, const T& right) {
  switch (comparison) {
  case console::Comparison::Equal:
    return !(left < right) && !(right < left);
  case console::Comparison::Different:
    return left < right || right < left;
  case console::Comparison::Less:
    return left < right;
  case console::Comparison::LessOrEqual:
    return !(right < left);
  case console::Comparison::Greater:
    return right < left;
  case console::Comparison::GreaterOrEqual:
    break;
  }
  return !(left < right);
}

tl::expected<std::int64_t, std::string> whole_number(const Value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value))
    return *whole;
  if (const auto* truth = std::get_if<bool>(&value))
    return *truth ? 1 : 0;
  constexpr double most = 9e15; // a double has no fractions from there on
  if (const auto* real = std::get_if<double>(&value);
      real != nullptr && *real > -most && *real < most)
    return static_cast<std::int64_t>(*real);
  if (const auto* text = std::get_if<std::string>(&value)) {
    if (const auto number = config::parse_number<std::int64_t>(*text))
      return *number;
  }
  return Wrong{shown(value) + " is no whole number"};
}

struct Function {
  std::string_view name;
  std::size_t arguments;
};
constexpr std::array<Function, 6> query_functions{
  {{"len", 1}, {"print", 1}, {"forEach", 2}, {"startsWith", 2}, {"endsWith", 2}, {"int", 1}}};

std::optional<std::string> wrong_call(const Node& node) {
  std::vector<std::string> names;
  for (const auto& function : query_functions) {
    names.emplace_back(function.name);
    if (node.text != function.name)
      continue;
    if (node.children.size() == function.arguments)
      return std::nullopt;
    return node.text + "() takes " + config::counted(function.arguments, "argument");
  }
  return "unknown function \"" + node.text + "\"" + nearest_or_all(node.text, names);
}

} // namespace

tl::expected<bool, std::string> Evaluation::holds() {
  const auto found = value(query_);
  if (!found)
    return tl::unexpected(found.error());
  return is_true(*found);
}

Evaluation::Result Evaluation::value(const Node& node) {
  if (++steps_ > steps_max)
    return Wrong{"the query takes too many steps in a model of this size: ask for less"};
  switch (node.kind) {
  case NodeKind::Text:
    return node.text;
  case NodeKind::Integer:
    return whole_number(node.text).map([](std::int64_t number) { return Value{number}; });
  case NodeKind::Real:
    return std::strtod(node.text.c_str(), nullptr);
  case NodeKind::Boolean:
    return node.text == "true";
  case NodeKind::Name:
    return named(node);
  case NodeKind::Member:
    return member(node);
  case NodeKind::Index:
    return element(node);
  case NodeKind::Call:
    return called(node);
  case NodeKind::Lambda:
    return Wrong{"\"" + node.text + " => ...\" stands only in forEach(LIST, " + node.text
                 + " => ...)"};
  case NodeKind::Compare:
    return compared(node);
  case NodeKind::Not:
    return value(node.children[0]).map([](const Value& inner) { return Value{!is_true(inner)}; });
  case NodeKind::And:
  case NodeKind::Or:
    break;
  }
  const bool ends = node.kind == NodeKind::Or; // the value that decides it
  for (const Node& part : node.children) {
    const auto found = value(part);
    if (!found)
      return found;
    if (is_true(*found) == ends)
      return ends;
  }
  return !ends;
}

Evaluation::Result Evaluation::of_thing(const Thing& thing, const std::string& name) {
  auto found = world_.property(thing, name);
  if (!found)
    return Wrong{"unknown identifier \"" + name + "\" of "
                 + (thing.kind == Thing::Kind::Application ? "an " : "a ")
                 + std::string{word_of(thing.kind)}
                 + nearest_or_all(name, World::names(thing.kind))};
  const bool is_root = thing.kind == root_.kind && thing.name == root_.name;
  if (!std::holds_alternative<Things>(*found))
    (is_root ? touched_ : touched_members_[{thing.kind, thing.name}])[name] = shown(*found);
  return std::move(*found);
}

Evaluation::Result Evaluation::named(const Node& node) {
  for (auto parameter = parameters_.rbegin(); parameter != parameters_.rend(); ++parameter)
    if (parameter->first == node.text)
      return parameter->second;
  return of_thing(root_, node.text);
}

Evaluation::Result Evaluation::member(const Node& node) {
  const auto owner = value(node.children[0]);
  if (!owner)
    return owner;
  if (const auto* thing = std::get_if<Thing>(&*owner))
    return of_thing(*thing, node.text);
  if (const auto* settings = std::get_if<const store::Settings*>(&*owner)) {
    const auto found = (*settings)->find(node.text);
    return found == (*settings)->end() ? std::string{} : found->second;
  }
  return Wrong{text_of(node.children[0]) + " is " + shown(*owner) + ", which has no \"" + node.text
               + "\""};
}

Evaluation::Result Evaluation::element(const Node& node) {
  const auto owner = value(node.children[0]);
  const auto key = owner ? value(node.children[1]) : owner;
  if (!key)
    return key;
  const auto* text = std::get_if<std::string>(&*key);
  if (const auto* settings = std::get_if<const store::Settings*>(&*owner);
      settings != nullptr && text != nullptr) {
    const auto found = (*settings)->find(*text);
    return found == (*settings)->end() ? std::string{} : found->second;
  }
  const auto* things = std::get_if<Things>(&*owner);
  if (things == nullptr)
    return Wrong{text_of(node.children[0]) + " is " + shown(*owner) + ", which has no elements"};
  for (const Thing& thing : *things)
    if (text != nullptr && thing.name == *text)
      return thing;
  const auto place = text == nullptr ? whole_number(*key) : tl::unexpected(std::string{});
  if (!place || *place < 0 || static_cast<std::size_t>(*place) >= things->size())
    return Wrong{text_of(node.children[0]) + " has no element " + shown(*key) + ": there are "
                 + std::to_string(things->size())};
  return (*things)[static_cast<std::size_t>(*place)];
}

Evaluation::Result Evaluation::compared(const Node& node) {
  const auto left = value(node.children[0]);
  const auto right = left ? value(node.children[1]) : left;
  if (!right)
    return right;
  const auto first = number_of(*left), second = number_of(*right);
  if (first && second)
    return in_order(*first, node.comparison, *second);
  const auto* one = std::get_if<std::string>(&*left);
  const auto* other = std::get_if<std::string>(&*right);
  if (one != nullptr && other != nullptr)
    return in_order(*one, node.comparison, *other);
  const auto* truth = std::get_if<bool>(&*left);
  const auto* other_truth = std::get_if<bool>(&*right);
  const bool same = truth != nullptr && other_truth != nullptr && *truth == *other_truth;
  if (node.comparison == console::Comparison::Equal)
    return same;
  if (node.comparison == console::Comparison::Different)
    return !same;
  return Wrong{text_of(node) + " cannot be told: " + shown(*left) + " and " + shown(*right)
               + " have no order"};
}

Evaluation::Result Evaluation::called(const Node& node) {
  if (auto wrong = wrong_call(node))
    return Wrong{std::move(*wrong)};
  if (node.text == "forEach")
    return each(node);
  const auto first = value(node.children[0]);
  if (!first)
    return first;
  if (node.text == "print") {
    if (printed_.size() < printed_max)
      printed_ += shown(*first) + "\n";
    return first;
  }
  if (node.text == "int")
    return whole_number(*first).map([](std::int64_t number) { return Value{number}; });
  const auto* text = std::get_if<std::string>(&*first);
  if (node.text == "len") {
    if (text != nullptr)
      return static_cast<std::int64_t>(text->size());
    if (const auto* things = std::get_if<Things>(&*first))
      return static_cast<std::int64_t>(things->size());
    if (const auto* settings = std::get_if<const store::Settings*>(&*first))
      return static_cast<std::int64_t>((*settings)->size());
    return Wrong{"len(" + text_of(node.children[0]) + "): " + shown(*first) + " has no length"};
  }
  const auto second = value(node.children[1]);
  if (!second)
    return second;
  const auto* part = std::get_if<std::string>(&*second);
  if (text == nullptr || part == nullptr)
    return Wrong{node.text + "() takes two texts, not "
                 + shown(text == nullptr ? *first : *second)};
  return node.text == "startsWith" ? text->starts_with(*part) : text->ends_with(*part);
}

Evaluation::Result Evaluation::each(const Node& node) {
  const Node& lambda = node.children[1];
  if (lambda.kind != NodeKind::Lambda)
    return Wrong{"forEach() takes a list and what holds of each: forEach(units, unit => "
                 "unit.life==\"alive\")"};
  const auto list = value(node.children[0]);
  if (!list)
    return list;
  const auto* things = std::get_if<Things>(&*list);
  if (things == nullptr)
    return Wrong{"forEach() takes a list, and " + text_of(node.children[0]) + " is "
                 + shown(*list)};
  bool all = true;
  for (const Thing& thing : *things) {
    parameters_.emplace_back(lambda.text, thing);
    const auto found = value(lambda.children[0]);
    parameters_.pop_back();
    if (!found)
      return found;
    all = all && is_true(*found);
  }
  return all;
}

} // namespace orrery::cmd::query
