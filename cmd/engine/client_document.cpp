#include "cmd/engine/client_document.hpp"

#include "cmd/views/render/document.hpp"
#include "cmd/views/render/yaml.hpp"
#include "config/yaml.hpp"

#include <algorithm>
#include <system_error>

namespace orrery::cmd {

namespace {

using config::Node;

render::Document rendered_scalar(const Node& node) {
  const auto kind = node.quoted ? config::PlainKind::Text : config::plain_kind(node.scalar);
  if (kind == config::PlainKind::Boolean)
    return render::Document(node.scalar == "true" || node.scalar == "True"
                            || node.scalar == "TRUE");
  if (kind == config::PlainKind::WholeNumber || kind == config::PlainKind::Number)
    return render::Document::number(node.scalar);
  return render::Document(node.scalar);
}

/// @pre at most as deep as a parser lets a document be
render::Document rendered_node(const Node& node) {
  if (node.kind == Node::Kind::Null)
    return {};
  if (node.kind == Node::Kind::Scalar)
    return rendered_scalar(node);
  auto document =
    node.kind == Node::Kind::Mapping ? render::Document::map() : render::Document::list();
  for (const auto& member : node.members)
    document.add(member.key, rendered_node(member.value));
  for (const auto& item : node.items)
    document.push(rendered_node(item));
  return document;
}

Node empty_mapping() {
  Node node;
  node.kind = Node::Kind::Mapping;
  return node;
}

Node text_node(std::string_view text) {
  Node node;
  node.kind = Node::Kind::Scalar;
  node.quoted = true; // a text, whatever it looks like
  node.scalar = text;
  return node;
}

Node& member_of(Node& mapping, std::string_view key) {
  for (auto& member : mapping.members)
    if (member.key == key)
      return member.value;
  return mapping.members.emplace_back(config::Member{std::string{key}, 0, 0, {}, true}).value;
}

} // namespace

tl::expected<Node, std::string> read_client_document(const std::filesystem::path& file) {
  std::error_code error;
  const auto found = std::filesystem::status(file, error);
  if (found.type() == std::filesystem::file_type::not_found)
    return empty_mapping();
  const auto remedy = ": nothing was changed; mend it, or set JUJU_DATA to another directory";
  const auto read = config::read_yaml(file, config::small_limits, config::Dialect::Juju);
  if (!read)
    return tl::unexpected(read.error().text() + remedy);
  if (read->root().kind == Node::Kind::Null)
    return empty_mapping();
  if (read->root().kind != Node::Kind::Mapping)
    return tl::unexpected(file.string() + ": not a mapping, as Juju's clients write it" + remedy);
  const auto* controllers = read->root().find("controllers");
  if (controllers != nullptr && controllers->value.kind != Node::Kind::Null
      && controllers->value.kind != Node::Kind::Mapping)
    return tl::unexpected(file.string()
                          + ": \"controllers\" is no mapping, as Juju's clients write "
                            "it: a newer one may have"
                          + remedy);
  return read->root();
}

std::string client_document_text(const Node& root) {
  return render::to_yaml(rendered_node(root));
}

const Node* find_mapping(const Node& mapping, std::string_view key) {
  const auto* member = mapping.find(key);
  return member != nullptr && member->value.kind == Node::Kind::Mapping ? &member->value : nullptr;
}

std::string text_of(const Node& mapping, std::string_view key) {
  const auto* member = mapping.find(key);
  return member != nullptr && member->value.kind == Node::Kind::Scalar ? member->value.scalar
                                                                       : std::string{};
}

Node& mapping_in(Node& mapping, std::string_view key) {
  Node& found = member_of(mapping, key);
  if (found.kind != Node::Kind::Mapping)
    found = empty_mapping();
  return found;
}

void set_text(Node& mapping, std::string_view key, std::string_view text) {
  member_of(mapping, key) = text_node(text);
}

void set_list(Node& mapping, std::string_view key, std::string_view text) {
  Node list;
  list.kind = Node::Kind::Sequence;
  list.items.push_back(text_node(text));
  member_of(mapping, key) = std::move(list);
}

void drop(Node& mapping, std::string_view key) {
  std::erase_if(mapping.members, [&](const config::Member& member) { return member.key == key; });
}

} // namespace orrery::cmd
