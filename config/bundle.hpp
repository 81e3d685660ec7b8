#pragma once

#include "config/constraints.hpp"
#include "config/error.hpp"
#include "config/storage_directive.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace orrery::config {

struct BundleApplication {
  std::string name;
  std::filesystem::path charm; ///< Directory, made absolute against the bundle's own.
  std::uint32_t units = 0;     ///< `num_units`; none where that is left out, as in Juju.
  bool units_given = false;
  /// Placements of its first units: a machine of the bundle, `new`, or `APPLICATION/NUMBER`.
  /// `APPLICATION` alone has been given numbers in turn; as the last placement it is repeated for
  /// all further units.
  std::vector<std::string> to;
  std::map<std::string, std::string>
    options; ///< As text; include-file:// and include-base64:// resolved.
  /// Readings of unquoted numbers and booleans that are written otherwise: 0755 is 493.
  std::map<std::string, std::string> readings;
  bool exposed = false;
  bool trusted = false;
  bool trust_given = false;  ///< Whether the bundle has a word on it.
  Constraints constraints{}; ///< Of its units' machines (MD69).
  bool constraints_given = false;
  std::map<std::string, StorageDirectiveText> storage{}; ///< By storage name (ST7).
  /// Files for its charm by resource, made absolute against the directory of the file that names
  /// them (RS2).
  std::map<std::string, std::string> resources{};
  int line = 0; ///< Of its key, for later errors.
};

struct Bundle {
  std::string file;
  std::vector<std::string> machines; ///< Names declared under `machines`, in the file's order.
  std::map<std::string, Constraints> machine_constraints; ///< By those names, where there are any.
  std::vector<BundleApplication> applications;            ///< In the file's order.
  std::vector<std::pair<std::string, std::string>> relations; ///< `app[:endpoint]` pairs.
  std::vector<int> relation_lines;   ///< Of each of them, for later errors.
  std::vector<std::string> warnings; ///< `FILE:LINE:COLUMN: WHAT`, of what is taken all the same.
};

/// Reads and checks a whole bundle before anything is deployed: every name in `to` and `relations`
/// is declared. An error names the first warning, too: what is not known may be what is missing.
/// @param overlays files of changes to it, in their order; further documents of its own file come
/// before them
[[nodiscard]] Result<Bundle> load_bundle(const std::filesystem::path& file,
                                         const std::vector<std::filesystem::path>& overlays = {});
/// The bundle in a directory: its bundle.yaml, unless a charm lies there (metadata.yaml).
[[nodiscard]] std::optional<std::filesystem::path>
bundle_in(const std::filesystem::path& directory);
/// Whether the path holds a bundle (a YAML file) rather than a charm (a directory).
[[nodiscard]] bool looks_like_bundle(const std::filesystem::path& path);

} // namespace orrery::config
