#pragma once

#include "actors/hooks/tool_socket.hpp"

#include <tl/expected.hpp>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace orrery::hooks {

/// Listening sockets of hooks that have ended, for those that come: to make one, a file system may have to look long.
/// They lie in a directory of their own, so that a hook's socket is gone with its hook. For any thread.
class SpareSockets {
public:
  static constexpr std::size_t limit = 64; ///< So many are kept at most.

  /// Removes what an earlier process left there.
  /// @param directory is made if it is not there (mode 0700). Where it cannot be, or is empty, no socket is kept.
  explicit SpareSockets(const std::filesystem::path& directory);

  /// A spare one, moved to `path`, or else a new one.  @returns the reason if there is none, see ToolSocket::listen().
  [[nodiscard]] tl::expected<ToolSocket, std::string> listen(const std::filesystem::path& path);
  /// Moves it away and turns away who waits at it; removes it if it cannot be kept. @pre nobody accepts from it.
  void keep(ToolSocket socket);
  /// Removes all that are kept; from now on none is.
  void keep_none();

private:
  [[nodiscard]] std::optional<ToolSocket> take();

  std::mutex mutex_;
  std::shared_ptr<const Descriptor> directory_; ///< Null: none is kept.
  std::vector<ToolSocket> spare_;               ///< Each is named for its place in here.
};

} // namespace orrery::hooks
