#pragma once

#include "actors/hooks/descriptor.hpp"

#include <sys/types.h>
#include <tl/expected.hpp>

#include <filesystem>
#include <memory>
#include <string>

namespace orrery::hooks {

/// Where a socket is, or is to be.
struct SocketPlace {
  std::shared_ptr<const Descriptor>
    directory; ///< So that the path may be long, and what is removed is what was made.
  std::string name;

  /// @returns the reason if that directory cannot be opened, or clear() says one.
  [[nodiscard]] static tl::expected<SocketPlace, std::string> at(const std::filesystem::path& path);
  /// Removes a socket that was left there.  @returns the reason if there is something else.
  [[nodiscard]] std::string clear() const;
};

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
  /// Closes all connections that wait to be accepted.  @returns false if still more come.
  [[nodiscard]] bool turn_away() const;
  /// To another place of the same file system, where nothing is.
  /// @returns false if it stays where it is; or its file is gone, is another, or has got other names or another mode.
  [[nodiscard]] bool move(const SocketPlace& place);

private:
  ToolSocket() = default;
  std::string bind_here();

  Descriptor socket_;
  SocketPlace place_;
  ino_t inode_ = 0;
};

} // namespace orrery::hooks
