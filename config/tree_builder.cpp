#include "config/tree_builder.hpp"

#include "config/old_yaml.hpp"

#include <algorithm>
#include <utility>

namespace orrery::config {

namespace {

constexpr const char* core_tag = "tag:yaml.org,2002:";

/// @returns whether a scalar with this tag is text whatever it says; nothing for a tag that is not
/// known.
std::optional<bool> is_text_tag(const std::string& tag) {
  // The parser gives "?" to plain scalars and "!" to all others.
  if (tag == "!" || tag == std::string{core_tag} + "str")
    return true;
  for (const char* plain : {"null", "bool", "int", "float"})
    if (tag == std::string{core_tag} + plain)
      return false;
  if (tag == "?" || tag.empty())
    return false;
  return std::nullopt;
}

} // namespace

void TreeBuilder::OnDocumentStart(const YAML::Mark& mark) {
  const auto place = begin_event(mark);
  root_.line = place.line;
  root_.column = place.column;
}

void TreeBuilder::OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) {
  auto place = begin_event(mark);
  if (wants_key())
    throw Refusal{place.line, place.column, "a key is missing", "write `key: value`"};
  // An absent value is noticed where the next token begins: its key is the better place.
  if (!open_.empty() && open_.back().key)
    place = open_.back().key_place;
  count_node(place);
  Node node;
  node.line = place.line;
  node.column = place.column;
  add(std::move(node), anchor);
}

void TreeBuilder::OnScalar(const YAML::Mark& mark,
                           const std::string& tag,
                           YAML::anchor_t anchor,
                           const std::string& value) {
  const auto place = begin_event(mark);
  if (value.size() > limits_.scalar_bytes)
    throw Refusal{place.line, place.column,
                  "a value of " + std::to_string(value.size()) + " bytes is too long",
                  "at most " + std::to_string(limits_.scalar_bytes) + " bytes are allowed"};
  if (value.find('\0') != std::string::npos)
    throw Refusal{place.line, place.column, "a value holds a NUL byte",
                  "no program could be given it"};
  const auto text = is_text_tag(tag);
  if (!text)
    throw Refusal{place.line, place.column, "the tag " + quote(tag) + " is not known",
                  "leave it out"};
  if (*text)
    last_quoted_ = {place.line, place.column};
  if (wants_key()) {
    const bool merges = value == "<<" && !*text;
    if (merges && dialect_ == Dialect::Own)
      throw Refusal{place.line, place.column, "merge keys (<<) are not part of YAML 1.2",
                    "write the merged keys out"};
    take_key(place, value, *text);
    open_.back().is_merge = merges;
    return;
  }
  count_node(place);
  Node node;
  node.kind = Node::Kind::Scalar;
  node.quoted = *text;
  node.old = dialect_ == Dialect::Juju;
  node.line = place.line;
  node.column = place.column;
  node.scalar = value;
  add(std::move(node), anchor);
}

void TreeBuilder::OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) {
  const auto place = begin_event(mark);
  if (wants_key())
    throw Refusal{place.line, place.column, "an alias cannot be a key", "write the key out"};
  const auto found = anchored_.find(anchor);
  if (found == anchored_.end())
    throw Refusal{place.line, place.column, "an alias inside what it stands for has no end",
                  "write it out"};
  const auto cost = cost_of(found->second);
  aliases_.nodes += cost.nodes;
  aliases_.bytes += cost.bytes;
  if (aliases_.nodes > limits_.alias_nodes || aliases_.bytes > limits_.alias_bytes)
    throw Refusal{place.line, place.column,
                  "the aliases up to here stand for more than "
                    + std::to_string(limits_.alias_nodes) + " values or "
                    + std::to_string(limits_.alias_bytes) + " bytes",
                  "use fewer, or smaller ones"};
  if (open_.size() + cost.depth > limits_.depth)
    throw Refusal{place.line, place.column,
                  "with this alias, lists and mappings are nested deeper than "
                    + std::to_string(limits_.depth),
                  "nest them less"};
  // All of the copy counts, not only its top.
  nodes_ += cost.nodes - 1;
  count_node(place);
  auto copy = found->second;
  copy.line = place.line;
  copy.column = place.column;
  add(std::move(copy), 0);
}

void TreeBuilder::OnSequenceStart(const YAML::Mark& mark,
                                  const std::string& tag,
                                  YAML::anchor_t anchor,
                                  YAML::EmitterStyle::value) {
  open(begin_event(mark), Node::Kind::Sequence, tag, anchor);
}

void TreeBuilder::OnMapStart(const YAML::Mark& mark,
                             const std::string& tag,
                             YAML::anchor_t anchor,
                             YAML::EmitterStyle::value) {
  open(begin_event(mark), Node::Kind::Mapping, tag, anchor);
}

TreeBuilder::Cost TreeBuilder::cost_of(const Node& node) {
  Cost cost{1, node.scalar.size(), 0};
  const auto include = [&](const Node& child) {
    const auto part = cost_of(child);
    cost.nodes += part.nodes;
    cost.bytes += part.bytes;
    cost.depth = std::max(cost.depth, part.depth);
  };
  for (const auto& item : node.items)
    include(item);
  for (const auto& member : node.members) {
    cost.bytes += member.key.size();
    include(member.value);
  }
  if (node.kind == Node::Kind::Sequence || node.kind == Node::Kind::Mapping)
    ++cost.depth;
  return cost;
}

TreeBuilder::Place TreeBuilder::begin_event(const YAML::Mark& mark) {
  input_.restart();
  last_ = {mark.line + 1, mark.column + 1};
  return last_;
}

