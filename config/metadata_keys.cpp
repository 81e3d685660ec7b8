#include "config/metadata_keys.hpp"

#include "config/names.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace orrery::config {

namespace {

/// Further keys of metadata.yaml and charmcraft.yaml, which mean nothing here.
constexpr std::array<std::string_view, 22> other_keys{
  "actions",    "analysis",   "base",   "bases",     "build-base", "categories",
  "charm-libs", "charmhub",   "config", "contact",   "deployment", "format",
  "links",      "maintainer", "parts",  "platforms", "revision",   "series",
  "tags",       "title",      "type",   "version"};

bool is_known(std::string_view key) {
  const auto holds = [&](const auto& keys) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
  };
  return holds(metadata_keys) || holds(other_keys);
}

} // namespace

void warn_of_misspelled_keys(const Document& metadata, Findings& findings) {
  const std::vector<std::string> known(metadata_keys.begin(), metadata_keys.end());
  for (const Member& member : metadata.root().members)
    if (const auto meant = is_known(member.key) ? "" : nearest_name(member.key, known);
        !meant.empty())
      findings.warn(
        metadata.error(member, "metadata has no key " + quote(member.key) + ", which is ignored",
                       "did you mean " + meant + "?"));
}

} // namespace orrery::config
