#include "config/actions.hpp"

#include "config/fields.hpp"
#include "config/names.hpp"

#include <algorithm>
#include <string_view>

namespace orrery::config {

namespace {

/// References lead out of the charm.
Result<void> refuse_references(const Document& document, const Node& node) {
  for (const Member& member : node.members) {
    if (member.key == "$ref" || member.key == "$schema")
      return tl::unexpected(document.error(
        member, "an action's schema may not have " + quote(member.key), "write out what it means"));
    if (auto refused = refuse_references(document, member.value); !refused)
      return refused;
  }
  for (const Node& item : node.items)
    if (auto refused = refuse_references(document, item); !refused)
      return refused;
  return {};
}

struct ActionInFile {};

Result<void> expect_text(const Document& document, const Member& member, ActionInFile&) {
  const auto text = document.text(member.value, member.key);
  return text ? Result<void>{} : tl::unexpected(text.error());
}

Result<void> expect_boolean(const Document& document, const Member& member, ActionInFile&) {
  const auto value = document.boolean(member.value, member.key);
  return value ? Result<void>{} : tl::unexpected(value.error());
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

Result<void> check_name(const Document& document, const Member& action, const std::string& charm) {
  if (!is_action_name(action.key))
    return tl::unexpected(document.error(action, quote(action.key) + " is no action name",
                                         "use lower-case letters, digits and inner dashes"));
  if (is_reserved_name(action.key) && !charm.starts_with("juju-"))
    return tl::unexpected(
      document.error(action, "the action name " + quote(action.key) + " is reserved", "rename it"));
  return {};
}

} // namespace

Result<void>
check_actions(const Document& document, const Node& actions, const std::string& charm) {
  // All other keys are parts of the parameters' schema.
  static const Fields<ActionInFile> fields{
    {"description", expect_text},  {"execution-group", expect_text}, {"parallel", expect_boolean},
    {"params", expect_parameters}, {"required", expect_list},        {"title", expect_text},
  };
  if (auto mapping = document.expect_mapping(actions, "actions"); !mapping)
    return mapping;
  for (const Member& action : actions.members) {
    if (auto named = check_name(document, action, charm); !named)
      return named;
    ActionInFile read;
    if (auto done = read_fields(document, action.value, "action " + quote(action.key), fields,
                                UnknownKeys::Ignore, read);
        !done)
      return done;
    if (auto refused = refuse_references(document, action.value); !refused)
      return refused;
  }
  return {};
}

} // namespace orrery::config
