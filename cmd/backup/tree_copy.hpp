#pragma once

#include "cmd/backup/manifest.hpp"

#include <functional>

/// A directory's copy in a backup: files 0600, directories 0700, links in the manifest alone.
namespace orrery::backup {

/// Limits of a copy: nobody wants it any more, or the disk is nearly full.
class Limits {
public:
  /// @param cancelled may be empty: nobody cancels.
  explicit Limits(std::function<bool()> cancelled) : cancelled_(std::move(cancelled)) {}
  /// @param directory on the file system that is written to.
  /// @returns why no file of that size is to be begun, as a sentence.
  [[nodiscard]] tl::expected<void, std::string> allow(const std::filesystem::path& directory,
                                                      std::uint64_t size) const;

private:
  std::function<bool()> cancelled_;
};

/// Space that no copy takes from a disk: the orchestrator stops where there is none.
inline constexpr std::uint64_t space_left = 64 << 20;

/// Copies directories into a backup. Goes by descriptors relative to each other, so that whoever
/// changes a tree meanwhile leads nowhere else.
class TreeCopy {
public:
  /// @param files the directory that gets a model's files.
  TreeCopy(std::filesystem::path files, ManifestWriter& manifest, const Limits& limits)
    : files_(std::move(files)), manifest_(manifest), limits_(limits) {}

  /// Copies a directory whose files nobody changes, or a file of that kind. A link is refused.
  /// @param path where in the model's directory, its parents taken in before.
  [[nodiscard]] tl::expected<void, std::string> take(const std::filesystem::path& from,
                                                     const std::string& path);
  /// Copies a directory whose owners may change it meanwhile. What cannot be read, is deeper than
  /// 200 directories or lies on a mount of its own is left out and said; sockets, pipes and devices
  /// are left out. Not there is success.
  [[nodiscard]] tl::expected<void, std::string>
  take_what_is_there(const std::filesystem::path& from, const std::string& path);

  [[nodiscard]] const std::vector<std::string>& left_out() const { return left_out_; }
  [[nodiscard]] std::uint64_t left_out_count() const { return left_out_count_; }

private:
  using Done = tl::expected<void, std::string>;
  struct Source {
    int place = -1;   ///< A directory that is open.
    std::string name; ///< In it.
    std::string path; ///< In the backup.
    int depth = 0;
  };
  [[nodiscard]] Done take_directory(const Source& source);
  [[nodiscard]] Done take_entry(const Source& source);
  [[nodiscard]] Done take_file(const Source& source);
  [[nodiscard]] Done take_link(const Source& source, std::optional<Owner> owner);
  [[nodiscard]] Done cannot_read(const Source& source, const std::string& why);

  std::filesystem::path files_;
  ManifestWriter& manifest_;
  const Limits& limits_;
  bool lenient_ = false;
  std::uint64_t mount_ = 0; ///< In which it began.
  std::vector<std::string> left_out_;
  std::uint64_t left_out_count_ = 0;
};

/// Copies so many bytes from one open file to the other, or what there is. @returns the hash and
/// the number of bytes, or why it failed, as an error number.
struct CopiedFile {
  std::string hash;
  std::uint64_t size = 0;
};
[[nodiscard]] tl::expected<CopiedFile, int> copy_file(int from, int to, std::uint64_t at_most);

} // namespace orrery::backup