Refusal TreeBuilder::refuse_lookahead() const {
  return {last_.line, last_.column, "what follows here is too large for one value",
          "shorten it, and write large lists and mappings as indented lines, not in brackets"};
}

bool TreeBuilder::wants_key() const {
  return !open_.empty() && open_.back().node.kind == Node::Kind::Mapping && !open_.back().key;
}

void TreeBuilder::count_node(Place place) {
  if (++nodes_ > limits_.nodes)
    throw Refusal{place.line, place.column,
                  "the document has more than " + std::to_string(limits_.nodes) + " values",
                  "split it up"};
}

void TreeBuilder::open(Place place,
                       Node::Kind kind,
                       const std::string& tag,
                       YAML::anchor_t anchor) {
  const std::string own_tag =
    std::string{core_tag} + (kind == Node::Kind::Sequence ? "seq" : "map");
  if (!tag.empty() && tag != "?" && tag != "!" && tag != own_tag)
    throw Refusal{place.line, place.column, "the tag " + quote(tag) + " is not known",
                  "leave it out"};
  if (wants_key())
    throw Refusal{place.line, place.column, "a list or a mapping cannot be a key",
                  "use text as the key, or close the bracket"};
  if (open_.size() >= limits_.depth)
    throw Refusal{place.line, place.column,
                  "lists and mappings are nested deeper than " + std::to_string(limits_.depth),
                  "nest them less"};
  count_node(place);
  Open opened;
  opened.node.kind = kind;
  opened.node.line = place.line;
  opened.node.column = place.column;
  opened.anchor = anchor;
  open_.push_back(std::move(opened));
}

void TreeBuilder::close() {
  input_.restart();
  auto closed = std::move(open_.back());
  open_.pop_back();
  merge(closed);
  add(std::move(closed.node), closed.anchor);
}

void TreeBuilder::take_key(Place place, const std::string& key, bool quoted) {
  auto& mapping = open_.back();
  const auto [known, is_new] = mapping.keys.emplace(key, Known{place, mapping.node.members.size()});
  const Place earlier = known->second.place;
  if (!is_new && dialect_ == Dialect::Juju)
    warn_of_doubled(place, key, earlier);
  else if (!is_new)
    throw Refusal{place.line, place.column,
                  "the key " + quote(key) + " is here a second time, first at line "
                    + std::to_string(earlier.line) + ", column " + std::to_string(earlier.column),
                  "remove one of the two"};
  mapping.slot = known->second.member;
  mapping.key = key;
  mapping.key_place = place;
  const PlainKind plain = dialect_ == Dialect::Juju ? read_old_plain(key).kind : plain_kind(key);
  const bool is_letter = key.size() == 1 && plain == PlainKind::Boolean; // y or n: a name here
  mapping.key_is_text = quoted || is_letter || plain == PlainKind::Text;
}

void TreeBuilder::warn_of_doubled(Place place, const std::string& key, Place earlier) {
  constexpr std::size_t most_warnings = 100;
  if (warnings_.size() < most_warnings)
    warnings_.push_back({place.line, place.column,
                         "the key " + quote(key) + " is here a second time, first at line "
                           + std::to_string(earlier.line) + ": the last one counts",
                         ""});
}

void TreeBuilder::keep_merged(Open& parent, Node node) {
  const auto keep = [&](Node& mapping) {
    if (mapping.kind != Node::Kind::Mapping)
      throw Refusal{mapping.line, mapping.column, "<< merges mappings only",
                    "name a mapping, or a list of them"};
    parent.merged.push_back(std::move(mapping));
  };
  if (node.kind == Node::Kind::Sequence)
    std::for_each(node.items.begin(), node.items.end(), keep);
  else
    keep(node);
  parent.keys.erase("<<");
  parent.key.reset();
  parent.is_merge = false;
}

/// Members of the mapping itself win, then those of the first one merged.
void TreeBuilder::merge(Open& mapping) {
  for (Node& merged : mapping.merged)
    for (Member& member : merged.members)
      if (mapping.keys.emplace(member.key, Known{{member.line, member.column}, 0}).second)
        mapping.node.members.push_back(std::move(member));
}

void TreeBuilder::add(Node node, YAML::anchor_t anchor) {
  if (anchor != 0)
    remember(node, anchor);
  if (open_.empty()) {
    root_ = std::move(node);
    return;
  }
  auto& parent = open_.back();
  if (parent.node.kind == Node::Kind::Sequence) {
    parent.node.items.push_back(std::move(node));
    return;
  }
  if (parent.is_merge) {
    keep_merged(parent, std::move(node));
    return;
  }
  auto& members = parent.node.members;
  Member member{*parent.key, parent.key_place.line, parent.key_place.column, std::move(node),
                parent.key_is_text};
  if (parent.slot < members.size())
    members[parent.slot] = std::move(member);
  else
    members.push_back(std::move(member));
  parent.key.reset();
}

void TreeBuilder::remember(const Node& node, YAML::anchor_t anchor) {
  const auto cost = cost_of(node);
  anchors_.nodes += cost.nodes;
  anchors_.bytes += cost.bytes;
  // Anchors within anchors are kept several times: ten times what aliases may use is plenty.
  if (anchors_.nodes > 10 * limits_.alias_nodes || anchors_.bytes > 4 * limits_.alias_bytes)
    throw Refusal{node.line, node.column, "too much of the document has an anchor (&)",
                  "give anchors only to small parts"};
  anchored_[anchor] = node;
}

} // namespace orrery::config
