#include "config/bundle_overlay.hpp"

#include "config/yaml.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace orrery::config {

namespace {

using Names = std::set<std::string, std::less<>>;

constexpr std::size_t most_overlays = 64;

void mark(Node& node, std::uint16_t source) {
  node.source = source;
  for (Node& item : node.items)
    mark(item, source);
  for (Member& member : node.members)
    mark(member.value, source);
}

bool is_empty(const Node& node) {
  return node.kind == Node::Kind::Null
         || (node.kind == Node::Kind::Mapping && node.members.empty());
}

void merge_members(Node& into, Node from);

void merge(Member& into, Member from) {
  const bool both = into.value.kind == Node::Kind::Mapping && !is_empty(from.value)
                    && from.value.kind == Node::Kind::Mapping;
  if (both)
    merge_members(into.value, std::move(from.value));
  else
    into = std::move(from);
}

void merge_members(Node& into, Node from) {
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < into.members.size(); ++i)
    places.emplace(into.members[i].key, i);
  for (Member& member : from.members) {
    const auto [place, is_new] = places.try_emplace(member.key, into.members.size());
    if (is_new)
      into.members.push_back(std::move(member));
    else
      merge(into.members[place->second], std::move(member));
  }
}

Member* find(Node& mapping, std::string_view key) {
  const auto found = std::find_if(mapping.members.begin(), mapping.members.end(),
                                  [&](const Member& member) { return member.key == key; });
  return found == mapping.members.end() ? nullptr : &*found;
}

bool names_one_of(const Node& endpoints, const Names& applications) {
  if (endpoints.kind == Node::Kind::Scalar)
    return applications.contains(
      std::string_view{endpoints.scalar}.substr(0, endpoints.scalar.find(':')));
  return std::any_of(endpoints.items.begin(), endpoints.items.end(),
                     [&](const Node& item) { return names_one_of(item, applications); });
}

std::optional<Member> take(Node& mapping, std::string_view key) {
  Member* const found = find(mapping, key);
  if (found == nullptr)
    return std::nullopt;
  std::optional<Member> taken = std::move(*found);
  mapping.members.erase(mapping.members.begin() + (found - mapping.members.data()));
  return taken;
}

/// Finds the bundle's member of that key; an empty member if there was none.
Member& open(Node& root, const Member& like) {
  if (Member* const found = find(root, like.key))
    return *found;
  root.members.push_back({like.key, like.line, like.column, {}});
  root.members.back().value.source = like.value.source;
  return root.members.back();
}

Result<void> lay_over_applications(const Document& overlay, Node& root, Member from) {
  if (auto mapping = overlay.expect_mapping(from.value, from.key); !mapping)
    return mapping;
  Member& applications = open(root, from);
  Names gone; // what is not there may be taken away, as in Juju
  for (const Member& member : from.value.members) {
    if (is_empty(member.value))
      gone.insert(member.key);
  }
  const auto goes = [&](const Member& member) { return gone.contains(member.key); };
  std::erase_if(applications.value.members, goes);
  std::erase_if(from.value.members, goes);
  if (!from.value.members.empty())
    merge(applications, std::move(from));
  if (Member* const relations = find(root, "relations"))
    std::erase_if(relations->value.items,
                  [&](const Node& relation) { return names_one_of(relation, gone); });
  return {};
}

Result<void> append_relations(const Document& overlay, Node& root, Member from) {
  if (auto sequence = overlay.expect_sequence(from.value, from.key); !sequence)
    return sequence;
  Member& relations = open(root, from);
  if (relations.value.kind == Node::Kind::Sequence)
    std::move(from.value.items.begin(), from.value.items.end(),
              std::back_inserter(relations.value.items));
  else
    relations = std::move(from);
  return {};
}

Result<void> lay_over(Node& root, const Document& overlay) {
  Node from = overlay.root();
  if (auto mapping = overlay.expect_mapping(from, "the overlay"); !mapping)
    return mapping;
  if (auto applications = take(from, "applications"))
    if (auto done = lay_over_applications(overlay, root, std::move(*applications)); !done)
      return done;
  if (auto relations = take(from, "relations"))
    if (auto done = append_relations(overlay, root, std::move(*relations)); !done)
      return done;
  if (auto machines = take(from, "machines"))
    open(root, *machines) = std::move(*machines);
  merge_members(root, std::move(from));
  return {};
}

} // namespace

Result<Document> read_overlaid(const std::filesystem::path& bundle,
                               const std::vector<std::filesystem::path>& overlays) {
  if (overlays.size() > most_overlays)
    return tl::unexpected(Error{bundle.string(), 0, 0, "there are more than 64 overlays for it",
                                "put several into one file"});
  std::vector<std::filesystem::path> files{bundle};
  files.insert(files.end(), overlays.begin(), overlays.end());
  std::vector<std::string> names;
  for (const auto& file : files)
    names.push_back(file.string());
  Node root;
  std::vector<Error> warnings;
  bool is_first = true;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const auto documents = read_yaml_documents(files[i], bundle_limits, Dialect::Juju);
    if (!documents)
      return tl::unexpected(documents.error());
    for (const Document& document : *documents) {
      warnings.insert(warnings.end(), document.warnings().begin(), document.warnings().end());
      Node node = document.root();
      mark(node, static_cast<std::uint16_t>(i));
      if (std::exchange(is_first, false) || root.kind == Node::Kind::Null)
        root = std::move(node);
      else if (auto done = lay_over(root, Document{names, std::move(node)}); !done)
        return tl::unexpected(std::move(done.error()));
    }
  }
  Document whole{std::move(names), std::move(root)};
  whole.warn(warnings);
  return whole;
}

} // namespace orrery::config
