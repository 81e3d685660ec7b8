#pragma once

#include "actors/hooks/descriptor.hpp"

#include <sys/types.h>
#include <tl/expected.hpp>

#include <filesystem>
#include <string>

namespace orrery::hooks {

/// A listening Unix socket in a directory; removed from it in the end. Never an abstract one.
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
  /// The next peer of this process's own user (or root); others are turned away.  @returns closed
  /// if there is none now.
  [[nodiscard]] Descriptor accept() const;

private:
  ToolSocket() = default;
  std::string bind_here();

  Descriptor socket_;
  Descriptor directory_; ///< So that the path may be long, and what is removed is what was made.
  std::string name_;
  ino_t inode_ = 0;
};

} // namespace orrery::hooks
