#pragma once

#include "config/sha256.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace orrery::config {

/// The hash of a charm's tree as it is kept: names, kinds, rights to run, content. Entries may come
/// in any order, because each has a digest of its own.
///
///     tree  = SHA-256 of {entry}, by path      first 40 hexadecimal digits
///     entry = size ":" path digest             size: of the path; decimal
///     digest = SHA-256 of kind size ":" bytes  kind: d directory, l link (its target), f file,
///                                              x file that may be run; size: of the bytes
///
/// Each length stands before what it measures, so that no two trees look the same.
class CharmHash {
public:
  void add_directory(const std::filesystem::path& path);
  void add_link(const std::filesystem::path& path, const std::string& target);
  /// Begins a file, whose bytes add() takes. @param size of all of them.
  void begin_file(const std::filesystem::path& path, bool executable, std::uint64_t size);
  void add(std::string_view bytes) { file_.add(bytes); }
  void end_file();
  [[nodiscard]] std::string finish() const;

private:
  std::map<std::string, std::string> entries_; ///< By path: its digest.
  std::string path_;                           ///< Of the file that was begun.
  Sha256 file_;
};

/// @returns the name under which a charm's tree is kept: NAME-HASH.
[[nodiscard]] std::string kept_charm_name(const std::string& charm, const std::string& hash);
/// @returns the hash in such a name; nothing in those of earlier programs, whose hash was another.
[[nodiscard]] std::optional<std::string> hash_of_kept_charm(const std::string& name);

} // namespace orrery::config
