#include "cmd/charms/storage_directives.hpp"

namespace orrery::cmd {

store::StorageDirective directive_record(const config::StorageDirectiveText& text) {
  return {text.pool, text.count, text.size_mib};
}

tl::expected<StorageDirectives, std::string>
read_storage_flags(const std::vector<std::string>& texts) {
  StorageDirectives directives;
  for (const std::string& text : texts) {
    const auto read = config::parse_named_directive(text, false);
    if (!read)
      return tl::unexpected(read.error());
    if (!directives.emplace(read->first, directive_record(read->second)).second)
      return tl::unexpected("storage \"" + read->first
                            + "\" specified more than once: give one directive for it");
  }
  return directives;
}

tl::expected<BundleStorage, std::string>
read_bundle_storage(const std::vector<std::string>& texts) {
  BundleStorage directives;
  for (const std::string& text : texts) {
    const auto colon = text.substr(0, text.find('=')).find(':');
    if (colon == std::string::npos || colon == 0)
      return tl::unexpected("expected <application>:<store>=<constraints> for a bundle, got \""
                            + text + "\"");
    const auto read =
      config::parse_named_directive(std::string_view(text).substr(colon + 1), false);
    if (!read)
      return tl::unexpected(read.error());
    const auto application = text.substr(0, colon);
    if (!directives[application].emplace(read->first, read->second).second)
      return tl::unexpected("storage \"" + application + ":" + read->first
                            + "\" specified more than once: give one directive for it");
  }
  return directives;
}

std::string directive_text(const store::StorageDirective& directive) {
  std::string text = directive.pool;
  if (directive.count != 0)
    text += (text.empty() ? "" : ",") + std::to_string(directive.count);
  if (directive.size_mib != 0)
    text += (text.empty() ? "" : ",") + std::to_string(directive.size_mib) + "M";
  return text;
}

} // namespace orrery::cmd
