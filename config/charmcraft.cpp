#include "config/charmcraft.hpp"

#include "config/hexadecimal.hpp"
#include "config/metadata_keys.hpp"
#include "config/old_yaml.hpp"

#include <algorithm>
#include <string_view>

namespace orrery::config {

namespace {

/// Text in double quotes; all of JSON's strings are YAML's, too.
std::string quoted_text(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      result.append(1, '\\').append(1, c);
    else if (c == '\n')
      result += "\\n";
    else if (byte < 0x20 || byte == 0x7F)
      append_hexadecimal(result += "\\x", c);
    else
      result += c;
  }
  return result + '"';
}

void write_node(const Node& node, std::size_t depth, std::string& text);

void write_mapping(const Node& node, std::size_t depth, std::string& text) {
  for (const Member& member : node.members) {
    text += '\n' + std::string(2 * depth, ' ') + quoted_text(member.key) + ':';
    write_node(member.value, depth + 1, text);
  }
}

void write_list(const Node& node, std::size_t depth, std::string& text) {
  for (const Node& item : node.items) {
    text += '\n' + std::string(2 * depth, ' ') + '-';
    write_node(item, depth + 1, text);
  }
}

void write_node(const Node& node, std::size_t depth, std::string& text) {
  switch (node.kind) {
  case Node::Kind::Null:
    text += " null";
    return;
  case Node::Kind::Scalar:
    text += ' ' + (kind_of(node) == PlainKind::Text ? quoted_text(node.scalar) : reading_of(node));
    return;
  case Node::Kind::Sequence:
    node.items.empty() ? static_cast<void>(text += " []") : write_list(node, depth, text);
    return;
  case Node::Kind::Mapping:
    node.members.empty() ? static_cast<void>(text += " {}") : write_mapping(node, depth, text);
    return;
  }
}

std::string written(const Node& mapping) {
  std::string text;
  write_node(mapping, 0, text);
  return text.substr(1) + '\n';
}

} // namespace

std::map<std::string, std::string> split_charmcraft(const Document& charmcraft) {
  std::map<std::string, std::string> files;
  Node metadata;
  metadata.kind = Node::Kind::Mapping;
  for (const Member& member : charmcraft.root().members) {
    const bool kept =
      std::find(metadata_keys.begin(), metadata_keys.end(), member.key) != metadata_keys.end();
    if (kept)
      metadata.members.push_back(member);
    else if (member.key == "title") {
      metadata.members.push_back(member);
      metadata.members.back().key = "display-name";
    } else if ((member.key == "config" || member.key == "actions")
               && member.value.kind == Node::Kind::Mapping)
      files[member.key + ".yaml"] = written(member.value);
  }
  files["metadata.yaml"] = written(metadata);
  return files;
}

} // namespace orrery::config
