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
    directives[read->first] = directive_record(read->second);
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
