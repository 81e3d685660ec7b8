#pragma once

#include "cmd/backup/order.hpp"
#include "config/descriptor.hpp"
#include "config/sha256.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The file `manifest` of a backup: what the backup is, and each of its files by length and hash.
/// The files themselves lie beside it, in `model/` those of the process's own model, in
/// `models/UUID/` those of each other one.
namespace orrery::backup {

/// Newest format of a manifest: this program reads it and all before it. 2: several models, or a
/// key of secrets that was left out. One model with its key is written in format 1, so that
/// programs that know no more can restore it.
inline constexpr std::uint32_t newest_format = 2;

/// Bytes of a manifest, for some two million files: none is made or read that has more.
inline constexpr std::uint64_t manifest_max = 256U << 20U;

/// A file's user and group, by number.
struct Owner {
  std::uint32_t user = 0;
  std::uint32_t group = 0;
  bool operator==(const Owner&) const = default;
};

/// A directory, file or link below the model's directory.
struct Entry {
  enum class Kind : std::uint8_t { Directory, File, Link };
  Kind kind = Kind::File;
  std::string path;             ///< Relative; its directory stands before it.
  std::uint32_t mode = 0;       ///< Permissions; of a link none.
  std::uint64_t size = 0;       ///< Of a file, bytes.
  std::string hash;             ///< Of a file: SHA-256 in hexadecimal digits.
  std::string target;           ///< Of a link.
  std::optional<Owner> owner{}; ///< Nothing: whoever made the backup.
  bool operator==(const Entry&) const = default;
};

struct Manifest {
  Facts facts;
  std::uint64_t boot = 0; ///< The number of the boot in which it was made (cmd/engine/boot.hpp).
  std::vector<std::vector<Entry>> entries; ///< Of each of its models.
};

/// @returns where the files of a model lie.
/// @param model which of the backup's models.
[[nodiscard]] std::filesystem::path files_of(const Facts& facts, std::size_t model);

/// Writes a manifest as entries come, so that the backup may be of any size.
class ManifestWriter {
public:
  /// Makes the file, mode 0600, and writes what comes first. Entries of the first model are next.
  /// @param facts have all models.
  [[nodiscard]] static tl::expected<ManifestWriter, std::string>
  begin(const std::filesystem::path& directory, const Facts& facts, std::uint64_t boot);

  /// Begins a model beside the first one: entries that follow are of this.
  void begin_model(const SavedModel& model);
  [[nodiscard]] tl::expected<void, std::string> add(const Entry& entry);
  /// Writes what comes last. @returns how much there is.
  [[nodiscard]] tl::expected<Facts, std::string> end();

private:
  void put_left_out_key(const SavedModel& model);
  ManifestWriter(std::filesystem::path path, config::Descriptor file, Facts facts);
  void put(const std::string& line);
  [[nodiscard]] tl::expected<void, std::string> flush();

  std::filesystem::path path_;
  config::Descriptor file_;
  Facts facts_;
  config::Sha256 hash_;     ///< Of all that was put.
  std::string waiting_;     ///< Put, but not yet written.
  std::uint64_t bytes_ = 0; ///< Put so far.
};

/// Reads the manifest of a backup, and finds out whether it is whole.
/// @returns or what is wrong with it, with a remedy: no backup, cut, changed, of a newer program.
[[nodiscard]] tl::expected<Manifest, std::string>
read_manifest(const std::filesystem::path& directory);

} // namespace orrery::backup
