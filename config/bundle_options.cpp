#include "config/bundle_options.hpp"

#include "config/base64.hpp"
#include "config/input.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace orrery::config {

namespace {

constexpr std::uint64_t most_include_bytes = 1U << 20U;
constexpr std::string_view file_prefix = "include-file://";
constexpr std::string_view base64_prefix = "include-base64://";

bool begins_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

/// The content of an included file, charged to the bundle.
Result<std::string> include(const Document& document,
                            const Node& node,
                            std::string_view path,
                            BundleSurroundings& surroundings) {
  const auto limit = std::min(most_include_bytes, surroundings.include_bytes_left);
  auto content = read_input(surroundings.directory_of(node) / path, limit);
  if (!content) {
    const auto& error = content.error();
    return tl::unexpected(
      document.error(node, "cannot include " + error.file + ": " + error.what, error.remedy));
  }
  surroundings.include_bytes_left -= content->size();
  return content;
}

Result<std::string>
option_text(const Document& document, const Member& member, BundleSurroundings& surroundings) {
  auto text = document.any_text(member.value, member.key);
  if (!text)
    return text;
  if (begins_with(*text, base64_prefix)) {
    auto content =
      include(document, member.value, text->substr(base64_prefix.size()), surroundings);
    if (!content)
      return content;
    return base64(*content);
  }
  if (!begins_with(*text, file_prefix))
    return text;
  const auto path = text->substr(file_prefix.size());
  auto content = include(document, member.value, path, surroundings);
  if (!content)
    return content;
  if (const auto checked = check_characters(*content, path); !checked)
    return tl::unexpected(document.error(member.value, "cannot include " + checked.error().text(),
                                         "use include-base64:// for what is no text"));
  return content;
}

} // namespace

Result<std::map<std::string, std::string>> read_bundle_options(const Document& document,
                                                               const Member& options,
                                                               BundleSurroundings& surroundings) {
  if (auto mapping = document.expect_mapping(options.value, options.key); !mapping)
    return tl::unexpected(std::move(mapping.error()));
  std::map<std::string, std::string> result;
  for (const auto& member : options.value.members) {
    if (member.value.kind == Node::Kind::Null)
      continue;
    auto text = option_text(document, member, surroundings);
    if (!text)
      return tl::unexpected(std::move(text.error()));
    result.emplace(member.key, std::move(*text));
  }
  return result;
}

} // namespace orrery::config
