#pragma once

#include "cmd/backup/desk.hpp"
#include "cmd/backup/make.hpp"

#include <mutex>

namespace orrery::backup {

/// The backups of one data directory. Of two that are asked for at once the second is refused.
class DataDesk final : public Desk {
public:
  /// @param source outlives the desk's last answer.
  explicit DataDesk(Source source) : source_(std::move(source)) {}
  [[nodiscard]] tl::expected<Made, std::string> make(const Order& order) override;
  [[nodiscard]] std::vector<Facts> list(const std::filesystem::path& directory) override;

private:
  Source source_;
  std::mutex making_; ///< Held while a backup is made.
};

} // namespace orrery::backup
