#include "config/charm_file.hpp"

#include "config/yaml.hpp"

#include <system_error>

namespace orrery::config {

namespace fs = std::filesystem;

bool is_there(const fs::path& file) {
  std::error_code failed;
  return fs::symlink_status(file, failed).type() != fs::file_type::not_found;
}

void read_charm_file(const OpenedDirectory& directory,
                     const std::string& name,
                     const std::string& what,
                     const Document& metadata,
                     const Member* own,
                     Findings& findings,
                     const std::function<void(const Document&, const Node&)>& take) {
  const std::string file = name + ".yaml";
  const bool has_file = directory.has(file);
  if (own != nullptr && has_file)
    findings.wrong(
      metadata.error(*own, what + " are declared here and in " + file, "keep one of the two"));
  if (own != nullptr)
    take(metadata, own->value);
  if (!has_file)
    return;
  const auto document =
    read_yaml(directory, file, small_limits, Dialect::Juju, MoreDocuments::Warned);
  if (!findings.take(document))
    return;
  for (const Error& warning : document->warnings())
    findings.warn(warning);
  take(*document, document->root());
}

} // namespace orrery::config
