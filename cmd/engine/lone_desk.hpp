#pragma once

#include "cmd/backup/data_desk.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <utility>

namespace orrery::cmd {

/// The backups of a process that has its first model alone: a backup holds one model, and must not
/// look like one of several.
class LoneDesk final : public backup::Desk {
public:
  /// @param others tells how many models there are beside the first one; from any thread.
  LoneDesk(backup::Source first, std::function<std::size_t()> others)
    : desk_(std::move(first)), others_(std::move(others)) {}

  tl::expected<backup::Made, std::string> make(const backup::Order& order) override {
    if (const std::size_t others = others_(); others > 0)
      return tl::unexpected("a backup holds one model, and there are " + std::to_string(others + 1)
                            + " here: destroy the others first, or stop the orchestrator and copy "
                              "its data directory");
    return desk_.make(order);
  }
  std::vector<backup::Facts> list(const std::filesystem::path& directory) override {
    return desk_.list(directory);
  }

private:
  backup::DataDesk desk_;
  const std::function<std::size_t()> others_;
};

} // namespace orrery::cmd
