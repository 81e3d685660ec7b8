// Which part of a query does not hold.
#include "cmd/conditions/query_evaluation.hpp"

namespace orrery::cmd::query {

std::string Evaluation::why_not() {
  return why_not(query_);
}

std::string Evaluation::why_not(const Node& node) {
  const auto is_so = [this](const Node& part) {
    const auto found = value(part);
    return found && is_true(*found);
  };
  std::string why;
  switch (node.kind) {
  case Node::Kind::And:
    for (const Node& part : node.children)
      if (!is_so(part))
        return why_not(part);
    break;
  case Node::Kind::Or:
    for (const Node& part : node.children)
      why += (why.empty() ? "" : "; ") + why_not(part);
    return why;
  case Node::Kind::Compare:
    for (const Node& side : node.children)
      if (const auto found = value(side);
          found && text_of(side) != shown(*found) && side.kind != Node::Kind::Text)
        why += (why.empty() ? ": " : ", ") + text_of(side) + " is " + shown(*found);
    return text_of(node) + why;
  case Node::Kind::Call:
    if (node.text == "forEach")
      return why_not_each(node);
    break;
  default:
    break;
  }
  const auto found = value(node);
  return text_of(node) + (found ? " is " + shown(*found) : "");
}

std::string Evaluation::why_not_each(const Node& node) {
  const auto list = value(node.children[0]);
  const auto* things = list ? std::get_if<Things>(&*list) : nullptr;
  const Node& lambda = node.children[1];
  std::size_t count = 0;
  std::string first;
  for (const Thing& thing : things == nullptr ? Things{} : *things) {
    parameters_.emplace_back(lambda.text, thing);
    const auto found = value(lambda.children[0]);
    if (found && !is_true(*found) && ++count == 1)
      first = shown(thing) + ": " + why_not(lambda.children[0]);
    parameters_.pop_back();
  }
  return count < 2 ? first
                   : first + ", and " + std::to_string(count - 1) + " more of "
                       + std::to_string(things->size());
}

} // namespace orrery::cmd::query
