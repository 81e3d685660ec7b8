#pragma once

#include "actors/protocol/answer.hpp"
#include "actors/protocol/commands.hpp"
#include "store/database.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

namespace orrery::cmd {

/// Space on the disk that is kept for removals: the file DATA/reserve, allocated but not used. It
/// is given back when the disk is full, so that a start and what removes something find room.
/// Thread-safe.
class DiskReserve {
public:
  /// How much is kept on a file system of this size: a sixteenth of it, at most 32 MiB, and nothing
  /// below 2 MiB.
  [[nodiscard]] static std::uint64_t size_for(std::uint64_t file_system);

  /// Nothing is taken or given back yet.
  explicit DiskReserve(const std::filesystem::path& data_directory);

  /// Takes the space, unless it is there already or none is to be kept there. Where that cannot be,
  /// the log says why.
  void take();
  /// Gives the space back if less than its size is free beside it.
  void give_back_if_full();
  /// The answer to a command that cannot be done now, because it makes the model larger, and the
  /// disk has no room for the reserve. Nothing for all others.
  [[nodiscard]] std::optional<protocol::Answer> refusal(const protocol::Command& command);
  /// For a journal to call when a write has failed: ends the process (`stop_at_fault`). Where the
  /// disk is full, the space is given back before, so that the next start finds some room.
  [[nodiscard]] std::function<void(const store::StoreError&)> or_stop();

private:
  /// @returns whether there was some.
  bool give_back();
  /// @returns why it is not there; empty if it is, or if none is to be kept.
  [[nodiscard]] std::string take_locked();

  std::mutex mutex_; ///< Of the file.
  std::filesystem::path file_;
  bool is_taken_ = false;
};

} // namespace orrery::cmd
