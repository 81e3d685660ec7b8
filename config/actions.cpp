#include "config/actions.hpp"

#include "config/fields.hpp"
#include "config/json_schema.hpp"
#include "config/json_text.hpp"
#include "config/names.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace orrery::config {

namespace {

/// Refuses references, because they lead out of the charm. @returns whether there was none.
bool refuse_references(const Document& document, const Node& node, Findings& findings) {
  bool none = true;
  for (const Member& member : node.members) {
    const bool refers = member.key == "$ref" || member.key == "$schema";
    if (refers)
      findings.wrong(document.error(member, "an action's schema may not have " + quote(member.key),
                                    "write out what it means"));
    none = refuse_references(document, member.value, findings) && !refers && none;
  }
  for (const Node& item : node.items)
    none = refuse_references(document, item, findings) && none;
  return none;
}

/// An action, and what its schema is to hold besides the keys that are copied as they are.
struct ActionInFile {
  ActionDeclaration action;
  std::string title;
};

Result<void> read_text(const Document& document, const Member& member, std::string& into) {
  auto text = document.text(member.value, member.key);
  if (!text)
    return tl::unexpected(text.error());
  into = std::move(*text);
  return {};
}

Result<void>
read_action_description(const Document& document, const Member& member, ActionInFile& into) {
  return read_text(document, member, into.action.description);
}

Result<void> read_title(const Document& document, const Member& member, ActionInFile& into) {
  return read_text(document, member, into.title);
}

Result<void> read_group(const Document& document, const Member& member, ActionInFile& into) {
  return read_text(document, member, into.action.execution_group);
}

Result<void> read_parallel(const Document& document, const Member& member, ActionInFile& into) {
  const auto value = document.boolean(member.value, member.key);
  if (!value)
    return tl::unexpected(value.error());
  into.action.parallel = *value;
  return {};
}

Result<void> expect_list(const Document& document, const Member& member, ActionInFile&) {
  return document.expect_sequence(member.value, member.key);
}

Result<void> expect_parameters(const Document& document, const Member& member, ActionInFile&) {
  if (auto mapping = document.expect_mapping(member.value, member.key); !mapping)
    return mapping;
  for (const Member& parameter : member.value.members)
    if (auto mapping =
          document.expect_mapping(parameter.value, "the parameter " + quote(parameter.key));
        !mapping)
      return mapping;
  return {};
}

/// @param charm empty where its name could not be read: no name of an action is reserved then.
Result<void> check_name(const Document& document, const Member& action, const std::string& charm) {
  if (!is_action_name(action.key))
    return tl::unexpected(document.error(action, "bad action name " + action.key,
                                         "use lower-case letters, digits and inner dashes"));
  if (is_reserved_name(action.key) && !charm.empty() && !charm.starts_with("juju-"))
    return tl::unexpected(
      document.error(action,
                     "cannot use action name " + action.key + ": "
                       + (action.key == "juju" ? "\"juju\" is a reserved name"
                                               : "the \"juju-\" prefix is reserved"),
                     "rename it"));
  return {};
}

Node text_node(const std::string& text) {
  Node node;
  node.kind = Node::Kind::Scalar;
  node.quoted = true;
  node.scalar = text;
  return node;
}

void set_member(Node& mapping, const std::string& key, Node value) {
  std::erase_if(mapping.members, [&](const Member& member) { return member.key == key; });
  mapping.members.push_back({key, 0, 0, std::move(value)});
}

/// The schema of an action's parameters (A35). A `required` without a value asks for nothing.
Node schema_of(const Member& action, const ActionInFile& read) {
  Node schema;
  schema.kind = Node::Kind::Mapping;
  set_member(schema, "type", text_node("object"));
  Node properties;
  properties.kind = Node::Kind::Mapping;
  set_member(schema, "properties", properties);
  for (const Member& member : action.value.members) {
    const bool dropped = member.key == "parallel" || member.key == "execution-group"
                         || (member.key == "required" && member.value.kind == Node::Kind::Null);
    if (!dropped && member.key != "params")
      set_member(schema, member.key, member.value);
  }
  if (const Member* const parameters = action.value.find("params");
      parameters != nullptr && parameters->value.kind == Node::Kind::Mapping)
    set_member(schema, "properties", parameters->value);
  set_member(schema, "description", text_node(read.action.description));
  set_member(schema, "title", text_node(read.title));
  return schema;
}

/// Reads an action. The schema is looked at only where all parts of the action are right.
ActionDeclaration read_action(const Document& document, const Member& action, Findings& findings) {
  // All other keys are parts of the parameters' schema.
  static const Fields<ActionInFile> fields{
    {"description", read_action_description},
    {"execution-group", read_group},
    {"parallel", read_parallel},
    {"params", expect_parameters},
    {"required", expect_list},
    {"title", read_title},
  };
  ActionInFile read{{"No description", false, "", ""}, action.key};
  const bool is_right = read_all_fields(document, action.value, "action " + quote(action.key),
                                        fields, UnknownKeys::Ignore, read, findings);
  if (!refuse_references(document, action.value, findings) || !is_right)
    return std::move(read.action);
  auto schema = json_text(document, schema_of(action, read));
  if (!findings.take(schema))
    return std::move(read.action);
  if (const auto checked = check_schema(*schema); !checked)
    findings.wrong(document.error(
      action, "invalid params schema for action schema " + action.key + ": " + checked.error(),
      "write it as JSON Schema, draft 4, has it"));
  read.action.schema = std::move(*schema);
  return std::move(read.action);
}

} // namespace

std::map<std::string, ActionDeclaration> read_actions(const Document& document,
                                                      const Node& actions,
                                                      const std::string& charm,
                                                      Findings& findings) {
  findings.take(document.expect_mapping(actions, "actions"));
  std::map<std::string, ActionDeclaration> read;
  for (const Member& action : actions.members) {
    findings.take(check_name(document, action, charm));
    read[action.key] = read_action(document, action, findings);
  }
  return read;
}

} // namespace orrery::config
