#pragma once

#include "config/document.hpp"
#include "config/findings.hpp"
#include "config/names.hpp"

#include <map>
#include <string>
#include <vector>

/// Mappings with a fixed set of keys, read by a table: one function a key.
namespace orrery::config {

/// Takes one member's value into `into`.
template <class Into>
using Field = Result<void> (*)(const Document& document, const Member& member, Into& into);

template <class Into>
using Fields = std::map<std::string, Field<Into>>;

enum class UnknownKeys { Refuse, Ignore };

/// A field that is known and has no meaning here.
template <class Into>
Result<void> ignore_field(const Document&, const Member&, Into&) {
  return {};
}

/// Notes each key that the table does not have, as Juju does: `FILE:LINE:COLUMN: WHAT`.
template <class Into>
void warn_unknown(const Document& document,
                  const Node& node,
                  const std::string& name,
                  const Fields<Into>& fields,
                  std::vector<std::string>& warnings) {
  constexpr std::size_t most_warnings = 100;
  for (const auto& member : node.members) {
    if (fields.contains(member.key) || warnings.size() >= most_warnings)
      continue;
    std::vector<std::string> known;
    for (const auto& [key, field] : fields)
      known.push_back(key);
    const auto nearest = nearest_name(member.key, known);
    warnings.push_back(document
                         .error(member,
                                name + " has no key " + quote(member.key) + ", which is ignored",
                                nearest.empty() ? "" : "did you mean " + nearest + "?")
                         .text());
  }
}

/// Reads one member of a mapping by its table; an unknown key's error suggests the nearest known
/// one.
/// @param name what the mapping is called in errors.
template <class Into>
Result<void> read_member(const Document& document,
                         const Member& member,
                         const std::string& name,
                         const Fields<Into>& fields,
                         UnknownKeys unknown,
                         Into& into) {
  const auto found = fields.find(member.key);
  if (found != fields.end())
    return found->second(document, member, into);
  if (unknown == UnknownKeys::Ignore)
    return {};
  std::vector<std::string> known;
  for (const auto& [key, field] : fields)
    known.push_back(key);
  const auto nearest = nearest_name(member.key, known);
  return tl::unexpected(
    document.error(member, name + " has no key " + quote(member.key),
                   nearest.empty() ? "remove it" : "did you mean " + nearest + "?"));
}

/// Reads a mapping by its table, up to the first member that is wrong. Null is an empty mapping.
template <class Into>
Result<void> read_fields(const Document& document,
                         const Node& node,
                         const std::string& name,
                         const Fields<Into>& fields,
                         UnknownKeys unknown,
                         Into& into) {
  if (auto mapping = document.expect_mapping(node, name); !mapping)
    return mapping;
  for (const auto& member : node.members)
    if (auto read = read_member(document, member, name, fields, unknown, into); !read)
      return read;
  return {};
}

/// Reads a mapping by its table to its end, whatever members are wrong.
/// @returns whether none was.
template <class Into>
bool read_all_fields(const Document& document,
                     const Node& node,
                     const std::string& name,
                     const Fields<Into>& fields,
                     UnknownKeys unknown,
                     Into& into,
                     Findings& findings) {
  bool all = findings.take(document.expect_mapping(node, name));
  for (const auto& member : node.members)
    all = findings.take(read_member(document, member, name, fields, unknown, into)) && all;
  return all;
}

} // namespace orrery::config
