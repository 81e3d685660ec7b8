#include "cmd/views/render/constraints.hpp"

#include "config/constraints.hpp"

#include <sstream>

namespace orrery::render {

namespace {

/// Reads constraints of a record, which were read before they were written.
config::Constraints kept_constraints(const std::string& text) {
  return config::parse_constraints(text).value_or(config::Constraints{});
}

Document list_of_names(const std::string& text) {
  auto list = Document::list();
  std::istringstream rest{text};
  for (std::string name; std::getline(rest, name, ',');)
    list.push(name);
  return list;
}

Document value_document(config::ConstraintKind kind, const std::string& value) {
  switch (kind) {
  case config::ConstraintKind::Number:
  case config::ConstraintKind::Size:
    return Document::number(value.empty() ? "0" : value);
  case config::ConstraintKind::List:
    return list_of_names(value);
  case config::ConstraintKind::Boolean:
    return Document(value == "true");
  case config::ConstraintKind::Text:
    break;
  }
  return Document(value);
}

} // namespace

Document constraints_document(const std::string& text) {
  const auto constraints = kept_constraints(text);
  auto document = Document::map();
  for (const std::string& name : config::constraint_names())
    if (const auto found = constraints.values.find(name); found != constraints.values.end())
      document.add(name, value_document(config::constraint_kind(name), found->second));
  return document;
}

std::string machine_constraints(const std::string& text, const Host& host) {
  if (host.architecture.empty())
    return text;
  if (text.empty()) // nearly all
    return "arch=" + host.architecture;
  config::Constraints all = kept_constraints(text);
  if (const auto [arch, is_new] = all.values.emplace("arch", host.architecture);
      !is_new && arch->second.empty())
    arch->second = host.architecture;
  return all.text();
}

} // namespace orrery::render
