#include "actors/hooks/spare_sockets.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <utility>

namespace orrery::hooks {

SpareSockets::SpareSockets(const std::filesystem::path& directory) {
  if (directory.empty())
    return;
  mkdir(directory.c_str(), S_IRWXU);
  Descriptor opened(open(directory.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!opened.is_open())
    return;
  directory_ = std::make_shared<const Descriptor>(std::move(opened));
  for (std::size_t i = 0; i < limit; ++i)
    static_cast<void>(SocketPlace{directory_, std::to_string(i)}.clear()); // else it is not used
}

std::optional<ToolSocket> SpareSockets::take() {
  const std::lock_guard lock(mutex_);
  if (spare_.empty())
    return std::nullopt;
  ToolSocket last = std::move(spare_.back());
  spare_.pop_back();
  return last;
}

tl::expected<ToolSocket, std::string> SpareSockets::listen(const std::filesystem::path& path) {
  if (auto spare = take()) {
    const auto place = SocketPlace::at(path);
    if (place && spare->move(*place))
      return std::move(*spare);
  }
  return ToolSocket::listen(path);
}

void SpareSockets::keep(ToolSocket socket) {
  const std::lock_guard lock(mutex_);
  if (!directory_ || spare_.size() == limit
      || !socket.move({directory_, std::to_string(spare_.size())}))
    return;
  // By its old name nobody comes any more: who is there now was the old hook's.
  if (socket.turn_away())
    spare_.push_back(std::move(socket));
}

void SpareSockets::keep_none() {
  const std::lock_guard lock(mutex_);
  spare_.clear();
  directory_.reset();
}

} // namespace orrery::hooks
