#include "cmd/backup/data_desk.hpp"

namespace orrery::backup {

tl::expected<Made, std::string> DataDesk::make(const Order& order) {
  const std::unique_lock alone(making_, std::try_to_lock);
  if (!alone.owns_lock())
    return tl::unexpected(std::string("another backup is being made: try again when it is done"));
  return backup::make(source_, order);
}

std::vector<Facts> DataDesk::list(const std::filesystem::path& directory) {
  return backup::list(directory.empty() ? own_directory(source_.data) : directory);
}

} // namespace orrery::backup
