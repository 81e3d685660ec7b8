#pragma once

#include "cmd/simulate/seeded_scheduler.hpp"

#include <cstdint>
#include <map>
#include <string>

namespace orrery::test {

/// Counts the messages that actors handle, as long as it lives. What an actor puts off or lets go
/// of counts, too.
class MessageCount {
public:
  explicit MessageCount(caf::actor_system& system);
  ~MessageCount();
  MessageCount(const MessageCount&) = delete;
  MessageCount& operator=(const MessageCount&) = delete;

  [[nodiscard]] std::uint64_t all() const { return all_; }
  /// By `who: what`, the names of their classes.
  [[nodiscard]] const std::map<std::string, std::uint64_t>& kinds() const { return kinds_; }

private:
  simulate::SeededScheduler& scheduler_;
  std::uint64_t all_ = 0;
  std::map<std::string, std::uint64_t> kinds_;
};

} // namespace orrery::test
