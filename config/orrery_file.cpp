#include "config/orrery_file.hpp"

#include "config/fields.hpp"
#include "config/yaml.hpp"

namespace orrery::config {

namespace {

Result<void> read_restart_units(const Document& document, const Member& member, OrreryFile& into) {
  static const std::map<std::string, RestartUnits> words{
    {"never", RestartUnits::Never},
    {"on-failure", RestartUnits::OnFailure},
    {"always", RestartUnits::Always},
  };
  const Node& node = member.value;
  const auto found = node.kind == Node::Kind::Scalar ? words.find(node.scalar) : words.end();
  if (found == words.end())
    return tl::unexpected(
      document.error(node, "expected when units restart, found " + describe(node),
                     "write one of " + member.key + ": never, on-failure, always"));
  into.restart_units = found->second;
  return {};
}

} // namespace

Result<OrreryFile> load_orrery_file(const OpenedDirectory& charm) {
  static const Fields<OrreryFile> fields{{"restart-units", read_restart_units}};
  if (charm.is_open() && !charm.has("orrery.yaml"))
    return OrreryFile{};
  const auto document = read_yaml(charm, "orrery.yaml");
  if (!document)
    return tl::unexpected(document.error());
  OrreryFile read;
  if (auto all =
        read_fields(*document, document->root(), "orrery.yaml", fields, UnknownKeys::Refuse, read);
      !all)
    return tl::unexpected(std::move(all.error()));
  return read;
}

} // namespace orrery::config
