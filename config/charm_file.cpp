#include "config/charm_file.hpp"

#include "config/yaml.hpp"

#include <system_error>

namespace orrery::config {

namespace fs = std::filesystem;

bool is_there(const fs::path& file) {
  std::error_code failed;
  return fs::symlink_status(file, failed).type() != fs::file_type::not_found;
}

Result<void>
read_charm_file(const fs::path& directory,
                const std::string& name,
                const std::string& what,
                const Document& metadata,
                const Member* own,
                CharmDeclaration& charm,
                const std::function<Result<void>(const Document&, const Node&)>& take) {
  const auto file = directory / (name + ".yaml");
  const bool has_file = is_there(file);
  if (own != nullptr && has_file)
    return tl::unexpected(metadata.error(*own, what + " are declared here and in " + name + ".yaml",
                                         "keep one of the two"));
  if (own != nullptr)
    return take(metadata, own->value);
  if (!has_file)
    return {};
  const auto document = read_yaml(file, small_limits, Dialect::Juju);
  if (!document)
    return tl::unexpected(document.error());
  charm.warnings.insert(charm.warnings.end(), document->warnings().begin(),
                        document->warnings().end());
  return take(*document, document->root());
}

} // namespace orrery::config
