#pragma once

#include "cmd/backup/order.hpp"

#include <tl/expected.hpp>

namespace orrery::backup {

/// Where an orchestrator that serves is asked for backups. From any thread.
class Desk {
public:
  virtual ~Desk() = default;
  /// Makes a backup while all goes on. Errors are sentences with a remedy.
  [[nodiscard]] virtual tl::expected<Made, std::string> make(const Order& order) = 0;
  /// Lists a directory of backups, the oldest first, damaged ones too.
  /// @param directory empty: DATA/backups.
  [[nodiscard]] virtual std::vector<Facts> list(const std::filesystem::path& directory) = 0;
};

} // namespace orrery::backup
