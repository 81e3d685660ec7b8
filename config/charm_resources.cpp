#include "config/charm_resources.hpp"

#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace orrery::config {

namespace {

bool is_plain_name(const std::string& name) {
  constexpr std::size_t longest = 255; // of a file's name
  return !name.empty() && name.size() <= longest && name.front() != '.'
         && name.find_first_of(std::string_view("/\0", 2)) == std::string::npos;
}

/// The text of a key; empty if it is not there, or has no value.
Result<std::string> text_at(const Document& document, const Node& node, const char* key) {
  const Member* member = node.find(key);
  if (member == nullptr || member->value.kind == Node::Kind::Null)
    return std::string{};
  return document.text(member->value, key);
}

/// Returns nothing for an image.
Result<std::optional<ResourceDeclaration>>
read_resource(const Document& document, const Member& member, Findings& findings) {
  const auto wrong = [&](const std::string& what, const std::string& remedy) {
    return tl::unexpected(document.error(member, quote(member.key) + ": " + what, remedy));
  };
  const std::string example = "write e.g. " + member.key + ": {type: file, filename: site.tgz}";
  if (auto mapping = document.expect_mapping(member.value, "resource " + quote(member.key));
      !mapping)
    return tl::unexpected(std::move(mapping.error()));
  const auto type = text_at(document, member.value, "type");
  auto filename = text_at(document, member.value, "filename");
  auto description = text_at(document, member.value, "description");
  const std::array<const Result<std::string>*, 3> all{&type, &filename, &description};
  for (const Result<std::string>* read : all)
    if (!*read)
      return tl::unexpected(read->error());
  if (!is_plain_name(member.key))
    return wrong("a resource's name begins with no dot and has no \"/\"", example);
  if (type->empty())
    return wrong("resource missing type", example);
  if (*type == "oci-image") {
    findings.unmet(document.error(
      member, "resource " + quote(member.key) + " is an OCI image, for containers of Kubernetes",
      ""));
    return std::optional<ResourceDeclaration>{};
  }
  if (*type != "file")
    return wrong("unsupported resource type " + quote(*type), example);
  if (filename->empty())
    return wrong("resource missing filename", example);
  if (filename->find('/') != std::string::npos)
    return wrong("filename cannot contain \"/\" (got " + quote(*filename) + ")", example);
  if (!is_plain_name(*filename))
    return wrong("filename " + quote(*filename) + " is no plain name of a file", example);
  return std::optional(ResourceDeclaration{std::move(*filename), std::move(*description)});
}

} // namespace

void read_resources(const Document& document,
                    const Member& section,
                    CharmDeclaration& charm,
                    Findings& findings) {
  if (section.value.kind == Node::Kind::Null
      || !findings.take(document.expect_mapping(section.value, "resources")))
    return;
  for (const Member& member : section.value.members) {
    auto read = read_resource(document, member, findings);
    if (findings.take(read) && *read)
      charm.resources[member.key] = std::move(**read);
  }
}

} // namespace orrery::config
