#pragma once

#include "config/descriptor.hpp"

#include <sys/types.h>
#include <tl/expected.hpp>

#include <filesystem>
#include <string>
#include <utility>

namespace orrery::hooks {

/// A listening Unix socket at a path; removed from there in the end. Never an abstract one. Where
/// its directory is another user's, a unit's own, that user is let in, too.
class ToolSocket {
public:
  /// @param path may be longer than a socket's address; its directory must be there. A socket that
  /// an earlier process left is replaced.  @returns the reason if it cannot be made.
  [[nodiscard]] static tl::expected<ToolSocket, std::string>
  listen(const std::filesystem::path& path);
  ToolSocket(ToolSocket&&) = default;
  ToolSocket& operator=(ToolSocket&&) = delete;
  ~ToolSocket();

  [[nodiscard]] int descriptor() const { return socket_.get(); }
  /// Takes the next peer of this process's own user, its directory's, or root; others are turned
  /// away.  @returns closed if there is none now.
  [[nodiscard]] config::Descriptor accept() const;
  /// Goes on at a path of the same file system, where nothing is but perhaps a socket that was
  /// left; or at its own. At another one nobody is let in who has come to the old one.
  /// @returns false if it cannot be there; or its file is gone, is another, or has got other names
  /// or another mode.
  [[nodiscard]] bool be_at(const std::filesystem::path& path);

private:
  explicit ToolSocket(std::string path) : path_(std::move(path)) {}
  std::string bind_here();
  [[nodiscard]] bool is_as_made() const;
  [[nodiscard]] bool is_welcome(int peer) const;
  [[nodiscard]] bool turn_away() const;

  config::Descriptor socket_;
  std::string path_;
  uid_t owner_ = 0; ///< Of its directory.
  dev_t device_ = 0;
  ino_t inode_ = 0; ///< 0: there is none to be removed.
};

} // namespace orrery::hooks
