#include "config/option_file.hpp"

#include "config/old_yaml.hpp"
#include "config/yaml.hpp"

#include <algorithm>

namespace orrery::config {

namespace {

bool is_mapping(const Member& member) {
  return member.value.kind == Node::Kind::Mapping;
}

/// Whether nothing but mappings is there, beside what stands for the application's own.
bool is_of_applications(const Node& root, const Member* own) {
  return std::all_of(root.members.begin(), root.members.end(),
                     [&](const Member& member) { return &member == own || is_mapping(member); });
}

/// The `settings` of what `config` shows, each a mapping that describes one option; nothing if the
/// file has another form.
const Member* shown_settings(const Node& root) {
  const Member* const settings = root.find("settings");
  const bool is_shown =
    settings != nullptr && is_mapping(*settings)
    && std::all_of(settings->value.members.begin(), settings->value.members.end(), is_mapping);
  return is_shown ? settings : nullptr;
}

Result<void> take_file_option(const Document& document,
                              const std::string& name,
                              const Node& value,
                              OptionFile& into) {
  if (value.kind == Node::Kind::Null) {
    into.reset.insert(name);
    return {};
  }
  auto text = document.any_text(value, name);
  if (!text)
    return tl::unexpected(std::move(text.error()));
  if (auto reading = reading_of(value); reading != *text)
    into.readings[name] = std::move(reading);
  into.texts[name] = std::move(*text);
  return {};
}

/// Takes an option that somebody has set; older clients of Juju show no `source`.
Result<void> take_shown(const Document& document, const Member& option, OptionFile& into) {
  const Member* const value = option.value.find("value");
  const Member* const source = option.value.find("source");
  const bool is_set = source == nullptr || source->value.scalar == "user";
  return value == nullptr || !is_set ? Result<void>()
                                     : take_file_option(document, option.key, value->value, into);
}

Result<void>
take_file_options(const Document& document, const std::string& application, OptionFile& into) {
  const Node& root = document.root();
  const Member* const own = root.find(application);
  const bool has_own = own != nullptr && is_mapping(*own);
  if (const Member* const shown = has_own ? nullptr : shown_settings(root)) {
    for (const Member& option : shown->value.members)
      if (auto taken = take_shown(document, option, into); !taken)
        return taken;
    return {};
  }
  const Member* const empty = own != nullptr && own->value.kind == Node::Kind::Null ? own : nullptr;
  if (!has_own && is_of_applications(root, empty)) {
    const std::string what = "no settings found for " + quote(application);
    const std::string remedy = empty != nullptr ? "write options below it: KEY: VALUE"
                                                : "write its name on top: " + application + ":";
    return tl::unexpected(root.members.empty()
                            ? document.error(root, what, remedy)
                            : document.error(root.members.front(), what, remedy));
  }
  for (const Member& option : has_own ? own->value.members : root.members)
    if (auto taken = take_file_option(document, option.key, option.value, into); !taken)
      return taken;
  return {};
}

} // namespace

Result<OptionFile> parse_option_file(const std::string& text,
                                     const std::string& name,
                                     const std::string& application) {
  const auto document = parse_yaml(text, name, small_limits, Dialect::Juju, MoreDocuments::Warned);
  if (!document)
    return tl::unexpected(document.error());
  if (auto mapping = document->expect_mapping(document->root(), name); !mapping)
    return tl::unexpected(std::move(mapping.error()));
  OptionFile read;
  read.warnings = document->warning_texts();
  if (auto taken = take_file_options(*document, application, read); !taken)
    return tl::unexpected(std::move(taken.error()));
  return read;
}

} // namespace orrery::config
