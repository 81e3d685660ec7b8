// read_yaml: a YAML document on standard input, the same facts as JSON on standard output.
#include "config/yaml.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <iostream>
#include <iterator>

namespace {

using namespace orrery::config;
using nlohmann::json;

json json_of(const Node& node) {
  switch (node.kind) {
  case Node::Kind::Null:
    return nullptr;
  case Node::Kind::Scalar:
    if (node.quoted || plain_kind(node.scalar) == PlainKind::Text)
      return node.scalar;
    return json::parse(node.scalar); // numbers and booleans are written alike
  case Node::Kind::Sequence: {
    auto list = json::array();
    for (const auto& item : node.items)
      list.push_back(json_of(item));
    return list;
  }
  case Node::Kind::Mapping:
    break;
  }
  auto map = json::object();
  for (const auto& member : node.members)
    map[member.key] = json_of(member.value);
  return map;
}

} // namespace

int main() {
  const std::string text{std::istreambuf_iterator<char>{std::cin}, {}};
  const auto document = parse_yaml(text, "standard input");
  if (!document) {
    std::fprintf(stderr, "%s\n", document.error().text().c_str());
    return 1;
  }
  std::cout << json_of(document->root()) << "\n";
}
